import { tokensOf } from '../values/words.ts'
import { blankFences } from './text/fences.ts'

/** Pieces of code that a text wants to stand somewhere, and those that it calls wrong there, however short they are. */
export interface Choices {
  readonly wanted: ReadonlySet<string>
  readonly unwanted: ReadonlySet<string>
}

/** Code in backticks, by the words around it. What is both wanted and not is neither. */
export function choicesIn(body: string): Choices {
  const text = blankFences(body)
  const found = [...exchangesIn(text), ...namedIn(text.replace(exchange, ''))]
  const unwanted = new Set(found.flatMap(({ code, isUnwanted }) => (isUnwanted ? [code] : [])))
  const wanted = new Set(found.flatMap(({ code, isWanted, isUnwanted }) => (isWanted && !isUnwanted ? [code] : [])))
  return { wanted: without(wanted, unwanted), unwanted: without(unwanted, wanted) }
}

interface Named {
  readonly code: string
  readonly isWanted: boolean
  readonly isUnwanted: boolean
}

/** "Replace X with Y" wants Y and refuses X; "do not replace X with Y" and "revert the change from X to Y" the other way round. */
function exchangesIn(text: string): readonly Named[] {
  return [...text.matchAll(exchange)].flatMap(([, not, from, to]) => [
    { code: from!.trim(), isWanted: not !== undefined, isUnwanted: not === undefined },
    { code: to!.trim(), isWanted: not === undefined, isUnwanted: not !== undefined },
  ])
}

function namedIn(text: string): readonly Named[] {
  return [...text.matchAll(/`([^`\n]{1,80})`/g)].map((match) => {
    const before = text.slice(Math.max(0, match.index - 60), match.index)
    const after = text.slice(match.index + match[0].length)
    const isWanted = wanting.test(before) || approving.test(after)
    return { code: match[1]!.trim(), isWanted, isUnwanted: refusing.test(before) || harmful.test(after) }
  })
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
  return [...some].some((code) => [...others].some((other) => isSameCode(code, other)))
}

/** `<= 0` is said of `index <= 0`, too. */
function isSameCode(code: string, other: string): boolean {
  const [short, long] = code.length < other.length ? [code, other] : [other, code]
  return short === long || (/^\W/.test(short) && long.endsWith(` ${short}`))
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((code) => !others.has(code)))
}

const between = String.raw`\s+(?:(?:a|an|the|operator|comparison|strict|plain)\s+){0,2}$`

const wanting = new RegExp(
  String.raw`\b(?:use|using|keep|prefer|restore|(?:(?:go|switch) back|revert(?: back)?) to|(?:revert|undo)(?:ing)? (?:any|the|this|all) changes? (?:to|of|in)|(?:replac|chang|swap|compar)\w{1,3}\b[^.;\n]{0,50} with|(?:must|should|has to|needs to|ought to) (?:be|stay|remain|read))${between}`,
  'i',
)

const refusing = new RegExp(
  String.raw`\b(?:instead of|rather than|(?:do not|don't|never|not) (?:use|be|become|with)|not|avoid|replace|change)${between}`,
  'i',
)

const approving = /^(?: here)? is (?:correct|right|fine|intended)\b/i

const harmful = /^(?: here)? (?:would|will) (?:break|fail|crash|throw|lose)\b/i

const exchange =
  /(\b(?:(?:do|must|should|would) not|(?:do|must|should|would)n['’]t|never|(?:revert|undo)(?:ing)? (?:any|the|this)) )?\b(?:replac(?:e|ing)|chang(?:e|ing)|swap(?:ping)?) (?:from |of )?(?:the )?`([^`\n]{1,80})` (?:here )?(?:with|by|to|into|for) (?:an? |the )?`([^`\n]{1,80})`/gi
