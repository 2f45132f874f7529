// Reading diff text as bytes. Lines end at the byte \n alone: CR, form feed and U+2028 are content.

/** Turns bytes[start…end) into text. Must replace what is not UTF-8, keep a byte order mark, and take any Uint8Array. */
export type Decode = (bytes: Uint8Array, start: number, end: number) => string

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return utf8.decode(bytes.subarray(start, end))
}

/** `text` must be ASCII. */
export function startsWith(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start < text.length) return false
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** A copy of its own; `slice` of a Buffer would share the memory. */
export function copyBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start)
  copy.set(bytes.subarray(start, end))
  return copy
}
