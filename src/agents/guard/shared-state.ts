import { join } from 'node:path'
import { gitFolder, worktreeRoots } from '../../io/git/git-folder.ts'
import type { Repository } from '../../io/git/repository.ts'
import { isWorkingFile, stateFolder } from '../../io/state-folder.ts'
import { type FileRecord, readRecord } from './file-record.ts'
import type { Records, SharedState } from './fingerprint.ts'
import { walkFolder } from './walk.ts'

const keptBytes = 16 * 1024 * 1024

/**
 * What reviews in the other worktrees believe: configuration, waivers and rules. With `before`, of the same worktrees; one
 * that came or went since is seen in the git folder.
 */
export function recordSharedState(repository: Repository, before?: SharedState): SharedState {
  const roots = before?.keys() ?? worktreeRoots(gitFolder(repository).common).filter((root) => root !== repository.root)
  return new Map([...roots].map((root) => [root, recordOne(stateFolder(root), before?.get(root))]))
}

function recordOne(folder: string, before: Records | undefined): Records {
  const entry = readRecord(folder, 0)
  // A link in its place would lead elsewhere.
  if (entry !== null && entry.kind !== 'folder') return new Map([['', entry]])
  return walkFolder(folder, { wants, keptBytes: () => keptBytes, before })
}

/** The ignore file is written by the first command there. */
function wants(path: string, isFolder: boolean): boolean {
  return path !== '.gitignore' && !isWorkingFile(isFolder ? `${path}/` : path)
}

/** By absolute path. */
export function sharedFiles(state: SharedState): ReadonlyMap<string, FileRecord> {
  return new Map(
    [...state].flatMap(([root, records]) =>
      [...records].map(([path, record]) => [join(stateFolder(root), path), record] as const),
    ),
  )
}
