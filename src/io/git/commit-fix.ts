import { accessSync, constants, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoopError } from '../../errors.ts'
import { diskPath } from '../disk-path.ts'
import { type RunResult, signingVariables, toolVariables } from '../exec.ts'
import { statOf } from '../file-stamp.ts'
import { mask } from '../masking.ts'
import { diskState } from './disk-paths.ts'
import { type PrivateIndex, stageFromDisk, withIndex } from './private-index.ts'
import type { Repository } from './repository.ts'
import { indexInfo, treeDifference } from './tree-difference.ts'

export interface CommitRequest {
  /** Relative to the root. Taken as they are on the disk; one that is not there is committed as removed. */
  readonly files: readonly string[]
  /** Secrets in it are masked. */
  readonly message: string
}

export type CommitResult =
  | { readonly commit: string }
  /** A hook of the repository said no; the end of what it printed, with secrets masked. */
  | { readonly refused: string }
  /** The named files are as in HEAD already. */
  | { readonly nothing: true }

/**
 * Commits the named files and nothing else: what the user has staged, changed or left untracked besides stays as it is. Hooks
 * run as always, and signing is as git is configured. A hook that mends the named files has them committed as it left them.
 */
export async function commitFiles(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  await requireReady(repository)
  const result = await withIndex(repository, (index) => makeCommit(repository, index, request))
  if ('commit' in result) await settleIndex(repository, result.commit)
  return result
}

/**
 * Makes the user's index agree with a commit that was made past it, at the paths of that commit only. Until then git would
 * show the fix as taken back. May be called again.
 */
async function settleIndex(repository: Repository, commit: string): Promise<void> {
  const input = indexInfo(await treeDifference(repository, `${commit}^`, commit))
  const args = ['update-index', '-z', '--index-info']
  // Somebody else, an editor for example, may hold the index for a moment.
  for (let pause = 25; pause < 5000; pause *= 2) {
    const result = await repository.try(args, { input, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: '' } })
    if (result.code === 0) return
    if (!result.stderr.includes('.lock')) throw failure('update-index', result)
    await sleep(pause)
  }
  await repository.read(args, { input })
}

/**
 * HEAD was committed by `commitFiles`, which was cut off after that: does the rest. What somebody wrote since is none of it.
 * Gives the commit. May be called again.
 */
export async function finishCommit(repository: Repository): Promise<string> {
  const files = (await treeDifference(repository, 'HEAD^', 'HEAD')).map(({ path }) => path)
  const old = await notWrittenSince(repository, files)
  const commit = await withIndex(repository, (index) => withMended(repository, index, old))
  await settleIndex(repository, commit)
  return commit
}

/** Files that are older than the object of HEAD, which git writes when the hook is done. None where it is in a pack by now. */
async function notWrittenSince({ root, read }: Repository, files: readonly string[]): Promise<readonly string[]> {
  const head = (await read(['rev-parse', 'HEAD'])).trim()
  const object = await read(['rev-parse', '--git-path', `objects/${head.slice(0, 2)}/${head.slice(2)}`])
  const made = statOf(resolve(root, object.trim()))?.mtimeNs ?? 0n
  return files.filter((path) => (statOf(diskPath(root, path))?.ctimeNs ?? made + 1n) <= made)
}

/** The same where HEAD says that it is ours, by these words; null where it does not. */
export async function finishOwnCommit(repository: Repository, words: string): Promise<string | null> {
  const message = await repository.read(['log', '-1', '--format=%B', 'HEAD'])
  return message.includes(words) ? finishCommit(repository) : null
}

async function makeCommit(
  repository: Repository,
  index: PrivateIndex,
  { files, message }: CommitRequest,
): Promise<CommitResult> {
  const commit = () => tryCommit(repository, index, ['-F', '-'], mask(message))
  const before = await treeOf(repository, 'HEAD')
  const staged = await stage(repository, index, files)
  if (staged === before) return { nothing: true }
  let result = await commit()
  if (result.code !== 0 && (await hasHook(repository))) {
    // Some hooks mend files and refuse, for the person to look at them and try again.
    const mended = await stage(repository, index, files)
    if (mended !== staged && mended !== before) result = await commit()
  }
  if (result.code !== 0) return refusal(result)
  return { commit: await withMended(repository, index, files) }
}

