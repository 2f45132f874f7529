import type { Write } from '../../forge/forge.ts'

/** Nobody knows whether it is there, or it may be tried later: the rest waits for the next run. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** Undefined: it was refused, and the notice says why. Contract: throws only `Unfinished`. */
export function settle<T>(write: Write<T>, what: string, notices: string[]): T | undefined {
  if ('value' in write) return write.value
  if (write.refusal === 'unknown' || write.refusal === 'limited') {
    throw new Unfinished(`${what}: ${write.problem} What comes after it is not posted: run the same again.`)
  }
  const why = write.refusal === 'forbidden' ? 'the token may not do that' : 'it was not accepted'
  notices.push(`${what}: ${why}. ${write.problem}`)
  return undefined
}
