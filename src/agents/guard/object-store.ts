import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createInflate, inflateSync } from 'node:zlib'
import { stampOf, statOf } from '../../io/file-stamp.ts'
import { type Repository, snapshotObjects } from '../../io/git/repository.ts'
import { listFolder } from './walk.ts'

// Objects of git are named by what they hold, and git believes the name: a planted object is read in place of what a file
// really holds, and is not written again, because its name is there already.

/** What can be looked at by itself, with the stamp of all files that it consists of. */
export function listUnits(repository: Repository, store: string): Map<string, string> {
  const wanted = filesBelow(store).filter((path) => isLookedAt(repository, store, path))
  return new Map(wanted.map((path) => [path, stampIn(store, path)]))
}

/** Packs are seen through their index, which git writes last. */
export function filesOf(unit: string): readonly string[] {
  return /\.idx$/.test(unit) ? [unit, unit.replace(/\.idx$/, '.pack')] : [unit]
}

/** Whether it holds what it says. In the store of snapshots there is nothing but single objects. */
export async function isGenuine(repository: Repository, store: string, unit: string): Promise<boolean> {
  if (single.test(unit)) return isNamedByContent(join(store, unit), unit.replace('/', ''))
  const verify = isOurs(repository, store) ? undefined : lists.find(([pattern]) => pattern.test(unit))?.[1]
  return verify !== undefined && (await repository.try(verify(join(store, unit)))).code === 0
}

const single = /^[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62})$/

/** Further files that git takes objects from, or what it wants to know of them, and how they are verified. */
const lists: readonly [pattern: RegExp, verify: (file: string) => readonly string[]][] = [
  [/^pack\/[^/]+\.idx$/, (file) => ['verify-pack', file]],
  [/^pack\/multi-pack-index/, () => ['multi-pack-index', 'verify']],
  [/^info\/commit-graph/, () => ['commit-graph', 'verify']],
]

/** A link in place of a folder. */
const misplaced = /^(?:[0-9a-f]{2}|pack|info)$/

/** What is not finished yet has another name, and git does not read it. */
function isLookedAt(repository: Repository, store: string, path: string): boolean {
  if (isOurs(repository, store)) return !/(^|\/)tmp_obj_/.test(path)
  return single.test(path) || misplaced.test(path) || lists.some(([pattern]) => pattern.test(path))
}

export function isOurs(repository: Repository, store: string): boolean {
  return store === snapshotObjects(repository.root)
}

function stampIn(store: string, unit: string): string {
  const stats = filesOf(unit).map((path) => statOf(join(store, path)))
  // A second name of a pack changes its time of change, and to read all of it again takes long.
  const stamp = (stat: (typeof stats)[number]) =>
    stat === undefined ? '' : single.test(unit) ? stampOf(stat) : `${stat.ino} ${stat.size} ${stat.mtimeNs}`
  return stats.map(stamp).join(' ')
}

/** Packed like this, nothing is more than a thousand times as large; most objects are small, and a stream for each takes long. */
const smallBytes = 64 * 1024

async function isNamedByContent(file: string, name: string): Promise<boolean> {
  const stat = statOf(file)
  if (stat?.isFile() !== true) return false
  const hash = createHash(name.length === 64 ? 'sha256' : 'sha1')
  try {
    if (stat.size <= smallBytes) hash.update(inflateSync(readFileSync(file)))
    else await pipeline(createReadStream(file), createInflate(), hash)
    return hash.digest('hex') === name
  } catch {
    return false
  }
}

export function filesBelow(root: string, folder = ''): string[] {
  return listFolder(join(root, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
}
