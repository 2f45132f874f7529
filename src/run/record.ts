import { sumLines } from '../core/change/changed-lines.ts'
import { toDiffData } from '../core/change/diff-data.ts'
import type { RawFinding, ReviewResult } from '../types.ts'
import type { ReviewPlan } from './plan-review.ts'
import type { ReviewPorts } from './ports.ts'
import type { ReviewedChange } from './read-reviewed.ts'
import type { RoundRequest } from './round-request.ts'

// The working files of a review, under the names that scripts know.

export function recordChange({ scope }: RoundRequest, change: ReviewedChange, ports: ReviewPorts): void {
  ports.emit({ type: 'change-read', files: change.whole.length, ...sumLines(change.whole) })
  ports.record('scope.json', scope)
  ports.record('diff_data.json', toDiffData(change.whole))
  ports.record('hygiene.json', { findings: change.hygiene.map(printable) })
}

/** How the change is divided among reviewers. With agents, the panel keeps what it gave to each. */
export async function recordPlan(
  { scope, agents }: RoundRequest,
  { context, intent, route, partitions }: ReviewPlan,
  ports: ReviewPorts,
): Promise<void> {
  ports.record('intent_context.json', context)
  ports.record('intent.json', { intent })
  ports.record('route.json', route)
  if (!route.fast_path) ports.record('partitions.json', partitions)
  await ports.recordPatches(scope, route.fast_path || agents !== null ? [] : partitions.partitions)
}

export function recordResult(result: ReviewResult, raw: readonly RawFinding[], ports: ReviewPorts): void {
  const { verdict, label, gate, findings, discarded } = result
  ports.record('findings.json', raw.map(printable))
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

/** The discriminator is made of a secret. */
function printable({ discriminator: _hidden, ...rest }: RawFinding): Omit<RawFinding, 'discriminator'> {
  return rest
}
