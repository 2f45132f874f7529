import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLineSplitter } from './lines.ts'

function split(chunks: readonly Buffer[], limit?: number): string[] {
  const lines: string[] = []
  const splitter = createLineSplitter((line) => lines.push(line), limit)
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return lines
}

it('gives the same lines wherever the bytes are cut', () => {
  const text = fc.array(fc.string({ unit: 'binary' }).map((line) => line.replace(/[\r\n]/g, '')))
  fc.assert(
    fc.property(text, fc.array(fc.nat(200)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
      const chunks = places.slice(1).map((end, at) => bytes.subarray(places[at], end))
      expect(split(chunks)).toEqual(lines)
    }),
  )
})

it.each<[string, string[], string[]]>([
  ['no output', [], []],
  ['no line break at the end', ['a\nb'], ['a', 'b']],
  ['empty lines', ['\n\na\n'], ['', '', 'a']],
  ['line ends of Windows', ['a\r\nb\r', '\nc'], ['a', 'b', 'c']],
])('%s', (_name, chunks, lines) => {
  expect(split(chunks.map((chunk) => Buffer.from(chunk)))).toEqual(lines)
})

it('cuts a long line before a word that may be half of a secret, and goes on with the next', () => {
  const chunks = ['key: ', 'abcdefgh', 'ijklmnop', '\nnext\n'].map((chunk) => Buffer.from(chunk))
  expect(split(chunks, 12)).toEqual(['key:  … [review-loop: the rest of this line was cut, 16 bytes]', 'next'])
})
