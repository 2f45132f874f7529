import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { gitFolder } from '../../io/git/git-folder.ts'
import { listed } from '../../io/git/private-index.ts'
import type { Repository } from '../../io/git/repository.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import { type FileRecord, isSame } from './file-record.ts'
import type { Fingerprint, Records } from './fingerprint.ts'
import { isIndex, recordGitFiles } from './git-files.ts'
import { recordIgnored } from './ignored-files.ts'
import { type PrivateGit, recordedIn, withPrivateGit } from './private-git.ts'
import { type AllPaths, readAll, readSuspects, readWork } from './read-work.ts'
import { recordSharedState } from './shared-state.ts'
import { recordState } from './state-files.ts'
import { compareWork, recordWork } from './work-tree.ts'

/**
 * The state of a repository. Nothing of the user's is written: neither index nor objects.
 * With `before`, only what differs from it is looked at closely.
 */
export async function takeFingerprint(repository: Repository, before?: Fingerprint): Promise<Fingerprint> {
  const started = performance.now()
  const takenAtMs = Date.now()
  const taken = await (before === undefined ? takeFirst(repository) : takeSecond(repository, before))
  return { repository, takenAtMs, ...taken, durationMs: performance.now() - started }
}

type Taken = Omit<Fingerprint, 'repository' | 'takenAtMs' | 'durationMs'>

async function takeFirst(repository: Repository): Promise<Taken> {
  const { root } = repository
  ensureStateFolder(root)
  const { own } = gitFolder(repository)
  const git = recordGitFiles(repository)
  const index = git.get(`${own}index`)?.content ?? null
  const trustedUntilMs = lstatSync(repository.indexFile, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return withPrivateGit(repository, { git, own, index, trustedUntilMs }, async (asking) => {
    const paths = await readRefreshed(asking)
    const work = await recordWork(asking, root, paths)
    const ignored = recordIgnored(root, paths.ignored)
    return { git, state: recordState(root), elsewhere: recordSharedState(repository), ignored, work, since: null }
  })
}

/**
 * Takes away the marks that tell git not to look at a file, and brings the stamps in the index up to date where some are not:
 * what is suspect then has really changed.
 */
async function readRefreshed(git: PrivateGit): Promise<AllPaths> {
  const paths = await readAll(git)
  if (paths.marked.length === 0 && paths.suspect.length === 0) return paths
  const input = listed(paths.marked)
  for (const mark of paths.marked.length === 0 ? [] : ['--no-assume-unchanged', '--no-skip-worktree']) {
    await git.read(['update-index', mark, '-z', '--stdin'], { input })
  }
  // It fails when a file has changed, which is no failure here.
  await git.try(['update-index', '-q', '--unmerged', '--ignore-missing', '--refresh'])
  return { ...paths, suspect: await readSuspects(git) }
}

async function takeSecond(repository: Repository, before: Fingerprint): Promise<Taken> {
  const { root } = repository
  const git = await withoutPassingLocks(repository, before.git)
  return withPrivateGit(repository, recordedIn(before), async (asking) => {
    await acceptRefreshedIndexes(asking, before.git, git)
    const paths = await readWork(asking)
    const { work, since } = await compareWork(asking, before, paths)
    const state = recordState(root, before.state)
    const elsewhere = recordSharedState(repository, before.elsewhere)
    return { git, state, elsewhere, ignored: recordIgnored(root, paths.ignored, before.ignored), work, since }
  })
}

/** Other programs of the user may hold a lock for a moment. One that stays was left behind. */
async function withoutPassingLocks(repository: Repository, before: Records): Promise<Map<string, FileRecord>> {
  for (let round = 0; ; round++) {
    const git = recordGitFiles(repository, before)
    const locked = [...git.keys()].some((path) => path.endsWith('.lock') && !before.has(path))
    if (!locked || round === 10) return git
    await sleep(50)
  }
}

/** An index with the same entries but newer stamps is the same: looking at a repository may write it. */
export async function acceptRefreshedIndexes(
  git: PrivateGit,
  before: Records,
  after: Map<string, FileRecord>,
): Promise<void> {
  for (const [path, record] of after) {
    const old = before.get(path)
    if (!isIndex(path) || old === undefined || isSame(old, record)) continue
    const [left, right] = [await entries(old), await entries(record)]
    if (left !== null && left === right) after.set(path, old)
  }

  async function entries({ content }: FileRecord): Promise<string | null> {
    if (content === null) return null
    const file = join(git.folder, 'compared-index')
    writeFileSync(file, content)
    const list = await git.try(['ls-files', '--stage', '-v', '-z'], { env: { GIT_INDEX_FILE: file } })
    return list.code === 0 ? list.stdout.toString('latin1') : null
  }
}
