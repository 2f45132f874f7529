import { tokensOf } from '../values/words.ts'
import { blankFences } from './text/fences.ts'

/** Pieces of code that a text wants to stand somewhere, and those that it calls wrong there, however short they are. */
export interface Choices {
  readonly wanted: ReadonlySet<string>
  readonly unwanted: ReadonlySet<string>
}

/** Code in backticks, by the words right before it. What is both wanted and not is neither. */
export function choicesIn(body: string): Choices {
  const text = blankFences(body)
  const found = [...text.matchAll(/`([^`\n]{1,80})`/g)].map((match) => {
    const before = text.slice(Math.max(0, match.index - 60), match.index)
    return { code: match[1]!.trim(), isWanted: wanting.test(before), isUnwanted: refusing.test(before) }
  })
  const unwanted = new Set(found.flatMap(({ code, isUnwanted }) => (isUnwanted ? [code] : [])))
  const wanted = new Set(found.flatMap(({ code, isWanted, isUnwanted }) => (isWanted && !isUnwanted ? [code] : [])))
  return { wanted: without(wanted, unwanted), unwanted: without(unwanted, wanted) }
}

/** Whether one wants what the other calls wrong, and the other way round; or both want the same code with another sign in it. */
export function wantsInstead(one: Choices, other: Choices): boolean {
  const isOpposite = meets(one.wanted, other.unwanted) && meets(one.unwanted, other.wanted)
  return isOpposite || [...one.wanted].some((code) => [...other.wanted].some((rival) => isRival(code, rival)))
}

/** The same names in the same order, with other signs between them: one line cannot hold both. */
function isRival(code: string, rival: string): boolean {
  const [names, others] = [tokensOf(code), tokensOf(rival)]
  const signs = (text: string) => text.replace(/[^<>=!&|+*/%-]/g, '')
  return names.length > 1 && names.join(' ') === others.join(' ') && signs(code) !== signs(rival)
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((code) => others.has(code))
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((code) => !others.has(code)))
}

const between = String.raw`\s+(?:(?:a|an|the|operator|comparison|strict|plain)\s+){0,2}$`

const wanting = new RegExp(
  String.raw`\b(?:use|using|keep|prefer|restore|(?:replac|chang|swap|compar)\w{1,3}\b[^.;\n]{0,50} with|(?:must|should|has to|needs to|ought to) (?:be|stay|remain|read))${between}`,
  'i',
)

const refusing = new RegExp(
  String.raw`\b(?:instead of|rather than|(?:do not|don't|never|not) (?:use|be|with)|not|avoid|replace|change)${between}`,
  'i',
)
