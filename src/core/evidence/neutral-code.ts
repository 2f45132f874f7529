import type { ChangedFile, Finding } from '../../types.ts'
import type { FindingWithCode } from '../agents/prompts.ts'
import { withoutComments, wordsIn } from '../comments/words.ts'
import { withCode } from './code-around.ts'
import { normaliseQuote } from './evidence.ts'

/** How far from its line a quote may reach. */
const reach = 60

/**
 * A finding with the code around it, without what comments on added lines say: whoever judges it is not to be talked out of it. Where
 * only those raised it who judge such words, they are shown.
 */
export function withNeutralCode(
  finding: Finding,
  files: readonly ChangedFile[],
  read: (path: string) => string | null,
): FindingWithCode {
  const { file, line, evidence, reviewers } = finding
  const changed = files.find(({ path }) => path === file)
  const text = file === null ? null : read(file)
  if (changed === undefined || text === null || reviewers.every((name) => judgesWords.test(name))) {
    return withCode(finding, read)
  }
  const isAdded = (at: number): boolean => changed.added.some(({ start, end }) => start <= at && at <= end)
  const near = (at: number): boolean => isAdded(at) && Math.abs(at - (line ?? at)) <= reach
  const quote = evidence === null ? null : withoutNearWords(evidence, changed.path, text, near)
  return withCode({ ...finding, evidence: quote }, () => withoutComments(changed.path, text, isAdded))
}

const judgesWords = /^(?:premise|auditor)(?:\/|$)/

/** Words are known by the sign before them too: alone, a short one could be code. */
function withoutNearWords(evidence: string, path: string, text: string, isNear: (line: number) => boolean): string {
  const lines = text.split('\n')
  return wordsIn(path, text)
    .filter(({ line }) => isNear(line))
    .reduce((quote, { line, from, to }) => {
      const marked = normaliseQuote(lines[line - 1]!.slice(Math.max(0, from - 2), to))
      const words = normaliseQuote(lines[line - 1]!.slice(from, to))
      return quote.replaceAll(marked, `${marked.slice(0, marked.length - words.length)}…`)
    }, evidence)
}
