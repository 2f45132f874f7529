import { isDocumentation, isGenerated, isSample } from '../change/path-kind.ts'
import { blankText } from './blank-text.ts'
import type { Report } from './finding.ts'
import { type Leftover, leftovers } from './rules/leftovers.ts'

export interface LeftoverHit {
  readonly at: number
  readonly report: Report
  /** The repair is for a statement that is the only one of its block. If another follows, the line can be deleted. */
  readonly onlyOfBlock?: boolean
}

export const leftoverKeywords: readonly (readonly string[])[] = leftovers.map((leftover) => leftover.keywords)

/** Any of them, wherever the gate would have led. */
export function isLeftover(path: string, text: string): boolean {
  return leftovers.some((_, index) => findLeftover(index, path, text, null) !== null)
}

const endings = leftovers.map((leftover) => new Set(leftover.endings.split(' ')))
const longestLine = 1000

/**
 * A statement that belongs to a session of debugging. `previous` is the line above where it is known: a statement that is the only
 * one of its block cannot simply be deleted.
 */
export function findLeftover(index: number, path: string, text: string, previous: string | null): LeftoverHit | null {
  const leftover = leftovers[index]!
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (text.length > longestLine || !endings[index]!.has(ending) || isGenerated(path)) return null
  const at = statementStart(leftover, text, blankText(text, hashComments.has(ending)))
  if (at === null) return null
  const suggestion = repair(leftover, text, at, previous, ending)
  const isFocus = leftover.rule === 'hygiene/focused-test'
  const base = { rule: leftover.rule, severity: leftover.severity, title: leftover.title, suggestion }
  const texts = isFocus ? focusTexts : leftover.prints === true ? printTexts : stopTexts
  // A focused test stands in a test by nature: only in fixtures and documents does it weigh less.
  const fixed = isFocus && !isDocumentation(path) && !isSample(path) ? { fixed: true as const } : {}
  return { at, report: { ...base, ...texts, ...fixed }, onlyOfBlock: suggestion?.endsWith('pass') === true }
}

const hashComments = new Set('py pyi rb rake erb haml slim php phtml ex exs heex r pl pm t'.split(' '))

const stopTexts = {
  problem: 'The statement hands the program over to a developer who debugs; it does nothing for a user.',
  impact: 'It stops the program where nobody is debugging.',
  fix: 'Remove the statement.',
}

const printTexts = {
  problem: 'The statement tells a developer who debugs what happens; it does nothing for a user.',
  impact: 'It fills the output, and may show data that does not belong there.',
  fix: 'Remove the statement.',
}

const focusTexts = {
  problem: 'The test is focused: the runner leaves all others out.',
  impact: 'The suite passes while most of it does not run.',
  fix: 'Remove the focus so that all tests run again.',
}

/** Where the leftover begins a statement: first on the line, or after what ends one. `code` is the line without text and comments. */
function statementStart({ pattern, inner }: Leftover, text: string, code: string): number | null {
  const ends = inner === true ? innerEnd : statementEnd
  for (let at = code.search(/\S/); at >= 0 && at < text.length; at = nextStatement(code, at, ends)) {
    pattern.lastIndex = at
    if (pattern.test(text)) return at
  }
  return null
}

const statementEnd = /[;{}]\s*(?=[^\s;{}])/g
const innerEnd = /(?:[;{}]\s*|(?<=\b(?:if|while|for|with)\b.*)\)\s*|:\s+|\b(?:else|do)\s+)(?=[^\s;{})])/g

function nextStatement(code: string, after: number, ends: RegExp): number {
  ends.lastIndex = after
  return ends.test(code) && !/^\s*\*/.test(code) ? ends.lastIndex : -1
}

const opensBlock = /(?:[:)]|\belse|=>|\bdo|\bthen)\s*$/

function repair(leftover: Leftover, text: string, at: number, previous: string | null, ending: string): string | null {
  if (leftover.replace !== undefined) return text.replace(leftover.replace.pattern, leftover.replace.by)
  const statement = text.slice(at).trim()
  const isAlone = text.slice(0, at).trim() === '' && isWhole(statement)
  if (!isAlone || leftover.rule === 'hygiene/focused-test') return null
  const opens = previous !== null && opensBlock.test(previous)
  if (ending !== 'py' && ending !== 'pyi') return opens ? null : ''
  if (opens) return `${text.slice(0, at)}pass`
  // Below a line that is not known it may be the only statement of its block.
  return previous === null && at > 0 ? null : ''
}

/** One statement, begun and ended on this line: every bracket closed, nothing behind it. */
function isWhole(statement: string): boolean {
  const bare = statement.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
  const depth = [...bare].reduce(
    (sum, character) => sum + ('([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0),
    0,
  )
  return (
    depth === 0 &&
    !/^(?:let|return|<)|[,.+&|]$/.test(bare) &&
    !/;\s*[^\s/#]/.test(bare.replace(/^import\s+i?pdb\s*;/, ''))
  )
}
