import { fold } from '../../core/loop/fold.ts'
import { isCutOff, type LoopState } from '../../core/loop/state.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { LoopError } from '../../errors.ts'
import { finishCommit } from '../../io/git/commit-fix.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { readJournal, sessionsOfBranch } from '../../io/session-store.ts'
import { commitGuarded, guardHooks } from '../guard-hooks.ts'
import { refuseOwnPrograms } from '../reviewing/own-programs.ts'
import { resumeCommand } from './find-resumed.ts'
import type { LoopOptions } from './loop-options.ts'
import type { PreparedLoop } from './loop-world.ts'

type Dirty = NonNullable<LoopOptions['dirty']>

/** What the session was started with: `--resume` need not say it again. */
export const dirtyIn = ({ started }: LoopState): Dirty => started?.given?.dirty ?? 'refuse'

/** The files that the first round works on. May be done again after a crash: a commit that is there is not made twice. */
export async function recordWork(setup: PreparedLoop, dirty: Dirty, without: readonly string[]): Promise<WorkPoint> {
  const { repository, prepared, fixer, branch } = setup
  const files = await uncommittedFirst(setup, dirty)
  if (files.length > 0) await commitFirst(repository, files)
  const point = await workPoint(repository, { branch, without })
  const { chosen, settings, work } = prepared
  const agents = [chosen.reviewer, ...chosen.others, chosen.verifier, fixer]
  await refuseOwnPrograms(repository, agents, settings.fromCommit, { ...work.scope, headTree: point.tree })
  return point
}

async function commitFirst(repository: Repository, files: readonly string[]): Promise<void> {
  const message = 'wip: work before the review loop\n'
  const done = await commitGuarded(repository, { files, message })
  if ('refused' in done)
    throw new LoopError('git_failed', { command: 'commit', reason: done.refused.split('\n')[0] ?? '' })
  // Committed, and killed before the index knew of it.
  const last = 'nothing' in done ? await repository.read(['log', '-1', '--format=%B']) : ''
  if (last.trim() === message.trim()) await guardHooks(repository, 'git commit', () => finishCommit(repository))
}

/** What has to be committed before the loop begins. A reviewer that sees other files than a fix commits would approve something else. */
export async function uncommittedFirst(
  { repository, branch, outside }: PreparedLoop,
  dirty: Dirty = 'refuse',
): Promise<readonly string[]> {
  const { dirty: files } = await readWorkState(repository)
  if (files.length === 0 || dirty === 'include') return []
  if (dirty === 'commit') return files
  const cutOff = sessionsOfBranch(repository.root, branch).find((id) =>
    isCutOff(fold(readJournal(repository.root, id).events)),
  )
  throw new LoopError('dirty_tree', {
    files: firstFew(files, 3).join(', '),
    ...(cutOff ? { resume: resumeCommand(repository.root, cutOff) } : {}),
    ...(outside === null ? {} : { isOutside: 'yes' }),
  })
}
