import { lstatSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'
import { hasEscapes } from '../../core/values/file-name.ts'
import { LoopError } from '../../errors.ts'
import type { ResolvedScope, Scope, StagedVersion } from '../../types.ts'
import { findBase, resolveCommit, unknownRef } from './base.ts'
import type { Repository } from './repository.ts'
import { readWorkState, snapshotIndex, snapshotWorkTree, treeWith, type WorkState } from './snapshot.ts'

export interface ScopeRequest {
  readonly scope: Scope
  /** From the command line or the configuration; null: find it. */
  readonly base: string | null
  /** Paths that do not belong to the work: what validation commands leave behind. */
  readonly without?: readonly string[]
}

export interface ResolvedWork {
  readonly scope: ResolvedScope
  /** Null: no file of the scope is staged otherwise than it is in the work tree. */
  readonly staged: StagedVersion | null
  readonly state: WorkState
}

/** Turns words into two trees. Checks everything that can be wrong before anything is written. */
export async function resolveScope(repository: Repository, request: ScopeRequest): Promise<ResolvedWork> {
  const state = await readWorkState(repository, request.without)
  const scope = await resolveTrees(repository, request, state)
  return { scope, staged: await resolveStagedOtherwise(repository, scope, state), state }
}

async function resolveTrees(
  repository: Repository,
  { scope, base }: ScopeRequest,
  state: WorkState,
): Promise<ResolvedScope> {
  switch (scope.kind) {
    case 'staged':
      return resolveStaged(repository, state)
    case 'range':
      return resolveRange(repository, state, scope)
    case 'branch':
      return resolveBranch(repository, state, base, scope.committed, [])
    case 'paths':
      return resolveBranch(repository, state, base, scope.committed, scope.paths)
    case 'pr':
      throw new LoopError('pull_request', { number: String(scope.number) })
  }
}

async function resolveStagedOtherwise(
  repository: Repository,
  scope: ResolvedScope,
  state: WorkState,
): Promise<StagedVersion | null> {
  const paths = scope.head === workTree ? state.stagedOtherwise.filter((path) => isMeant(scope, path)) : []
  if (paths.length === 0) return null
  const headTree = await treeWith(repository, scope.headTree, { from: await snapshotIndex(repository), paths })
  return { scope: { ...scope, kind: 'staged', head: index, headTree }, paths }
}

const workTree = 'working tree'
const index = 'index'

/** Untracked files of the scope that are too large to be read, with their size in bytes. */
export function oversizedIn({ scope, state }: ResolvedWork): ReadonlyMap<string, number> {
  if (scope.head !== workTree) return new Map()
  return new Map([...state.oversized].filter(([path]) => isMeant(scope, path)))
}

/** The commit that is reviewed where the files on the disk are not those of it; null: they are. What is staged is no commit. */
export function otherCommit({ scope, state }: ResolvedWork): string | null {
  if (scope.kind === 'staged' || scope.head === workTree) return null
  return scope.headCommit === state.head && state.dirty.length === 0 ? null : scope.headCommit
}

/** Whether a path is among those that a scope names; without any, all are. */
export function isMeant({ paths }: Pick<ResolvedScope, 'paths'>, path: string): boolean {
  return paths.length === 0 || paths.some((part) => path === part || path.startsWith(`${part}/`))
}

async function resolveBranch(
  repository: Repository,
  state: WorkState,
  namedBase: string | null,
  committed: boolean,
  words: readonly string[],
): Promise<ResolvedScope> {
  const head = requireHead(state)
  const base = await findBase(repository, namedBase, state.branch)
  const baseCommit = await mergeBase(repository, base.commit, head, base.name, state.branch)
  const paths = await resolvePaths(repository, words, baseCommit)
  const [baseTree, headTree] = await treesOf(repository, baseCommit, head)
  const withWork = !committed && (state.dirty.length > 0 || state.oversized.size > 0)
  return {
    kind: words.length > 0 ? 'paths' : 'branch',
    base: base.name,
    head: withWork ? workTree : state.branch,
    branch: state.branch,
    baseCommit,
    headCommit: head,
    baseTree,
    headTree: withWork ? await snapshotWorkTree(repository, state) : headTree,
    paths,
  }
}

async function resolveStaged(repository: Repository, state: WorkState): Promise<ResolvedScope> {
  return {
    kind: 'staged',
    base: state.head === null ? 'nothing' : 'HEAD',
    head: index,
    branch: state.branch,
    baseCommit: state.head,
    headCommit: state.head,
    baseTree:
      state.head === null ? await emptyTree(repository) : (await treesOf(repository, state.head, state.head))[0],
    headTree: await snapshotIndex(repository),
    paths: [],
  }
}

async function resolveRange(
  repository: Repository,
  state: WorkState,
  range: Extract<Scope, { kind: 'range' }>,
): Promise<ResolvedScope> {
  const from = await requireCommit(repository, range.from)
  const to = await requireCommit(repository, range.to)
  const baseCommit = range.symmetric ? await mergeBase(repository, from, to, range.from, range.to) : from
  const [baseTree, headTree] = await treesOf(repository, baseCommit, to)
  return {
    kind: 'range',
    base: range.from,
    head: range.to,
    branch: state.branch,
    baseCommit,
    headCommit: to,
    baseTree,
    headTree,
    paths: [],
  }
}

function requireHead(state: WorkState): string {
  if (state.head === null) throw new LoopError('unborn_branch', { branch: state.branch })
  return state.head
}

async function requireCommit(repository: Repository, ref: string): Promise<string> {
  const commit = await resolveCommit(repository, ref)
  if (commit === undefined) throw unknownRef(repository, ref)
  return commit
}

async function mergeBase(repository: Repository, base: string, head: string, baseName: string, headName: string) {
  const answer = await repository.try(['merge-base', base, head])
  if (answer.code === 0) return answer.stdout.toString().trim()
  if (repository.shallow) throw new LoopError('shallow', { missing: `the commit where ${headName} left ${baseName}` })
  throw new LoopError('unrelated', { base: baseName, head: headName })
}

/** Both in one call: starting git is most of the cost. */
async function treesOf(repository: Repository, base: string, head: string): Promise<readonly [string, string]> {
  const answer = await repository.read(['rev-parse', `${base}^{tree}`, `${head}^{tree}`])
  const [baseTree = '', headTree = ''] = answer.split('\n')
  return [baseTree, headTree]
}

export async function emptyTree(repository: Repository): Promise<string> {
  return (await repository.read(['hash-object', '-t', 'tree', '--stdin'], { input: '' })).trim()
}

/** Words as the user typed them → paths from the root; each must exist now or in the base. */
async function resolvePaths(
  repository: Repository,
  words: readonly string[],
  base: string,
): Promise<readonly string[]> {
  const paths = words.map((word) => fromRoot(repository, word))
  for (const [at, path] of paths.entries()) {
    if (lstatSync(resolve(repository.root, path), { throwIfNoEntry: false })) continue
    const listed = await repository.read(['ls-tree', '-z', '--name-only', base, '--', path])
    if (listed === '') throw await explainPath(repository, words[at] ?? path)
  }
  // The root itself means everything.
  return paths.includes('') ? [] : paths
}

const notUtf8 = 'its name is not UTF-8, or has U+FFFD in it'

/** What is no path is often meant as something else. */
async function explainPath(repository: Repository, word: string): Promise<LoopError> {
  if (/[^./]\.\.\.?[^./]/.test(word)) return new LoopError('range_with_paths', { word })
  const isCommit = (await resolveCommit(repository, word)) !== undefined
  return new LoopError(isCommit ? 'commit_as_path' : 'unknown_path', isCommit ? { word } : { path: word })
}

function fromRoot(repository: Repository, word: string): string {
  // Node reads every argument as UTF-8: which file is meant is lost.
  if (hasEscapes(word)) throw new LoopError('unusable_file', { name: word, problem: notUtf8, hint: 'Name its folder.' })
  const absolute = resolve(repository.root, repository.prefix, word)
  const path = relative(repository.root, absolute).split(sep).join(posix.sep)
  if (path === '..' || path.startsWith('../')) throw new LoopError('path_outside', { path: word })
  return path
}
