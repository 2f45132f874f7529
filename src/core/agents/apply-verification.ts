import type { DiscardedFinding, Finding } from '../../types.ts'
import { isProse } from '../change/path-kind.ts'
import { withoutComments } from '../comments/words.ts'
import { canRefute, isSeenIn } from '../evidence/anchor.ts'
import { anchorIndexes } from '../evidence/anchor-index.ts'
import { isUnplaced } from '../findings/discard-reasons.ts'
import { placeQuoted, type ValidateInput } from '../findings/validate.ts'
import type { Judgement } from '../verdict/judge.ts'
import type { Verification } from './parse-verify.ts'

type Judged = Pick<Judgement, 'findings' | 'discarded'>

export interface Verified extends Judged {
  /** Findings that the verifier doubts, without a line of the code that shows it. They stay. */
  readonly doubted: readonly { readonly finding: Finding; readonly by: string; readonly reason: string }[]
}

/**
 * A claim that could not be placed becomes a finding where a confirmation quotes a line of the change, under the id that it
 * has already, and is given up for a refutation like any finding. All else leaves it as it is.
 *
 * A finding is given up only for a refutation that quotes a line of the code as it is now; everything else stays, and is
 * marked where it was confirmed with a quote.
 */
export function applyVerification(
  judged: Judged,
  answers: readonly (Verification & { readonly by: string })[],
  change: ValidateInput,
): Verified {
  // Of a deleted file there is only what it was. What a comment says shows nothing about the code.
  const current = new Map(
    [...change.contents].map(([path, { new: now, old }]) => [
      path,
      { new: codeIn(path, now), old: now === null ? codeIn(path, old) : null },
    ]),
  )
  const indexOf = anchorIndexes(current)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const claims = judged.discarded.filter(isUnplaced)
  const placed = claims.flatMap((claim) => {
    const answer = byId.get(claim.id)
    return answer?.verdict === 'confirmed' ? (placeQuoted(claim, answer.quote, change) ?? []) : []
  })
  const findings = [...judged.findings, ...placed]
  const refuted = [...findings, ...claims].flatMap((finding): DiscardedFinding[] => {
    const answer = byId.get(finding.id)
    const refutedIn = answer?.verdict === 'refuted' ? filesRefuting(answer, finding) : []
    if (answer === undefined || refutedIn.length === 0) return []
    return [{ ...finding, code: 'refuted', reason: `Refuted: ${answer.reason} (${answer.quote.trim()})`, refutedIn }]
  })
  const gone = new Set(refuted.map(({ id }) => id))
  const kept = findings.filter(({ id }) => !gone.has(id))
  const doubted = kept.flatMap((finding) => {
    const answer = byId.get(finding.id)
    return answer?.verdict === 'refuted' ? [{ finding, by: answer.by, reason: answer.reason }] : []
  })
  const isSettled = new Set([...gone, ...placed.map(({ id }) => id)])
  const unsettled = judged.discarded.filter((finding) => !(isUnplaced(finding) && isSettled.has(finding.id)))
  const { back, discarded } = takeBack(unsettled, gone)
  return {
    findings: [...kept.map((finding) => marked(finding, byId.get(finding.id))), ...back],
    discarded: [...discarded, ...refuted],
    doubted,
  }

  function filesRefuting({ quote }: Verification, { file }: Finding): readonly string[] {
    return change.files
      .filter(({ path }) => !isProse(path) || isProse(file ?? ''))
      .filter((changed) => canRefute(indexOf(changed), withoutComments(changed.path, quote), changed.path === file))
      .map(({ path }) => path)
  }

  function marked(finding: Finding, answer: (typeof answers)[number] | undefined): Finding {
    if (answer?.verdict !== 'confirmed') return finding
    const { by, quote, reason } = answer
    const isSeen = change.files.some((changed) => isSeenIn(indexOf(changed), withoutComments(changed.path, quote)))
    return isSeen ? { ...finding, verification: { by, quote: quote.trim(), reason } } : finding
  }
}

function codeIn(path: string, text: string | null): string | null {
  return text === null ? null : withoutComments(path, text)
}

/** Deterministic reviewers name a rule; what has none rests on somebody's word, and only that is verified. */
export function isClaimed({ rule }: Finding): boolean {
  return rule === null
}

/** What a rule said was not up to the verifier: where it was joined with a claim that is gone, it counts by itself again. */
function takeBack(
  discarded: readonly DiscardedFinding[],
  gone: ReadonlySet<string>,
): { readonly back: readonly Finding[]; readonly discarded: readonly DiscardedFinding[] } {
  const isBack = (finding: DiscardedFinding): boolean => gone.has(finding.duplicateOf ?? '') && !isClaimed(finding)
  return {
    back: discarded.filter(isBack).map(({ code: _code, reason: _reason, duplicateOf: _survivor, ...said }) => said),
    discarded: discarded.filter((finding) => !isBack(finding)),
  }
}
