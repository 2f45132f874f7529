import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process it is, also after its number was given to another one. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it began, counted by the kernel since a certain boot; null where the system does not say. */
  readonly started: string | null
  readonly host: string
}

export function ownIdentity(): ProcessIdentity {
  const { pid } = process
  return { pid, started: statusOf(pid)?.started ?? null, host: hostname() }
}

/** Whoever cannot be looked at (on another machine, or of another user) counts as alive. */
export function isAlive({ pid, started, host }: ProcessIdentity): boolean {
  if (host !== hostname()) return true
  if (!isRunning(pid)) return false
  const status = statusOf(pid)
  if (status === null) return true
  return !status.ended && (started === null || started === status.started)
}

/** Also when it belongs to somebody else. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** `ended`: it is only waiting for its parent to take note. */
function statusOf(pid: number): { readonly started: string; readonly ended: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name of the program stands in parentheses and may hold anything; the state comes after it, the start 19 fields later.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: `${boot}:${fields[19]}`, ended: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return null
  }
}
