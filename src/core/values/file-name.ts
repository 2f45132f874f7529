// Names of files are bytes to git. As text, every byte that is not UTF-8 is written as U+FFFD and its two hexadecimal digits, and so
// is U+FFFD itself: different bytes give different text, folders and endings stay readable, and no other name looks like that.

const mark = '\uFFFD'
const plain = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** Also for many names at once, with separators in ASCII between them. `text` is how a quicker decoder reads the bytes. */
export function decodeName(bytes: Uint8Array, text: string = plain.decode(bytes)): string {
  return text.includes(mark) ? escapeBytes(bytes) : text
}

/** The bytes that `decodeName` was given. U+FFFD without digits stands for itself. */
export function encodeName(name: string): Uint8Array {
  const encoded = new TextEncoder().encode(name)
  if (!hasEscapes(name)) return encoded
  const bytes = [...name.matchAll(escapeOrText)].flatMap(([part, digits]) =>
    digits === undefined ? [...new TextEncoder().encode(part)] : [Number.parseInt(digits, 16)],
  )
  return Uint8Array.from(bytes)
}

const escapeOrText = /\uFFFD([0-9A-F]{2})|\uFFFD|[^\uFFFD]+/g

/** Whether the name must be encoded before anybody else can use it. */
export function hasEscapes(name: string): boolean {
  return name.includes(mark)
}

/** How other programs print it: with one U+FFFD for one or several bytes that are not UTF-8. How many differs, so a row of them is one. */
export function asPrinted(name: string): string {
  return hasEscapes(name) ? name.replace(/(?:\uFFFD[0-9A-F]{2})+/g, mark) : name
}

function escapeBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const character = characterAt(bytes, at, byte)
    text += character ?? mark + byte.toString(16).toUpperCase()
    at += character === undefined ? 1 : lengthOf(byte)
  }
  return text
}

function characterAt(bytes: Uint8Array, at: number, first: number): string | undefined {
  if (first < 0x80) return String.fromCharCode(first)
  try {
    const text = strict.decode(bytes.subarray(at, at + lengthOf(first)))
    return text === mark ? undefined : text
  } catch {
    return undefined
  }
}

/** How many bytes a character has that begins like this. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}
