import { decideRetry, type RetryDecision } from '../core/agents/retry.ts'
import { addUsage, inDollars, knownCost, noUsage } from '../core/cost/usage.ts'
import type { Repository } from '../io/git/repository.ts'
import type { Agent, AgentBudget, AgentReply, AgentTask, Usage } from '../types.ts'
import { compareFingerprints, forbidden } from './guard/compare-fingerprints.ts'
import type { Copies } from './guard/copies.ts'
import { type Difference, type Fingerprint, nameSome } from './guard/fingerprint.ts'
import { holdObjects } from './guard/hold-objects.ts'
import { isIntact } from './guard/is-intact.ts'
import { keepCommits } from './guard/keep-commits.ts'
import { leaveMark } from './guard/leave-mark.ts'
import { takeFingerprint } from './guard/take-fingerprint.ts'
import { undo } from './guard/undo.ts'
import { waitsForPerson } from './guard/waits-for-person.ts'
import { type Limiter, TooBusy } from './limiter.ts'
import { failure, finishReply } from './reply.ts'
import type { BudgetShare, SharedBudget } from './shared-budget.ts'

export interface GuardOptions {
  readonly repository: Repository
  readonly limiter: Limiter
  /** What all agents of a review share. */
  readonly budget: SharedBudget
  /** For agents that may not write. */
  readonly copies: Copies
  /** True: something stronger than a comparison keeps the agent from writing (a sandbox, or tools that are ours). */
  readonly held: boolean
  /** The same agent without its sandbox, for a call that this cannot be started for. Absent where it may not run without. */
  readonly outside?: Outside
}

export interface Outside {
  readonly agent: Agent
  /** Called before it is asked, with the reason: a clause without a full stop. */
  readonly onUse: (reason: string) => void
}

/**
 * An agent as the rest of the program sees it: it waits for its turn, is asked again when its service was busy, and what it
 * must not touch is as it was before. Contract: never rejects.
 */
export function guardAgent(agent: Agent, { repository, limiter, budget, copies, held, outside }: GuardOptions): Agent {
  const { name } = agent
  return { name, run }

  async function run(task: AgentTask, signal: AbortSignal, onTurn?: () => void): Promise<AgentReply> {
    const share = budget.join()
    // Calls that are made at the same time share the budget: all of them join before the first one takes its part.
    await new Promise((resolve) => setImmediate(resolve))
    const call: Call = { share, signal, deadline: null, onTurn: onTurn ?? (() => {}) }
    let usage: Usage = noUsage
    let failed: AgentReply | null = null
    try {
      for (let attempts = 1; ; attempts++) {
        const { reply, decision } = await attempt(task, call, attempts)
        usage = addUsage(usage, paid(reply))
        // That nothing, or hardly anything, is left for another try is not what went wrong.
        if (failed !== null && (reply.status === 'over_budget' || reply.status === 'timed_out')) {
          return {
            ...reply,
            status: failed.status,
            usage,
            reason: `${failed.reason ?? failed.status}; ${reply.reason}`,
          }
        }
        if ('stop' in decision) {
          const reason = decision.stop === null ? reply.reason : `${reply.reason ?? reply.status}; ${decision.stop}`
          return { ...reply, usage, reason }
        }
        failed = reply
      }
    } finally {
      share.leave()
    }
  }

  async function attempt(task: AgentTask, call: Call, attempts: number): Promise<Attempt> {
    const { share, signal } = call
    const started = performance.now()
    const patience = () => Math.min(share.timeLeftMs(), (call.deadline ?? Number.POSITIVE_INFINITY) - performance.now())
    try {
      return await limiter.run(name, signal, turn, patience)
    } catch (error) {
      if (error instanceof TooBusy) {
        const { message, pauseMs } = error
        const busy = { ...failure('rate_limited', message), retryAfterMs: pauseMs, usage: noUsage }
        return settled(finishReply(started, busy))
      }
      const status = signal.aborted ? 'cancelled' : 'crashed'
      const reason = signal.aborted ? 'it was cancelled' : String(error).replace(/^\w*Error: /, '')
      return settled(finishReply(started, failure(status, reason)))
    }

    async function turn(): Promise<Attempt> {
      const allowed = share.take(task)
      if ('refused' in allowed) {
        return settled(finishReply(started, { ...failure('over_budget', allowed.refused), usage: noUsage }))
      }
      if (call.deadline === null) {
        call.deadline = performance.now() + allowed.budget.seconds * 1000
        call.onTurn()
      }
      // All tries together have the time of one.
      const seconds = Math.min(allowed.budget.seconds, Math.max(1, call.deadline - performance.now()) / 1000)
      const reply = await perform({ ...allowed, budget: { ...allowed.budget, seconds } }, signal)
      share.settle(reply.usage, reply.turns)
      return settled(withinLimits(reply, task.budget))
    }

    /** Asked while the turn is not over: a pause has to be in force before the next call gets it. */
    function settled(reply: AgentReply): Attempt {
      const remainingMs = (call.deadline ?? performance.now()) - performance.now()
      const decision = decideRetry({ reply, attempts, remainingMs })
      const pauseMs = 'stop' in decision ? decision.busyMs : decision.waitMs
      if (pauseMs !== null) limiter.pause(name, pauseMs, reply.reason)
      return { reply, decision }
    }
  }

  async function perform(task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    if (!held) return unheld(agent, task, signal)
    const work = (workspace: string) => agent.run({ ...task, workspace }, signal)
    const reply = await (task.mayWrite ? agent.run(task, signal) : copies.lend(work))
    if (reply.sandboxFailed !== true || outside === undefined) return reply
    outside.onUse(reply.reason ?? reply.status)
    return unheld(outside.agent, task, signal)
  }

  function unheld(called: Agent, task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    if (task.mayWrite) return alone(() => watched(called, task, signal))
    return besideReaders(() => copies.run((workspace) => called.run({ ...task, workspace }, signal)))
  }

  /** In the repository itself: that is where a fixer is to write. */
  async function watched(called: Agent, task: AgentTask, signal: AbortSignal): Promise<AgentReply> {
    const before = await takeFingerprint(repository)
    const objects = await holdObjects(repository)
    const mark = leaveMark(before)
    try {
      const reply = await called.run(task, signal)
      const forged = await objects.settle()
      const wasIntact = await isIntact(repository)
      await objects.bringBack()
      const lost = wasIntact ? null : 'it deleted objects of git; they were brought back'
      const violations = await undoViolations(before)
      if (violations?.waits === true) mark.hold()
      else mark.remove()
      const problem = violations?.problem ?? forged ?? lost
      return problem === null ? reply : { ...reply, status: 'refused', reason: problem }
    } finally {
      await objects.release()
    }
  }
}

