import type { ChangedFile, DiscardCode, DiscardedFinding, Finding, RawFinding } from '../types.ts'
import { type Anchor, anchorClaim, isQuotedFrom } from './anchor.ts'
import { type AnchorIndex, anchorIndexes, type FileContents } from './anchor-index.ts'
import { nameFindings, type Substance } from './identity.ts'
import { repositoryPath } from './repository-path.ts'
import { isSelfDiscarded } from './self-discard.ts'
import { isBlocking, isSeverity } from './severity.ts'

export interface ValidateInput {
  readonly files: readonly ChangedFile[]
  /** By the file's path in the change. What is not here cannot be quoted from. */
  readonly contents: ReadonlyMap<string, FileContents>
  readonly lines: 'hunk' | 'strict'
  readonly confidenceFloor: number
  /** Reviewer → the files it was given. A reviewer that is not named may speak about any. */
  readonly assigned?: ReadonlyMap<string, ReadonlySet<string>>
}

type Draft = Omit<Finding, 'id' | 'fingerprint'> & Substance

type DiscardedDraft = Draft & { readonly code: DiscardCode; readonly reason: string }

/** Every finding comes out once: kept where the code it quotes stands, or discarded with the reason. Never throws. */
export function validateFindings(
  findings: readonly RawFinding[],
  input: ValidateInput,
): { kept: Finding[]; discarded: DiscardedFinding[] } {
  const change = indexChange(input)
  const kept: Draft[] = []
  const discarded: DiscardedDraft[] = []
  for (const finding of findings) {
    const result = check(finding, change, input)
    if ('code' in result) discarded.push(result)
    else kept.push(result)
  }
  const [keptNames, discardedNames] = nameFindings(kept, discarded)
  return {
    kept: kept.map((draft, index) => ({ ...withoutDiscriminator(draft), ...keptNames![index]! })),
    discarded: discarded.map((draft, index) => ({ ...withoutDiscriminator(draft), ...discardedNames![index]! })),
  }
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
    if (!known.has(evidence))
      known.set(evidence, onlyOne(files.filter((file) => isQuotedFrom(anchors(file), evidence))))
    return known.get(evidence)
  }
  const renamed = files.flatMap((file) =>
    file.status === 'renamed' && file.oldPath !== null ? [[file.oldPath, file] as const] : [],
  )
  return { byPath: new Map([...renamed, ...files.map((file) => [file.path, file] as const)]), anchors, quotedFile }
}

function check(finding: RawFinding, change: ChangeIndex, input: ValidateInput): Draft | DiscardedDraft {
  const early = checkWords(finding, input.confidenceFloor)
  if (early !== undefined) return discard(finding, null, early)
  const file = locateFile(finding, change)
  if ('code' in file) return discard(finding, null, file)
  const assigned = input.assigned?.get(finding.reviewer)
  if (assigned !== undefined && !assigned.has(file.path)) {
    return discard(finding, file.path, problem('not_assigned', `${file.path} was not given to ${finding.reviewer}.`))
  }
  if (!hasText(finding.evidence)) {
    return discard(finding, file.path, problem('no_evidence', 'It quotes no code.'))
  }
  const claim = { ...finding, evidence: finding.evidence, masked: finding.discriminator !== null }
  const anchor = anchorClaim(change.anchors(file), claim, input.lines)
  return anchor.kind === 'refused' ? discard(finding, file.path, anchor) : keep(finding, file.path, anchor)
}

interface Problem {
  readonly code: DiscardCode
  readonly reason: string
}

function checkWords(finding: RawFinding, floor: number): Problem | undefined {
  const { severity, confidence } = finding
  if (!isSeverity(severity)) return problem('unknown_severity', `${String(severity)} is not a severity.`)
  if (isSelfDiscarded(finding)) return problem('self_discarded', 'The reviewer itself concludes that it is no problem.')
  if (!(confidence >= 0 && confidence <= 1)) {
    return problem('low_confidence', `A confidence of ${confidence} is not between 0 and 1.`)
  }
  return confidence < floor ? problem('low_confidence', `Confidence ${confidence} is below ${floor}.`) : undefined
}

function locateFile({ file, evidence }: RawFinding, { byPath, quotedFile }: ChangeIndex): ChangedFile | Problem {
  if (!hasText(file)) {
    const quoted = hasText(evidence) ? (byPath.get(evidence.trim()) ?? quotedFile(evidence)) : undefined
    return (
      quoted ?? problem('no_location', 'It names no file, and its quote does not stand in exactly one changed file.')
    )
  }
  const path = byPath.has(file) ? file : repositoryPath(file)
  if (path === undefined) return problem('file_not_changed', `${file} is not a path inside the repository.`)
  return byPath.get(path) ?? problem('file_not_changed', `${path} is not part of the change.`)
}

function keep(finding: RawFinding, file: string, anchor: Extract<Anchor, { kind: 'placed' }>): Draft {
  const draft = draftOf(finding, file)
  const moved = anchor.line !== finding.line
  return {
    ...draft,
    line: anchor.line,
    endLine: anchor.endLine,
    suggestion: anchor.sameLines ? draft.suggestion : null,
    reportedLine: moved && isLine(finding.line) ? finding.line : null,
  }
}

function discard(finding: RawFinding, file: string | null, { code, reason }: Problem): DiscardedDraft {
  return { ...draftOf(finding, file ?? finding.file), code, reason }
}

/** Values that no JSON schema would accept are made harmless here; the reason of the discard has the original. */
function draftOf(finding: RawFinding, file: string | null): Draft {
  const { reviewer, discard: _, severity, blocking, confidence, line, endLine, ...rest } = finding
  const known = isSeverity(severity) ? severity : 'P3'
  return {
    ...rest,
    file,
    line: isLine(line) ? line : null,
    endLine: isLine(line) && isLine(endLine) && endLine >= line ? endLine : null,
    severity: known,
    blocking: isBlocking(known, blocking, finding.impact),
    confidence: Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0,
    reviewers: [reviewer],
    agreement: 1,
    reportedLine: null,
  }
}

function withoutDiscriminator<D extends Draft>({ discriminator: _, ...rest }: D): Omit<D, 'discriminator'> {
  return rest
}

function problem(code: DiscardCode, reason: string): Problem {
  return { code, reason }
}

function isLine(line: number | null): line is number {
  return line !== null && Number.isSafeInteger(line) && line > 0
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}
