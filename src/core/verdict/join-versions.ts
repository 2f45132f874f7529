import type { DiscardedFinding, Finding } from '../../types.ts'
import { otherClaims, saysTheSame } from '../findings/merge.ts'
import type { Judgement } from './judge.ts'
import { isGraver } from './open-in.ts'
import { asStaged } from './staged-finding.ts'

export interface Versions {
  /** Whether the work tree has the code that a finding quotes. */
  readonly isInWork: (finding: Finding) => boolean
  /** Whether it is about one of the files that are staged otherwise. */
  readonly isStaged: (finding: Finding) => boolean
}

/**
 * One judgement on files of which the work tree has one version and the index another. What is found in both is told once,
 * where the work tree has it.
 */
export function joinVersions(work: Judgement, staged: Judgement, { isInWork, isStaged }: Versions): Judgement {
  const partners = pairUp(work.findings, staged.findings, isInWork)
  const named = <F extends Finding>(finding: F): F => (isStaged(finding) ? asStaged(finding) : finding)
  const isTold = (discarded: DiscardedFinding): boolean =>
    [...work.findings, ...work.discarded.filter(({ code }) => code === discarded.code)].some(
      (other) => other.id === discarded.id && !isGraver(discarded, other),
    )
  const told = new Set(partners.values())
  return {
    findings: [
      ...work.findings.map((finding) => gravestOf(finding, partners.get(finding))),
      ...staged.findings.filter((finding) => !told.has(finding)).map(named),
    ],
    discarded: [...work.discarded, ...staged.discarded.filter((each) => !isTold(each)).map(named)],
    waiverNotices: [...new Set([...work.waiverNotices, ...staged.waiverNotices])],
  }
}

/** Each stands for one other at most: by its name first, then by what it says of code that both have. */
function pairUp(
  work: readonly Finding[],
  staged: readonly Finding[],
  isInWork: (finding: Finding) => boolean,
): ReadonlyMap<Finding, Finding> {
  const partners = new Map<Finding, Finding>()
  const taken = new Set<Finding>()
  const pair = (candidates: readonly Finding[], isSame: (one: Finding, other: Finding) => boolean): void => {
    for (const finding of candidates) {
      const other = work.find((each) => !partners.has(each) && isSame(each, finding))
      if (other === undefined || taken.has(finding)) continue
      partners.set(other, finding)
      taken.add(finding)
    }
  }
  pair(staged, (one, other) => one.id === other.id)
  pair(staged.filter(isInWork), (one, other) => one.file === other.file && saysTheSame(one, other))
  return partners
}

function gravestOf(finding: Finding, other: Finding | undefined): Finding {
  if (other === undefined || !isGraver(other, finding)) return finding
  const { severity, blocking, title, problem, impact, fix } = other
  return { ...finding, severity, blocking, title, problem, impact, fix, ...otherClaims(other, [finding]) }
}
