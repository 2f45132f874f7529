import type { ChangedFile, Finding, GateResult, ScopeKind } from '../types.ts'
import { anchorClaim, type Lines } from './anchor.ts'
import { type AnchorIndex, anchorIndexes, type FileContents } from './anchor-index.ts'
import { isMasked } from './evidence.ts'

export interface IncrementalInput {
  /** `--since-last-review`, `--full-review`, or neither. */
  readonly asked: 'since_last_review' | 'full_review' | 'nothing'
  /** Whether the configuration lets small follow-ups be reviewed incrementally by themselves. */
  readonly automatic: boolean
  readonly scopeKind: ScopeKind
  /** The last completed review of this branch against this base. */
  readonly last: { readonly headCommit: string; readonly headTree: string; readonly gate: GateResult } | null
  readonly headTree: string
  /** The last review's commit is still in the history. */
  readonly isAncestor: boolean
  /** What changed between the two trees. */
  readonly delta: { readonly files: number; readonly lines: number }
  readonly limits: { readonly files: number; readonly lines: number }
}

export type IncrementalDecision =
  /** `repeat`: nothing is new, the last gate is given again. */
  { readonly mode: 'full' | 'incremental' | 'repeat'; readonly line: string } | { readonly refused: string }

/** Whether only what is new is reviewed. Who asks for it gets it or a refusal; by itself it happens only when safe. */
export function decideIncremental(input: IncrementalInput): IncrementalDecision {
  if (input.asked === 'full_review') return full('asked for')
  return input.asked === 'since_last_review' ? decideAsked(input) : decideAutomatic(input)
}

function decideAsked({ scopeKind, last, isAncestor, headTree, delta }: IncrementalInput): IncrementalDecision {
  if (scopeKind !== 'branch') return { refused: 'Only the review of a branch can go on from the last review.' }
  if (last === null) return { refused: 'There is no completed review of this branch to go on from.' }
  if (!isAncestor) {
    return { refused: `History was rewritten: the last review's commit ${short(last.headCommit)} is no longer in it.` }
  }
  if (last.gate === 'inconclusive') return full('the last review was inconclusive')
  if (last.headTree === headTree) {
    return { mode: 'repeat', line: `Review mode: nothing new since the last review (${short(last.headCommit)})` }
  }
  return incremental(last.headCommit, delta)
}

function decideAutomatic(input: IncrementalInput): IncrementalDecision {
  const { automatic, scopeKind, last, isAncestor, headTree, delta, limits } = input
  if (scopeKind !== 'branch') return full('not the review of a branch')
  if (!automatic) return full('incremental reviews are turned off')
  if (last === null) return full('first review of this branch')
  if (last.gate === 'inconclusive') return full('the last review was inconclusive')
  if (!isAncestor) return full('history was rewritten since the last review')
  if (last.headTree === headTree) return full('nothing changed since the last review')
  if (delta.files > limits.files || delta.lines > limits.lines) return full(`${amount(delta)} since the last review`)
  return incremental(last.headCommit, delta)
}

function full(why: string): IncrementalDecision {
  return { mode: 'full', line: `Review mode: full (${why})` }
}

function incremental(since: string, delta: IncrementalInput['delta']): IncrementalDecision {
  return { mode: 'incremental', line: `Review mode: incremental (${amount(delta)} since ${short(since)})` }
}

function amount({ files, lines }: IncrementalInput['delta']): string {
  return `${files} ${files === 1 ? 'file' : 'files'}, ${lines} ${lines === 1 ? 'line' : 'lines'}`
}

function short(commit: string): string {
  return commit.slice(0, 7)
}

export interface Followup {
  /** Files the analysers look at: what is new, and all of the change in files where they spoke last time. */
  readonly analysed: readonly ChangedFile[]
  /** Findings that only a quote can tell about. */
  readonly quoted: readonly Finding[]
}

/**
 * Analysers are quick, and the cause of what they say may lie far from what they quote: where they spoke in the last review
 * they look again, and nothing of theirs is carried over.
 */
export function planFollowup(
  whole: readonly ChangedFile[],
  part: readonly ChangedFile[],
  last: readonly Finding[],
  analysers: ReadonlySet<string>,
): Followup {
  const isTheirs = ({ reviewers }: Finding): boolean => reviewers.every((reviewer) => analysers.has(reviewer))
  const again = new Set(last.filter(isTheirs).map(({ file }) => file))
  const repeated = whole.filter(({ path }) => again.has(path))
  return {
    analysed: [...part.filter(({ path }) => !again.has(path)), ...repeated],
    quoted: last.filter((finding) => !isTheirs(finding)),
  }
}

export interface CarryOverInput {
  /** The whole change against its base, not only what is new. */
  readonly files: readonly ChangedFile[]
  readonly contents: ReadonlyMap<string, FileContents>
  readonly lines: Lines
}

/** The last review's findings whose code still stands in the change, where it now stands, under their old names. */
export function carryOver(
  lastFindings: readonly Finding[],
  { files, contents, lines }: CarryOverInput,
): { held: Finding[]; gone: Finding[] } {
  const anchors = anchorIndexes(contents)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const held: Finding[] = []
  const gone: Finding[] = []
  for (const finding of lastFindings) {
    const file = byPath.get(finding.file ?? '')
    const again = file === undefined ? undefined : reanchor(finding, anchors(file), lines)
    if (again === undefined) gone.push(finding)
    else held.push(again)
  }
  return { held, gone }
}

function reanchor(finding: Finding, index: AnchorIndex, lines: Lines): Finding | undefined {
  const { evidence, line, endLine, suggestion } = finding
  if (evidence === null) return undefined
  const anchor = anchorClaim(index, { line, endLine, evidence, masked: isMasked(evidence) }, lines)
  if (anchor.kind === 'refused') return undefined
  return {
    ...finding,
    line: anchor.line,
    endLine: anchor.endLine,
    suggestion: anchor.sameLines ? suggestion : null,
  }
}