interface Attempt {
  readonly reply: AgentReply
  readonly decision: RetryDecision
}

/** One call with all its tries. */
interface Call {
  readonly share: BudgetShare
  readonly signal: AbortSignal
  /** Set when its first turn comes. */
  deadline: number | null
  readonly onTurn: () => void
}

/**
 * Programs count at the end, or after every turn. What one call may take is a limit all the same; its share of what all calls
 * may take together only ends it early: an answer that is there is paid for.
 */
function withinLimits(reply: AgentReply, { tokens, dollars }: AgentBudget): AgentReply {
  if (reply.status !== 'ok') return reply
  const { inputTokens, cachedTokens, outputTokens } = reply.usage
  const isLong = tokens !== null && inputTokens + cachedTokens + outputTokens > tokens
  const isDear = dollars !== null && knownCost(reply.usage) > dollars
  if (!isLong && !isDear) return reply
  return {
    ...reply,
    status: 'over_budget',
    reason: `It used more than ${isLong || dollars === null ? `${tokens} tokens` : inDollars(dollars)}.`,
  }
}

/** Whom a service refuses before the first token, it does not bill: the cost is known. */
function paid({ status, usage }: AgentReply): Usage {
  const { inputTokens, cachedTokens, outputTokens } = usage
  const isRefused = status === 'rate_limited' || status === 'not_logged_in'
  return isRefused && inputTokens + cachedTokens + outputTokens === 0 ? noUsage : usage
}

interface Violations {
  readonly problem: string
  /** For a person: it could not be undone. */
  readonly waits: boolean
}

/** Brings back what a fixer may not change. Gives what it was, or null. */
async function undoViolations(before: Fingerprint): Promise<Violations | null> {
  const after = await takeFingerprint(before.repository, before)
  const isTold = ({ area }: Difference) => area !== 'memory'
  const violations = forbidden(compareFingerprints(before, after), true).filter(isTold)
  const undone = await undo(before, after, true)
  const { folder } = undone
  const failed = undone.failed.filter(isTold)
  if (!(await isIntact(before.repository))) {
    return { problem: 'after it, git can no longer read the repository; this cannot be undone', waits: true }
  }
  if (violations.length === 0) return null
  // After a switch or a stash: nobody can tell an edit from what git did to the file, and it may be a person's.
  const edits = undone.undone.filter(({ area }) => area === 'file' || area === 'ignored')
  const so = edits.length === 0 ? '' : `, so was what changed in files meanwhile (${nameSome(edits)})`
  const end = failed.length > 0 ? `not all of it could be undone: ${nameSome(failed)}` : `that was undone${so}`
  // Nobody can tell an agent without a sandbox from a person who works in the same folder: both are named.
  const what = `while it ran, by it or by somebody else, this changed: ${nameSome(violations)}`
  const commits = folder === null ? [] : await keepCommits(before, after, folder)
  const problem = `${what}; ${end}, and what was there is kept in ${[folder, ...commits].join(' and ')}`
  return { problem, waits: waitsForPerson(before, failed).length > 0 }
}

let writing: Promise<unknown> = Promise.resolve()
let reading: Promise<unknown> = Promise.resolve()

/** With two agents in one tree nobody could say which of them changed it. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const mine = Promise.allSettled([writing, reading]).then(work)
  writing = mine.catch(() => {})
  return mine
}

/** Agents that work in a copy may do so side by side, but not while another one writes in the original. */
function besideReaders<T>(work: () => Promise<T>): Promise<T> {
  const mine = writing.then(work)
  reading = Promise.allSettled([reading, mine])
  return mine
}
