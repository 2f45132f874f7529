import { describe, expect, it } from 'vitest'
import { blankFences, fencesOf } from './fences.ts'
import { labelledPlaceIn, linkedPlaceIn, placeIn, placeLineIn } from './places.ts'
import { proseOf, unquoted } from './plain.ts'
import { parseSections, walkSections } from './sections.ts'

describe('fences', () => {
  it('end with a mark as long as the first, and need an end', () => {
    expect(
      fencesOf('~~~md\n```js\na\n```\n~~~\n```\nopen').map(({ language, content }) => [language, content]),
    ).toEqual([['md', '```js\na\n```\n']])
  })

  it('become blanks of the same length', () => {
    expect(blankFences('a\n```\nb\n```\nc')).toBe('a\n   \n \n   \nc')
  })
})

describe('prose', () => {
  it.each([
    ['keeps boxes and drops quotes', '> [!NOTE]\n> Kept\n\n> dropped\n\nKept too', 'Kept\n\nKept too'],
    ['drops what is folded, at any depth', 'a <details>b<details>c</details>d</details> e', 'a e'],
    ['keeps what is open from the beginning', 'a <details open>b<details>c</details>d</details> e', 'a b d e'],
    [
      'drops marks, pictures and targets of links',
      '<!-- x -->![p](q) [word](https://example.test) **bold**',
      'word bold',
    ],
  ])('%s', (_, text, prose) => {
    expect(proseOf(text).replace(/ +/g, ' ')).toBe(prose)
  })

  it('keeps what is quoted, without the marks, where it is asked for', () => {
    expect(unquoted('> > a\n> b')).toBe('a\nb')
  })
})

describe('sections', () => {
  it('are a tree, whatever is not closed or not opened', () => {
    const text = '</details><details><summary>A</summary>a<details><summary>B</summary>b</details><details>c'
    expect(walkSections(parseSections(text)).map(({ section, around }) => [section.summary, around])).toEqual([
      ['A', []],
      ['B', ['A']],
      ['', ['A']],
    ])
  })

  it('are not opened by code', () => {
    expect(parseSections('```\n<details>\n```\n').sections).toEqual([])
  })
})

describe('places', () => {
  it.each([
    ['src/a.ts:10-12', { file: 'src/a.ts', start: 10, end: 12 }],
    ['(src/a.ts:10)', { file: 'src/a.ts', start: null, end: 10 }],
    ['close.sh#L3-L4', { file: 'close.sh', start: 3, end: 4 }],
    ['app/(group)/[id]/page.tsx:7', { file: 'app/(group)/[id]/page.tsx', start: null, end: 7 }],
    ['`src/a.ts` lines 3 to 5', { file: 'src/a.ts', start: 3, end: 5 }],
    ['`src/a.ts`, Line 3', { file: 'src/a.ts', start: null, end: 3 }],
    ['`src/a.ts` at line 3', { file: 'src/a.ts', start: null, end: 3 }],
    ['`src/a.ts` (L3-L5)', { file: 'src/a.ts', start: 3, end: 5 }],
    ['src/a.ts L3: it leaks', { file: 'src/a.ts', start: null, end: 3 }],
    ['at lines 3-5 of `src/a.ts`', { file: 'src/a.ts', start: 3, end: 5 }],
    ['src/a.ts LATER3', undefined],
    ['http://localhost:3000', undefined],
    ['10.0.0.1:80', undefined],
  ])('%s', (text, place) => {
    expect(placeIn(text)).toEqual(place)
  })

  it.each([
    ['**File:** `src/a.ts:3`', 3],
    ['1. `src/a.ts`, line 3-5 ([link](https://example.test/x))', 5],
    ['**src/a.ts:3** and `src/b.ts:4`:', 3],
    ['**src/a.ts:3**: it leaks', undefined],
    ['**File:** `src/a.ts`', undefined],
  ])('are all that a line says, or not: %s', (line, end) => {
    expect(placeLineIn(line)?.end).toBe(end)
  })

  it.each([
    ['Why: so\nLocation: src/a.ts:3-5', 5],
    ['- **File**: `src/a.ts`\n- **Lines**: 7-9', 9],
    ['**File**: `src/a.ts`', undefined],
    ['**Line**: 7', undefined],
    ['Where: users see src/a.ts fail', undefined],
  ])('are said in fields: %s', (text, end) => {
    expect(labelledPlaceIn(text)?.end).toBe(end)
  })

  it('are read from links into a commit, the last of several', () => {
    const link = (path: string) => `https://github.com/o/r/blob/${'a'.repeat(40)}/${path}`
    expect(linkedPlaceIn(`${link('RULES.md#L1')} ${link('src/a%20b.ts#L3-L5')}`)).toEqual({
      file: 'src/a b.ts',
      start: 3,
      end: 5,
    })
  })
})
