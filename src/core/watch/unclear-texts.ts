import type { AskedText } from '../outside/asked/asked-text.ts'
import { classify } from '../outside/classify.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { isAbout } from './about-head.ts'
import type { Snapshot } from './snapshot.ts'
import { textsOf } from './texts.ts'

/** What bots say about this head and nothing explains. What somebody else edited is not their word: nobody asks about it. */
export function unclearTexts(snapshot: Snapshot, reviewers: readonly OutsideReviewer[]): readonly AskedText[] {
  const texts = textsOf(snapshot).flatMap((text) => {
    const { author, source, said } = text
    const isWord = said.editedBy === undefined && (source.kind === 'check' || author?.isBot === true)
    if (!isWord || source.kind === 'description' || (said.body ?? '').trim() === '') return []
    const { reviewer, why } = classify(said, reviewers)
    if (reviewer === null || why.source !== 'nothing' || !isAbout(text, snapshot)) return []
    return [{ body: said.body ?? '', where: `${source.kind} by ${said.login ?? reviewer}`, repliesTo: null }]
  })
  return [...new Map(texts.map((text) => [text.body, text])).values()]
}
