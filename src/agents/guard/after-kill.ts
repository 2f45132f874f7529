import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LoopError } from '../../errors.ts'
import type { AbandonedMark } from '../../io/agent-mark.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { ensureStateFolder, refuseLinkedState } from '../../io/state-folder.ts'
import { compareFingerprints } from './compare-fingerprints.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { recordGitFiles } from './git-files.ts'
import { isIntact } from './is-intact.ts'
import { keepEarlier } from './keep-earlier.ts'
import { type Kept, type MarkedWork, parseKept, withoutFiles } from './kept-record.ts'
import { ownBranch } from './other-worktrees.ts'
import { branchName, isOnlySwitched, plainDifferences, type SwitchedBranch } from './plain-differences.ts'
import { withPrivateGit } from './private-git.ts'
import { recordProtected } from './protected-files.ts'
import { putBack } from './put-back.ts'
import { recordSharedState } from './shared-state.ts'
import { recordState } from './state-files.ts'
import { acceptRefreshedIndexes } from './take-fingerprint.ts'
import { undoMemory } from './undo.ts'
import { type UndoneFolder, undoneFolder } from './undone-folder.ts'
import { waitsForPerson } from './waits-for-person.ts'

/**
 * An agent was at work when we were killed, and nobody has looked since at what it may not touch; or it was rejected for that, and
 * no person has looked. Where that is as before, nothing is left to do. Otherwise a LoopError: by now it may as well be the work
 * of the user, so it is not undone. `here` may be another worktree than that of the agent.
 */
export async function settleMark(here: Repository, mark: AbandonedMark): Promise<void> {
  const { root, files } = mark
  const repository = root === here.root ? here : await openRepository(root).catch(() => null)
  if (repository?.root !== root) throw lostRepository(mark, here.root)
  const where = root === here.root ? 'here' : `in ${root}`
  const kept = keptIn(mark)
  if (kept === null) {
    const problem = 'what was written down before it is gone or was changed'
    throw unsettled(mark, { where, problem, look: lookYourself, files: quoted(files) })
  }
  const before = withoutFiles(repository, kept)
  const { changes, branch } = await changesIn(before, kept.of)
  const found = mark.isHeld ? waitsForPerson(before, changes) : changes
  if (found.length > 0) {
    const place = placeOf(kept, root)
    await keepEarlier(before, found, place)
    const heads = { from: ownBranch(before), to: branch }
    const was = root === here.root ? place.name : place.folder
    const said = isOnlySwitched(found, heads)
      ? switched(heads, root === here.root ? null : root)
      : changed(found, heads, was)
    throw unsettled(mark, { where, ...said, files: quoted(files) })
  }
  // Objects are not written down. Git is asked for them only now, under settings that are the user's.
  if (!(await isIntact(repository))) throw lostRepository(mark, here.root)
  for (const file of files) rmSync(file, { force: true })
}

function changed(found: readonly Difference[], heads: SwitchedBranch, was: string) {
  const problem = `this is not as it was before: ${plainDifferences(found, heads)}`
  return { problem, look: `Undo what is not your own work (as it was: ${was})` }
}

/** Going back makes all as it was; staying is for a person to say, since the agent may have switched. */
function switched(heads: SwitchedBranch, elsewhere: string | null) {
  const [from, to] = [branchName(heads.from), branchName(heads.to)]
  const git = elsewhere === null ? 'git' : `git -C ${quoted([elsewhere])}`
  const back =
    heads.from === null ? 'Check out the commit that was checked out before' : `To go back: ${git} switch ${from}`
  const problem = `since then the branch was switched from ${from} to ${to}`
  return {
    problem,
    look: `${back}, then start again. If you switched it yourself and want to stay on ${to}, look at it first`,
  }
}

/** The repository where it was at work cannot be read any more. What is known of it is written down there, or in `near`. */
export function lostRepository(mark: AbandonedMark, near: string): LoopError {
  const { root, files } = mark
  const where = `in ${root}`
  const kept = keptIn(mark)
  const was =
    kept === null ? '' : ` (as it was, but for the objects of git: ${keepGit(kept, existsSync(root) ? root : near)})`
  if (!existsSync(root)) {
    const look = `${lookYourself}${was}`
    return unsettled(mark, { where, problem: 'that folder is gone', look, files: quoted(files) })
  }
  const problem = existsSync(join(root, '.git')) ? 'git can no longer read its .git' : 'its .git is gone'
  return unsettled(mark, { where, problem, look: `Bring .git back from a remote or a backup${was}` })
}

function unsettled(mark: AbandonedMark, said: Readonly<Record<string, string>>): LoopError {
  const who = keptIn(mark)?.of === 'command' ? 'a command or hook of the change' : 'an agent'
  return new LoopError(mark.isHeld ? 'agent_rejected' : 'agent_cut_off', { who, ...said })
}

const lookYourself = 'Look at the hooks, settings and branches of git and at .review-loop yourself'

function keptIn({ record }: AbandonedMark): Kept | null {
  return record === null ? null : parseKept(record)
}

function quoted(files: readonly string[]): string {
  return files.map((file) => `'${file.replaceAll("'", "'\\''")}'`).join(' ')
}

function placeOf({ takenAtMs }: Kept, root: string): UndoneFolder {
  return undoneFolder(root, new Date(takenAtMs), 'before')
}

function keepGit(kept: Kept, root: string): string {
  refuseLinkedState(root)
  ensureStateFolder(root)
  const folder = join(placeOf(kept, root).folder, 'before', 'git')
  for (const [path, record] of kept.git) if (record.content !== null) putBack(folder, path, record, record.content)
  return folder
}

/** Remembered replies that are not as before are only asked for again. */
async function changesIn(
  before: Fingerprint,
  of: MarkedWork,
): Promise<{ readonly changes: readonly Difference[]; readonly branch: string | null }> {
  const { repository } = before
  const git = of === 'agent' ? recordGitFiles(repository, before.git) : await recordProtected(repository, before.git)
  const asked = { git: before.git, own: gitFolder(repository).own, index: null, trustedUntilMs: 0 }
  await withPrivateGit(repository, asked, (asking) => acceptRefreshedIndexes(asking, before.git, git))
  const now = {
    takenAtMs: Date.now(),
    git,
    state: recordState(repository.root, before.state),
    elsewhere: recordSharedState(repository, before.elsewhere),
  }
  const after = { ...withoutFiles(repository, now), since: { before, changes: [], linksOut: [] } }
  undoMemory(before, after)
  const changes = compareFingerprints(before, after).filter(({ area }) => area !== 'memory')
  return { changes, branch: ownBranch(after) }
}
