// The lines between `diff --git` and the first hunk of a patch that somebody else made. With raw records none of
// this is needed.
import { fullBlob } from './blobs.ts'
import { type Decode, startsWith } from './bytes.ts'
import { readName } from './paths.ts'

export interface SectionHeader {
  readonly kind: 'git' | 'combined' | 'plain'
  /** What follows the words `diff --git`; empty for a plain diff. */
  readonly names: Uint8Array
  oldName: string | null
  newName: string | null
  from: string | null
  to: string | null
  copied: boolean
  created: boolean
  deleted: boolean
  oldMode: string | null
  newMode: string | null
  oldBlob: string | null
  newBlob: string | null
  /** Without a line of its own the header is only text that looks like one. */
  lines: number
  /** A name could not be unquoted. */
  broken: boolean
}

export function createSectionHeader(kind: SectionHeader['kind'], names: Uint8Array): SectionHeader {
  return {
    kind,
    names,
    oldName: null,
    newName: null,
    from: null,
    to: null,
    copied: false,
    created: false,
    deleted: false,
    oldMode: null,
    newMode: null,
    oldBlob: null,
    newBlob: null,
    lines: 0,
    broken: false,
  }
}

type ReadRest = (header: SectionHeader, rest: string) => void

const textLines: readonly (readonly [start: string, read: ReadRest])[] = [
  ['index ', readIndex],
  ['new file mode ', (header, mode) => readMode(header, 'created', mode)],
  ['deleted file mode ', (header, mode) => readMode(header, 'deleted', mode)],
  ['old mode ', (header, mode) => readMode(header, 'old', mode)],
  ['new mode ', (header, mode) => readMode(header, 'new', mode)],
  ['similarity index ', () => {}],
  ['dissimilarity index ', () => {}],
  ['mode ', readCombinedMode],
]

const nameLines: readonly (readonly [start: string, field: 'oldName' | 'newName' | 'from' | 'to'])[] = [
  ['--- ', 'oldName'],
  ['+++ ', 'newName'],
  ['rename from ', 'from'],
  ['rename to ', 'to'],
  ['copy from ', 'from'],
  ['copy to ', 'to'],
]

/** Returns whether the line belongs to the header. */
export function readHeaderLine(
  header: SectionHeader,
  bytes: Uint8Array,
  start: number,
  end: number,
  decode: Decode,
): boolean {
  for (const [opening, field] of nameLines) {
    if (!startsWith(bytes, start, end, opening)) continue
    const name = readName(bytes, start + opening.length, end, decode)
    if (name === null) header.broken = true
    else header[field] = name.text
    if (opening === 'copy to ') header.copied = true
    header.lines++
    return true
  }
  for (const [opening, read] of textLines) {
    if (!startsWith(bytes, start, end, opening)) continue
    read(header, decode(bytes, start + opening.length, end))
    header.lines++
    return true
  }
  return false
}

/** `index old..new mode`, or `index first,second..new` for a merge: the first parent is the old side. */
function readIndex(header: SectionHeader, rest: string): void {
  const [ids = '', mode] = rest.split(' ')
  const [old = '', now] = ids.split('..')
  header.oldBlob = fullBlob(old.split(',')[0])
  header.newBlob = fullBlob(now)
  if (mode === undefined) return
  header.oldMode ??= mode
  header.newMode ??= mode
}

export const absentMode = '000000'

function readMode(header: SectionHeader, kind: 'created' | 'deleted' | 'old' | 'new', rest: string): void {
  const mode = rest.split(',')[0] ?? rest
  if (kind === 'created') header.created = true
  if (kind === 'deleted') header.deleted = true
  if (kind !== 'new') header.oldMode = kind === 'created' ? absentMode : mode
  if (kind !== 'old') header.newMode = kind === 'deleted' ? absentMode : mode
}

/** `mode first,second..new` */
function readCombinedMode(header: SectionHeader, rest: string): void {
  const [old = '', now = ''] = rest.split('..')
  header.oldMode = old.split(',')[0] ?? old
  header.newMode = now
}
