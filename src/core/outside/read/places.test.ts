import { describe, expect, it } from 'vitest'
import { linkedPlaceIn, placeIn } from './places.ts'

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
    ['../shared/db.ts:42', undefined],
    ['/etc/passwd.d/a.conf:3', undefined],
    ['`src/a.ts`, Zeile 7', { file: 'src/a.ts', start: null, end: 7 }],
    ['src/a.ts 第12行', { file: 'src/a.ts', start: null, end: 12 }],
  ])('%s', (text, place) => {
    const found = placeIn(text)
    expect(found).toEqual(place === undefined ? undefined : { ...place, pathHash: null })
  })

  it('are read from links into a commit, the last of several, or into a diff', () => {
    const link = (path: string) => `https://github.com/o/r/blob/${'a'.repeat(40)}/${path}`
    expect(linkedPlaceIn([link('RULES.md#L1'), link('src/a%20b.ts#L3-L5')])).toMatchObject({
      file: 'src/a b.ts',
      end: 5,
    })
    expect(linkedPlaceIn([`https://example.test/files#diff-${'b'.repeat(64)}R3-R9`])).toMatchObject({
      file: null,
      pathHash: 'b'.repeat(64),
      end: 9,
    })
  })
})
