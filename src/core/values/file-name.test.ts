import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPrinted, decodeName, encodeName } from './file-name.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

// Bytes that make and break characters are more telling than any.
const anyName = fc
  .array(
    fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xef, 0xbf, 0xbd, 0xfe, 0x46, 0x45, 0xc3, 0xed, 0xf0)),
  )
  .map((list) => Uint8Array.from(list))

describe('names as text', () => {
  it.each([
    ['src/a.js', 'src/a.js'],
    ['caf\xc3\xa9.js', 'café.js'],
    ['src/\xfe.js', 'src/\uFFFDFE.js'],
    ['src/\xff.js', 'src/\uFFFDFF.js'],
    ['src/\xef\xbf\xbd.js', 'src/\uFFFDEF\uFFFDBF\uFFFDBD.js'],
    ['src/\xef\xbf\xbdFE.js', 'src/\uFFFDEF\uFFFDBF\uFFFDBDFE.js'],
    ['\xc3', '\uFFFDC3'],
    ['\xed\xa0\x80', '\uFFFDED\uFFFDA0\uFFFD80'],
    ['\xef\xbb\xbfa\xff', '\uFEFFa\uFFFDFF'],
  ])('%j is %j', (name, text) => {
    expect(decodeName(bytes(name))).toBe(text)
  })

  it('give the same bytes back, so different names are different text', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(encodeName(decodeName(name))).toEqual(name)
      }),
    )
  })

  it('are the same in parts: a folder and a name, or many names at once', () => {
    fc.assert(
      fc.property(anyName, anyName, (left, right) => {
        const both = decodeName(Uint8Array.from([...left, 0x2f, ...right]))
        expect(both).toBe(`${decodeName(left)}/${decodeName(right)}`)
      }),
    )
  })

  it('can be compared with what other programs print', () => {
    expect(asPrinted(decodeName(bytes('src/\xfe\xc3\xc3FE.js')))).toBe('src/\uFFFDFE.js')
    expect(asPrinted('src/a.js')).toBe('src/a.js')
  })
})
