import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { stateFolder } from '../../io/state-folder.ts'

/** Where one event is written down. `name` is relative to the repository root; nothing is made yet. */
export function newUndoneFolder(root: string): { readonly name: string; readonly folder: string } {
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  return { name: `.review-loop/undone/${name}`, folder: join(stateFolder(root), 'undone', name) }
}
