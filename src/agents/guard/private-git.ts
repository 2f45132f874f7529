import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunResult } from '../../io/exec.ts'
import { makeFolder } from '../../io/files.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import { type GitOptions, quoteForList, type Repository, snapshotObjects } from '../../io/git/repository.ts'
import { newTemporaryFolder } from '../../io/temporary-folder.ts'
import type { Fingerprint, Records } from './fingerprint.ts'

export interface PrivateGit {
  readonly read: (args: readonly string[], options?: GitOptions) => Promise<string>
  readonly try: (args: readonly string[], options?: GitOptions) => Promise<RunResult>
  /** The private index as it is now. */
  readonly index: () => Uint8Array
  readonly folder: string
}

/** Settings under which nothing is hidden from a look at the files, nothing else is started, and speed matters most. */
const settings: readonly [name: string, value: string][] = [
  ['core.trustCtime', 'true'],
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.sparseCheckout', 'false'],
  ['index.sparse', 'false'],
  ['core.splitIndex', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.safecrlf', 'false'],
  ['core.looseCompression', '1'],
  ['core.fsync', 'none'],
]

export interface Recorded {
  readonly git: Records
  readonly own: string
  readonly index: Uint8Array | null
  /** Files written since then are compared by their content: stamps in an index are only as fine as a second. */
  readonly trustedUntilMs: number
}

export function recordedIn({ repository, git, work, takenAtMs }: Fingerprint): Recorded {
  return { git, own: gitFolder(repository).own, index: work.index, trustedUntilMs: takenAtMs - 1000 }
}

/**
 * A git folder of our own for the same files: with the configuration and the index that were recorded, whatever has become
 * of the real ones since. So git is never asked under settings that an agent has changed, and never writes for the user.
 */
export async function withPrivateGit<T>(
  repository: Repository,
  recorded: Recorded,
  use: (git: PrivateGit) => Promise<T>,
): Promise<T> {
  const folder = newTemporaryFolder(repository.root, 'guard')
  try {
    fill(folder, recorded)
    return await use(askIn(repository, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(folder: string, { git, own, index, trustedUntilMs }: Recorded): void {
  mkdirSync(join(folder, 'refs'))
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/none\n')
  for (const name of ['info/exclude', 'info/attributes', 'config', 'config.worktree']) {
    const content = git.get(name === 'config.worktree' ? own + name : name)?.content
    if (content) put(name, name === 'config' ? usable(content) : content)
  }
  for (const [path, { content }] of git) {
    const shared = path.startsWith(`${own}sharedindex.`)
    if (shared && content) put(path.slice(own.length), content)
  }
  if (index !== null) {
    put('index', index)
    const time = Math.floor(trustedUntilMs / 1000)
    utimesSync(join(folder, 'index'), time, time)
  }

  function put(name: string, content: Uint8Array | string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** There are no references here, so the format they have does not matter; git would look for it. */
function usable(config: Uint8Array): string {
  return Buffer.from(config)
    .toString('utf8')
    .replace(/^\s*refstorage\s*=.*$/gim, '')
}

function askIn(repository: Repository, folder: string): PrivateGit {
  const objects = snapshotObjects(repository.root)
  makeFolder(objects)
  const env = {
    GIT_DIR: folder,
    GIT_WORK_TREE: repository.root,
    GIT_COMMON_DIR: folder,
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForList(repository.objectsDir),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
  const withEnvironment = (options: GitOptions = {}) => ({ ...options, env: { ...env, ...options.env } })
  return {
    folder,
    read: (args, options) => repository.read(args, withEnvironment(options)),
    try: (args, options) => repository.try(args, withEnvironment(options)),
    index: () => readFileSync(join(folder, 'index')),
  }
}
