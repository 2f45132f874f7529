import type { ChangedFile, DiscardedFinding, Finding, ReviewResult, ScopeKind } from '../../types.ts'
import { successorsOf, underName } from '../change/follow-renames.ts'
import { anchorClaim, isQuotedFrom, type Lines } from '../evidence/anchor.ts'
import { type AnchorIndex, anchorIndexes, type FileContents } from '../evidence/anchor-index.ts'
import { isMasked } from '../evidence/evidence.ts'
import { asTheFileHasIt } from '../evidence/quote-spelling.ts'
import { firstFew } from '../values/first-few.ts'

export interface IncrementalInput {
  /** `--since-last-review`, `--full-review`, or neither. */
  readonly asked: 'since_last_review' | 'full_review' | 'nothing'
  /** Whether the configuration lets small follow-ups be reviewed incrementally by themselves. */
  readonly automatic: boolean
  readonly scopeKind: ScopeKind
  /** The last review of this branch against this base that came to a verdict, by the same reviewers under the same rules. */
  readonly last: LastReview | null
  /** Why there is one that is not to go on from: it was by others, or under other rules. A part of a sentence. */
  readonly outdated: string | null
  readonly headTree: string
  readonly withAgent: boolean
  readonly withImports: boolean
  readonly limits: Amount
}

export interface LastReview {
  readonly headCommit: string
  readonly headTree: string
  readonly wasIncremental: boolean
  /** Its commit is still in the history. */
  readonly isAncestor: boolean
  /** What changed between its tree and this one. */
  readonly delta: Amount
  /** Files that it saw changed and that are as in the base again. What is left may have needed them. */
  readonly takenBack: readonly string[]
}

interface Amount {
  readonly files: number
  readonly lines: number
}

export type IncrementalDecision = ModeDecision | { readonly refused: string }

interface ModeDecision {
  /** `repeat`: nothing is new, the last gate is given again. */
  readonly mode: 'full' | 'incremental' | 'repeat'
  readonly line: string
  /** A full review as everybody expects it: the line need not be said. */
  readonly isExpected: boolean
}

/** Whether only what is new is reviewed. Who asks for it gets it or a refusal; by itself it happens only when safe. */
export function decideIncremental(input: IncrementalInput): IncrementalDecision {
  if (input.asked === 'since_last_review') return decideAsked(input)
  const decision = input.asked === 'full_review' ? expected('asked for') : decideAutomatic(input)
  return decision.mode === 'full' && input.scopeKind === 'branch' && input.outdated !== null
    ? full(input.outdated)
    : decision
}

function decideAsked({ scopeKind, last, headTree, withImports }: IncrementalInput): IncrementalDecision {
  if (scopeKind !== 'branch') return { refused: 'Only the review of a branch can go on from the last review.' }
  if (last === null) return { refused: 'There is no completed review of this branch to go on from.' }
  if (!last.isAncestor) {
    return { refused: `History was rewritten: the last review's commit ${short(last.headCommit)} is no longer in it.` }
  }
  if (last.takenBack.length > 0) return withoutPart(last)
  if (last.headTree !== headTree) return incrementalSince(last)
  if (withImports) return full('nothing is new but the imported reports')
  const line = `Review mode: nothing new since the last review (${short(last.headCommit)})`
  return { mode: 'repeat', line, isExpected: false }
}

function decideAutomatic({ automatic, scopeKind, last, headTree, withAgent, limits }: IncrementalInput): ModeDecision {
  if (scopeKind !== 'branch') return expected('not the review of a branch')
  if (!automatic) return expected('incremental reviews are turned off')
  if (last === null) return expected('first review of this branch')
  const isSame = last.headTree === headTree
  // After a full review the same once more is full, and costs nothing: every reply is kept. After an incremental one it
  // would ask agents for all that the incremental one spared them.
  if (isSame && last.wasIncremental && withAgent) return incremental('nothing is new since the last review')
  if (!last.isAncestor) return expected('history was rewritten since the last review')
  if (isSame) return expected('nothing changed since the last review')
  const { delta } = last
  const isMuch = delta.files > limits.files || delta.lines > limits.lines
  if (isMuch) return expected(`${amount(delta)} since the last review`)
  return last.takenBack.length > 0 ? withoutPart(last) : incrementalSince(last)
}

