import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../io/files.ts'
import { mask } from '../../io/masking.ts'
import type { TranscriptSpec } from './child.ts'

export interface Transcript {
  readonly add: (line: string) => void
  /** False when something could not be written. */
  readonly close: () => boolean
}

/** Appends masked lines to a file up to its limit. Never throws: a full disk must not end a call that is paid for. */
export function openTranscript(spec: TranscriptSpec | null): Transcript {
  if (spec === null) return { add: () => {}, close: () => true }
  let file: number | null = null
  let left = spec.maxBytes
  let whole = true
  attempt(() => {
    makeFolder(dirname(spec.file))
    file = openSync(spec.file, 'a', 0o600)
  })

  return { add, close }

  function add(line: string): void {
    if (file === null || left <= 0) return
    attempt(() => {
      const bytes = Buffer.from(`${mask(line)}\n`)
      left -= bytes.length
      write(left >= 0 ? bytes : Buffer.from('… [review-loop: the transcript reached its limit and ends here]\n'))
    })
  }

  function write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(file!, bytes, at)
  }

  function close(): boolean {
    if (file !== null) attempt(() => closeSync(file!))
    file = null
    return whole
  }

  function attempt(action: () => void): void {
    try {
      action()
    } catch {
      whole = false
      if (file !== null) left = 0
    }
  }
}
