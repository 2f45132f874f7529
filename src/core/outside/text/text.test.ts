import { describe, expect, it } from 'vitest'
import { proseOf, readLines } from '../read/lines.ts'
import { blankFences, fencesOf } from './fences.ts'
import { unquoted } from './plain.ts'

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
    ['keeps boxes and drops quotes', '> [!NOTE]\n> Kept\n\n> dropped\n\nKept too', 'Kept Kept too'],
    ['drops what is folded, at any depth', 'a <details>b<details>c</details>d</details> e', 'a e'],
    ['keeps what is open from the beginning', 'a <details open>b<details>c</details>d</details> e', 'a b d e'],
    [
      'drops marks, pictures and targets of links',
      '<!-- x -->\n\n![p](q) [word](https://example.test) **bold**',
      'word bold',
    ],
  ])('%s', (_, text, prose) => {
    expect(
      proseOf(readLines(text).filter(({ isFolded }) => !isFolded))
        .trim()
        .split(/\s+/)
        .join(' '),
    ).toBe(prose)
  })

  it('keeps what is quoted, without the marks, where it is asked for', () => {
    expect(unquoted('> > a\n> b')).toBe('a\nb')
  })
})
