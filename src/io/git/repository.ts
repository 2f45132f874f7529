import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeName } from '../../core/values/file-name.ts'
import { LoopError } from '../../errors.ts'
import { gitEnvironment, missingFile, type RunOptions, type RunResult, run, stream } from '../exec.ts'
import { refuseLinkedState, stateFolder } from '../state-folder.ts'
import { leaveOutProgramsOf } from '../which.ts'
import { gitCall } from './git-call.ts'

/** Where we are, and how to ask git. Plain data and three functions. */
export interface Repository {
  readonly root: string
  readonly gitDir: string
  readonly indexFile: string
  readonly objectsDir: string
  /** The folder the user stands in, relative to the root: '' or 'src/'. */
  readonly prefix: string
  readonly shallow: boolean
  /** How objects are named: sha1 or sha256. */
  readonly objectFormat: string
  /** Runs git and gives its result, whatever the exit code. */
  readonly try: (args: readonly string[], options?: GitOptions) => Promise<RunResult>
  /** Runs git and gives its output as text, in which names are as `decodeName` writes them; a failure is a LoopError. */
  readonly read: (args: readonly string[], options?: GitOptions) => Promise<string>
  /** Like `read`, output as it comes. */
  readonly stream: (args: readonly string[], onChunk: (chunk: Buffer) => void, options?: GitOptions) => Promise<void>
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly throughFile?: boolean
  readonly endsWithUs?: boolean
}

/** Snapshots of uncommitted work live here, so that nothing is ever written into the user's own object store. */
export const snapshotObjects = (root: string): string => join(stateFolder(root), 'cache', 'objects')

/** Once the signal has come, every question to git rejects: what was not answered must not look like an answer. */
export async function openRepository(cwd: string, signal?: AbortSignal): Promise<Repository> {
  if (!existsSync(cwd)) throw new LoopError('unreadable_file', { path: cwd, reason: 'there is no such folder' })
  leaveOutProgramsOf(cwd)
  const questions = ['--show-toplevel', '--absolute-git-dir', '--is-shallow-repository', '--show-object-format']
  const paths = ['--path-format=absolute', '--git-path', 'index', '--git-path', 'objects', '--show-prefix']
  const answer = await run('git', ['rev-parse', ...questions, ...paths], {
    cwd,
    env: gitEnvironment(),
    ...(signal ? { signal } : {}),
  })
  signal?.throwIfAborted()
  if (answer.code !== 0) throw explain(answer, cwd)
  const [root = '', gitDir = '', shallow, objectFormat = '', indexFile = '', objectsDir = '', prefix = ''] =
    answer.stdout.toString().split('\n')
  leaveOutProgramsOf(root)
  refuseLinkedState(root)
  const facts = { root, gitDir, indexFile, objectsDir, objectFormat, prefix, shallow: shallow === 'true' }
  return { ...facts, ...asking(root, signal) }
}

/** The same repository, not bound to the signal: for what has to be undone after a stop. */
export function withoutSignal(repository: Repository): Repository {
  return { ...repository, prefix: '', ...asking(repository.root) }
}

function asking(root: string, signal?: AbortSignal): Pick<Repository, 'try' | 'read' | 'stream'> {
  const ask = async (args: readonly string[], options: GitOptions = {}) => {
    const result = await run(...gitCall(neutral(args)), settings(args, options))
    signal?.throwIfAborted()
    return result
  }
  return {
    try: ask,
    read: async (args, options) => {
      const result = await ask(args, options)
      if (result.code !== 0) throw failed(args, result)
      return decodeName(result.stdout, result.stdout.toString('utf8'))
    },
    stream: async (args, onChunk, options = {}) => {
      const result = await stream(...gitCall(neutral(args)), settings(args, options), onChunk)
      signal?.throwIfAborted()
      if (result.code !== 0) throw failed(args, result)
    },
  }

  function settings(args: readonly string[], { env, ...rest }: GitOptions): RunOptions {
    const variables = { ...alternates(root), ...env, ...(args[0] === 'diff-tree' ? withoutIndex : {}) }
    return { cwd: root, ...(signal ? { signal } : {}), ...rest, env: gitEnvironment(variables) }
  }
}

/** git would read a file of the work tree instead of a blob where the index says that they are the same. */
const withoutIndex = { GIT_INDEX_FILE: missingFile }

/** No helper program of the repository's configuration is started, and no cache says what is on the disk. */
const ownSettings = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'core.warnAmbiguousRefs=true',
]

/** Paths are names, not patterns. */
function neutral(args: readonly string[]): string[] {
  return ['--literal-pathspecs', ...ownSettings.flatMap((setting) => ['-c', setting]), ...args]
}

/** Lets git read the objects of earlier snapshots. */
function alternates(root: string): Record<string, string> {
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForList(snapshotObjects(root)) }
}

export function quoteForList(path: string): string {
  return /[":;]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path
}

function explain(answer: RunResult, cwd: string): LoopError {
  if (answer.failure?.includes('ENOENT')) return new LoopError('git_missing')
  if (answer.stderr.includes('must be run in a work tree')) return new LoopError('bare_repository', { path: cwd })
  if (answer.stderr.includes('dubious ownership')) return new LoopError('foreign_repository', { path: cwd })
  if (answer.stderr.includes('not a git repository')) return new LoopError('not_repository', { path: cwd })
  return failed(['rev-parse'], answer)
}

export function failed(args: readonly string[], result: Omit<RunResult, 'stdout'>): LoopError {
  const reason = (result.failure ?? result.stderr.trim().split('\n')[0] ?? '').replace(/^(fatal|error): /, '')
  const isDamaged = /corrupt|is empty|unable to unpack/.test(result.stderr)
  if (isDamaged && result.stderr.includes(snapshotObjects(''))) return new LoopError('damaged_snapshots', { reason })
  return new LoopError('git_failed', { command: args[0] ?? '', reason })
}
