import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashText } from './hash.ts'

it('gives sixteen hexadecimal characters for any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => /^[0-9a-f]{16}$/.test(hashText(text))))
})

it('gives the same answer for the same text on every machine', () => {
  expect(['', 'a', 'päth/…/file.ts'].map(hashText)).toMatchInlineSnapshot(`
    [
      "74141c2035cfeb55",
      "90d82740ee76597a",
      "6b2d3a8fa9591bb6",
    ]
  `)
})

it('keeps a hundred thousand similar texts apart', () => {
  const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => hashText(`src/file-${index}.ts`)))
  expect(hashes.size).toBe(100_000)
})

it('keeps single characters, their order and their number apart in both halves', () => {
  const texts = ['ab', 'ba', 'a', 'b', 'aa', 'aaa', '\0', '\0\0', 'ā', 'a\u0001']
  const hashes = texts.map(hashText)
  expect(new Set(hashes.map((hash) => hash.slice(0, 8))).size).toBe(texts.length)
  expect(new Set(hashes.map((hash) => hash.slice(8))).size).toBe(texts.length)
})
