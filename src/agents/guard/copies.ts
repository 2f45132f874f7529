import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../io/git/repository.ts'
import type { AgentReply, Json } from '../../types.ts'
import { changesInIntact, changesSince } from './changes-since.ts'
import { copyWorkspace, type WorkspaceCopy } from './copy-workspace.ts'
import { type Fingerprint, nameSome } from './fingerprint.ts'
import { gitEntry } from './git-files.ts'
import { type HeldObjects, holdObjects } from './hold-objects.ts'
import { isIntact } from './is-intact.ts'
import { keepEarlier } from './keep-earlier.ts'
import { leaveMark } from './leave-mark.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { bringGitBack } from './undo.ts'
import { waitsForPerson } from './waits-for-person.ts'

/** Where agents that may not write work, so that what they do wrong goes with the copy. */
export interface Copies {
  /**
   * Runs an agent in a copy. Should the repository itself change meanwhile, nobody can say whether the agent left its
   * folder or its user worked on: the agent is rejected, nothing is touched, what was there before is kept, and where it
   * matters later a person is waited for. Nobody's work is a .git that is gone, or an object that is not what it says: that
   * is undone.
   */
  readonly run: (work: Work) => Promise<AgentReply>
  /** Runs one that cannot write: in a copy where that shows something else, otherwise in the repository. */
  readonly lend: (work: Work) => Promise<AgentReply>
  /** Removes the copies. Never rejects. */
  readonly close: () => Promise<void>
}

type Work = (workspace: string) => Promise<AgentReply>

interface Copy extends WorkspaceCopy {
  readonly copied: Fingerprint
}

/**
 * All calls share one copy, so that a panel does not copy a large repository a dozen times; they also see the same state of
 * it, whatever its user does meanwhile. Whoever changes it spoils it for those who work at the same time; the next call gets
 * a new one. With a commit the copy holds that one instead of the working tree. `hidden`: commits that are not to be seen.
 */
export function createCopies(
  repository: Repository,
  commit: string | null = null,
  hidden: ReadonlySet<string> = new Set(),
): Copies {
  const made: Promise<Copy>[] = []
  let current: Promise<Copy> | null = null
  let held: Promise<HeldObjects> | null = null
  return { run, lend, close }

  async function run(work: Work): Promise<AgentReply> {
    const before = await takeFingerprint(repository)
    current ??= make(before)
    const used = current
    held ??= holdObjects(repository)
    const [{ repository: copy, copied }, objects] = await Promise.all([open(used), held])
    const mark = leaveMark(before)
    const reply = withPaths(await work(copy.root), copy.root, repository.root)
    // First the original: the copy reads its objects.
    const moved = await judgeOriginal(before, objects)
    if (moved.waits) mark.hold()
    else mark.remove()
    const spoiled = await judgeCopy(copied)
    if (spoiled.length > 0) discard(used)
    const problems = [...spoiled, ...moved.problems]
    return problems.length === 0 ? reply : { ...reply, status: 'refused', reason: problems.join('; ') }
  }

  async function lend(work: Work): Promise<AgentReply> {
    if (commit === null && hidden.size === 0) return work(repository.root)
    current ??= make(takeFingerprint(repository))
    const { repository: copy } = await open(current)
    return withPaths(await work(copy.root), copy.root, repository.root)
  }

  function make(before: Fingerprint | Promise<Fingerprint>): Promise<Copy> {
    const copy = Promise.resolve(before).then(async (recorded) => {
      const workspace = await copyWorkspace(recorded, commit, hidden)
      return { ...workspace, copied: await takeFingerprint(workspace.repository) }
    })
    made.push(copy)
    return copy
  }

  async function open(copy: Promise<Copy>): Promise<Copy> {
    try {
      return await copy
    } catch (error) {
      discard(copy)
      throw error
    }
  }

  function discard(copy: Promise<Copy>): void {
    if (current === copy) current = null
  }

  async function close(): Promise<void> {
    current = null
    const objects = held
    held = null
    await Promise.allSettled([
      ...made.splice(0).map(async (copy) => (await copy).remove()),
      objects?.then(({ release }) => release()),
    ])
  }
}

async function judgeCopy(copied: Fingerprint): Promise<string[]> {
  const { found } = await changesSince(copied)
  return found.length === 0
    ? []
    : [`it may not write, but changed this: ${nameSome(found)}; that was in a copy, which is gone`]
}

interface Judged {
  readonly problems: readonly string[]
  /** For a person. */
  readonly waits: boolean
}

async function judgeOriginal(before: Fingerprint, objects: HeldObjects): Promise<Judged> {
  const forged = await objects.settle()
  const damage = await mendGit(before, objects)
  const changes = damage?.mended === false ? { problems: [], waits: true } : await judgeChanges(before)
  const problems = [forged, damage?.problem ?? null, ...changes.problems].filter((problem) => problem !== null)
  return { problems, waits: changes.waits }
}

/** Brings a .git back that git cannot read any more. Null when nothing is wrong with it. */
async function mendGit(
  before: Fingerprint,
  objects: HeldObjects,
): Promise<{ problem: string; mended: boolean } | null> {
  const { repository } = before
  const isGone = before.git.has(gitEntry) && !existsSync(join(repository.root, gitEntry))
  if (!isGone && (await isIntact(repository))) return null
  await objects.bringBack()
  const kept = await bringGitBack(before)
  const what = 'while it worked in a copy, .git was deleted or damaged, by you or by it'
  const mended = await isIntact(repository)
  if (!mended) return { mended, problem: `${what}; git can no longer read the repository, and this cannot be undone` }
  return { mended, problem: `${what}; it was brought back${kept === null ? '' : `, what was left is kept in ${kept}`}` }
}

async function judgeChanges(before: Fingerprint): Promise<Judged> {
  const { found, undone, kept } = await changesInIntact(before)
  // What git ignores is written by builds and editors all the time.
  const others = found.filter((each) => each.area !== 'ignored' && !undone.includes(each))
  const problems: string[] = []
  if (undone.length > 0) {
    const what = `while it worked in a copy, this changed in .review-loop: ${nameSome(undone)}`
    problems.push(`${what}; that was undone, and what was there is kept in ${kept}`)
  }
  if (others.length > 0) {
    const what = `while it worked in a copy, this changed in the repository, by you or by it: ${nameSome(others)}`
    problems.push(`${what}; nothing was undone, and what was before is in ${await keepEarlier(before, others)}`)
  }
  return { problems, waits: waitsForPerson(before, others).length > 0 }
}

/** What it says about files of the copy is meant for those of the repository. */
function withPaths(reply: AgentReply, copy: string, original: string): AgentReply {
  const inOriginal = (text: string) => text.replaceAll(copy, original)
  const structured: Json = reply.structured === null ? null : JSON.parse(inOriginal(JSON.stringify(reply.structured)))
  const reason = reply.reason === null ? null : inOriginal(reply.reason)
  return { ...reply, text: inOriginal(reply.text), structured, reason }
}