/** HEAD with what hooks mended: some do so and let the commit pass without it. Nobody has seen this commit yet. */
async function withMended(repository: Repository, index: PrivateIndex, files: readonly string[]): Promise<string> {
  if (await hasHook(repository)) {
    const made = await treeOf(repository, 'HEAD')
    if ((await stage(repository, index, files)) !== made) {
      await tryCommit(repository, index, ['--amend', '--no-edit'], '')
    }
  }
  return (await repository.read(['rev-parse', 'HEAD'])).trim()
}

/** HEAD and the named files. A folder counts where it is a repository of its own: git knows those by their commit. */
async function stage({ root }: Repository, index: PrivateIndex, files: readonly string[]): Promise<string> {
  const isPresent = (path: string) => {
    const state = diskState(root, path)
    return state === 'file' || (state === 'folder' && existsSync(diskPath(root, `${path}/.git`)))
  }
  await index.read(['read-tree', 'HEAD'])
  return stageFromDisk(
    index,
    files.filter(isPresent),
    files.filter((path) => !isPresent(path)),
  )
}

function tryCommit(
  repository: Repository,
  { env }: PrivateIndex,
  extra: readonly string[],
  input: string,
): Promise<RunResult> {
  // Hooks look for files by patterns, which our own calls of git do not. No helper of git is left behind.
  const settings = ['--no-literal-pathspecs', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false']
  const args = [...settings, 'commit', '--quiet', '--no-status', '--cleanup=whitespace', ...extra]
  const variables = { ...toolVariables(), ...signingVariables(), LC_ALL: 'C.UTF-8' }
  return repository.try(args, { input, env: { ...variables, ...env }, endsWithUs: true })
}

function refusal(result: RunResult): CommitResult {
  const isHook = result.code === 1 || result.stderr.includes('aborted by hook')
  if (!isHook) throw failure('commit', result)
  const said = mask(`${result.stderr}${result.stdout}`.trim())
  return { refused: said === '' ? 'A hook of the repository refused the commit without a word.' : said.slice(-8192) }
}

/** The line with git's own reason: hooks may have printed before it. */
function failure(command: string, { failure: ended, stderr }: RunResult): LoopError {
  const lines = stderr.trim().split('\n')
  const reason = ended ?? lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0] ?? ''
  return new LoopError('git_failed', { command, reason: reason.replace(/^(fatal|error): /, '') })
}

/** Whether something may change files while a commit is made. */
export async function hasHook({ root, read }: Repository): Promise<boolean> {
  const path = (await read(['rev-parse', '--git-path', 'hooks/pre-commit'])).trim()
  try {
    accessSync(resolve(root, path), constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function treeOf({ read }: Repository, commit: string): Promise<string> {
  return (await read(['rev-parse', `${commit}^{tree}`])).trim()
}

const operations: readonly [file: string, what: string][] = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
]

/**
 * A commit in the middle of a merge would end it, and with the wrong files; beside a lock that stays, the index could not
 * follow it. Asked before anything is paid for, too.
 */
export async function requireReady(repository: Repository): Promise<void> {
  const found = operations.find(([file]) => existsSync(join(repository.gitDir, file)))
  if (found !== undefined) throw new LoopError('half_done', { what: found[1] })
  for (const name of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    if ((await repository.try(['var', name])).code !== 0) throw new LoopError('no_identity')
  }
  await requireUnlocked(repository)
}

/** An editor, for example, may hold the index for a moment. */
async function requireUnlocked({ indexFile }: Repository): Promise<void> {
  const file = `${indexFile}.lock`
  for (let pause = 25; existsSync(file); pause *= 2) {
    if (pause > 1600) throw new LoopError('index_locked', { file })
    await sleep(pause)
  }
}
