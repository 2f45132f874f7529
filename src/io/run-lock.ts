import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../core/values/parse-json.ts'
import { LoopError } from '../errors.ts'
import { readIfThere, writeWhole } from './files.ts'
import { isRunning } from './process-identity.ts'
import type { BranchLock } from './session-lock.ts'
import { sessionFolder } from './session-store.ts'

// The lock that all tools of the protocol know: one invocation at a time works on a session. Those of ours are kept apart by
// the lock of the branch, which is held before; this one is for the others.

interface Holder {
  readonly pid: number
  readonly started_at: string
  readonly entry_point: string
  readonly stop_after: string
}

/** Who holds it has to be there. The rest is for people, and other tools leave some of it out. */
const foundSchema = v.object({
  pid: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(1)),
  started_at: v.fallback(v.string(), ''),
  entry_point: v.fallback(v.string(), ''),
})

type Found = v.InferOutput<typeof foundSchema>

/** A living holder is a LoopError, and nothing is touched. What a dead one left is taken over, and that is said. */
export function lockRun(
  root: string,
  id: string,
  about: Pick<Holder, 'entry_point' | 'stop_after'>,
): Pick<BranchLock, 'notice' | 'release'> {
  const file = lockFile(root, id)
  const found = readHolder(file)
  if (found !== null && found.pid !== process.pid && isRunning(found.pid)) throw locked(id, file, found)
  const holder: Holder = { pid: process.pid, started_at: new Date().toISOString(), ...about }
  const text = `${JSON.stringify(holder, null, 2)}\n`
  writeWhole(file, text)
  const release = () => {
    process.off('exit', release)
    if (readIfThere(file) === text) rmSync(file, { force: true })
  }
  process.on('exit', release)
  const notice = found === null ? null : `Process ${found.pid} ended without releasing session ${id}: taken over.`
  return { notice, release }
}

/** Whether somebody works on a session now: we, or another tool. */
export function isRunHeld(root: string, id: string): boolean {
  const holder = readHolder(lockFile(root, id))
  return holder !== null && isRunning(holder.pid)
}

const lockFile = (root: string, id: string): string => join(sessionFolder(root), `${id}.lock`)

/** Null when nobody holds it. Other tools may write `key: value` on a line each. */
function readHolder(file: string): Found | null {
  const text = readIfThere(file)
  if (text === undefined) return null
  const result = v.safeParse(foundSchema, parseJson(text) ?? fromLines(text))
  if (!result.success) throw new LoopError('bad_lock', { file })
  return result.output
}

function fromLines(text: string): Record<string, string> {
  const lines = text.matchAll(/^\s*(?:- )?(\w+)\s*[:=]\s*(.*?)\s*$/gm)
  return Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value]))
}

function locked(id: string, file: string, { pid, started_at, entry_point }: Found): LoopError {
  const entry = entry_point === '' ? '' : ` (${entry_point})`
  const since = started_at === '' ? '' : `, since ${started_at}`
  return new LoopError('branch_locked', {
    branch: `session ${id}`,
    who: `process ${pid}${entry}${since}`,
    hint: `Nothing was touched. Wait for it to end; if that process does something else, remove ${file}`,
  })
}
