import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlain } from './plain-file.ts'
import { temporaryRoot } from './temporary-folder.ts'

// What another review of this user wrote beside us is told from what an agent planted by a seal. Its key lies outside of every
// repository, and is needed only while reviews run at the same time: it may be lost at any time.

export function sealOf(text: string): string {
  key ??= sharedKey() ?? newKey()
  return createHmac('sha256', key).update(text).digest('hex')
}

let key: string | undefined

const newKey = (): string => randomBytes(32).toString('hex')

/** Undefined where no folder is ours alone: then we know only what we wrote ourselves. */
function sharedKey(): string | undefined {
  try {
    const folder = keyFolder()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isOurs(folder)) return undefined
    const [file, own] = [join(folder, 'key'), join(folder, `${process.pid}.tmp`)]
    writeFileSync(own, newKey(), { mode: 0o600 })
    // It appears whole, and only once.
    link(own, file)
    rmSync(own)
    return readPlain(file).toString('utf8')
  } catch {
    return undefined
  }
}

export function keyFolder(): string {
  return join(temporaryRoot(), `review-loop-key-${process.getuid?.() ?? 0}`)
}

function isOurs(folder: string): boolean {
  const stats = lstatSync(folder)
  if (!stats.isDirectory()) return false
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0)
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another process was first.
  }
}
