import { describe, expect, it } from 'vitest'
import { codeKey, holdsCode, noCodeKey } from './code-key.ts'

const numbered = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
const fileOf = (lines: readonly string[]) => `${lines.join('\n')}\n`
const whole = fileOf(numbered)
const without = (number: number) => numbered.filter((_, index) => index !== number - 1)
const key = codeKey(whole, 10, 11)

describe('the code that a finding is about', () => {
  it.each<[string, string, boolean]>([
    ['is there in the same file', whole, true],
    [
      'is there where the rest of the file changed',
      fileOf(['new', ...without(18).filter((each) => each !== 'line 2')]),
      true,
    ],
    ['is there in another layout', whole.replaceAll('line', '\tline ').replaceAll('\n', '\r\n\r\n'), true],
    ['is another where a line of it changed', whole.replace('line 10', 'mended'), false],
    ['is another where a line near it changed', whole.replace('line 7', 'guarded'), false],
    ['is there where the fourth line above it changed', whole.replace('line 6', 'other'), true],
    ['is another where a line is gone', fileOf(without(12)), false],
    ['is another where a line came between', whole.replace('line 10', 'line 10\nnew'), false],
    ['is not in an empty file', '', false],
  ])('%s', (_, text, isThere) => {
    expect(holdsCode(text, key)).toBe(isThere)
  })

  it.each([
    ['first', 1],
    ['last', 20],
  ])('may be the %s line of a file, to which more is added', (_, line) => {
    expect(holdsCode(fileOf(['before', ...numbered, 'after']), codeKey(whole, line, line))).toBe(true)
  })

  it('is looked for by its beginning where it is long', () => {
    const long = fileOf(Array.from({ length: 300 }, (_, index) => `row ${index}`))
    const all = codeKey(long, 1, 300)
    expect(holdsCode(long, all)).toBe(true)
    expect(holdsCode(long.replace('row 5\n', ''), all)).toBe(false)
  })

  it.each([noCodeKey, '', '7-', '99999999-0123456789abcdef', 'x'])(
    'is not there for a key that is none: %j',
    (none) => {
      expect(holdsCode(whole, none)).toBe(false)
    },
  )
})
