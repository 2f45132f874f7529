import { type LoopState, lastRound, policyOf } from '../../core/loop/state.ts'
import { fixReplies, type ReplyTo } from '../../core/watch/fix-replies.ts'
import type { ItemGroup } from '../../core/watch/group-items.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import type { FixedThread } from '../../core/watch/unconfirmed-fixes.ts'
import { whyVetoed } from '../../core/watch/vetoed-fix.ts'
import { LoopError } from '../../errors.ts'
import type { Answer } from '../../forge/forge.ts'
import { fetchCommits } from '../../io/git/fetch-commits.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import { pushTarget } from '../../io/git/push-branch.ts'
import type { Repository } from '../../io/git/repository.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { withoutCommands } from '../../report/watch/wording.ts'
import type { Unwanted } from '../../run/loop/ports.ts'
import { pushGuarded } from '../guard-hooks.ts'
import type { LoopWorld } from '../looping/loop-world.ts'
import { answerClaims, gatherFrom, resolveFixed, withdrawClaims } from './answer-items.ts'
import { retryRead } from './retry-forge.ts'
import { syncInstructions } from './sync-instructions.ts'
import type { Watcher } from './watcher.ts'

/** `before`: what the head was, if something was pushed. */
type Push = { readonly before: string | null } | { readonly problem: string } | Unwanted

/** Says what was done since the last round, and pushes it. Where there is nothing new, nothing is said. */
export async function publish(watcher: Watcher, world: LoopWorld, commit: string): Promise<Push> {
  const state = world.state()
  const last = lastRound(state)
  const files = await changedFiles(world)
  const answer = await retryRead(watcher, () => readPublished(watcher, commit, files))
  // Nothing is pushed that nobody was told about: it is looked at again before the next step.
  if ('problem' in answer) return { problem: unreadableText(answer.problem) }
  const { snapshot, groups } = answer.value
  if (groups === null) return { before: null }
  const { repository, branch } = world.setup
  if (!(await isAncestor(repository, snapshot.head, commit))) {
    await withdrawClaims(watcher, snapshot, commit)
    const how = await syncInstructions(repository, branch, snapshot.head, last?.point.head)
    return { problem: movedText(watcher, snapshot.head, how) }
  }
  const unwanted = whyVetoed(state, groups)
  if (unwanted !== null) return { unwanted }
  const replies = repliesFor(state, 'push')
  const unsaid = replies && (await answerClaims(watcher, snapshot, groups, replies, commit))
  if (unsaid) return { problem: `${unsaid} So nothing is pushed: --resume tries again.` }
  // Many answers take minutes, in which people speak.
  const look = replies && (await retryRead(watcher, () => readObjection(watcher, world)))
  if (look !== null && 'problem' in look) return { problem: unreadableText(look.problem) }
  if (look !== null && look.value.why !== null) {
    await withdrawClaims(watcher, look.value.snapshot, commit)
    return { unwanted: look.value.why }
  }
  try {
    await pushGuarded(repository, commit, await pushTarget(repository, branch))
  } catch (error) {
    if (!(error instanceof LoopError)) throw error
    if (await hasArrived(repository, branch, commit)) return { before: snapshot.head }
    const now = await watcher.forge.readSnapshot(watcher.session.pr)
    if ('value' in now) await withdrawClaims(watcher, now.value, commit)
    if ('problem' in now || now.value.head === snapshot.head) {
      return { problem: `${error.message} Put that right, then --resume.` }
    }
    const how = await syncInstructions(repository, branch, now.value.head, snapshot.head)
    return { problem: overtakenText(watcher, now.value.head, commit, how) }
  }
  watcher.notice(`Pushed ${commit.slice(0, 10)} to ${branch}.`)
  return { before: snapshot.head }
}

/** A push may arrive although its end was not seen. */
async function hasArrived(repository: Repository, branch: string, commit: string): Promise<boolean> {
  const { remote } = await pushTarget(repository, branch)
  const fetched = await fetchCommits(repository, remote, [branch])
  const tip = 'tips' in fetched ? fetched.tips.get(branch) : undefined
  return tip !== undefined && (await isAncestor(repository, commit, tip))
}

