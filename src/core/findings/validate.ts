import type { DiscardedFinding, Finding, RawFinding } from '../../types.ts'
import type { Anchor } from '../evidence/anchor.ts'
import { placeOf } from '../evidence/quote-place.ts'
import { isLineNumber } from '../values/ranges.ts'
import { nameFindings, type Substance } from './identity.ts'
import { because, type ChangeIndex, indexChange, type PlaceInput, type Problem, placeFinding } from './place-finding.ts'
import { isSelfDiscarded } from './self-discard.ts'
import { isBlocking, isSeverity } from './severity.ts'

export interface ValidateInput extends PlaceInput {
  readonly confidenceFloor: number
  /** Reviewers that must be surer than others. */
  readonly floors?: ReadonlyMap<string, number>
}

/** A finding without its name, or why it does not count. */
type Draft = Omit<Finding, 'id' | 'fingerprint'>

export type Checked = { readonly raw: RawFinding; readonly draft: Draft; readonly problem: Problem | null }

/** Each finding held against the code, without a name yet. */
export function checkFindings(findings: readonly RawFinding[], input: ValidateInput): readonly Checked[] {
  const change = indexChange(input)
  return findings.map((raw) => check(raw, change, input))
}

/** Every finding comes out once: kept where the code it quotes stands, or discarded with the reason. Never throws. */
export function validateFindings(
  findings: readonly RawFinding[],
  input: ValidateInput,
): { kept: Finding[]; discarded: DiscardedFinding[] } {
  const checked = checkFindings(findings, input)
  const kept = checked.filter(({ problem }) => problem === null)
  const discarded = checked.filter(({ problem }) => problem !== null)
  const [keptNames, discardedNames] = nameFindings(kept.map(substanceOf), discarded.map(substanceOf))
  return {
    kept: kept.map(({ draft }, index) => ({ ...draft, ...keptNames![index]! })),
    discarded: discarded.map(({ draft, problem }, index) => ({ ...draft, ...discardedNames![index]!, ...problem! })),
  }
}

/** The claim where somebody else quotes it, under its own name; undefined where that quote is not in the change either. */
export function placeQuoted(claim: DiscardedFinding, evidence: string, input: ValidateInput): Finding | undefined {
  const { code: _code, reason: _reason, ...finding } = claim
  const raw = { ...finding, evidence, reviewer: claim.reviewers[0] ?? '', discard: false, discriminator: null }
  const [checked] = checkFindings([raw], input)
  if (checked === undefined || checked.problem !== null) return undefined
  const { file, line, endLine, suggestion, evidence: quote } = checked.draft
  return { ...finding, file, line, endLine, suggestion, evidence: quote }
}

function substanceOf({ raw: { discriminator }, draft }: Checked): Substance {
  return { ...draft, discriminator }
}

function check(raw: RawFinding, change: ChangeIndex, input: ValidateInput): Checked {
  const said = checkWords(raw, Math.max(input.confidenceFloor, input.floors?.get(raw.reviewer) ?? 0))
  const placed = placeFinding(raw, change, input)
  // A discarded finding carries the file's own path too: the ledger knows by it that something was said again.
  const file = 'file' in placed ? placed.file.path : raw.file
  if (said !== undefined) return discard(raw, file, said)
  if (!('file' in placed)) return discard(raw, raw.file, placed)
  if ('code' in placed.anchor) return discard(raw, file, placed.anchor)
  const { quote, anchor } = placed
  const index = change.anchors(placed.file)
  const text = input.contents.get(placed.file.path)?.new ?? null
  const spot = text === null || index.new === null ? null : placeOf(text, index.new, quote, anchor.line ?? 1)
  return keep({ ...raw, evidence: quote, discriminator: raw.discriminator ?? spot }, placed.file.path, anchor)
}

function checkWords(finding: RawFinding, floor: number): Problem | undefined {
  const { severity, confidence } = finding
  if (!isSeverity(severity)) return because('unknown_severity', `${String(severity)} is not a severity.`)
  if (isSelfDiscarded(finding)) return because('self_discarded', 'The reviewer itself concludes that it is no problem.')
  if (!(confidence >= 0 && confidence <= 1)) {
    return because('unknown_confidence', `A confidence of ${confidence} is not between 0 and 1.`)
  }
  return confidence < floor ? because('low_confidence', `Confidence ${confidence} is below ${floor}.`) : undefined
}

function keep(raw: RawFinding, file: string, anchor: Extract<Anchor, { kind: 'placed' }>): Checked {
  const moved = anchor.line !== raw.line
  const draft: Draft = {
    ...draftOf(raw, file),
    line: anchor.line,
    endLine: anchor.endLine,
    suggestion: anchor.sameLines ? raw.suggestion : null,
    reportedLine: moved && isLineNumber(raw.line) ? raw.line : null,
  }
  return { raw, draft, problem: null }
}

function discard(raw: RawFinding, file: string | null, { code, reason }: Problem): Checked {
  return { raw, draft: draftOf(raw, file), problem: { code, reason } }
}

/** Values that no JSON schema would accept are made harmless here; the reason of the discard has the original. */
function draftOf(raw: RawFinding, file: string | null): Draft {
  const { line, endLine, confidence } = raw
  const severity = isSeverity(raw.severity) ? raw.severity : 'P3'
  return {
    severity,
    blocking: isBlocking(severity, raw.blocking, raw.impact),
    category: raw.category,
    rule: raw.rule,
    title: raw.title,
    file,
    line: isLineNumber(line) ? line : null,
    endLine: isLineNumber(line) && isLineNumber(endLine) && endLine >= line ? endLine : null,
    problem: raw.problem,
    impact: raw.impact,
    fix: raw.fix,
    suggestion: raw.suggestion,
    evidence: raw.evidence,
    confidence: Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0,
    reviewers: [raw.reviewer],
    agreement: 1,
    reportedLine: null,
    verification: null,
  }
}
