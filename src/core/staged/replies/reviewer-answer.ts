import type { AgentReply } from '../../../types.ts'
import type { RoundFailure } from '../session-file/session-round.ts'
import { findOtherWorkspaces } from './other-workspace.ts'
import { problemLine } from './reply-sections.ts'
import { parseReviewerReply, type ReviewerReply } from './reviewer-reply.ts'

type Answered = Pick<AgentReply, 'status' | 'reason' | 'text'>

/** An answer that does not count is never taken for an approval. `paths`: the files that were changed. */
export function readReviewerAnswer(
  reply: Answered,
  kind: 'plan' | 'code',
  paths: readonly string[],
): { readonly value: ReviewerReply } | { readonly failure: RoundFailure } {
  if (reply.status !== 'ok') return { failure: failureOf(reply) }
  const parsed = parseReviewerReply(reply.text, { kind })
  const problems = 'problems' in parsed ? parsed.problems.map(problemLine) : divergence(parsed.value, reply.text, paths)
  if ('value' in parsed && problems.length === 0) return parsed
  return { failure: { kind: 'schema validation', reason: problems.join('; ') } }
}

/** How a call without an answer failed. The reason is all that tells output that is no JSON from output without a result. */
function failureOf({ status, reason }: Answered): RoundFailure {
  const words = reason ?? status
  if (/\bexit code 0 without a result\b/.test(words)) return { kind: 'missing `result`', reason: words }
  if (status !== 'malformed') return { kind: 'command execution', reason: words }
  return { kind: /\bno JSON\b/.test(words) ? 'JSON parsing' : 'missing `result`', reason: words }
}

/** Who says that the work is in another place must not approve of it. It may look at a copy, so that an absolute path says nothing. */
function divergence({ verdict }: ReviewerReply, text: string, paths: readonly string[]): readonly string[] {
  if (verdict !== 'APPROVE') return []
  return findOtherWorkspaces(text, { roots: ['/'], paths }).map(
    ({ line, mention }) =>
      `line ${line}: Work in another workspace is a [CRITICAL] issue, and not to be approved: ${mention} (unflagged_divergence)`,
  )
}
