import { isDocumentation, isGenerated, isSample } from '../path-kind.ts'
import type { Report } from './finding.ts'
import { type Leftover, leftovers } from './rules/leftovers.ts'

export interface LeftoverHit {
  readonly at: number
  readonly report: Report
}

export const leftoverKeywords: readonly (readonly string[])[] = leftovers.map((leftover) => leftover.keywords)

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
  const at = statementStart(leftover, text)
  if (at === null) return null
  const suggestion = repair(leftover, text, at, previous, ending)
  const isFocus = leftover.rule === 'hygiene/focused-test'
  const base = { rule: leftover.rule, severity: leftover.severity, title: leftover.title, suggestion }
  const texts = isFocus ? focusTexts : debugTexts
  // A focused test stands in a test by nature: only in fixtures and documents does it weigh less.
  const fixed = isFocus && !isDocumentation(path) && !isSample(path) ? { fixed: true as const } : {}
  return { at, report: { ...base, ...texts, ...fixed } }
}

const debugTexts = {
  problem: 'The statement stops or talks to a developer who debugs; it does nothing for a user.',
  impact: 'It halts the program, or fills its output, where nobody is debugging.',
  fix: 'Remove the statement.',
}

const focusTexts = {
  problem: 'The test is focused: the runner leaves all others out.',
  impact: 'The suite passes while most of it does not run.',
  fix: 'Remove the focus so that all tests run again.',
}

/** Where the leftover begins a statement: first on the line, or after `;`, `{` or `}` outside of text and comment. */
function statementStart({ pattern }: Leftover, text: string): number | null {
  for (let at = text.search(/\S/); at >= 0 && at < text.length; at = nextStatement(text, at)) {
    pattern.lastIndex = at
    if (pattern.test(text)) return at
  }
  return null
}

const statementEnd = /[;{}]\s*(?=[^\s;{}])/g

function nextStatement(text: string, after: number): number {
  statementEnd.lastIndex = after
  const end = statementEnd.exec(text)
  if (end === null || /["'`#]|\/\/|\/\*|^\s*\*/.test(text.slice(0, end.index))) return -1
  return statementEnd.lastIndex
}

const opensBlock = /(?:[:)]|\belse|=>|\bdo|\bthen)\s*$/

function repair(leftover: Leftover, text: string, at: number, previous: string | null, ending: string): string | null {
  if (leftover.replace !== undefined) return text.replace(leftover.replace.pattern, leftover.replace.by)
  const statement = text.slice(at).trim()
  const isAlone = text.slice(0, at).trim() === '' && isWhole(statement)
  if (!isAlone || leftover.rule === 'hygiene/focused-test') return null
  if (ending === 'py') return previous !== null && !opensBlock.test(previous) ? '' : `${text.slice(0, at)}pass`
  return previous !== null && opensBlock.test(previous) ? null : ''
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
