import type { ChildProcess } from 'node:child_process'

// A child leads a process group of its own, so that it can be ended together with all its children.

const hasGroups = process.platform !== 'win32'

export const inOwnGroup = { detached: hasGroups } as const

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) send(child, 'SIGKILL')
})

/** What does not end when it is asked to is ended after this time. */
const graceMs = 2000

export interface Leash {
  /** Ends the child and its children. */
  readonly end: () => void
  /** To be called when the child has ended. */
  readonly release: () => void
}

/** Ends the child when the signal comes, and when we end ourselves. */
export function leash(child: ChildProcess, signal: AbortSignal | undefined): Leash {
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    send(child, 'SIGTERM')
    timer ??= setTimeout(() => send(child, 'SIGKILL'), graceMs)
  }
  const release = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    running.delete(child)
  }
  running.add(child)
  signal?.addEventListener('abort', end, { once: true })
  return { end, release }
}

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal)
  } catch {
    // It has ended already.
  }
}
