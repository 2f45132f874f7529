import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { duration } from '../../core/values/duration.ts'
import type { AgentFailure } from '../../types.ts'
import type { ChildLimits, Ended } from './child.ts'
import { askToEnd, endTree } from './end-tree.ts'
import type { Marker } from './marker.ts'
import { createTree } from './tree.ts'
import { guardTree, releaseTree } from './watchdog.ts'

const graceMs = 2000
/** Nothing outlives SIGKILL but a process that waits in the kernel; nobody waits for that one. */
const patienceMs = 5000
/** For output that is still in the pipes when everybody who could write is gone. */
const drainMs = 1000

export interface Decision {
  readonly ended: Ended
  readonly status: AgentFailure | null
  readonly reason: string | null
}

export interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

export interface Ending {
  /** Why the child ended, or is being ended. */
  readonly decision: () => Decision
  /** Ends the child: first gently, then with everything below it. The first decision stands. */
  readonly end: (decision: Decision) => void
  /** There was output: the idle time begins anew. */
  readonly heard: () => void
  readonly exited: Promise<Exit>
  /** After the exit: ends what is left of the tree and waits for the rest of the output. */
  readonly cleanUp: () => Promise<void>
}

const statusOf = {
  wall: 'timed_out',
  idle: 'timed_out',
  output: 'over_budget',
  cancelled: 'cancelled',
  not_started: 'unavailable',
  no_sandbox: 'sandbox',
} as const

export function decide(ended: keyof typeof statusOf, reason: string): Decision {
  return { ended, status: statusOf[ended], reason }
}

/** Everything about how and when this child ends, from its first moment on. */
export function createEnding(
  child: ChildProcessWithoutNullStreams,
  marker: Marker,
  limits: ChildLimits,
  signal: AbortSignal,
): Ending {
  const tree = createTree(child.pid ?? 0, marker)
  guardTree(tree)
  let decision: Decision = { ended: 'self', status: null, reason: null }
  const timers: NodeJS.Timeout[] = []
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let leave: (exit: Exit) => void = () => {}
  const exited = new Promise<Exit>((resolve) => {
    leave = resolve
  })
  const cancel = () => end(decide('cancelled', 'it was cancelled'))

  child.once('exit', (exitCode, killedBy) => {
    stopWatching()
    leave({ exitCode, signal: killedBy })
  })
  // A failed signal is reported as an error event; the exit tells the same.
  child.on('error', () => {})
  signal.addEventListener('abort', cancel, { once: true })
  after(limits.wallMs, () => end(decide('wall', `it ran longer than ${duration(limits.wallMs)} and was ended`)))
  const idle = after(limits.idleMs, () =>
    end(decide('idle', `it printed nothing for ${duration(limits.idleMs)} and was ended`)),
  )

  return { decision: () => decision, end, heard: () => idle.refresh(), exited, cleanUp }

  function end(why: Decision): void {
    if (decision.ended !== 'self' || child.exitCode !== null || child.signalCode !== null) return
    decision = why
    askToEnd(tree)
    after(graceMs, () => {
      void endTree(tree)
      after(patienceMs, () => leave({ exitCode: null, signal: null }))
    })
  }

  function after(milliseconds: number, action: () => void): NodeJS.Timeout {
    const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1))
    timers.push(timer)
    return timer
  }

  function stopWatching(): void {
    for (const timer of timers) clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }

  async function cleanUp(): Promise<void> {
    stopWatching()
    await endTree(tree)
    releaseTree(tree)
    const waiting = new AbortController()
    await Promise.race([closed, sleep(drainMs, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    for (const pipe of child.stdio) pipe?.destroy()
  }
}