/** As everybody expects it, so that nobody needs to be told. */
function expected(why: string): ModeDecision {
  return { ...full(why), isExpected: true }
}

function withoutPart({ takenBack }: LastReview): ModeDecision {
  return full(`part of the change was taken back since the last review: ${firstFew(takenBack, 3).join(', ')}`)
}

function full(why: string): ModeDecision {
  return { mode: 'full', line: `Review mode: full (${why})`, isExpected: false }
}

function incrementalSince({ headCommit, delta }: LastReview): ModeDecision {
  return incremental(`${amount(delta)} since ${short(headCommit)}`)
}

function incremental(what: string): ModeDecision {
  return { mode: 'incremental', line: `Review mode: incremental (${what})`, isExpected: false }
}

function amount({ files, lines }: Amount): string {
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
 * An earlier review, and what this one makes of it. `new`: only what is new since is looked at. `all`: everything is, and
 * what is not raised again stays open where its code still stands. `fresh`: everything is, and what is not raised again is
 * only named, where an agent was shown its file.
 */
export type Earlier = Pick<ReviewResult, 'findings' | 'discarded'> &
  (
    | { readonly look: 'new'; readonly tree: string }
    /** Without a tree nobody knows what is new. */
    | { readonly look: 'all' | 'fresh'; readonly tree: string | null }
  )

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
  /** What is new. Where code beside a finding changed, nobody has confirmed it as it is now. */
  readonly since: readonly ChangedFile[]
  readonly contents: ReadonlyMap<string, FileContents>
  readonly lines: Lines
}

/**
 * The last review's findings whose code still stands in the change, where it now stands, under their old names. Set aside is
 * what only the setting for lines keeps out: it may be another one next time.
 */
export function carryOver(
  lastFindings: readonly Finding[],
  { files, since, contents, lines }: CarryOverInput,
): { held: Finding[]; setAside: DiscardedFinding[]; gone: Finding[] } {
  const anchors = anchorIndexes(contents)
  const changed = new Set(since.map(({ path }) => path))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const held: Finding[] = []
  const setAside: DiscardedFinding[] = []
  const gone: Finding[] = []
  for (const finding of lastFindings) {
    const again = findAgain(finding, lines)
    const near = again ?? findAgain(finding, 'hunk')
    if (again !== undefined) held.push(again)
    else if (near !== undefined) setAside.push({ ...near, code: 'line_not_changed', reason: onlyNear })
    else gone.push(finding)
  }
  return { held, setAside, gone }

  function findAgain(finding: Finding, wanted: Lines): Finding | undefined {
    const file = byPath.get(finding.file ?? '')
    const again = file === undefined ? findMoved(finding, wanted) : reanchor(finding, anchors(file), wanted)
    return again !== undefined && changed.has(again.file ?? '') ? { ...again, verification: null } : again
  }

  /** Its file may have another name by now, and git no longer tells which. */
  function findMoved(finding: Finding, wanted: Lines): Finding | undefined {
    for (const { path, isClose } of successorsOf(finding.file ?? '', since)) {
      const file = byPath.get(path)
      if (file === undefined || !(isClose || isQuotedFrom(anchors(file), finding.evidence ?? ''))) continue
      const again = reanchor(underName(finding, path), anchors(file), wanted)
      if (again !== undefined) return again
    }
    return undefined
  }
}

const onlyNear = 'Its code is only near a changed line, and the configuration wants it on one (lines: strict).'

function reanchor(finding: Finding, index: AnchorIndex, lines: Lines): Finding | undefined {
  const { line, endLine, suggestion } = finding
  if (finding.evidence === null) return undefined
  const masked = isMasked(finding.evidence)
  const evidence = masked ? finding.evidence : asTheFileHasIt(index, finding.evidence, line)
  const anchor = anchorClaim(index, { line, endLine, evidence, masked }, lines)
  if (anchor.kind === 'refused') return undefined
  return {
    ...finding,
    evidence,
    line: anchor.line,
    endLine: anchor.endLine,
    suggestion: anchor.sameLines ? suggestion : null,
    carriedOver: true,
  }
}
