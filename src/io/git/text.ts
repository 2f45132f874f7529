/** The text of a file: UTF-8, UTF-16 by its mark, or ASCII with NUL bytes between; undefined for anything else. */
export function decodeText(content: Buffer | undefined): string | undefined {
  if (content === undefined) return undefined
  const wide = decodeMarked(content) ?? withoutPadding(content)
  if (wide !== undefined) return wide
  return hasNul(content) ? undefined : content.toString('utf8')
}

/** Text that git takes for binary, and that would pass unseen: by its mark, or by the NUL bytes between its letters. */
export function wideKind(content: Buffer | undefined): 'marked' | 'padded' | null {
  if (content === undefined) return null
  if (decodeMarked(content) !== undefined) return 'marked'
  return withoutPadding(content) === undefined ? null : 'padded'
}

/** git's own test for text: no NUL byte in the first 8,000. */
function hasNul(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0)
}

function decodeMarked(content: Buffer): string | undefined {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined
  const even = content.subarray(2, content.length - (content.length % 2))
  const text = (mark === 0xfffe ? even : Buffer.from(even).swap16()).toString('utf16le')
  return text.includes('\0') || isPlainInPairs(text) ? undefined : text
}

/**
 * Whether it is ASCII read in pairs: its mark is false, and programs that skip the mark run what follows it as plain text. Chinese has
 * such characters too, but they are the smaller part, and hardly so many follow each other.
 */
function isPlainInPairs(text: string): boolean {
  let [pairs, others, run] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isPair = unit > 0xff && isPlain(unit >> 8) && isPlain(unit & 0xff)
    run = isPair ? run + 1 : 0
    if (run >= mostPairsInRow) return true
    if (isPair) pairs += 1
    else if (unit > 0xff) others += 1
  }
  return pairs > others
}

const mostPairsInRow = 12

/** UTF-16 or UTF-32 without a mark, or with that of UTF-32: of ASCII all of them leave the letters, and NUL bytes around them. */
function withoutPadding(content: Buffer): string | undefined {
  if (!hasNul(content)) return undefined
  const body = content.filter((byte, at) => byte !== 0 && !(at < 4 && byte >= 0xfe))
  const isPadded = body.length >= fewestLetters && body.length * 2 <= content.length + 1
  return isPadded && body.every(isPlain) ? Buffer.from(body).toString('latin1') : undefined
}

/** Fewer may be anything. */
const fewestLetters = 8

/** ASCII that stands in text, or the NUL beside it. */
function isPlain(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0 || (byte >= 0x09 && byte <= 0x0d)
}
