import type { ChangedFile, DiscardCode, DiscardedFinding, Finding, RawFinding } from '../../types.ts'
import {
  type Anchor,
  anchorClaim,
  isAboutFile,
  isLiterallyFrom,
  isQuotedFrom,
  isSeenIn,
  type Lines,
} from '../evidence/anchor.ts'
import { type AnchorIndex, anchorIndexes, type FileContents } from '../evidence/anchor-index.ts'
import { placeOf } from '../evidence/quote-place.ts'
import { asTheFileHasIt } from '../evidence/quote-spelling.ts'
import { isLineNumber } from '../values/ranges.ts'
import { pathsMeant } from '../values/repository-path.ts'
import { nameFindings, type Substance } from './identity.ts'
import { isSelfDiscarded } from './self-discard.ts'
import { isBlocking, isSeverity } from './severity.ts'

export interface ValidateInput {
  readonly files: readonly ChangedFile[]
  /** By the file's path in the change. What is not here cannot be quoted from. */
  readonly contents: ReadonlyMap<string, FileContents>
  readonly lines: Lines
  readonly confidenceFloor: number
  /** Reviewers that must be surer than others. */
  readonly floors?: ReadonlyMap<string, number>
  /** Reviewer → the files it was given. A reviewer that is not named may speak about any, and so may what blocks. */
  readonly assigned?: ReadonlyMap<string, ReadonlySet<string>>
}

/** A finding without its name, or why it does not count. */
type Draft = Omit<Finding, 'id' | 'fingerprint'>

type Checked = { readonly raw: RawFinding; readonly draft: Draft; readonly problem: Problem | null }

/** Every finding comes out once: kept where the code it quotes stands, or discarded with the reason. Never throws. */
export function validateFindings(
  findings: readonly RawFinding[],
  input: ValidateInput,
): { kept: Finding[]; discarded: DiscardedFinding[] } {
  const change = indexChange(input)
  const checked = findings.map((raw) => check(raw, change, input))
  const kept = checked.filter(({ problem }) => problem === null)
  const discarded = checked.filter(({ problem }) => problem !== null)
  const [keptNames, discardedNames] = nameFindings(kept.map(substanceOf), discarded.map(substanceOf))
  return {
    kept: kept.map(({ draft }, index) => ({ ...draft, ...keptNames![index]! })),
    discarded: discarded.map(({ draft, problem }, index) => ({ ...draft, ...discardedNames![index]!, ...problem! })),
  }
}

function substanceOf({ raw: { discriminator }, draft }: Checked): Substance {
  return { ...draft, discriminator }
}

/** The changed files, each prepared when the first finding asks for it. */
interface ChangeIndex {
  readonly byPath: ReadonlyMap<string, ChangedFile>
  readonly anchors: (file: ChangedFile) => AnchorIndex
  /** The only changed file that the quote is from. */
  readonly quotedFile: (evidence: string) => ChangedFile | undefined
}

function indexChange({ files, contents }: ValidateInput): ChangeIndex {
  const anchors = anchorIndexes(contents)
  const known = new Map<string, ChangedFile | undefined>()
  const quotedFile = (evidence: string): ChangedFile | undefined => {
    if (!known.has(evidence)) known.set(evidence, onlyQuoted(files, anchors, evidence))
    return known.get(evidence)
  }
  const renamed = files.flatMap((file) =>
    file.status === 'renamed' && file.oldPath !== null ? [[file.oldPath, file] as const] : [],
  )
  return { byPath: new Map([...renamed, ...files.map((file) => [file.path, file] as const)]), anchors, quotedFile }
}

function check(raw: RawFinding, change: ChangeIndex, input: ValidateInput): Checked {
  const early = checkWords(raw, Math.max(input.confidenceFloor, input.floors?.get(raw.reviewer) ?? 0))
  const file = locateFile(raw, change)
  // Also what does not count is said of a file by its own name: the ledger knows by it that something was said again.
  if (early !== undefined) return discard(raw, 'code' in file ? raw.file : file.path, early)
  if ('code' in file) return discard(raw, raw.file, file)
  const assigned = input.assigned?.get(raw.reviewer)
  // What would block counts wherever it stands: its quote is checked, and it is verified like any other.
  if (assigned?.has(file.path) === false && !isBlocking(raw.severity, raw.blocking, raw.impact)) {
    return discard(raw, file.path, because('not_assigned', `${file.path} was not given to ${raw.reviewer}.`))
  }
  const { line, endLine, evidence, discriminator } = raw
  if (!hasText(evidence)) return discard(raw, file.path, because('no_evidence', 'It quotes no code.'))
  const index = change.anchors(file)
  const masked = discriminator !== null
  const quote = masked ? evidence : asTheFileHasIt(index, evidence, isLineNumber(line) ? line : null)
  const anchor = anchorClaim(index, { line, endLine, evidence: quote, masked }, input.lines)
  if (anchor.kind === 'refused') return discard(raw, file.path, anchor)
  // An analyser names a line; who was given code to read has to show that it did.
  if (assigned !== undefined && !isAboutFile(file, quote) && !isSeenIn(index, quote)) {
    return discard(raw, file.path, because('no_evidence', 'Its quote says too little: it must be a line of the code.'))
  }
  const text = input.contents.get(file.path)?.new ?? null
  const place = text === null || index.new === null ? null : placeOf(text, index.new, quote, anchor.line ?? 1)
  return keep({ ...raw, evidence: quote, discriminator: discriminator ?? place }, file.path, anchor)
}

interface Problem {
  readonly code: DiscardCode
  readonly reason: string
}

function checkWords(finding: RawFinding, floor: number): Problem | undefined {
  const { severity, confidence } = finding
  if (!isSeverity(severity)) return because('unknown_severity', `${String(severity)} is not a severity.`)
  if (isSelfDiscarded(finding)) return because('self_discarded', 'The reviewer itself concludes that it is no problem.')
  if (!(confidence >= 0 && confidence <= 1)) {
    return because('low_confidence', `A confidence of ${confidence} is not between 0 and 1.`)
  }
  return confidence < floor ? because('low_confidence', `Confidence ${confidence} is below ${floor}.`) : undefined
}

function locateFile({ file, evidence }: RawFinding, change: ChangeIndex): ChangedFile | Problem {
  const { byPath, quotedFile } = change
  if (!hasText(file)) {
    const quoted = hasText(evidence) ? (byPath.get(evidence.trim()) ?? quotedFile(evidence)) : undefined
    return (
      quoted ?? because('no_location', 'It names no file, and its quote does not stand in exactly one changed file.')
    )
  }
  const meant = pathsMeant(file, byPath).flatMap((path) => byPath.get(path) ?? [])
  if (meant.length === 0) return because('file_not_changed', `${file} is not part of the change.`)
  const quoted = hasText(evidence) ? onlyQuoted(meant, change.anchors, evidence) : undefined
  return onlyOne(meant) ?? quoted ?? because('no_location', `${file} could be more than one file of the change.`)
}

function onlyQuoted(
  files: readonly ChangedFile[],
  anchors: ChangeIndex['anchors'],
  evidence: string,
): ChangedFile | undefined {
  const literally = files.filter((file) => isLiterallyFrom(anchors(file), evidence))
  return onlyOne(literally.length > 0 ? literally : files.filter((file) => isQuotedFrom(anchors(file), evidence)))
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

function because(code: DiscardCode, reason: string): Problem {
  return { code, reason }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}
