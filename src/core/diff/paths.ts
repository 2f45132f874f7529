// Paths as patches write them: quoted like C strings, behind prefixes that nobody names.
import { backslash, blank, type Decode, quote, tab } from './bytes.ts'

const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': quote,
  '\\': backslash,
}

interface Name {
  readonly text: string
  /** Behind the name and, if it was quoted, its closing quote. */
  readonly next: number
}

/** A name up to a tab or the end of the line; behind the tab stand time stamps. Null when its quoting is broken. */
export function readName(bytes: Uint8Array, start: number, end: number, decode: Decode): Name | null {
  if (bytes[start] === quote) return readQuotedName(bytes, start, end, decode)
  let stop = start
  while (stop < end && bytes[stop] !== tab) stop++
  return { text: decode(bytes, start, stop), next: stop }
}

/** Escapes stand for bytes, not for characters: unquote first, decode then. */
function readQuotedName(bytes: Uint8Array, start: number, end: number, decode: Decode): Name | null {
  const plain = new Uint8Array(end - start)
  let length = 0
  let position = start + 1
  while (position < end) {
    const byte = bytes[position++] ?? 0
    if (byte === quote) return { text: decode(plain, 0, length), next: position }
    if (byte !== backslash) {
      plain[length++] = byte
      continue
    }
    const octal = readOctal(bytes, position, end)
    const value = octal ?? escapes[String.fromCharCode(bytes[position] ?? 0)]
    if (value === undefined) return null
    plain[length++] = value
    position += octal === null ? 1 : 3
  }
  return null
}

function readOctal(bytes: Uint8Array, start: number, end: number): number | null {
  if (start + 3 > end) return null
  let value = 0
  for (let position = start; position < start + 3; position++) {
    const digit = (bytes[position] ?? 0) - 0x30
    if (digit < 0 || digit > 7) return null
    value = value * 8 + digit
  }
  return value < 256 ? value : null
}

/** Both names of a `diff --git` line, without the words before them. Null when they cannot be told apart. */
export function readNamePair(
  bytes: Uint8Array,
  start: number,
  end: number,
  decode: Decode,
): readonly [string, string] | null {
  const first = bytes.indexOf(quote, start)
  if (first === -1 || first >= end) return splitNamePair(decode(bytes, start, end))
  // A name that needs no quotes has no quote in it, so the first quote opens the left or the right name.
  const left = first === start ? readQuotedName(bytes, start, end, decode) : null
  if (first === start && left === null) return null
  const middle = left?.next ?? first - 1
  if (bytes[middle] !== blank) return null
  const right = readName(bytes, middle + 1, end, decode)
  if (right === null || right.next !== end) return null
  return [left?.text ?? decode(bytes, start, middle), right.text]
}

// Longer than two paths can be; keeps the search below from taking quadratic time on nonsense.
const longestPair = 20_000

/** Names may contain blanks: split where both halves name the same file. */
function splitNamePair(text: string): readonly [string, string] | null {
  if (text.length > longestPair) return null
  let best: readonly [string, string] | null = null
  let most = 0
  for (let blank = text.indexOf(' '); blank !== -1; blank = text.indexOf(' ', blank + 1)) {
    const pair = [text.slice(0, blank), text.slice(blank + 1)] as const
    const length = agreement(pair)
    if (length > most) {
      best = pair
      most = length
    }
  }
  return best
}

/** How long the path is that both names share; 0 when a prefix would have to contain a blank. */
function agreement([left, right]: readonly [string, string]): number {
  const path = sharedPath(left, right)
  if (path === null) return 0
  const prefixes = left.slice(0, left.length - path.length) + right.slice(0, right.length - path.length)
  return prefixes.includes(' ') ? 0 : path.length
}

/** What two names have in common behind their prefixes (`a/` and `b/`, `old/` and `new/`, or none). */
export function sharedPath(left: string, right: string): string | null {
  const a = `/${left}`
  const b = `/${right}`
  const shorter = Math.min(a.length, b.length)
  let length = 0
  while (length < shorter && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++
  const common = a.slice(a.length - length)
  const slash = common.indexOf('/')
  return slash === -1 || slash + 1 === common.length ? null : common.slice(slash + 1)
}

/** For a name that stands alone, or shares nothing with the other one: only the usual prefix is taken off. */
export function withoutPrefix(name: string, prefix: 'a/' | 'b/'): string {
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name
}
