import { withoutCalls } from '../../core/outside/calls.ts'
import { forkMark, oldMark, summaryMark } from '../../core/post/marks.ts'
import type { Handoff } from '../../core/post/read-handoff.ts'
import type { Finding } from '../../types.ts'
import { codeSpan } from '../markdown-text.ts'
import { tameMarkdown } from '../tame-markdown.ts'
import { counted, place } from '../words.ts'
import { findingText, longestComment } from './post-remark.ts'

const longestOverview = 20_000

const forkNote =
  '_The job that reviewed ran in a fork, which could have changed it. Read this as its word, not as ours._'

/** The one comment below the pull request: what the review says as a whole, and all that has no comment of its own. */
export function summaryText(handoff: Handoff, elsewhere: readonly Finding[], isFromFork: boolean): string {
  const above = [
    isFromFork ? `${summaryMark}\n${forkMark}` : summaryMark,
    overviewText(handoff),
    ...(isFromFork ? [forkNote] : []),
  ]
  if (elsewhere.length === 0) return above.join('\n\n')
  const heading = `### Without a comment on a line (${elsewhere.length})`
  const room = longestComment - [...above, heading].join('\n\n').length
  return [...above, heading, ...fitting(elsewhere.map(entryText), room)].join('\n\n')
}

/** What is left of a summary beside which there is another. */
export function oldSummaryText(url: string): string {
  return `${oldMark}\n\n_Said twice: the summary is at ${url}._`
}

/** The few words above the comments on lines. */
export function reviewText({ head }: Pick<Handoff, 'head'>, remarks: number, mark: string): string {
  return `${mark}\n\n${counted(remarks, 'comment')} on ${codeSpan(head.slice(0, 10))}.`
}

export function overviewText({ summary }: Pick<Handoff, 'summary'>): string {
  return tameMarkdown(summary, longestOverview)
}

/** The headline says where it is. */
function entryText(finding: Finding): string {
  const where = place(finding)
  const [headline = '', ...rest] = findingText(finding).split('\n\n')
  const placed = where === null ? headline : `${headline} ${withoutCalls(codeSpan(where))}`
  return [placed, ...rest].join('\n\n')
}

/** As many as there is room for; what is left out is counted. */
function fitting(entries: readonly string[], room: number): readonly string[] {
  const separator = 2
  let used = 100
  const count = entries.findIndex((entry) => {
    used += entry.length + separator
    return used > room
  })
  if (count === -1) return entries
  return [
    ...entries.slice(0, count),
    `… and ${counted(entries.length - count, 'more finding')}: see the files of the review.`,
  ]
}
