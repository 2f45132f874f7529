import { type BigIntStats, lstatSync } from 'node:fs'
import type { DiskPath } from './disk-path.ts'

/** Clocks of file systems tick: some every few milliseconds, some every two seconds. */
const tickNs = 50_000_000n
const coarseTickNs = 2_100_000_000n

/** Undefined when there is nothing. */
export function statOf(path: DiskPath): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // A file stands where a folder was.
    return undefined
  }
}

/** Changes with every write: no program can set the time of the last change of state. */
export function stampOf({ ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`
}

/** Written so shortly before that a later write could leave the same stamp. */
export function isFresh({ ctimeNs }: BigIntStats): boolean {
  const age = BigInt(Date.now()) * 1_000_000n - ctimeNs
  return age < (ctimeNs % 1_000_000_000n === 0n ? coarseTickNs : tickNs)
}
