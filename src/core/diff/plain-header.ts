// The header of a plain `diff -u`: only `---`, `+++` and `@@` directly after each other are one. Each line alone may
// be text of a mail or a commit message.
import { copyBytes, type Decode, startsWith } from './bytes.ts'
import { readName } from './paths.ts'
import { createSectionHeader, type SectionHeader } from './section-header.ts'

export interface PlainNames {
  old: Uint8Array | null
  now: Uint8Array | null
}

const opening = 4

/** Looks at one line outside of every file. */
export function notePlainName(names: PlainNames, bytes: Uint8Array, start: number, end: number): void {
  const old = startsWith(bytes, start, end, '--- ')
  const now = names.old !== null && names.now === null && startsWith(bytes, start, end, '+++ ')
  if (old) names.old = copyBytes(bytes, start + opening, end)
  else if (!now) names.old = null
  names.now = now ? copyBytes(bytes, start + opening, end) : null
}

/** For a hunk header that follows: null when no two names are right before it. */
export function takePlainHeader(names: PlainNames, decode: Decode): SectionHeader | null {
  const { old, now } = names
  names.old = null
  names.now = null
  if (old === null || now === null) return null
  const header = createSectionHeader('plain', new Uint8Array(0))
  const oldName = readName(old, 0, old.length, decode)
  const newName = readName(now, 0, now.length, decode)
  header.lines = 2
  header.broken = oldName === null || newName === null
  header.oldName = oldName?.text ?? null
  header.newName = newName?.text ?? null
  header.created = oldName !== null && isEpoch(decode(old, oldName.next, old.length))
  header.deleted = newName !== null && isEpoch(decode(now, newName.next, now.length))
  return header
}

const epoch = /^\t(1969-12-31|1970-01-01) (\d\d):(\d\d):00(?:\.0+)? ([-+])(\d\d)(\d\d)$/

/** GNU diff gives a file that does not exist the time 0, in the local time zone. */
function isEpoch(stamp: string): boolean {
  const [, day, hours, minutes, sign, zoneHours, zoneMinutes] = epoch.exec(stamp) ?? []
  if (day === undefined) return false
  const local = Number(hours) * 60 + Number(minutes) - (day === '1969-12-31' ? 1440 : 0)
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  return local === zone
}
