// Which file the header of a foreign patch speaks of.
import type { FileStatus } from '../../types.ts'
import type { Decode } from './bytes.ts'
import { readName, readNamePair, sharedPath, withoutPrefix } from './paths.ts'
import type { FileIdentity } from './section.ts'
import { absentMode, type SectionHeader } from './section-header.ts'

/** A patch that does not say a mode means a plain file. Null when the path cannot be told. */
export function identifyFile(header: SectionHeader, decode: Decode): FileIdentity | null {
  const status = statusOf(header)
  const path = header.broken ? null : (header.to ?? pathOf(header, decode))
  if (path === null || path === '') return null
  return {
    path,
    oldPath: status === 'renamed' || status === 'copied' ? header.from : null,
    status,
    oldMode: status === 'added' ? absentMode : (header.oldMode ?? '100644'),
    newMode: status === 'deleted' ? absentMode : (header.newMode ?? '100644'),
    oldBlob: header.oldBlob,
    newBlob: header.newBlob,
  }
}

const nowhere = '/dev/null'

function statusOf(header: SectionHeader): FileStatus {
  if (header.from !== null && header.to !== null) return header.copied ? 'copied' : 'renamed'
  if (header.created || header.oldName === nowhere) return 'added'
  if (header.deleted || header.newName === nowhere) return 'deleted'
  return 'modified'
}

/** The names of `---` and `+++` have no blanks to stumble over; the `diff` line is for when one of them is missing. */
function pathOf(header: SectionHeader, decode: Decode): string | null {
  const { kind, names, oldName, newName } = header
  if (kind === 'combined') return readName(names, 0, names.length, decode)?.text ?? null
  const old = oldName === nowhere ? null : oldName
  const now = newName === nowhere ? null : newName
  if (old !== null && now !== null) return sharedPath(old, now) ?? withoutPrefix(now, 'b/')
  if (kind === 'git') {
    const pair = readNamePair(names, 0, names.length, decode)
    return pair === null ? null : sharedPath(pair[0], pair[1])
  }
  if (now !== null) return withoutPrefix(now, 'b/')
  return old === null ? null : withoutPrefix(old, 'a/')
}
