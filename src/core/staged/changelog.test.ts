import { expect, it } from 'vitest'
import { withChangelogLine } from './changelog.ts'

it.each<[string, string, string]>([
  ['an empty one', '', '# Changelog\n\n- new\n'],
  ['one without parts', '# Changelog\n\n- old', '# Changelog\n\n- old\n- new\n'],
  [
    'the part that is not released',
    '## 1.0\n- a\n\n## [Unreleased]\n\n- b\n',
    '## 1.0\n- a\n\n## [Unreleased]\n\n- new\n- b\n',
  ],
  ['else the newest part', '# C\n\n## 1.1\n- b\n\n## 1.0\n- a\n', '# C\n\n## 1.1\n- new\n- b\n\n## 1.0\n- a\n'],
  ['a part in parts', '## Unreleased\n### Added\n- a\n', '## Unreleased\n\n- new\n\n### Added\n- a\n'],
  ['a part with nothing in it', '## Unreleased\n\n', '## Unreleased\n\n- new\n'],
  ['line breaks of Windows', '## 1.0\r\n\r\n- a\r\n', '## 1.0\r\n\r\n- new\r\n- a\r\n'],
  ['one whose lines end in two ways', '## 1.0\n\n- a\r\n- b\n', '## 1.0\n\n- new\n- a\r\n- b\n'],
  ['one without an end', '## 1.0\r\n### Added', '## 1.0\r\n\r\n- new\r\n\r\n### Added'],
  ['one that ends with its heading', '# C\r\n## 1.0', '# C\r\n## 1.0\r\n\r\n- new\r\n'],
  ['one with more blank lines', '## 1.0\n\n\nText\n', '## 1.0\n\n- new\n\nText\n'],
  ['bytes that look like blank space', 'caf\u00c3\u00a0', 'caf\u00c3\u00a0\n- new\n'],
  ['one that has it', '- new\n\n## 1.0\n', '- new\n\n## 1.0\n'],
])('adds a line to %s', (_, text, expected) => {
  expect(withChangelogLine(text, '- new')).toBe(expected)
})
