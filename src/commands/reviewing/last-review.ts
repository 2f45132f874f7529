import { join } from 'node:path'
import { hashText } from '../../core/hash.ts'
import { decideIncremental, type Earlier, type LastReview } from '../../core/incremental.ts'
import { LoopError } from '../../errors.ts'
import { amountOf, findTakenBack, hasTree, isAncestor, readDelta } from '../../io/git/follow-up.ts'
import type { Repository } from '../../io/git/repository.ts'
import { hasTrackedState } from '../../io/git/tracked-state.ts'
import {
  hasReviewState,
  type ReviewState,
  readReviewState,
  reviewStateKey,
  writeReviewState,
} from '../../io/review-state.ts'
import { readReviewFile } from '../../io/review-store.ts'
import { stateFolder } from '../../io/state-folder.ts'
import type { Config, Finding, ResolvedScope, ReviewResult } from '../../types.ts'

export interface LastReviewRequest {
  readonly scope: ResolvedScope
  readonly config: Config
  readonly version: string
  readonly asked: 'since_last_review' | 'full_review' | 'nothing'
  /** A part of the line that sees everything anyway (imported reports) speaks against an incremental review. */
  readonly automatic: boolean
  readonly withImports: boolean
  /** Who reviews besides the built-in reviewers: the program and its model, not what it is called. */
  readonly agent: string | null
  /** What the agent is told to hold the change against: the rules of the project and its critics. */
  readonly rules: string | null
}

export type ReviewMode =
  | { readonly mode: 'full'; readonly line: string | null; readonly earlier: Earlier | null }
  | { readonly mode: 'incremental'; readonly line: string; readonly earlier: Earlier }
  | { readonly mode: 'repeat'; readonly line: string; readonly result: ReviewResult }

/** Refuses where nothing was ever reviewed, before work in progress is copied anywhere. */
export function requireAnyReview(repository: Repository): void {
  if (hasReviewState(cacheFolder(repository))) return
  throw new LoopError('no_last_review', { reason: 'There is no completed review of this branch to go on from' })
}

/** Whether the last review of this branch spares us a part of this one. */
export async function chooseMode(repository: Repository, request: LastReviewRequest): Promise<ReviewMode> {
  const { scope, config, asked, withImports } = request
  const last = await usableRecord(repository, request)
  const decision = decideIncremental({
    asked,
    automatic: request.automatic && config.incremental === 'auto',
    scopeKind: scope.kind,
    last: last === null ? null : await compareTo(repository, last, scope),
    hasOtherReview: hasOtherReview(repository, request),
    headTree: scope.headTree,
    withAgent: request.agent !== null,
    withImports,
    limits: { files: config.limits.incrementalFiles, lines: config.limits.incrementalLines },
  })
  if ('refused' in decision) throw new LoopError('no_last_review', { reason: decision.refused.replace(/\.$/, '') })
  const { mode, line } = decision
  const fullLine = decision.isExpected ? null : line
  if (last === null) return { mode: 'full', line: fullLine, earlier: null }
  if (mode === 'repeat') return { mode, line, result: last.result }
  const earlier = { tree: last.state.tree, findings: carriedFrom(last.result) }
  if (mode === 'incremental') return { mode, line, earlier: { ...earlier, look: 'new' } }
  const isFresh = asked === 'full_review' || config.incremental === 'off'
  return {
    mode,
    line: fullLine,
    earlier: scope.kind === 'branch' ? { ...earlier, look: isFresh ? 'fresh' : 'all' } : null,
  }
}

async function compareTo(
  repository: Repository,
  { state, paths }: LastRecord,
  scope: ResolvedScope,
): Promise<LastReview> {
  const delta = await readDelta(repository, state.tree, scope)
  // Merging the base brings in much that never belonged to the change.
  const seen = delta.filter(({ path }) => paths === null || paths.has(path))
  return {
    headCommit: state.sha,
    headTree: state.tree,
    wasIncremental: state.incremental === true,
    isAncestor: scope.headCommit !== null && (await isAncestor(repository, state.sha, scope.headCommit)),
    delta: amountOf(delta),
    takenBack: await findTakenBack(repository, scope, seen),
  }
}

/** Only a review with a verdict: after one without, the next goes on from where the last verdict was. */
export function rememberReview(
  repository: Repository,
  request: LastReviewRequest,
  id: string,
  result: ReviewResult,
  mode: Exclude<ReviewMode['mode'], 'repeat'>,
  now: Date,
): void {
  const { scope } = request
  if (scope.kind !== 'branch' || scope.headCommit === null || result.gate.result === 'inconclusive') return
  writeReviewState(cacheFolder(repository), reviewStateKey(scope.branch, scope.base), {
    sha: scope.headCommit,
    completed_at: now.toISOString(),
    success: true,
    tree: scope.headTree,
    review: id,
    incremental: mode === 'incremental',
    settings: settingsOf(request),
  })
}

const cacheFolder = (repository: Repository): string => join(stateFolder(repository.root), 'cache')

/** Another version or other settings might see other things in the old part, so their records do not count. */
function settingsOf({ config, version, agent, rules }: LastReviewRequest): string {
  return hashText(JSON.stringify([version, config, agent, rules]))
}

interface LastRecord {
  readonly state: ReviewState & { readonly tree: string }
  readonly result: ReviewResult
  /** Of the change as it was. Null: not known, so any path may be one of them. */
  readonly paths: ReadonlySet<string> | null
}

function hasOtherReview(repository: Repository, request: LastReviewRequest): boolean {
  const { scope } = request
  const state = readReviewState(cacheFolder(repository), reviewStateKey(scope.branch, scope.base))
  return state?.settings !== undefined && state.settings !== settingsOf(request)
}

/** Null when there is none; a record that says nothing about today is one only to someone who asked for it. */
async function usableRecord(repository: Repository, request: LastReviewRequest): Promise<LastRecord | null> {
  const { scope } = request
  const state = readReviewState(cacheFolder(repository), reviewStateKey(scope.branch, scope.base))
  if (!state?.success || state.tree === undefined || state.review === undefined) return null
  if (await hasTrackedState(repository)) return null
  const result = readReviewFile(repository.root, state.review, 'result.json')
  const isThere = await hasTree(repository, state.tree)
  if (state.settings === settingsOf(request) && isThere && isResult(result)) {
    const paths = pathsIn(readReviewFile(repository.root, state.review, 'diff_data.json'))
    return { state: { ...state, tree: state.tree }, result, paths }
  }
  if (request.asked !== 'since_last_review') return null
  throw new LoopError('no_last_review', {
    reason: 'the settings or the program changed since the last review, or its files are gone',
  })
}

/** We wrote it, under this version: the check is only against a file that was cut off or edited. */
function isResult(value: unknown): value is ReviewResult {
  return typeof value === 'object' && value !== null && 'gate' in value && 'findings' in value && 'discarded' in value
}

function pathsIn(diffData: unknown): ReadonlySet<string> | null {
  const isKnown = typeof diffData === 'object' && diffData !== null && 'files_to_review' in diffData
  return isKnown && Array.isArray(diffData.files_to_review) ? new Set(diffData.files_to_review) : null
}

/** What was waived may no longer be, so it comes along and is judged again. */
function carriedFrom(result: ReviewResult): readonly Finding[] {
  return [...result.findings, ...result.discarded.filter(({ code }) => code === 'waived')]
}
