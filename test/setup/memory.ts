import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

// Thousands of small files, written and removed: in memory where there is plenty of it.
const place = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

if (process.env.TMPDIR === undefined && hasRoom()) {
  const folder = join(place, `review-loop-tests-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
}
