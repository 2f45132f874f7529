import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { LoopError } from '../errors.ts'
import { fileMode, makeFolder, reasonOf } from './files.ts'
import { mask } from './masking.ts'

export interface MaskedFile {
  readonly add: (chunk: Buffer) => void
  readonly close: () => void
}

/** A file that is written piece by piece, with secrets masked line by line. All other bytes stay, also where they are no UTF-8. */
export function openMaskedFile(path: string): MaskedFile {
  const file = open(path)
  let rest = ''
  return {
    add: (chunk) => {
      const text = chunk.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      if (end > 0) write(rest + text.slice(0, end))
      rest = end > 0 ? text.slice(end) : rest + text
    },
    close: () => {
      write(rest)
      closeSync(file)
    },
  }

  function write(text: string): void {
    const bytes = Buffer.from(mask(text).replaceAll('…', ellipsis), 'latin1')
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
}

/** The bytes of the mark, a character for each. */
const ellipsis = Buffer.from('…').toString('latin1')

function open(path: string): number {
  try {
    makeFolder(dirname(path))
    return openSync(path, 'w', fileMode(path))
  } catch (error) {
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}
