import { codeKind } from '../../core/handoff/code-key.ts'
import { findingMarker } from '../../core/handoff/marker.ts'
import { callsSomebody, withoutCalls } from '../../core/outside/calls.ts'
import { forkMark, goneMark } from '../../core/post/marks.ts'
import type { HandedFinding } from '../../core/post/read-handoff.ts'
import { shortened } from '../../core/values/shortened.ts'
import { markOf } from '../../core/watch/mark.ts'
import type { Finding } from '../../types.ts'
import { explanation } from '../explanation.ts'
import { codeSpan, fence, prose, proseLine } from '../markdown-text.ts'
import { visible } from '../visible.ts'

/** GitHub takes 65,536 characters, and a mark has to have room. */
export const longestComment = 60_000

/** The same for what a job of a fork says. */
export function forkRemarkText(finding: HandedFinding, mayReplace: boolean): string {
  return `${remarkText(finding, mayReplace)}\n\n${forkMark}`
}

/** The comment on a line. Its marks are the first lines, so that a later review knows it, and the code that it is about, again. */
export function remarkText(finding: HandedFinding, mayReplace: boolean): string {
  const { id, codeKey } = finding
  const replacement = mayReplace ? suggestionOf(finding) : null
  const marks = [findingMarker(id), ...(codeKey === undefined ? [] : [markOf(codeKind, codeKey)])].join('\n')
  const blocks = [marks, findingText(finding), ...(replacement === null ? [] : [replacement])]
  return blocks.join('\n\n')
}

/** Title, explanation and what to do. One comment that is too long would have GitHub refuse all of them. */
export function findingText(finding: Finding): string {
  const text = wholeText(finding)
  return text.length <= longestComment / 2 ? text : wholeText(shorter(finding))
}

function wholeText(finding: Finding): string {
  const { severity, blocking, title, reviewers } = finding
  const names = reviewers.map(proseLine).join(', ')
  const blocks = [
    `**${severity}${blocking ? ' (blocking)' : ''}: ${proseLine(title)}**`,
    ...explanation(finding).map(({ label, text }) => (label === null ? prose(text) : `**${label}:** ${prose(text)}`)),
    ...(names === '' ? [] : [`_Found by ${names}._`]),
  ]
  return withoutCalls(blocks.join('\n\n'))
}

/** What has to be escaped becomes up to seven times as long. */
const mostEscaped = 1500

function shorter(finding: Finding): Finding {
  const { problem, fix, reviewers } = finding
  return {
    ...finding,
    problem: shortened(problem, mostEscaped),
    fix: fix === null ? null : shortened(fix, mostEscaped),
    reviewers: reviewers.slice(0, 3),
  }
}

/** What a thread begins with once its finding is gone. */
export function goneText(opening: string, head: string): string {
  return `${opening.trimEnd()}\n\n_Not found any more at ${codeSpan(head.slice(0, 10))}._\n\n${goneMark}`
}

/** What a thread begins with once another one is left for the same finding. */
export function twinText(opening: string): string {
  return `${opening.trimEnd()}\n\n_Said twice: the other comment stays._\n\n${goneMark}`
}

/** Null: it could not be taken over as it is, or would say more to a program than to a person. */
function suggestionOf({ suggestion }: Finding): string | null {
  if (suggestion === null || /<!--\s*review-loop/i.test(suggestion) || callsSomebody(suggestion)) return null
  const isShownAsItIs = visible(suggestion) === suggestion.replaceAll('\r\n', '\n')
  return isShownAsItIs ? fence(suggestion, 'suggestion') : null
}
