import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { stateFolder } from '../../io/state-folder.ts'

export interface UndoneFolder {
  readonly name: string
  readonly folder: string
}

/** Where one event is written down. `name` is relative to the repository root; nothing is made yet. */
export function newUndoneFolder(root: string): UndoneFolder {
  return undoneFolder(root, new Date(), randomBytes(2).toString('hex'))
}

/** The same again for the same event. */
export function undoneFolder(root: string, time: Date, end: string): UndoneFolder {
  const name = `${time.toISOString().replace(/[:.]/g, '-')}-${end}`
  return { name: `.review-loop/undone/${name}`, folder: join(stateFolder(root), 'undone', name) }
}
