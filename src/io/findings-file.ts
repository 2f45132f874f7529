import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { saysTheSame } from '../core/loop/findings-document.ts'
import { LoopError } from '../errors.ts'
import { makeFolder, readIfThere, reasonOf, removeUnfinished, writeWhole } from './files.ts'

/**
 * Writes a findings document. What stands there already, of another session or edited by a person, is moved to `earlier/`, and
 * so are the documents of later rounds: they are not of this session.
 */
export function writeFindings(folder: string, name: string, later: readonly string[], text: string): void {
  for (const old of [name, ...later]) setAside(folder, old, text)
  for (const each of [name, ...later]) removeUnfinished(join(folder, each))
  writeWhole(join(folder, name), text)
}

/** Under a name that comes from its content: nothing there is ever replaced by something else. */
function setAside(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  const old = readIfThere(path)
  if (old === undefined || saysTheSame(old, text)) return
  const hash = createHash('sha256').update(old).digest('hex').slice(0, 12)
  const target = join(folder, 'earlier', `${basename(name, '.md')}-${hash}.md`)
  try {
    makeFolder(join(folder, 'earlier'))
    renameSync(path, target)
  } catch (error) {
    throw new LoopError('not_writable', { path: target, reason: reasonOf(error) }, { cause: error })
  }
}
