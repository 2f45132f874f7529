import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { pathInside } from '../../core/mail/field-types.ts'
import { LoopError } from '../../errors.ts'
import { type FileContent, namesIn, readForeign, removeAbandoned, writeWhole } from '../files.ts'
import { abandonedMs, ensureFolder, plainFolder } from './layout.ts'

const mostBytes = 8_000_000

/** A packet by its path in the mailbox, as messages name it. What leads out of the mailbox is not read. */
export function readPacketFile(root: string, path: string): FileContent {
  const inside = pathInside(path)
  if (inside === undefined) return { problem: `${path} leads out of the mailbox`, isMissing: false }
  try {
    return readForeign(join(plainFolder(root, dirname(inside)), basename(inside)), mostBytes)
  } catch (error) {
    if (!(error instanceof LoopError)) throw error
    return { problem: error.message, isMissing: false }
  }
}

/** SHA-256; ends of lines may be changed on the way, where a mailbox is kept in git. */
export function packetHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** The findings packets of a mailbox, by the names of their files. */
export function findingsFiles(root: string): readonly string[] {
  return namesIn(plainFolder(root, 'packets/findings'))
}

/** `taken`: there is another packet of that name, which stays. */
export function writePacketFile(root: string, path: string, text: string): 'written' | 'taken' {
  const inside = pathInside(path)
  if (inside === undefined || !inside.startsWith('packets/')) throw new LoopError('linked_mail', { path })
  const file = join(ensureFolder(root, dirname(inside)), basename(inside))
  const before = readForeign(file, mostBytes)
  if ('text' in before) return before.text === text ? 'written' : 'taken'
  if (!before.isMissing) return 'taken'
  removeAbandoned(dirname(file), abandonedMs)
  // It was checked for secrets when it was made, and its hash is told.
  writeWhole(file, Buffer.from(text))
  return 'written'
}
