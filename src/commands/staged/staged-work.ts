import { realpathSync } from 'node:fs'
import { outputsBeside } from '../../core/fix/validation-output.ts'
import { hideAllWords, longestFile } from '../../core/panel/hide-words.ts'
import { renderFilePatch } from '../../core/panel/patch.ts'
import type { RoundChange } from '../../core/staged/replies/execution-claims.ts'
import { decodeName } from '../../core/values/file-name.ts'
import { readContents } from '../../io/git/contents.ts'
import { listed } from '../../io/git/private-index.ts'
import { readChange, readPatch } from '../../io/git/read-change.ts'
import { readPatches } from '../../io/git/read-patches.ts'
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
    neutralPatch: async (from, to) => {
      const trees = { baseTree: from, headTree: to, paths: [] }
      const files = await readChange(repository, trees)
      const [patches, contents] = await Promise.all([
        readPatches(repository, trees, files, Number.POSITIVE_INFINITY),
        readContents(repository, files, longestFile),
      ])
      return [...hideAllWords(patches, contents).values()].map(renderFilePatch).join('')
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
