import { describe, expect, it } from 'vitest'
import { parseFilePatch, renderFilePatch, slicePatch } from './patch.ts'

const header = 'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n'
const hunk = (text: string) => header + text

describe('a file patch', () => {
  it.each([
    ['two hunks', '@@ -1,2 +1,3 @@ function a()\n a\n+b\n c\n@@ -10,1 +11,0 @@\n-x\n'],
    ['a line that looks like a header', '@@ -1,1 +1,2 @@\n-@@ -1 +1 @@\n+diff --git a/x b/x\n+--- a\n'],
    ['no newline at the end', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n'],
    ['carriage returns', '@@ -1,1 +1,1 @@\n-a\r\n+b\r\n'],
  ])('with %s is printed as it was read', (_, text) => {
    expect(renderFilePatch(parseFilePatch(hunk(text)))).toBe(hunk(text))
  })

  it('without hunks is its header', () => {
    const text = 'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n'
    expect(parseFilePatch(text)).toEqual({ header: text, hunks: [] })
  })

  it('reads an empty line as an unchanged one', () => {
    expect(renderFilePatch(parseFilePatch(hunk('@@ -1,2 +1,3 @@\n\n+b\n c\n')))).toBe(
      hunk('@@ -1,2 +1,3 @@\n\n+b\n c\n'),
    )
  })
})

describe('slicePatch', () => {
  const added = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `+${from + index}\n`).join('')

  it('gives the wanted lines of a long hunk, with three around them', () => {
    const patch = parseFilePatch(`${header}@@ -0,0 +1,100 @@\n${added(1, 100)}`)
    expect(renderFilePatch(slicePatch(patch, { start: 50, end: 60 }))).toBe(
      `${header}@@ -0,0 +47,17 @@\n${added(47, 63)}`,
    )
  })

  it('leaves hunks out that have no changed line in the range', () => {
    const patch = parseFilePatch(hunk('@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -20,1 +20,1 @@\n-x\n+y\n'))
    expect(slicePatch(patch, { start: 10, end: 30 }).hunks).toHaveLength(1)
    expect(slicePatch(patch, { start: 3, end: 3 }).hunks).toHaveLength(0)
  })

  it('keeps removed lines with the line they stand before', () => {
    const patch = parseFilePatch(hunk('@@ -1,4 +1,2 @@\n a\n-b\n-c\n d\n'))
    expect(slicePatch(patch, { start: 2, end: 2 }).hunks[0]?.lines).toEqual([' a', '-b', '-c', ' d'])
    expect(slicePatch(patch, { start: 1, end: 1 }).hunks).toHaveLength(0)
  })
})
