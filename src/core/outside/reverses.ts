import { blankFences, fencesOf } from './text/fences.ts'
import type { OutsideItem } from './types.ts'

type Demand = Pick<OutsideItem, 'file' | 'line' | 'body'> & {
  /** Where it was before later commits. */
  readonly originalLine?: number | null
}

/**
 * Whether a later demand takes back an earlier one: it removes the code that the other added, or wants with a named
 * piece of code the opposite. Says yes only where both are clear: a wrong yes stops a loop that would have ended.
 */
export function reverses(earlier: Demand, later: Demand): boolean {
  if (earlier.file === null || earlier.file !== later.file) return false
  if (undoesChange(earlier.body, later.body) || wantsOpposite(earlier.body, later.body)) return true
  // Short code stands in many places.
  return isNear(earlier, later) && exchangesBack(earlier.body, later.body)
}

function isNear(one: Demand, other: Demand): boolean {
  const [line, otherLine] = [one, other].map((demand) => demand.line ?? demand.originalLine ?? null)
  return line == null || otherLine == null || Math.abs(line - otherLine) <= nearLines
}

const nearLines = 20

function undoesChange(earlier: string, later: string): boolean {
  const isAllIn = (lines: readonly string[], others: readonly string[]): boolean =>
    lines.length > 0 && lines.every((line) => others.includes(line))
  const [before, after] = [changedLines(earlier), changedLines(later)]
  return isAllIn(before('+'), after('-')) && isAllIn(before('-'), after('+'))
}

function changedLines(body: string): (mark: '+' | '-') => readonly string[] {
  const diffs = fencesOf(body).filter(({ language }) => language === 'diff')
  const lines = diffs.flatMap(({ content }) => content.split('\n'))
  return (mark) => lines.flatMap((line) => (line.startsWith(mark) ? line.slice(1).trim() || [] : []))
}

/** One wants this piece of code instead of that, the other that instead of this, however short they are. */
function exchangesBack(earlier: string, later: string): boolean {
  const back = exchangesIn(later)
  return exchangesIn(earlier).some(({ wanted, unwanted }) =>
    back.some((other) => isSameCode(wanted, other.unwanted) && isSameCode(unwanted, other.wanted)),
  )
}

function exchangesIn(body: string): readonly { readonly wanted: string; readonly unwanted: string }[] {
  return [...blankFences(body).matchAll(exchange)].map(({ groups }) => {
    const { not, from, to, wanted = not ? from : to, unwanted = not ? to : from } = groups!
    return { wanted: wanted!.trim(), unwanted: unwanted!.trim() }
  })
}

/** `<= 0` is said of `index <= 0`, too. */
function isSameCode(code: string, other: string): boolean {
  const [short, long] = code.length < other.length ? [code, other] : [other, code]
  return short === long || (/^\W/.test(short) && long.endsWith(` ${short}`))
}

function wantsOpposite(earlier: string, later: string): boolean {
  const [before, after] = [demandsIn(earlier), demandsIn(later)]
  const isUndone = before.wanted.some((name) => after.unwanted.includes(name))
  return isUndone || before.unwanted.some((name) => after.wanted.includes(name))
}

/** The pieces of code that a text wants and those that it does not; what it says both of is unclear. */
function demandsIn(body: string): { readonly wanted: readonly string[]; readonly unwanted: readonly string[] } {
  const sentences = body.split(/(?<=[.!?])\s+|(?<=。)|\n+/)
  const namesWith = (sign: RegExp, other: RegExp): readonly string[] =>
    sentences.filter((sentence) => sign.test(sentence) && !other.test(sentence)).flatMap(namesIn)
  const [wanted, unwanted] = [namesWith(there, gone), namesWith(gone, there)]
  const clear = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name))
  return { wanted: clear(wanted, unwanted), unwanted: clear(unwanted, wanted) }
}

/** Code in backticks, decorators and annotations: long enough to mean one thing. */
function namesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/`([^`\n]{4,80})`|@[A-Za-z][\w.]{3,}/g)].map(([marked, quoted = marked]) =>
    quoted.trim(),
  )
}

const gone =
  /\b(?:remov(?:e|ing|ed)|delet(?:e|ing)|drop(?:ping)?|without|unnecessary|not (?:needed|required|necessary)|no longer (?:needed|required)|avoid|should not|shouldn't|do not|don't)\b|不要|削除|なしで|取り除/i

const there =
  /\b(?:add(?:ing)?|use|using|introduc(?:e|ing)|include|including|restor(?:e|ing)|require[sd]?|needs?|should (?:have|be (?:marked|decorated|wrapped))|missing)\b|使用|追加|付け|付与|必要/i

/** "Replace X with Y", or not; "Y instead of X". */
const exchange =
  /(?<not>(?<!why )\b(?:not|\w+n['’]t|never|revert|undo)\b[^.`]{0,20})?\b(?:replac|chang|swap)\w* [^.`]{0,10}`(?<from>[^`\n]{1,80})` (?:with|by|to|into|for) [^.`]{0,10}`(?<to>[^`\n]{1,80})`|`(?<wanted>[^`\n]{1,80})`[,;]? [^.`]{0,30}\b(?:instead of|rather than|not)\b[^.`]{0,15}`(?<unwanted>[^`\n]{1,80})`/gi
