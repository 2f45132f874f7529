import type {
  ChangedFile,
  Coverage,
  DiscardedFinding,
  Finding,
  ResolvedScope,
  ReviewerOutcome,
  ReviewResult,
} from '../../types.ts'
import { sumLines } from '../change/changed-lines.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import { isUnverified, leftByItself } from '../findings/discard-reasons.ts'
import { compareSeverity } from '../findings/severity.ts'
import { compareText } from '../values/compare-text.ts'
import { firstFew } from '../values/first-few.ts'
import { claimText, decideGate, decideVerdict } from './gate.ts'
import type { Judgement } from './judge.ts'

export interface ConcludeInput {
  readonly scope: ResolvedScope
  readonly files: readonly ChangedFile[]
  readonly judgement: Judgement
  readonly reviewers: readonly ReviewerOutcome[]
  /** What else keeps the review from being complete, one sentence each. */
  readonly problems?: readonly string[]
  /** Agents take part, even if there was nothing new to ask them. */
  readonly withAgents?: boolean
  /** Blocking claims that could not be checked are listed and do not touch the gate. */
  readonly listUnverified?: boolean
  readonly notices: readonly string[]
  readonly coverage?: Coverage | null
  readonly durationMs: number
  readonly reviewDir: string | null
}

export const onlyMechanical =
  'Built-in reviewers find mechanical defects. They do not understand the change: this is no substitute for a reviewer that does.'

/** Everything a review came to, in one value. */
export function conclude(input: ConcludeInput): ReviewResult {
  const { scope, files, judgement, reviewers } = input
  const findings = gravestFirst(judgement.findings)
  const gate = decideGate({
    findings,
    reviewers,
    emptyChange: files.length === 0,
    problems: input.problems ?? [],
    unverified: input.listUnverified ? [] : judgement.discarded.filter(isUnverified),
  })
  return {
    schemaVersion: 1,
    ...decideVerdict(gate, findings),
    gate: files.length === 0 ? { ...gate, reasons: [emptyReason(scope), ...gate.reasons.slice(1)] } : gate,
    scope: { kind: scope.kind, base: scope.base, head: scope.head, files: files.length, ...sumLines(files) },
    findings,
    discarded: judgement.discarded,
    reviewers,
    usage: reviewers.map(({ usage }) => usage).reduce(addUsage, noUsage),
    durationMs: Math.round(input.durationMs),
    reviewDir: input.reviewDir,
    notices: [
      ...input.notices,
      ...judgement.waiverNotices,
      ...aboutSetAside(judgement.discarded, input.listUnverified === true),
      ...(input.withAgents || reviewers.some(wasAsked) ? [] : [onlyMechanical]),
    ],
    ...(input.coverage ? { coverage: input.coverage } : {}),
  }
}

/** How the notice about them begins: it is shown even where notices are not. */
export const graveNotice = 'Grave findings that do not count, for you to judge'

/** Grave findings that left without a fix, a refutation or a person: nobody should have to search for them. */
function aboutSetAside(discarded: readonly DiscardedFinding[], listUnverified: boolean): readonly string[] {
  const named = discarded.filter((finding) => leftByItself(finding) || (listUnverified && isUnverified(finding)))
  if (named.length === 0) return []
  const texts = named.map((finding) => `${claimText(finding)} (${finding.code.replaceAll('_', ' ')})`)
  return [`${graveNotice}: ${firstFew(texts, 10).join('; ')}.`]
}

/** By an agent, unlike what is built in or imported: it understands the change, and it costs. */
export function wasAsked({ agent }: ReviewerOutcome): boolean {
  return agent !== 'builtin' && agent !== 'import'
}

/** The gravest first, then from the top of each file down. */
export function gravestFirst(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (one, other) =>
      compareSeverity(one.severity, other.severity) ||
      compareText(one.file ?? '', other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0),
  )
}

/** An empty change is not an approval: say what was compared, so that a wrong base or a missing commit shows. */
function emptyReason({ kind, base, head, paths }: ResolvedScope): string {
  const where = paths.length === 0 ? '' : ` in ${paths.join(', ')}`
  if (kind === 'staged') return `Nothing is staged${where}: there is nothing to review.`
  return `There is no difference between ${base} and ${head}${where}: there is nothing to review.`
}
