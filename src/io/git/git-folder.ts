import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { namesIn } from '../files.ts'
import { readPlain } from '../plain-file.ts'
import type { Repository } from './repository.ts'

/** The git folder that all worktrees share, and where the files of this worktree are in it: '' or 'worktrees/name/'. */
export interface GitFolder {
  readonly common: string
  readonly own: string
}

export function gitFolder({ gitDir }: Pick<Repository, 'gitDir'>): GitFolder {
  const link = join(gitDir, 'commondir')
  if (!existsSync(link)) return { common: gitDir, own: '' }
  const common = resolve(gitDir, readPlain(link).toString('utf8').trim())
  const own = relative(common, gitDir).replaceAll('\\', '/')
  return own.startsWith('..') ? { common: gitDir, own: '' } : { common, own: `${own}/` }
}

/** The same where git cannot be asked: what the files in a folder say, whether it is there or not. */
export function namedGitFolder(root: string): string {
  const file = join(root, '.git')
  const [, common] = /^gitdir: (.+)\/worktrees\/[^/]+\s*$/.exec(textOf(file)) ?? []
  return common === undefined ? file : resolve(root, common)
}

/** What the work tree reads its history from: its git folder, and the object folders that lend to it. Git is not asked. */
export function historyFolders(root: string): readonly string[] {
  const entry = join(root, '.git')
  const [, named] = /^gitdir: (.+)$/m.exec(textOf(entry)) ?? []
  const own = named === undefined ? entry : resolve(root, named)
  const { common } = gitFolder({ gitDir: own })
  const stores = new Set([join(common, 'objects')])
  // A set that grows while it is walked is walked to its new end.
  for (const store of stores) {
    const lenders = textOf(join(store, 'info', 'alternates')).split('\n')
    for (const line of lenders) if (/^[^#]/.test(line)) stores.add(resolve(store, line))
  }
  return [own, common, ...stores]
}

/** Where the worktrees of a repository are, as far as its git folder says. Some may be gone. */
export function worktreeRoots(common: string): readonly string[] {
  const folder = join(common, 'worktrees')
  const linked = namesIn(folder).flatMap((name) => linkedRoot(join(folder, name)))
  return basename(common) === '.git' ? [dirname(common), ...linked] : linked
}

function linkedRoot(folder: string): string[] {
  const link = textOf(join(folder, 'gitdir')).trim()
  return link === '' ? [] : [dirname(resolve(folder, link))]
}

function textOf(file: string): string {
  try {
    return readPlain(file).toString('utf8')
  } catch {
    return ''
  }
}
