import { createHash, randomBytes } from 'node:crypto'
import { linkSync, rmSync, statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../core/values/parse-json.ts'
import { LoopError } from '../errors.ts'
import { readIfThere, reasonOf, writeWhole } from './files.ts'
import { isAlive, ownIdentity } from './process-identity.ts'
import { sessionFolder } from './session-store.ts'
import { ensureStateFolder } from './state-folder.ts'

// One process at a time works on a branch. The lock is a file that says who holds it. It appears with its whole content, and
// a lock with a certain token is removed by its living holder only, or replaced by who holds the claim on that token: so
// of several processes that find a dead holder, one takes over.

const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.nullable(v.string()),
  host: v.string(),
  session: v.string(),
  since: v.string(),
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
})

export type LockHolder = v.InferOutput<typeof holderSchema>

export interface BranchLock {
  /** Said once: whose lock was taken over. */
  readonly notice: string | null
  /** When whoever died holding it for this session was last seen alive, in milliseconds since the epoch; null: nobody did. */
  readonly lastSeen: number | null
  readonly release: () => void
}

const held = new Set<() => void>()
process.on('exit', () => {
  for (const release of held) release()
})

/** A living holder is a LoopError. The lock is released with the process, if not before. */
export function lockBranch(root: string, branch: string, session: string): BranchLock {
  ensureStateFolder(root)
  const file = lockFile(root, branch)
  return keptFresh(file, lockPath(file, `branch ${branch}`, session))
}

/** As long as its holder lives the file is of the last second: whoever takes it over knows until when that was. */
function keptFresh(file: string, lock: BranchLock): BranchLock {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // It was removed by somebody: then nobody takes it over.
    }
  }, 1000)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    lock.release()
  }
  return { ...lock, release }
}

/** The same for anything that has a lock at a path of its own; `what` it is stands in the messages. */
export function lockPath(file: string, what: string, session: string): BranchLock {
  const token = randomBytes(8).toString('hex')
  const dead = take(file, { ...ownIdentity(), session, since: new Date().toISOString(), token }, what)
  const release = () => {
    held.delete(release)
    if (readHolder(file)?.token === token) rmSync(file, { force: true })
  }
  held.add(release)
  const notice = dead && `Process ${dead.pid} ended without releasing its lock on ${what}: taken over.`
  return { notice, lastSeen: dead?.session === session ? dead.lastSeen : null, release }
}

/** Who works on a branch now. */
export function liveHolder(root: string, branch: string): LockHolder | null {
  const holder = readHolder(lockFile(root, branch))
  return holder !== undefined && isAlive(holder) ? holder : null
}

/** Readable, and different for different branches on file systems that do not tell capitals from small letters. */
function lockFile(root: string, branch: string): string {
  const readable = branch.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40)
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 8)
  return join(sessionFolder(root), `${readable}-${hash}.lock`)
}

/** Whom it was taken from; null when it was free. */
function take(file: string, holder: LockHolder, branch: string): (LockHolder & { lastSeen: number }) | null {
  for (;;) {
    if (create(file, holder)) return null
    const found = readHolder(file)
    if (found === undefined) continue
    if (isAlive(found)) throw locked(file, found, branch)
    const claim = `${file}.${found.token}`
    take(claim, holder, branch)
    try {
      if (readHolder(file)?.token !== found.token) continue
      const lastSeen = statSync(file).mtimeMs
      writeWhole(file, contentOf(holder))
      return { ...found, lastSeen }
    } finally {
      rmSync(claim, { force: true })
    }
  }
}

/** False when it exists. A link appears at once and whole, unlike a file that is opened and then written. */
function create(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${holder.token}.new`
  writeWhole(draft, contentOf(holder))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new LoopError('not_writable', { path: file, reason: reasonOf(error) }, { cause: error })
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Undefined when nobody holds it. */
function readHolder(file: string): LockHolder | undefined {
  // A pipe in its place, which anybody who shares a mailbox can put there, would be waited for without end.
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw new LoopError('bad_lock', { file })
  const text = readIfThere(file)
  if (text === undefined) return undefined
  const result = v.safeParse(holderSchema, parseJson(text))
  if (!result.success) throw new LoopError('bad_lock', { file })
  return result.output
}

function locked(file: string, { pid, host, session, since }: LockHolder, branch: string): LoopError {
  const isHere = host === hostname()
  return new LoopError('branch_locked', {
    branch,
    who: `process ${pid}${isHere ? '' : ` on ${host}`}, since ${since}, session ${session}`,
    hint: isHere
      ? `Wait for it, or watch it with: review-loop sessions tail ${session}`
      : `It cannot be looked at from here. If it does not run any more, remove ${file}`,
  })
}

const contentOf = (holder: LockHolder): string => `${JSON.stringify(holder, null, 2)}\n`
