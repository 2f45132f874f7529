import type { ChangedFile, DiscardedFinding, Finding } from '../../types.ts'
import { isQuotedFrom } from '../anchor.ts'
import { anchorIndexes, type FileContents } from '../anchor-index.ts'
import type { Verification } from './parse-verify.ts'

export interface Verified {
  /** Findings that the verifier doubts, without a quote that is in the code. They stay. */
  readonly doubted: readonly { readonly finding: Finding; readonly by: string; readonly reason: string }[]
  readonly findings: readonly Finding[]
  readonly refuted: readonly DiscardedFinding[]
}

/**
 * A finding is given up only for a refutation that quotes code as it is now; everything else stays, and is marked where
 * it was confirmed with such a quote.
 */
export function applyVerification(
  findings: readonly Finding[],
  answers: readonly (Verification & { readonly by: string })[],
  change: { readonly files: readonly ChangedFile[]; readonly contents: ReadonlyMap<string, FileContents> },
): Verified {
  // Of a deleted file there is only what it was.
  const current = new Map(
    [...change.contents].map(([path, { new: now, old }]) => [path, { new: now, old: now === null ? old : null }]),
  )
  const indexOf = anchorIndexes(current)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const isQuoted = ({ quote }: Verification): boolean => change.files.some((file) => isQuotedFrom(indexOf(file), quote))
  const refuted = findings.flatMap((finding): DiscardedFinding[] => {
    const answer = byId.get(finding.id)
    if (answer?.verdict !== 'refuted' || !isQuoted(answer)) return []
    return [{ ...finding, code: 'refuted', reason: `Refuted: ${answer.reason} (${answer.quote.trim()})` }]
  })
  const gone = new Set(refuted.map(({ id }) => id))
  const kept = findings.filter(({ id }) => !gone.has(id))
  const doubted = kept.flatMap((finding) => {
    const answer = byId.get(finding.id)
    return answer?.verdict === 'refuted' ? [{ finding, by: answer.by, reason: answer.reason }] : []
  })
  return { findings: kept.map((finding) => marked(finding, byId.get(finding.id))), refuted, doubted }

  function marked(finding: Finding, answer: (typeof answers)[number] | undefined): Finding {
    if (answer?.verdict !== 'confirmed' || !isQuoted(answer)) return finding
    return { ...finding, verification: { by: answer.by, quote: answer.quote.trim(), reason: answer.reason } }
  }
}
