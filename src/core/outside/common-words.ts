import { stemsOf, tokensOf } from '../values/words.ts'

/** The words that tell one problem from another: what reviewers say about every code and every change is left out. */
export function tellingWords(text: string): string {
  return tokensOf(text)
    .filter((token) => !stemsOf(token).every((stem) => common.has(stem)))
    .join(' ')
}

const common = new Set(
  `bug issue problem error mistake fault defect risk concern warning
   wrong incorrect incorrectly invalid bad broken missing unexpected potential possible likely minor major critical
   break cause lead happen occur result need want expect mean make ensure avoid prevent consider please
   fix change add remove replace update improve suggest suggestion recommend correct proper properly
   code line block statement function method call caller value variable return case way thing place part
   every all always whenever once now new current currently here both
   true false actually really simply whole`
    .split(/\s+/)
    .flatMap(stemsOf),
)
