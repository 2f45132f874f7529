import type { ChangedFile, DiscardCode, RawFinding } from '../../types.ts'
import {
  type Anchor,
  anchorClaim,
  isAboutFile,
  isLiterallyFrom,
  isQuotedFrom,
  isSeenIn,
  type Lines,
} from '../evidence/anchor.ts'
import { type AnchorIndex, anchorIndex, anchorIndexes, type FileContents } from '../evidence/anchor-index.ts'
import { asTheFileHasIt } from '../evidence/quote-spelling.ts'
import { isLineNumber } from '../values/ranges.ts'
import { pathsMeant } from '../values/repository-path.ts'
import { discardReasons } from './discard-reasons.ts'

// Finds the place of a finding. Its quote decides; the file it names only says where to look first.

/** Everything that a finding is checked against. */
export interface PlaceInput {
  readonly files: readonly ChangedFile[]
  /** By the file's path in the change. What is not here cannot be quoted from. */
  readonly contents: ReadonlyMap<string, FileContents>
  /** Texts of files outside the change that a finding may mean, by the path as the finding spells it. */
  readonly unchanged?: ReadonlyMap<string, readonly string[]>
  readonly lines: Lines
  /** Reviewers that were shown code and must quote a whole part of it. An analyser only names a line. */
  readonly readers?: ReadonlySet<string>
}

/** The changed files, each prepared when the first finding asks for it. */
export interface ChangeIndex {
  readonly byPath: ReadonlyMap<string, ChangedFile>
  readonly anchors: (file: ChangedFile) => AnchorIndex
  /** The only changed file that the quote is from. */
  readonly quotedFile: (evidence: string) => ChangedFile | undefined
}

export function indexChange({ files, contents }: PlaceInput): ChangeIndex {
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

export type Place = {
  readonly file: ChangedFile
  readonly quote: string
  readonly anchor: Extract<Anchor, { kind: 'placed' }> | Problem
}

export function placeFinding(raw: RawFinding, change: ChangeIndex, input: PlaceInput): Place | Problem {
  const { file, evidence } = raw
  const named = hasText(file) ? pathsMeant(file, change.byPath).flatMap((path) => change.byPath.get(path) ?? []) : []
  const unplaced = whyUnplaced(raw, named, input)
  if (unplaced.code === 'file_not_changed') return unplaced
  if (!hasText(evidence)) {
    return named.length === 1
      ? { file: named[0]!, quote: '', anchor: because('no_evidence', 'It quotes no code.') }
      : unplaced
  }
  const first = onlyOne(named) ?? onlyQuoted(named, change.anchors, evidence)
  const there = first === undefined ? undefined : anchorIn(first, raw, evidence, change, input)
  if (there !== undefined && !isUnfound(there.anchor)) return there
  const other = change.byPath.get(evidence.trim()) ?? change.quotedFile(evidence)
  const elsewhere = other === undefined || other === first ? undefined : anchorIn(other, raw, evidence, change, input)
  if (elsewhere !== undefined && !isUnfound(elsewhere.anchor)) return elsewhere
  return there ?? unplaced
}

function anchorIn(file: ChangedFile, raw: RawFinding, evidence: string, change: ChangeIndex, input: PlaceInput): Place {
  const { line, endLine, discriminator, reviewer, rule } = raw
  const index = change.anchors(file)
  const masked = discriminator !== null
  const quote = masked ? evidence : asTheFileHasIt(index, evidence, isLineNumber(line) ? line : null)
  const anchor = anchorClaim(index, { line, endLine, evidence: quote, masked }, input.lines)
  const refusal = anchor.kind === 'refused' ? anchor.code : null
  // A bracket is in every file: quoting one shows neither that anybody looked, nor that it is about lines that did not change.
  const mustSayMore = input.readers?.has(reviewer) || (refusal === 'line_not_changed' && rule === null)
  const isNowhere = refusal === 'evidence_not_found'
  if (mustSayMore && !isNowhere && !isAboutFile(file, quote) && !isSeenIn(index, quote)) {
    return { file, quote, anchor: because('no_evidence', 'Its quote says too little: it must be a line of the code.') }
  }
  if (anchor.kind === 'refused') return { file, quote, anchor: because(anchor.code, anchor.reason) }
  return { file, quote, anchor }
}

/** Why no file of the change is the place of this finding. */
function whyUnplaced({ file, rule, evidence }: RawFinding, named: readonly ChangedFile[], input: PlaceInput): Problem {
  if (!hasText(file)) {
    return because('no_location', 'It names no file, and its quote does not stand in exactly one changed file.')
  }
  if (named.length > 0) return because('no_location', `${file} could be more than one file of the change.`)
  const texts = input.unchanged?.get(file) ?? []
  // An analyser names a line and quotes nothing: that the file exists is enough.
  const isThere = rule === null ? texts.some((text) => isQuoted(text, evidence ?? '')) : texts.length > 0
  return isThere
    ? because('file_not_changed', `${file} is not part of the change.`)
    : because(
        'unknown_file',
        `${file} is not part of the change, and ${texts.length > 0 ? 'does not hold its quote' : 'there is no such file'}.`,
      )
}

function isQuoted(text: string, evidence: string): boolean {
  return isQuotedFrom(anchorIndex(noFile, { new: text, old: null }), evidence)
}

const noFile: ChangedFile = {
  path: '',
  oldPath: null,
  status: 'modified',
  oldMode: '100644',
  newMode: '100644',
  oldBlob: null,
  newBlob: null,
  binary: false,
  addedLines: 0,
  removedLines: 0,
  hunks: [],
  added: [],
  removed: [],
}

function isUnfound(anchor: Place['anchor']): boolean {
  return 'code' in anchor && discardReasons[anchor.code].effect === 'unverified'
}

export interface Problem {
  readonly code: DiscardCode
  readonly reason: string
}

function onlyQuoted(
  files: readonly ChangedFile[],
  anchors: ChangeIndex['anchors'],
  evidence: string,
): ChangedFile | undefined {
  const literally = files.filter((file) => isLiterallyFrom(anchors(file), evidence))
  return onlyOne(literally.length > 0 ? literally : files.filter((file) => isQuotedFrom(anchors(file), evidence)))
}

export function because(code: DiscardCode, reason: string): Problem {
  return { code, reason }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}
