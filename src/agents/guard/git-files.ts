import { join } from 'node:path'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { FileRecord } from './file-record.ts'
import { readRecord } from './file-record.ts'
import type { Area, Records } from './fingerprint.ts'
import { walkFolder } from './walk.ts'

/** Indexes of very large repositories have tens of megabytes. */
const keptBytes = 256 * 1024 * 1024

/** What a file of the git folder is about. `carried` is brought back with the rest but is no difference by itself. */
export type GitArea = Extract<Area, 'head' | 'ref' | 'index' | 'worktree' | 'git'> | 'carried'

const plain: readonly [pattern: RegExp, area: GitArea][] = [
  [/^HEAD$/, 'head'],
  [/^(packed-refs$|refs(\/|$)|reftable(\/|$))/, 'ref'],
  [/^index$/, 'index'],
  [/^(sharedindex\.|ORIG_HEAD$|FETCH_HEAD$|COMMIT_EDITMSG$|logs(\/|$))/, 'carried'],
  [/^(config|config\.worktree|shallow|commondir|gitdir|locked)$/, 'git'],
  [/^(hooks|info(?!\/refs$)|rebase-merge|rebase-apply|sequencer)(\/|$)/, 'git'],
  [/^objects\/info(\/|\/(http-)?alternates)?$/, 'git'],
  [
    /^[A-Z_]+(_HEAD|_MSG|_MODE|_RR|_LOG|_START|_NAMES|_TERMS|_RUN|_EXPECTED_REV)$|^(AUTO_MERGE|MERGE_AUTOSTASH)$/,
    'git',
  ],
  [/^[\w-]+\.lock$/, 'git'],
]

/** Null for files that git does not read, that it makes again in the background, or that are too many: objects. */
export function gitAreaOf(path: string, own: string): GitArea | null {
  const [, worktree, inner] = /^(worktrees\/[^/]+\/)(.+)$/.exec(path) ?? []
  if (worktree !== undefined && inner !== undefined) {
    const area = plainArea(inner)
    return worktree === own || area === null || area === 'carried' ? area : 'worktree'
  }
  const module = /^modules\/.+?\/(config|HEAD|index|packed-refs|hooks|info|refs)(\/.*)?$/.exec(path)
  if (module !== null) return 'git'
  const area = plainArea(path)
  // In a linked worktree these belong to the main one.
  return own !== '' && (area === 'head' || area === 'index') ? 'worktree' : area
}

function plainArea(path: string): GitArea | null {
  return plain.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

export function isIndex(path: string): boolean {
  return /(^|\/)index$/.test(path)
}

/** Under this name the folder called .git itself is recorded, which in a linked worktree is a file. */
export const gitEntry = '.git'

export function recordGitFiles(repository: Repository, before?: Records): Map<string, FileRecord> {
  const { common, own } = gitFolder(repository)
  const records = walkFolder(common, { wants, keptBytes: () => keptBytes, before })
  const entry = readRecord(join(repository.root, '.git'), keptBytes, before?.get(gitEntry))
  if (entry !== null)
    records.set(gitEntry, entry.kind === 'folder' ? { ...entry, mode: 0, stamp: 'folder', fresh: false } : entry)
  return records

  function wants(path: string, isFolder: boolean): boolean {
    return isFolder ? wantsFolder(path) : gitAreaOf(path, own) !== null
  }
}

/** Thousands of references of remotes have a log each; nobody restores those by hand. */
function wantsFolder(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (path === 'objects' || path.startsWith('modules/'))
    return !['logs', 'lfs'].includes(name) && !/^modules\/.*\/?objects$/.test(path)
  if (path === 'modules' || /^worktrees(\/[^/]+)?$/.test(path)) return true
  if (/(^|\/)logs\/refs\/remotes$/.test(path)) return false
  return gitAreaOf(`${path}/`, '') !== null || gitAreaOf(path, '') !== null
}
