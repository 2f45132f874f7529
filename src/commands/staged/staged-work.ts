import { realpathSync } from 'node:fs'
import { outputsBeside } from '../../core/fix/validation-output.ts'
import type { RoundChange } from '../../core/staged/replies/execution-claims.ts'
import { decodeName } from '../../core/values/file-name.ts'
import { listed } from '../../io/git/private-index.ts'
import { readPatch } from '../../io/git/read-change.ts'
import type { Repository } from '../../io/git/repository.ts'
import { treeWith } from '../../io/git/snapshot.ts'
import { type EntryChange, treeDifference } from '../../io/git/tree-difference.ts'
import { filesIn } from '../../io/git/tree-texts.ts'
import { workPoint } from '../../io/git/work-point.ts'
import type { WorkPort } from '../../run/staged/ports.ts'
import { workPort } from '../looping/fixer-work.ts'

/** The files of this repository, as a staged run speaks of them. `branch` has to be checked out; `outputs` are no work. */
export function stagedWork(
  repository: Repository,
  branch: string,
  outputs: () => readonly string[] = () => [],
): WorkPort {
  const { root } = repository
  return {
    record: workPort(repository).record,
    roots: [...new Set([root, realpathSync(root)])],
    point: (workedOn = []) =>
      workPoint(repository, { branch, without: outputsBeside(outputs(), workedOn), resume: 'run --resume' }),
    without: (tree, since, paths) => treeWith(repository, tree, { from: since, paths }),
    present: async (tree, paths) => [...(await filesIn(repository, tree, paths)).keys()],
    ignored: (paths) => ignoredAmong(repository, paths),
    difference: async (from, to) => (await treeDifference(repository, from, to)).map(roundChange),
    patch: async (from, to) => {
      const chunks: Buffer[] = []
      await readPatch(repository, { baseTree: from, headTree: to, paths: [] }, (chunk) => chunks.push(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

async function ignoredAmong({ try: attempt }: Repository, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return []
  // It does not take the literal names that we call git with; it fails where there is none.
  const listing = ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin']
  const { stdout } = await attempt(listing, { input: listed(paths) })
  return decodeName(stdout)
    .split('\0')
    .filter((path) => path !== '')
}

function roundChange({ path, from, to }: EntryChange): RoundChange {
  return { path, kind: from === null ? 'added' : to === null ? 'deleted' : 'modified' }
}
