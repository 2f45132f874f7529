import type { Severity, Verdict } from '../../types.ts'
import { alwaysBlocks, compareSeverity, parseSeverity, severities } from '../findings/severity.ts'
import { verdictLabels } from '../verdict/gate.ts'

export interface Graded {
  readonly severity: string
  readonly priority?: number | undefined
  readonly issue: string
}

/** 'BLOCKING', 0 and '[P0] …' say the same. Where they differ the gravest counts: damage never makes a finding lighter. */
export function handedSeverity({ severity, priority, issue }: Graded): Severity {
  const word = parseSeverity(severity, { vocabulary: '002', ...(priority !== undefined && { priority }) })?.severity
  const tag = severities.find((each) => issue.startsWith(`[${each}]`)) ?? 'P3'
  return [word ?? 'P0', severities[priority ?? 3] ?? 'P3', tag].sort(compareSeverity)[0] ?? 'P0'
}

/** P0 and P1 block whatever the files say, P3 never does. */
export function handedBlocking(severity: Severity, declared: boolean): boolean {
  return alwaysBlocks(severity) || (severity === 'P2' && declared)
}

interface Blocker {
  readonly id: string
  readonly severity: Severity
  readonly blocking: boolean
}

/**
 * Nothing is approved that the findings or the summary contradict. Files without a verdict have that of their findings; with
 * none that blocks, the summary has to say that they are approved.
 */
export function handedVerdict(
  stated: Verdict | undefined,
  findings: readonly Blocker[],
  summary: string,
): { readonly verdict: Verdict } | { readonly problem: string } {
  const blocker = findings.find(({ blocking }) => blocking)
  const label = labels.find((each) => each === labelIn.exec(summary)?.[0])
  if (stated === 'approve') {
    if (blocker !== undefined) return { problem: `it approves, although ${blocker.id} blocks` }
    if (label !== undefined && label !== verdictLabels.approve)
      return { problem: `it approves, although the summary says ${label}` }
  }
  if (stated !== undefined) return { verdict: stated }
  if (findings.some(({ severity }) => severity === 'P0')) return { verdict: 'decline' }
  if (blocker !== undefined) return { verdict: 'needs_attention' }
  return { verdict: label === verdictLabels.approve ? 'approve' : 'inconclusive' }
}

const labels = Object.values(verdictLabels)
const labelIn = new RegExp(labels.join('|'))
