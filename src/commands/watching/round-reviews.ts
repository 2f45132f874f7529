import { noUsage } from '../../core/cost/usage.ts'
import { decideVerdict } from '../../core/verdict/gate.ts'
import type { ItemGroup } from '../../core/watch/group-items.ts'
import type { RoundReview } from '../../run/loop/ports.ts'
import type { Finding, Gate } from '../../types.ts'

// What a look at a pull request comes to, as a review of a round.

export function inconclusive(reason: string): RoundReview {
  return review({ result: 'inconclusive', reasons: [reason] }, [])
}

export function review(gate: Gate, findings: readonly Finding[]): RoundReview {
  const { verdict } = decideVerdict(gate, findings)
  // What others used is their own affair.
  return { verdict, gate, findings, discarded: [], usage: noUsage, reviewDir: null }
}

export function titleOf({ members }: ItemGroup): string {
  return members[0]?.title ?? ''
}
