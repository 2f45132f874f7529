import type { DiscardCode, DiscardedFinding } from '../../types.ts'

/**
 * The effect of a discarded blocking claim on the gate.
 *
 * - `unverified`: nobody could check the claim, so the gate does not pass until a person decides it.
 * - `set aside`: the claim may leave by itself; a P0 or P1 that does is named in the summary.
 * - `settled`: the code or a person spoke against it, or another finding stands for it.
 */
export type GateEffect = 'unverified' | 'set aside' | 'settled'

export interface DiscardReason {
  readonly effect: GateEffect
  /** One sentence for people; `docs/fail-closed.md` lists it. */
  readonly meaning: string
}

/** Every way a claim can leave the gate. There is no other. */
export const discardReasons: Readonly<Record<DiscardCode, DiscardReason>> = {
  unknown_severity: { effect: 'unverified', meaning: 'Its severity is a word that nobody knows.' },
  unknown_confidence: { effect: 'unverified', meaning: 'Its confidence is not a number from 0 to 1.' },
  unknown_file: {
    effect: 'unverified',
    meaning: 'It names a file that does not exist, or that does not hold its quote.',
  },
  no_location: { effect: 'unverified', meaning: 'Neither its file nor its quote says where it is.' },
  no_evidence: { effect: 'unverified', meaning: 'It quotes no code, or too little to find it by.' },
  evidence_not_found: { effect: 'unverified', meaning: 'Its quote is in no file of the change.' },
  self_discarded: {
    effect: 'set aside',
    meaning: 'The reviewer itself concludes that it is no problem, or withdrew it when asked.',
  },
  low_confidence: { effect: 'set aside', meaning: 'The reviewer is less sure than confidence_floor asks for.' },
  file_not_changed: { effect: 'set aside', meaning: 'It is about a file that the change does not touch.' },
  line_not_changed: { effect: 'set aside', meaning: 'It is about lines that the change does not touch.' },
  ignored_path: { effect: 'settled', meaning: 'The configuration ignores its path.' },
  rule_off: { effect: 'settled', meaning: 'The configuration turns its rule off.' },
  refuted: { effect: 'settled', meaning: 'The verifier refuted it with a quote of the code.' },
  waived: { effect: 'settled', meaning: 'A waiver accepts it.' },
  dismissed: { effect: 'settled', meaning: 'A person dismissed it with a reason.' },
  duplicate: { effect: 'settled', meaning: 'Another finding says the same and stays.' },
}

export function effectOf({ code }: Pick<DiscardedFinding, 'code'>): GateEffect {
  return discardReasons[code].effect
}

/** A claim that would block if it could be checked. A severity nobody knows may be any. */
export function isUnverified(finding: Pick<DiscardedFinding, 'code' | 'blocking'>): boolean {
  return effectOf(finding) === 'unverified' && (finding.blocking || finding.code === 'unknown_severity')
}

/** Unverified for its place, not for its words: whoever raised it, or a verifier, can still say where it is. */
export function isUnplaced(finding: Pick<DiscardedFinding, 'code' | 'blocking'>): boolean {
  return isUnverified(finding) && finding.code !== 'unknown_severity' && finding.code !== 'unknown_confidence'
}

/** A grave finding that left without a fix, a refutation or a person: the summary names it. */
export function leftByItself(finding: Pick<DiscardedFinding, 'code' | 'severity'>): boolean {
  return effectOf(finding) === 'set aside' && (finding.severity === 'P0' || finding.severity === 'P1')
}
