import { findingMarker } from '../../core/handoff/marker.ts'
import { callsSomebody, withoutCalls } from '../../core/outside/calls.ts'
import { goneMark } from '../../core/post/marks.ts'
import type { Finding } from '../../types.ts'
import { codeSpan, fence, prose, proseLine } from '../markdown-text.ts'
import { visible } from '../visible.ts'

/** The comment on a line. Its mark is the first line, so that a later review knows it again. */
export function remarkText(finding: Finding, mayReplace: boolean): string {
  const replacement = mayReplace ? suggestionOf(finding) : null
  const blocks = [findingMarker(finding.id), findingText(finding), ...(replacement === null ? [] : [replacement])]
  return blocks.join('\n\n')
}

/** Title, explanation and what to do. */
export function findingText({ severity, blocking, title, problem, fix, reviewers }: Finding): string {
  const names = reviewers.map(proseLine).join(', ')
  const blocks = [
    `**${severity}${blocking ? ', blocks' : ''}: ${proseLine(title)}**`,
    ...(problem.trim() === '' ? [] : [prose(problem)]),
    ...(fix === null || fix.trim() === '' ? [] : [`**Fix:** ${prose(fix)}`]),
    ...(names === '' ? [] : [`_Found by ${names}._`]),
  ]
  return withoutCalls(blocks.join('\n\n'))
}

/** What a thread begins with once its finding is gone. */
export function goneText(opening: string, head: string): string {
  return `${opening.trimEnd()}\n\n_Not found any more at ${codeSpan(head.slice(0, 10))}._\n\n${goneMark}`
}

/** Null: it could not be taken over as it is, or would say more to a program than to a person. */
function suggestionOf({ suggestion }: Finding): string | null {
  if (suggestion === null || /<!--\s*review-loop/i.test(suggestion) || callsSomebody(suggestion)) return null
  const isShownAsItIs = visible(suggestion) === suggestion.replaceAll('\r\n', '\n')
  return isShownAsItIs ? fence(suggestion, 'suggestion') : null
}
