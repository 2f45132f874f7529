import { decideRetry } from '../core/agents/retry.ts'
import type { Repository } from '../io/git/repository.ts'
import type { AgentReply, AgentTask } from '../types.ts'
import type { Agent } from './agent.ts'
import { compareFingerprints, forbidden } from './guard/compare-fingerprints.ts'
import type { Difference } from './guard/fingerprint.ts'
import { takeFingerprint } from './guard/take-fingerprint.ts'
import { undo } from './guard/undo.ts'
import type { Limiter } from './limiter.ts'
import { failure, finishReply } from './reply.ts'

export interface GuardOptions {
  readonly repository: Repository
  readonly limiter: Limiter
  /** True: something stronger than a comparison keeps the agent from writing (a sandbox, or tools that are ours). */
  readonly held: boolean
}

export interface GuardedAgent {
  readonly name: string
  readonly run: (task: AgentTask, signal: AbortSignal) => Promise<AgentReply>
}

/**
 * An agent as the rest of the program sees it: it waits for its turn, is asked again when its service was busy, and what it
 * must not touch is as it was before. Contract: never rejects.
 */
export function guardAgent(agent: Agent, { repository, limiter, held }: GuardOptions): GuardedAgent {
  const { name } = agent.settings
  return { name, run }

  async function run(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    const deadline = performance.now() + task.budget.seconds * 1000
    for (let attempts = 1; ; attempts++) {
      const reply = await attempt(task, signal)
      const decision = decideRetry({ reply, attempts, remainingMs: deadline - performance.now() })
      if ('stop' in decision) {
        return decision.stop === null
          ? reply
          : { ...reply, reason: `${reply.reason ?? reply.status}; ${decision.stop}` }
      }
      limiter.pause(name, decision.waitMs)
    }
  }

  async function attempt(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    const started = performance.now()
    try {
      return await limiter.run(name, signal, () =>
        held ? agent.run(task, signal) : alone(() => watched(task, signal)),
      )
    } catch (error) {
      const status = signal.aborted ? 'cancelled' : 'crashed'
      return finishReply(started, failure(status, signal.aborted ? 'it was cancelled' : String(error)))
    }
  }

  async function watched(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    const before = await takeFingerprint(repository)
    const reply = await agent.run(task, signal)
    if (!(await isIntact(repository))) {
      return refuse(reply, 'after it, git can no longer read the repository; this cannot be undone')
    }
    const after = await takeFingerprint(repository, before)
    const violations = forbidden(compareFingerprints(before, after), task.mayWrite)
    if (violations.length === 0) return reply
    const { failed, folder } = await undo(before, after, task.mayWrite)
    const end = failed.length > 0 ? `not all of it could be undone: ${name3(failed)}` : 'that was undone'
    // Nobody can tell an agent without a sandbox from a person who works in the same folder: both are named.
    const what = `while it ran, by it or by somebody else, this changed: ${name3(violations)}`
    return refuse(reply, `${what}; ${end}, and what was there is kept in ${folder}`)
  }
}

function refuse(reply: AgentReply, reason: string): AgentReply {
  return { ...reply, status: 'refused', reason }
}

/** The first three, and how many more. */
function name3(differences: readonly Difference[]): string {
  const named = differences.slice(0, 3).map(({ area, path }) => (path === area ? area : `${area} ${path}`))
  const more = differences.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Objects are not part of the comparison; without them nothing else matters. */
async function isIntact(repository: Repository): Promise<boolean> {
  const head = await repository.try(['rev-parse', '--quiet', '--verify', 'HEAD'])
  if (head.code !== 0) return (await repository.try(['rev-parse', '--git-dir'])).code === 0
  return (await repository.try(['ls-tree', '-r', '--name-only', 'HEAD'])).code === 0
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: with two agents in one tree nobody could say which of them changed it. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  return mine
}
