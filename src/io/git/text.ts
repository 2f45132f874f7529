/** The text of a file: UTF-8, or UTF-16 by its mark; undefined for anything else. */
export function decodeText(content: Buffer | undefined): string | undefined {
  if (content === undefined) return undefined
  const wide = utf16(content)
  if (wide !== undefined) return wide
  // git's own test for text: no NUL byte in the first 8,000.
  return content.subarray(0, 8000).includes(0) ? undefined : content.toString('utf8')
}

/** git takes such files for binary, and what is in them would pass unseen. */
function utf16(content: Buffer): string | undefined {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0
  if (mark === 0xfffe) return content.toString('utf16le', 2)
  if (mark !== 0xfeff) return undefined
  const even = content.subarray(2, content.length - (content.length % 2))
  return Buffer.from(even).swap16().toString('utf16le')
}

export function isUtf16(content: Buffer | undefined): boolean {
  return content !== undefined && utf16(content) !== undefined
}