/** What cannot be read now is looked at again before it is pushed. */
export async function unwantedNow(watcher: Watcher, world: LoopWorld): Promise<string | null> {
  const look = await readObjection(watcher, world)
  return 'value' in look ? look.value.why : null
}

interface Objection {
  readonly snapshot: Snapshot
  /** Why the fix is not wanted; null: nobody objects. */
  readonly why: string | null
}

async function readObjection(watcher: Watcher, world: LoopWorld): Promise<Answer<Objection>> {
  const read = await watcher.forge.readSnapshot(watcher.session.pr)
  if ('problem' in read) return read
  const groups = await gatherFrom(watcher, read.value, await changedFiles(world))
  return 'problem' in groups ? groups : { value: { snapshot: read.value, why: whyVetoed(world.state(), groups.value) } }
}

interface Published {
  readonly snapshot: Snapshot
  /** Null: there is nothing to push. */
  readonly groups: readonly ItemGroup[] | null
}

async function readPublished(watcher: Watcher, commit: string, files: readonly string[]): Promise<Answer<Published>> {
  const read = await watcher.forge.readSnapshot(watcher.session.pr)
  if ('problem' in read) return read
  const snapshot = read.value
  if (snapshot.state !== 'open' || snapshot.head === commit) return { value: { snapshot, groups: null } }
  const groups = await gatherFrom(watcher, snapshot, files)
  return 'problem' in groups ? groups : { value: { snapshot, groups: groups.value } }
}

/** Resolves what a push has fixed, as soon as the forge shows it. `before`: the head that it may show for a while. */
export async function closeFixed(
  watcher: Watcher,
  commit: string,
  before: string | null,
  onResolved: (fixed: FixedThread) => void,
): Promise<void> {
  const shown = await retryRead(watcher, async () => {
    const answer = await watcher.forge.readSnapshot(watcher.session.pr)
    return 'value' in answer && answer.value.head === before ? { problem: 'the push is not shown yet' } : answer
  })
  if ('problem' in shown || shown.value.state !== 'open' || shown.value.head !== commit) return
  await resolveFixed(watcher, shown.value, new Set(), onResolved)
}

/**
 * What was left as it is, where the loop ended before the next push could say it. What was tried in vain is told when it is a
 * person's turn: a session that only goes on later may try again.
 */
export async function tellLeft(watcher: Watcher, state: LoopState, files: readonly string[]): Promise<void> {
  const replyTo = repliesFor(state, state.outcome === 'inconclusive' ? 'pause' : 'end')
  const answer = replyTo === null ? null : await watcher.forge.readSnapshot(watcher.session.pr)
  if (replyTo === null || answer === null || 'problem' in answer || answer.value.state !== 'open') return
  const groups = await gatherFrom(watcher, answer.value, files)
  if ('problem' in groups) return
  await answerClaims(watcher, answer.value, groups.value, replyTo, answer.value.head)
}

/** What a fixer says may quote a validation command, which is not for everybody who reads a thread. */
function repliesFor(state: LoopState, when: Parameters<typeof fixReplies>[1]): ReplyTo | null {
  const replyTo = fixReplies(state, when)
  const { validate } = policyOf(state)
  if (replyTo === null) return null
  return (group, item) => {
    const reply = replyTo(group, item)
    return reply && { ...reply, words: withoutCommands(reply.words, validate) }
  }
}

export async function changedFiles({ setup }: LoopWorld): Promise<readonly string[]> {
  const { repository, prepared } = setup
  return (await treeDifference(repository, prepared.work.scope.baseTree, 'HEAD')).map(({ path }) => path)
}

/** `how`: the command that brings it here; null: it is here. */
export function movedText({ session: { pr } }: Watcher, head: string, how: string | null): string {
  const moved = `The head of pull request #${pr} moved to ${head.slice(0, 10)}`
  return how === null ? `${moved}.` : `${moved}, which is not what is checked out: ${how}, then --resume.`
}

function overtakenText({ session: { pr } }: Watcher, head: string, commit: string, how: string): string {
  const what = `Somebody else pushed ${head.slice(0, 10)} to pull request #${pr}, and ${commit.slice(0, 10)} is not pushed`
  return `${what}: ${how}, then --resume.`
}

export function unreadableText(problem: string): string {
  return `The pull request could not be read: ${problem}`
}
