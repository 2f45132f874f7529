import { join } from 'node:path'
import { isSilent } from '../../core/loop/open-claims.ts'
import { hashText } from '../../core/values/hash.ts'
import { claimsOf } from '../../core/verdict/claim-decisions.ts'
import { decideIncremental, type Earlier, type LastReview } from '../../core/verdict/incremental.ts'
import { blockingBesides, openIn, openWith } from '../../core/verdict/open-in.ts'
import { hasRunOut } from '../../core/verdict/waivers.ts'
import { LoopError } from '../../errors.ts'
import { amountOf, describeOtherBase, findTakenBack, hasTree, isAncestor, readDelta } from '../../io/git/follow-up.ts'
import type { Repository } from '../../io/git/repository.ts'
import { hasTrackedState } from '../../io/git/tracked-state.ts'
import {
  hasReviewState,
  laterReviews,
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
  /** Files are staged otherwise than they are in the work tree, which alone is remembered. */
  readonly hasStaged: boolean
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
export async function chooseMode(repository: Repository, request: LastReviewRequest, now: Date): Promise<ReviewMode> {
  const { scope, config, asked, withImports } = request
  const record = await readRecord(repository, request)
  const elsewhere = await readElsewhere(repository, request, record)
  const outdated = record?.outdated ?? null
  if (asked === 'since_last_review' && outdated !== null) throw new LoopError('no_last_review', { reason: outdated })
  const decision = decideIncremental({
    asked,
    automatic: request.automatic && config.incremental === 'auto',
    scopeKind: scope.kind,
    last: record === null || record.outdated !== null ? null : await compareTo(repository, record, scope),
    outdated,
    headTree: scope.headTree,
    withAgent: request.agent !== null,
    withImports,
    limits: { files: config.limits.incrementalFiles, lines: config.limits.incrementalLines },
  })
  if ('refused' in decision) throw new LoopError('no_last_review', { reason: decision.refused.replace(/\.$/, '') })
  const { mode, line } = decision
  if (mode === 'full' || record === null || record.outdated !== null) {
    return { mode: 'full', line: decision.isExpected ? null : line, earlier: seenAgain(record, elsewhere, request) }
  }
  const isAsItWas =
    !request.hasStaged &&
    elsewhere.findings.length === 0 &&
    !hasRunOut(config.waivers, dayOf(record.state.completed_at), dayOf(now.toISOString()))
  const isDecided = claimsOf(record.result).length === 0
  if (mode === 'repeat' && isAsItWas && isDecided) return { mode, line, result: record.result }
  const findings = openWith(openIn(record.result), elsewhere.findings)
  const { discarded } = record.result
  return { mode: 'incremental', line, earlier: { tree: record.tree, findings, discarded, look: 'new' } }
}

const dayOf = (time: string): string => time.slice(0, 10)

/** What is open stays so, whoever reviews: only an agent gives a fresh verdict on what an agent said. */
function seenAgain(
  record: LastRecord | null,
  elsewhere: Elsewhere,
  { scope, config, asked, agent }: LastReviewRequest,
): Earlier | null {
  const last = record?.result ?? nothing
  const findings = openWith(openIn(last), elsewhere.findings)
  if ((!record?.result && findings.length === 0) || scope.kind !== 'branch') return null
  const isFresh = agent !== null && (asked === 'full_review' || config.incremental === 'off')
  const { discarded } = last
  return { tree: record?.tree ?? elsewhere.tree, findings, discarded, look: isFresh ? 'fresh' : 'all' }
}

async function compareTo(
  repository: Repository,
  { state, tree, paths }: UsableRecord,
  scope: ResolvedScope,
): Promise<LastReview> {
  const delta = await readDelta(repository, tree, scope)
  // Merging the base brings in much that never belonged to the change.
  const seen = delta.filter(({ path }) => paths === null || paths.has(path))
  return {
    headCommit: state.sha,
    headTree: tree,
    wasIncremental: state.incremental === true,
    isAncestor: scope.headCommit !== null && (await isAncestor(repository, state.sha, scope.headCommit)),
    delta: amountOf(delta),
    takenBack: await findTakenBack(repository, scope, seen),
  }
}

/** Only a review with a verdict: after one without, the next goes on from where the last verdict was. */
export async function rememberReview(
  repository: Repository,
  request: LastReviewRequest,
  id: string,
  result: ReviewResult,
  mode: Exclude<ReviewMode['mode'], 'repeat'>,
  started: Date,
): Promise<void> {
  const { scope } = request
  if (scope.kind !== 'branch' || scope.headCommit === null || isSilent(result.gate)) return
  const entry: ReviewState = {
    sha: scope.headCommit,
    completed_at: new Date().toISOString(),
    success: true,
    tree: scope.headTree,
    base_tree: scope.baseTree,
    review: id,
    incremental: mode === 'incremental',
    settings: settingsOf(request),
  }
  writeReviewState(cacheFolder(repository), await keyOf(repository, scope), entry, started)
}

/** The same for one base, however it is spelled: `main`, `heads/main`, `refs/heads/main`. */
function keyOf(repository: Repository, scope: ResolvedScope): Promise<string> {
  const known = keys.get(scope) ?? findKey(repository, scope)
  keys.set(scope, known)
  return known
}

/** Asked for several times in a review, found once. */
const keys = new WeakMap<ResolvedScope, Promise<string>>()

async function findKey(repository: Repository, { branch, base }: ResolvedScope): Promise<string> {
  const options = ['--verify', '--quiet', '--abbrev-ref', '--end-of-options']
  const { stdout } = await repository.try(['rev-parse', ...options, base])
  return reviewStateKey(branch, stdout.toString().trim() || base)
}

const cacheFolder = (repository: Repository): string => join(stateFolder(repository.root), 'cache')

/** Another version or other settings might see other things in the old part, so of their records only the findings count. */
function settingsOf({ config, version, agent, rules }: LastReviewRequest): string {
  return hashText(JSON.stringify([version, config, agent, rules]))
}

/** A review to go on from: by the same reviewers, under the same rules. */
interface UsableRecord {
  readonly outdated: null
  readonly state: ReviewState
  readonly tree: string
  readonly result: ReviewResult
  /** Of the change as it was. Null: not known, so any path may be one of them. */
  readonly paths: ReadonlySet<string> | null
}

/** One of which only the findings count, as far as they are still there. */
interface OutdatedRecord {
  /** Why, as a part of a sentence. */
  readonly outdated: string
  readonly tree: string | null
  readonly result: ReviewResult
}

type LastRecord = UsableRecord | OutdatedRecord

/** Null when there is none. */
async function readRecord(repository: Repository, request: LastReviewRequest): Promise<LastRecord | null> {
  const { scope } = request
  const state = readReviewState(cacheFolder(repository), await keyOf(repository, scope))
  if (!state?.success || state.tree === undefined || state.review === undefined) return null
  if (await hasTrackedState(repository)) return null
  const result = readResult(repository, state)
  if (result === null) return null
  const tree = (await hasTree(repository, state.tree)) ? state.tree : null
  if (state.settings !== settingsOf(request)) {
    return { outdated: 'the settings, the rules, the program or the agent changed since the last review', tree, result }
  }
  if (tree === null) return { outdated: 'git no longer has what was reviewed last', tree, result }
  const outdated = await describeOtherBase(repository, scope, state.base_tree)
  if (outdated !== null) return { outdated, tree, result }
  const paths = pathsIn(readReviewFile(repository.root, state.review, 'diff_data.json'))
  return { outdated: null, state, tree, result, paths }
}

interface Elsewhere {
  readonly tree: string | null
  readonly findings: readonly Finding[]
}

/**
 * By a review beside the last one, against another base, or one that is named otherwise: what blocks there, was not known here
 * and is graver.
 */
async function readElsewhere(
  repository: Repository,
  { scope }: LastReviewRequest,
  record: LastRecord | null,
): Promise<Elsewhere> {
  const later = laterReviews(cacheFolder(repository), scope.branch, await keyOf(repository, scope))
  if (later.length === 0 || (await hasTrackedState(repository))) return { tree: null, findings: [] }
  const said = later.flatMap((state) => openIn(readResult(repository, state) ?? nothing))
  const tree = later[0]?.tree
  return {
    tree: tree !== undefined && (await hasTree(repository, tree)) ? tree : null,
    findings: blockingBesides(openIn(record?.result ?? nothing), said),
  }
}

const nothing = { findings: [], discarded: [] }

/** Null where no review of ours is meant. One that is lost or damaged is refused: it would take what is open with it. */
export function readResult(repository: Repository, { review }: ReviewState): ReviewResult | null {
  if (review === undefined) return null
  const kept = readReviewFile(repository.root, review, 'result.json')
  if (isResult(kept)) return kept
  const problem = `it names a review whose result is lost or damaged, .review-loop/reviews/${review}/result.json`
  throw new LoopError('bad_review_state', { path: '.review-loop/cache/review_state.json', problem })
}

/** We wrote it, if under another version: the check is only against a file that was cut off, edited, or of another form. */
function isResult(value: unknown): value is ReviewResult {
  if (typeof value !== 'object' || value === null) return false
  const isWhole = 'gate' in value && 'findings' in value && 'discarded' in value
  return isWhole && 'schemaVersion' in value && value.schemaVersion === 1
}

function pathsIn(diffData: unknown): ReadonlySet<string> | null {
  const isKnown = typeof diffData === 'object' && diffData !== null && 'files_to_review' in diffData
  return isKnown && Array.isArray(diffData.files_to_review) ? new Set(diffData.files_to_review) : null
}
