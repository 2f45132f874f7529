import type { Report } from './finding.ts'
import { buildFolders, nobodies } from './rules/user-names.ts'

export interface PathHit {
  readonly at: number
  readonly report: Report
}

export const buildPathKeywords: readonly string[] = buildFolders.flatMap(({ words }) => words)
export const homePathKeywords: readonly string[] = ['/home/', '/users/', '\\users\\']

/** A folder that exists on build machines only. */
export function findBuildPath(text: string): PathHit | null {
  const lower = text.toLowerCase()
  for (const { words, pattern } of buildFolders) {
    const match = words.some((word) => lower.includes(word)) ? pattern.exec(text) : null
    if (match !== null && !isPattern(text, match.index)) return { at: match.index, report: buildPathReport }
  }
  return null
}

/** A folder that exists on one person's machine only. */
export function findHomePath(text: string): PathHit | null {
  if (text.includes('node_modules')) return null
  for (const match of text.matchAll(homeFolder)) {
    const user = match[1] ?? match[2] ?? match[3] ?? ''
    if (isPersonal(user) && !isPattern(text, match.index)) return { at: match.index, report: homePathReport }
  }
  return null
}

/** A folder below somebody's home. `/Users/name` is one without more; `/home/name` alone may as well be a web address. */
const homeFolder =
  /(?<![\w.~%@-])(?:\/home\/([A-Za-z_][\w.-]*)\/(?=[\w.@~-])|(?:\/mnt\/[a-z])?\/Users\/([A-Za-z_][\w.-]*)(?=[/"'`\s),;:\]]|$)|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)([A-Za-z_][\w.-]*)(?=[\\/"'`\s),;]|$))/g

function isPersonal(user: string): boolean {
  const name = user.toLowerCase().replace(/\.+$/, '')
  return !nobodies.has(name) && !/^(?:your|my|some|example|test|foo|xxx|user\d)/.test(name) && !/^[A-Z_]+$/.test(user)
}

/** Written to recognise such paths, not to use one: an expression literal, or text with the signs of an expression. */
function isPattern(text: string, at: number): boolean {
  if (!isLetter.test(text[at] ?? '')) return expressionSigns.test(untilQuote.exec(text.slice(at))?.[0] ?? '')
  // On Windows the backslash parts folders, so only the literal itself tells. Elsewhere a literal cannot hold a bare slash.
  return [...text.matchAll(expressionLiteral)].some(({ index, 0: whole }) => index < at && at < index + whole.length)
}

const isLetter = /[A-Za-z]/
const untilQuote = /^[^\s"'`]*/
const expressionSigns = /\.[*+]|\[\^|\(\?|\\[/.wdWDS]/
const expressionLiteral =
  /(?:^|[=(,:;!&|?{}[]|return)\s*\/(?![/*])(?:[^/\\[\s"'`]|\\.|\[(?:[^\]\\]|\\.)*\]){1,400}\/[a-z]*/g

const homePathReport: Report = {
  rule: 'hygiene/machine-path',
  severity: 'P1',
  title: 'Path of one machine in the code',
  problem: "The line names a folder below a person's home.",
  impact: 'It works on one machine only, and tells the name of an account.',
  fix: 'Use a path relative to the project, or read it from a setting.',
}

const buildPathReport: Report = {
  rule: 'hygiene/ci-path',
  severity: 'P1',
  title: 'Path of a build machine in the code',
  problem: 'The line names a folder that exists on a build machine only.',
  impact: 'It is the trace of a generated file or of a build, and breaks everywhere else.',
  fix: 'Remove the generated text, or use a path relative to the project.',
}
