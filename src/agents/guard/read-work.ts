import type { PrivateGit } from './private-git.ts'

/** What differs between the disk and the private index, and what the index does not know. */
export interface WorkPaths {
  /** Tracked files whose stamp is not the one in the index: perhaps changed, perhaps only touched. */
  readonly suspect: readonly string[]
  readonly untracked: readonly string[]
  /** Folders that are repositories themselves, with a slash at the end. */
  readonly nested: readonly string[]
  /** Files, and folders with a slash at the end. */
  readonly ignored: readonly string[]
}

export async function readWork(git: PrivateGit): Promise<WorkPaths> {
  const others = ['ls-files', '--others', '--exclude-standard', '-z']
  const [files, unknown, ignored] = await Promise.all([
    git.read(['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all']),
    git.read(others),
    git.read([...others, '--ignored', '--directory']),
  ])
  const untracked = split(unknown).filter(isWork)
  return {
    suspect: [...new Set(pathsOf(files))].filter(isWork),
    untracked: untracked.filter((path) => !path.endsWith('/')),
    nested: untracked.filter((path) => path.endsWith('/')),
    ignored: split(ignored).filter(isWork),
  }
}

/** A description and a path take turns. */
function pathsOf(raw: string): string[] {
  return raw.split('\0').filter((_field, at) => at % 2 === 1)
}

export function split(list: string): string[] {
  return list.split('\0').filter((field) => field !== '')
}

/** Our own folder is looked at in another way. */
function isWork(path: string): boolean {
  return !path.startsWith('.review-loop/') && path !== '.review-loop'
}
