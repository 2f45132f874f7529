import type { ChangedFile, DiscardedFinding, Finding } from '../../types.ts'
import { isQuotedFrom } from '../anchor.ts'
import { anchorIndexes, type FileContents } from '../anchor-index.ts'
import type { Verification } from './parse-verify.ts'

export interface Verified {
  readonly findings: readonly Finding[]
  readonly refuted: readonly DiscardedFinding[]
}

/** A finding is given up only for a refutation that quotes code as it is now; everything else stays. */
export function applyVerification(
  findings: readonly Finding[],
  answers: readonly Verification[],
  change: { readonly files: readonly ChangedFile[]; readonly contents: ReadonlyMap<string, FileContents> },
): Verified {
  const current = new Map([...change.contents].map(([path, content]) => [path, { new: content.new, old: null }]))
  const indexOf = anchorIndexes(current)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const isProven = ({ verdict, quote }: Verification): boolean =>
    verdict === 'refuted' && change.files.some((file) => isQuotedFrom(indexOf(file), quote))
  const refuted = findings.flatMap((finding): DiscardedFinding[] => {
    const answer = byId.get(finding.id)
    if (answer === undefined || !isProven(answer)) return []
    return [{ ...finding, code: 'refuted', reason: `Refuted: ${answer.reason} (${answer.quote.trim()})` }]
  })
  const gone = new Set(refuted.map(({ id }) => id))
  return { findings: findings.filter(({ id }) => !gone.has(id)), refuted }
}
