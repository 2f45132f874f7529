import { rmSync } from 'node:fs'
import { diskPath } from '../disk-path.ts'
import { diskState, removeEmptyFolders } from './disk-paths.ts'
import { ownIdentity } from './own-identity.ts'
import { listed, stageFromDisk, withIndex, withReadingIndex } from './private-index.ts'
import type { Repository } from './repository.ts'
import { readWorkState, snapshotWorkTree } from './snapshot.ts'
import { type EntryChange, indexInfo, isSameEntry, treeDifference } from './tree-difference.ts'

export interface RestoreRequest {
  /** What the fixer left, and what was there before: trees of two work points. */
  readonly from: string
  readonly to: string
  /** What is undone is kept under refs/review-loop/undone/<session>-<n>. */
  readonly session: string
  /** Which of the differences to bring back; all, if it is not said. */
  readonly wants?: (change: EntryChange) => boolean
}

export interface Restored {
  readonly restored: readonly string[]
  /** Not touched: somebody changed them since, or something stands in the way. */
  readonly left: readonly string[]
  /** The references; empty when nothing was undone that could be lost. */
  readonly kept: readonly string[]
}

/**
 * Brings back the files at which the two trees differ, those only, and only while they hold what the fixer left. Ignored
 * files and the user's index are not touched. May be called again after it was broken off.
 */
export async function restoreTree(repository: Repository, request: RestoreRequest): Promise<Restored> {
  const { wants = () => true } = request
  const changes = (await treeDifference(repository, request.from, request.to)).filter(wants)
  // What is ignored is decided by these: first they have to say again what they said before.
  const rules = changes.filter(({ path }) => /(^|\/)\.gitignore$/.test(path))
  const others = changes.filter((change) => !rules.includes(change))
  const passes = [await restore(repository, request, rules), await restore(repository, request, others)]
  return {
    restored: passes.flatMap(({ restored }) => restored),
    left: passes.flatMap(({ left }) => left),
    kept: passes.flatMap(({ kept }) => kept),
  }
}

async function restore(
  repository: Repository,
  { from, session }: RestoreRequest,
  changes: readonly EntryChange[],
): Promise<Restored> {
  if (changes.length === 0) return { restored: [], left: [], kept: [] }
  const { wanted, foreign } = await sortOut(repository, from, changes)
  const kept = await keep(repository, wanted, session)
  const left = await putOnDisk(repository, wanted)
  const isLeft = new Set(left)
  return {
    restored: wanted.map(({ path }) => path).filter((path) => !isLeft.has(path)),
    left: [...foreign, ...left],
    kept: kept === null ? [] : [kept],
  }
}

/** Of these changes those that are still to be made, and paths that hold neither what was left nor what is wanted. */
export async function sortOut(
  repository: Repository,
  from: string,
  changes: readonly EntryChange[],
): Promise<{ readonly wanted: readonly EntryChange[]; readonly foreign: readonly string[] }> {
  const current = await snapshotWorkTree(repository, await readWorkState(repository))
  const since = new Map((await treeDifference(repository, from, current)).map((change) => [change.path, change.to]))
  const now = ({ path, from: left }: EntryChange) => since.get(path) ?? (since.has(path) ? null : left)
  const open = changes.filter((change) => !isSameEntry(now(change), change.to))
  const isForeign = ({ path, from: left }: EntryChange) => since.has(path) || (left === null && isHidden(path))
  return {
    wanted: open.filter((change) => !isForeign(change)),
    foreign: open.filter(isForeign).map(({ path }) => path),
  }

  /** Something is there that git does not see: it is ignored by now. */
  function isHidden(path: string): boolean {
    return diskState(repository.root, path) === 'file'
  }
}

/** A commit that nothing but its reference leads to: HEAD with these files as they are now. */
async function keep(repository: Repository, changes: readonly EntryChange[], session: string): Promise<string | null> {
  const present = changes.filter(({ from }) => from !== null && from.mode !== submodule).map(({ path }) => path)
  if (present.length === 0) return null
  return withIndex(repository, async (index) => {
    await index.read(['read-tree', 'HEAD'])
    const gone = changes.filter(({ from }) => from === null).map(({ path }) => path)
    const tree = await stageFromDisk(index, present, gone)
    const message = `Undone by review-loop, session ${session}`
    const commit = await index.read(['commit-tree', '-p', 'HEAD', '-m', message, tree], { env: ownIdentity })
    const reference = await freeReference(repository, session)
    // Made anew, never moved: what an earlier one keeps stays.
    await repository.read(['update-ref', '--no-deref', reference, commit.trim(), ''])
    return reference
  })
}

async function freeReference(repository: Repository, session: string): Promise<string> {
  const prefix = `refs/review-loop/undone/${session}-`
  const listing = await repository.read(['for-each-ref', '--format=%(refname)', 'refs/review-loop/undone/'])
  const taken = listing.split('\n').filter((name) => name.startsWith(prefix))
  const numbers = taken.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger)
  return `${prefix}${Math.max(0, ...numbers) + 1}`
}

const submodule = '160000'

/** Makes files what they are in `to`. Gives those at whose place something stands that must not go. */
export async function putOnDisk(repository: Repository, changes: readonly EntryChange[]): Promise<readonly string[]> {
  const { root } = repository
  const left = changes.filter(({ from, to }) => from?.mode === submodule || to?.mode === submodule)
  const possible = changes.filter((change) => !left.includes(change))
  for (const { path, to } of possible) if (to === null) remove(root, path)
  const written = possible.filter(({ to }) => to !== null)
  const free = written.filter(({ path }) => ['file', 'none'].includes(diskState(root, path)))
  await checkOut(repository, free)
  return [...left, ...written.filter((change) => !free.includes(change))].map(({ path }) => path)
}

function remove(root: string, path: string): void {
  if (diskState(root, path) !== 'file') return
  rmSync(diskPath(root, path))
  removeEmptyFolders(root, path)
}

async function checkOut(repository: Repository, changes: readonly EntryChange[]): Promise<void> {
  if (changes.length === 0) return
  await withReadingIndex(repository, async (index) => {
    await index.read(['update-index', '-z', '--index-info'], { input: indexInfo(changes) })
    await index.read(['checkout-index', '--force', '-z', '--stdin'], { input: listed(changes.map(({ path }) => path)) })
  })
}
