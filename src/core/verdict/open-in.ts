import type { ChangedFile, DiscardedFinding, Finding, ReviewResult } from '../../types.ts'
import { otherClaims } from '../findings/merge.ts'
import { compareSeverity } from '../findings/severity.ts'
import { withoutVersion } from './staged-finding.ts'

/** What the next review has to do with: what counts, and what only a rule of the house kept from counting, since it may no longer. */
export function openIn({ findings, discarded }: Pick<ReviewResult, 'findings' | 'discarded'>): readonly Finding[] {
  return [...findings, ...discarded.filter(isSetAside).map(asFinding)].map(asReported)
}

/**
 * A refutation rests on the code as it was. What it was about is open again where its file changed, or one with the line that
 * shows it, or that is no longer part of the change.
 */
export function reopenRefuted(
  { discarded }: Pick<ReviewResult, 'discarded'>,
  whole: readonly ChangedFile[],
  since: readonly ChangedFile[],
): { readonly open: readonly Finding[]; readonly refuted: readonly DiscardedFinding[] } {
  const changed = new Set(since.map(({ path }) => path))
  const asItWas = new Set(whole.map(({ path }) => path).filter((path) => !changed.has(path)))
  const isOutdated = ({ file, refutedIn = [] }: Finding): boolean =>
    ![file ?? '', ...refutedIn].every((path) => asItWas.has(path))
  const refuted = discarded.filter(({ code }) => code === 'refuted')
  return {
    open: refuted.filter(isOutdated).map(asFinding).map(asReported),
    refuted: refuted.filter((finding) => !isOutdated(finding)).map((finding) => ({ ...finding, carriedOver: true })),
  }
}

/**
 * What blocks in other reviews of the same work and is not known from this one as grave, each once. Names come from the
 * quoted code: by one of them a graver thing may have been said later, and it says then what the milder one said too.
 */
export function blockingBesides(known: readonly Finding[], elsewhere: readonly Finding[]): readonly Finding[] {
  const gravest = new Map(known.map((finding) => [finding.id, finding]))
  for (const finding of elsewhere.filter(({ blocking }) => blocking)) {
    const other = gravest.get(finding.id)
    if (other === undefined) gravest.set(finding.id, finding)
    else if (isGraver(finding, other)) gravest.set(finding.id, { ...finding, ...otherClaims(finding, [other]) })
  }
  return [...gravest.values()].filter((finding) => !known.includes(finding))
}

/** Each name once: what blocks elsewhere stands for the milder that is known. */
export function openWith(known: readonly Finding[], besides: readonly Finding[]): readonly Finding[] {
  const ids = new Set(besides.map(({ id }) => id))
  return [...known.filter(({ id }) => !ids.has(id)), ...besides]
}

export function isGraver(finding: Finding, other: Finding): boolean {
  return (compareSeverity(finding.severity, other.severity) || Number(other.blocking) - Number(finding.blocking)) < 0
}

/** Of what is not in changed lines only what once was: `lines` was another then. */
function isSetAside({ code, carriedOver }: DiscardedFinding): boolean {
  return code === 'waived' || code === 'ignored_path' || (code === 'line_not_changed' && carriedOver === true)
}

/** Severities are given by the configuration of each review anew, and each finds out which version it is in. */
function asReported({ reported, ...finding }: Finding): Finding {
  return withoutVersion({ ...finding, ...reported })
}

function asFinding({ code: _code, reason: _reason, refutedIn: _shown, ...finding }: DiscardedFinding): Finding {
  return finding
}
