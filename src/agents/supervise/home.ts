import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from '../../io/process-identity.ts'
import { temporaryRoot } from '../../io/temporary-folder.ts'
import { guardFolder } from './watchdog.ts'

export interface AgentHome {
  readonly home: string
  readonly temporary: string
  /** Never rejects. */
  readonly remove: () => Promise<void>
}

const prefix = 'review-loop-agents-'
let root: string | null = null
let count = 0

/** An empty home and an empty temporary folder for one call, readable by this user only. */
export async function createAgentHome(): Promise<AgentHome> {
  const { folder, remove } = await createPrivateFolder()
  const home = join(folder, 'home')
  const temporary = join(folder, 'tmp')
  await mkdir(home, { mode: 0o700 })
  await mkdir(temporary, { mode: 0o700 })
  return { home, temporary, remove }
}

export interface PrivateFolder {
  readonly folder: string
  /** Never rejects. */
  readonly remove: () => Promise<void>
}

/** An empty folder outside of everything, readable by this user only. It does not outlive us. */
export async function createPrivateFolder(): Promise<PrivateFolder> {
  root ??= createRoot()
  count++
  const folder = join(root, String(count))
  await mkdir(folder, { mode: 0o700 })
  return { folder, remove: () => removeFolder(folder) }
}

function createRoot(): string {
  const parent = temporaryRoot()
  sweep(parent)
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  guardFolder(path)
  return path
}

/** Removes what a run left behind that could not clean up. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && pid !== process.pid && !isRunning(pid)) removeQuietly(join(parent, name))
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody else's, or in use: the next run tries again.
  }
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {
    // Package caches make their folders read-only.
    await unlock(path)
    await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function unlock(path: string): Promise<void> {
  await chmod(path, 0o700).catch(() => {})
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await unlock(join(path, entry.name))
}
