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

/**
 * Runs the command beside a shell that waits at the other end of a pipe: when that closes we are gone, and the whole group is
 * asked to end, then ended. Git removes its lock files when it is asked.
 */
const binding = `
(trap '' TERM; read -r _ <&3; kill -TERM 0; sleep 2; kill -KILL 0) >/dev/null 2>&1 & waiting=$!
"$@" 3<&-
code=$?
{ kill -KILL "$waiting"; wait "$waiting"; } 2>/dev/null
exit "$code"
`

/** A command that ends with us, also when we are killed. Its fourth stream is ours to hold. */
export function boundToUs(command: string, args: readonly string[]) {
  if (!hasGroups) return { command, args, stdio: [] }
  return { command: '/bin/sh', args: ['-c', binding, 'sh', command, ...args], stdio: ['pipe'] as const }
}

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal)
  } catch {
    // It has ended already.
  }
}
