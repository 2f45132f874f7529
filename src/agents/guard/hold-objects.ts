import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { statOf } from '../../io/file-stamp.ts'
import { type Repository, snapshotObjects } from '../../io/git/repository.ts'
import { forgetSnapshots } from '../../io/git/snapshot.ts'
import { newTemporaryFolder } from '../../io/temporary-folder.ts'
import { createPrivateFolder } from '../supervise/home.ts'
import { type Difference, nameSome } from './fingerprint.ts'
import { filesBelow, filesOf, isGenuine, isOurs, listUnits } from './object-store.ts'
import { moveAside } from './put-back.ts'
import { newUndoneFolder } from './undone-folder.ts'

export interface HeldObjects {
  /**
   * Takes away what came or changed since and does not hold what its name says, and puts lost objects of snapshots back.
   * Gives what that was, in words, or null.
   */
  readonly settle: () => Promise<string | null>
  /** Puts the user's objects back that are gone. */
  readonly bringBack: () => Promise<void>
  readonly release: () => Promise<void>
}

/** The objects of git, and those of our snapshots. */
export async function holdObjects(repository: Repository): Promise<HeldObjects> {
  const own = await holdStore(repository, repository.objectsDir)
  const snapshots = await holdStore(repository, snapshotObjects(repository.root))
  return {
    settle: async () => {
      const { name, folder } = newUndoneFolder(repository.root)
      const forged = [...(await own.removeForged(folder)), ...(await snapshots.removeForged(folder))]
      const isLost = snapshots.bringBack()
      if (forged.length === 0 && !isLost) return null
      if (forged.length > 0) own.bringBack()
      // Who writes into an object spoils its second name too.
      await Promise.all([own.removeForged(folder), snapshots.removeForged(folder)])
      forgetSnapshots()
      const what = 'while it ran, by it or by somebody else, objects of git'
      return forged.length === 0
        ? `${what} were deleted in .review-loop/cache; they were brought back`
        : `${what} were forged: ${nameSome(forged)}; that was undone, and what was there is kept in ${name}`
    },
    bringBack: async () => {
      own.bringBack()
      await own.removeForged(newUndoneFolder(repository.root).folder)
    },
    release: async () => {
      await Promise.all([own.release(), snapshots.release()])
    },
  }
}

interface HeldStore {
  readonly removeForged: (aside: string) => Promise<readonly Difference[]>
  /** Gives whether any were gone. */
  readonly bringBack: () => boolean
  readonly release: () => Promise<void>
}

/**
 * Second names for all objects, so that they outlive a deleted .git: they are too many and too large to be recorded.
 * Git never writes into an object that exists. Where no second name can be given, nothing is held.
 */
async function holdStore(repository: Repository, store: string): Promise<HeldStore> {
  const wasLink = statOf(store)?.isSymbolicLink() === true
  // What is in the folder called info is recorded or made again.
  const files = filesBelow(store).filter((path) => !/^info\/|(^|\/)tmp_obj_/.test(path))
  const held = await linkElsewhere(repository, store, files)
  const known = listUnits(repository, store)
  return {
    removeForged,
    bringBack: () => held !== null && linkAll(files, held.folder, store).length > 0,
    release: held?.remove ?? (async () => {}),
  }

  async function removeForged(aside: string): Promise<readonly Difference[]> {
    const stat = statOf(store)
    const forged = !wasLink && stat?.isDirectory() === false ? [''] : []
    for (const path of forged) remove(path)
    for (const [unit, stamp] of listUnits(repository, store)) {
      if (known.get(unit) === stamp) continue
      if (await isGenuine(repository, store, unit)) known.set(unit, stamp)
      else if (statOf(join(store, unit)) !== undefined) forged.push(remove(unit))
    }
    return forged.map((path) =>
      isOurs(repository, store)
        ? { area: 'state', kind: 'changed', path: join('cache/objects', path) }
        : { area: 'git', kind: 'changed', path: join('objects', path) },
    )

    function remove(unit: string): string {
      const name = isOurs(repository, store) ? 'snapshots' : 'objects'
      for (const path of filesOf(unit)) {
        moveAside(dirname(store), join(basename(store), path), join(aside, name, path))
        // Where it is aside already under another name, moving does nothing.
        rmSync(join(store, path), { force: true })
      }
      return unit
    }
  }
}

interface Held {
  readonly folder: string
  readonly remove: () => Promise<void>
}

async function linkElsewhere(repository: Repository, store: string, files: readonly string[]): Promise<Held | null> {
  const places = [() => createPrivateFolder(), async () => folderIn(repository)]
  for (const place of places) {
    const held = await place()
    if (linkAll(files, store, held.folder).length === files.length) return held
    await held.remove()
  }
  return null
}

/** For repositories on another file system than temporary files. */
function folderIn({ root }: Repository): Held {
  const folder = newTemporaryFolder(root, 'objects')
  return { folder, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Up to the first that cannot be linked. What is there already stays. Gives those that were linked. */
function linkAll(files: readonly string[], from: string, to: string): readonly string[] {
  const linked: string[] = []
  try {
    for (const folder of new Set(files.map((path) => dirname(path)))) mkdirSync(join(to, folder), { recursive: true })
    for (const path of files) {
      if (existsSync(join(to, path))) continue
      linkSync(join(from, path), join(to, path))
      linked.push(path)
    }
  } catch {}
  return linked
}
