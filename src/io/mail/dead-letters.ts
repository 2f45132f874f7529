import { createHash } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { reasonOf } from '../files.ts'
import { boxFolder, openBox } from './layout.ts'
import { readMailFile } from './read-box.ts'

// What cannot be accepted is copied to the dead letters, byte by byte and with the reason. The original stays where it is,
// for its owner to look at, and nobody is given it.

export interface DeadLetter {
  readonly file: string
  readonly reason: string
}

/** A second time it changes nothing. */
export function keepEvidence(root: string, agent: string, letter: DeadLetter, bytes: Uint8Array): void {
  const folder = openBox(root, agent, 'dead_letter')
  if (isDeadLetter(root, agent, letter.file, bytes)) return
  const [usual, other] = evidenceNames(letter.file, bytes)
  const name = createNew(folder, usual, bytes) ? usual : other
  if (name === other) createNew(folder, other, bytes)
  createNew(folder, `${name}.reason.txt`, Buffer.from(`${letter.reason}\n`))
}

/** Whether these very bytes were refused before. */
export function isDeadLetter(root: string, agent: string, file: string, bytes: Uint8Array): boolean {
  const folder = boxFolder(root, agent, 'dead_letter')
  return evidenceNames(file, bytes).some((name) => {
    if (!existsSync(join(folder, name))) return false
    const kept = readMailFile(folder, name)
    return 'bytes' in kept && Buffer.compare(kept.bytes, bytes) === 0
  })
}

/** The second is for another message with the same name. */
function evidenceNames(file: string, bytes: Uint8Array): readonly [string, string] {
  return [file, `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}_${file}`]
}

/** False when there is one of that name. It appears whole, and its owner alone may read it. */
function createNew(folder: string, name: string, bytes: Uint8Array): boolean {
  const temporary = join(folder, `.${name}.${process.pid}.tmp`)
  try {
    writeFileSync(temporary, bytes, { mode: 0o600 })
    linkSync(temporary, join(folder, name))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new LoopError('not_writable', { path: join(folder, name), reason: reasonOf(error) }, { cause: error })
  } finally {
    rmSync(temporary, { force: true })
  }
}
