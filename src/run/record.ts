import { sumLines } from '../core/change/changed-lines.ts'
import { toDiffData } from '../core/change/diff-data.ts'
import { redact } from '../core/values/redact.ts'
import { redactFinding } from '../core/verdict/redact-result.ts'
import type { IntentContext, RawFinding, ReviewResult } from '../types.ts'
import type { ReviewPlan } from './plan-review.ts'
import type { ReviewPorts } from './ports.ts'
import type { ReviewedChange } from './read-reviewed.ts'
import type { RoundRequest } from './review-round.ts'

// The working files of a review, under the names that scripts know.

export function recordChange({ scope }: RoundRequest, change: ReviewedChange, ports: ReviewPorts): void {
  ports.emit({ type: 'change-read', files: change.whole.length, ...sumLines(change.whole) })
  ports.record('scope.json', scope)
  ports.record('diff_data.json', toDiffData(change.whole))
  ports.record('hygiene.json', { findings: change.hygiene.map((finding) => printable(finding, change.secrets)) })
}

/** How the change is divided among reviewers. With agents, the panel keeps what it gave to each. */
export async function recordPlan(
  { scope, agents }: RoundRequest,
  { context, intent, route, partitions }: ReviewPlan,
  secrets: readonly string[],
  ports: ReviewPorts,
): Promise<void> {
  ports.record('intent_context.json', redactIntent(context, secrets))
  ports.record('intent.json', { intent })
  ports.record('route.json', route)
  if (!route.fast_path) ports.record('partitions.json', partitions)
  await ports.recordPatches(scope, route.fast_path || agents !== null ? [] : partitions.partitions)
}

export function recordResult(
  result: ReviewResult,
  raw: readonly RawFinding[],
  secrets: readonly string[],
  ports: ReviewPorts,
): void {
  const { verdict, label, gate, findings, discarded } = result
  ports.record(
    'findings.json',
    raw.map((finding) => printable(finding, secrets)),
  )
  ports.record('validate_output.json', {
    validated: findings,
    discarded,
    // What should have spoken and did not: without it a reader of this file alone would take silence for a pass.
    problems: gate.result === 'inconclusive' ? gate.reasons : [],
    stats: { total_input: raw.length, validated: findings.length, discarded: discarded.length },
  })
  ports.record('verdict.json', { verdict, label, gate, reason: gate.reasons[0] ?? '' })
  ports.record('footer.json', { duration_ms: result.durationMs, usage: result.usage })
  ports.record('result.json', result)
}

function printable(finding: RawFinding, secrets: readonly string[]): Omit<RawFinding, 'discriminator'> {
  const { discriminator: _hidden, ...rest } = redactFinding(finding, secrets)
  return rest
}

export function redactIntent(context: IntentContext, secrets: readonly string[]): IntentContext {
  const { title, body, commits } = context
  const safe = (text: string) => redact(text, secrets)
  return { ...context, title: safe(title), body: safe(body), commits: commits.map(safe) }
}
