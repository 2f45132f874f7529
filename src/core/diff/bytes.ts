// Reading diff text as bytes. Lines end at the byte \n alone: CR, form feed and U+2028 are content.

import { decodeName } from '../values/file-name.ts'

// The bytes that mean something in a diff.
export const tab = 0x09
export const newline = 0x0a
export const carriageReturn = 0x0d
export const blank = 0x20
export const quote = 0x22
export const plus = 0x2b
export const comma = 0x2c
export const minus = 0x2d
export const at = 0x40
export const backslash = 0x5c

/** Turns bytes[start…end) into text. Must replace what is not UTF-8, keep a byte order mark, and take any Uint8Array. */
export type Decode = (bytes: Uint8Array, start: number, end: number) => string

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return utf8.decode(bytes.subarray(start, end))
}

/** For names, which must not become the same text where their bytes differ. */
export function losslessly(decode: Decode): Decode {
  return (bytes, start, end) => decodeName(bytes.subarray(start, end), decode(bytes, start, end))
}

/** Memory for the lines that lie across chunks. */
export type Allocate = (length: number) => Uint8Array

export function allocateBytes(length: number): Uint8Array {
  return new Uint8Array(length)
}

/** Whether bytes[start…end) is this text and all of it is ASCII; other text must be decoded to be compared. */
export function isAscii(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f || bytes[start + index] !== code) return false
  }
  return true
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
