import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The output of a child in a file without a name: nobody else can open it, and it is gone with the last who holds it. */
export interface FileOutput {
  readonly descriptor: number
  /** Hands over what there is so far, again and again. */
  readonly follow: (onChunk: (chunk: Buffer) => void) => void
  /** Hands over the rest. Call it once, after the child has ended. */
  readonly finish: (onChunk: (chunk: Buffer) => void) => void
}

const lookMs = 3
const chunkBytes = 1024 * 1024

/**
 * A program that prints many megabytes in small pieces wakes the reader of a pipe for each of them, and both wait for each
 * other. A file takes them as they come. Undefined where no file can be made.
 */
export function openFileOutput(): FileOutput | undefined {
  const path = join(tmpdir(), `review-loop-${randomBytes(12).toString('hex')}`)
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx+', 0o600)
  } catch {
    return undefined
  }
  unlinkSync(path)
  let position = 0
  let timer: NodeJS.Timeout | undefined
  return { descriptor, follow, finish }

  function follow(onChunk: (chunk: Buffer) => void): void {
    timer = setTimeout(() => {
      drain(onChunk)
      follow(onChunk)
    }, lookMs)
  }

  function finish(onChunk: (chunk: Buffer) => void): void {
    clearTimeout(timer)
    try {
      drain(onChunk)
    } finally {
      closeSync(descriptor)
    }
  }

  function drain(onChunk: (chunk: Buffer) => void): void {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const length = readSync(descriptor, chunk, 0, chunkBytes, position)
      if (length === 0) return
      position += length
      onChunk(chunk.subarray(0, length))
    }
  }
}
