import type { ClaimDecision, Config, DiscardedFinding, Finding, RawFinding } from '../../types.ts'
import { isUnverified } from '../findings/discard-reasons.ts'
import { joinClaims } from '../findings/join-claims.ts'
import { mergeFindings } from '../findings/merge.ts'
import { type ValidateInput, validateFindings } from '../findings/validate.ts'
import { applyDecisions } from './claim-decisions.ts'
import { applyHouseRules } from './house-rules.ts'
import { applyWaivers } from './waivers.ts'

export interface JudgeInput extends Omit<ValidateInput, 'lines' | 'confidenceFloor'> {
  /** Findings of an earlier review that still hold. What is raised again is merged with what is raised now. */
  readonly carried: readonly Finding[]
  /** Claims of an earlier review that nobody could check and nobody decided. One that is raised again replaces the old one. */
  readonly claims?: readonly DiscardedFinding[]
  readonly config: Config
  /** What people decided about claims that could not be checked. */
  readonly decisions?: readonly ClaimDecision[]
  readonly today: string
}

export interface Judgement {
  readonly findings: readonly Finding[]
  readonly discarded: readonly DiscardedFinding[]
  readonly waiverNotices: readonly string[]
}

/**
 * From what reviewers said to what counts: validated, under the project's own rules, merged, less what is waived. The rules
 * hold for claims that could not be checked as well: what the user ignores or waives needs no proof.
 */
export function judge(raw: readonly RawFinding[], input: JudgeInput): Judgement {
  const { config, carried, today, claims: open = [], decisions = [] } = input
  const validated = validateFindings(raw, { ...input, lines: config.lines, confidenceFloor: config.confidenceFloor })
  const found = applyHouseRules([...validated.kept, ...carried], config)
  const said = new Set([...validated.kept, ...validated.discarded].map(({ id }) => id))
  const unsaid = open.filter(({ id }) => !said.has(id)).map((claim) => ({ ...claim, carriedOver: true as const }))
  const claims = applyHouseRules([...validated.discarded.filter(isUnverified), ...unsaid], config)
  const { joined, duplicates: repeated } = joinClaims(claims.kept, new Set(open.map(({ id }) => id)))
  const waivedClaims = applyWaivers(joined, config.waivers, today)
  const decided = applyDecisions(waivedClaims.kept, decisions)
  const known = new Set(carried.map(({ id }) => id))
  const { merged, duplicates } = mergeFindings([...found.kept, ...decided.accepted])
  const { kept, waived, notices } = applyWaivers(merged, config.waivers, today)
  return {
    findings: kept,
    discarded: [
      ...validated.discarded.filter((finding) => !isUnverified(finding)),
      ...found.discarded,
      ...claims.discarded,
      ...repeated,
      ...decided.discarded.map((claim) => (known.has(claim.id) && isUnverified(claim) ? asKnown(claim) : claim)),
      ...duplicates,
      ...waived,
      ...waivedClaims.waived,
    ],
    waiverNotices: [...new Set([...notices, ...waivedClaims.notices])],
  }
}

/** The last review could place it, and its finding is carried over. */
function asKnown(claim: DiscardedFinding): DiscardedFinding {
  return { ...claim, code: 'duplicate', reason: `It is carried over as ${claim.id}.`, duplicateOf: claim.id }
}
