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

const others = ['ls-files', '--others', '--exclude-standard', '-z']

export async function readWork(git: PrivateGit): Promise<WorkPaths> {
  const [suspect, unknown, ignored] = await Promise.all([readSuspects(git), git.read(others), readIgnored(git)])
  return { suspect, ...untrackedIn(split(unknown)), ignored }
}

export interface AllPaths extends WorkPaths {
  /** The files in the index. */
  readonly tracked: readonly string[]
  /** Those of them that git was told not to look at. */
  readonly marked: readonly string[]
  /** Files in .review-loop that git neither tracks nor ignores. */
  readonly own: readonly string[]
}

/** The same with what the index knows, without another process. */
export async function readAll(git: PrivateGit): Promise<AllPaths> {
  const [suspect, all, ignored] = await Promise.all([
    readSuspects(git),
    git.read([...others, '--cached', '-v']),
    readIgnored(git),
  ])
  const known = split(all).map((line) => ({ tag: line[0] ?? '', path: line.slice(2) }))
  const unknown = known.filter(({ tag }) => tag === '?').map(({ path }) => path)
  const tracked = known.filter(({ tag }) => tag !== '?')
  return {
    suspect,
    ...untrackedIn(unknown),
    ignored,
    tracked: tracked.map(({ path }) => path),
    marked: tracked.filter(({ tag }) => tag !== 'H' && tag !== 'M').map(({ path }) => path),
    own: unknown.filter((path) => !isWork(path)),
  }
}

export async function readSuspects(git: PrivateGit): Promise<string[]> {
  const files = await git.read(['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all'])
  return [...new Set(pathsOf(files))].filter(isWork)
}

async function readIgnored(git: PrivateGit): Promise<string[]> {
  return split(await git.read([...others, '--ignored', '--directory'])).filter(isWork)
}

function untrackedIn(paths: readonly string[]): Pick<WorkPaths, 'untracked' | 'nested'> {
  const work = paths.filter(isWork)
  return {
    untracked: work.filter((path) => !path.endsWith('/')),
    nested: work.filter((path) => path.endsWith('/')),
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
