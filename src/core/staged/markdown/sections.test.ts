import { describe, expect, it } from 'vitest'
import { sectionText, splitSections } from './sections.ts'

const outline = (markdown: string, level = 3) =>
  splitSections(markdown, level).sections.map((section) => [section.line, section.heading, sectionText(section)])

describe('splitSections', () => {
  it.each<[string, string, unknown[]]>([
    ['nothing', '', []],
    ['text without headings', 'a\nb', []],
    [
      'headings with what stands below',
      'x\n### A\n\none\n\ntwo\n\n### B\n',
      [
        [2, 'A', 'one\n\ntwo'],
        [8, 'B', ''],
      ],
    ],
    [
      'higher headings as well, deeper ones as text',
      '# T\n## A\n### B\n#### C\nc',
      [
        [1, 'T', ''],
        [2, 'A', ''],
        [3, 'B', '#### C\nc'],
      ],
    ],
    [
      'line breaks of Windows and of old',
      '### A\r\none\r\n### B\rtwo',
      [
        [1, 'A', 'one'],
        [3, 'B', 'two'],
      ],
    ],
    ['a byte order mark', '\ufeff### A\none', [[1, 'A', 'one']]],
    [
      'marks at the end of a heading',
      '### A ###\n### C#\n###\n',
      [
        [1, 'A', ''],
        [2, 'C#', ''],
        [3, '', ''],
      ],
    ],
    ['no heading without a space', '###A\n####### B\n', []],
    [
      'headings in a fenced block as text',
      '### A\n```\n### B\n```\n### C',
      [
        [1, 'A', '```\n### B\n```'],
        [5, 'C', ''],
      ],
    ],
    [
      'a longer fence with a shorter one inside',
      '### A\n````\n```\n### B\n```\n````\n### C',
      [
        [1, 'A', '````\n```\n### B\n```\n````'],
        [7, 'C', ''],
      ],
    ],
    [
      'a fence of tildes that back-ticks do not close',
      '### A\n~~~md\n```\n### B\n~~~\n### C',
      [
        [1, 'A', '~~~md\n```\n### B\n~~~'],
        [6, 'C', ''],
      ],
    ],
    ['a fence inside an item', '### A\n- x\n  ```\n### B\n  ```\n', [[1, 'A', '- x\n  ```\n### B\n  ```']]],
  ])('reads %s', (_, markdown, expected) => {
    expect(outline(markdown)).toEqual(expected)
  })

  it('keeps what comes before the first heading', () => {
    const { before } = splitSections('a\n\n### B\nc', 3)
    expect(before.map(({ text }) => text)).toEqual(['a', ''])
  })

  it.each([
    ['### A\n```\nx', true],
    ['### A\n```\nx\n```', false],
    ['### A\n````\n```', true],
    ['### A\n`x`', false],
  ])('says whether a fence is left open: %j', (markdown, expected) => {
    expect(splitSections(markdown, 3).isFenceOpen).toBe(expected)
  })

  it('loses no line', () => {
    const markdown = 'a\n### B\nc\n## D\n\n```\n### e\n```\n#### F\ng\n'
    const { before, sections } = splitSections(markdown, 3)
    const numbers = [...before, ...sections.flatMap(({ line, lines }) => [{ number: line }, ...lines])]
    expect(numbers.map(({ number }) => number)).toEqual(markdown.split('\n').map((_, index) => index + 1))
  })
})
