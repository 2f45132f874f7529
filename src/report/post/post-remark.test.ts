import { expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { classify } from '../../core/outside/classify.ts'
import { remarkText } from './post-remark.ts'

const id = 'F-11111111'

it.each([
  ['a line', 'good()', '```suggestion\ngood()\n```'],
  ['a line with its line break', 'good()\n', '```suggestion\ngood()\n```'],
  ['a blank line', '\n', '```suggestion\n\n```'],
  ['nothing: the lines go', '', '```suggestion\n```'],
  ['code with a fence', '```js\nx\n```', '````suggestion\n```js\nx\n```\n````'],
  ['code that a runner would not obey', '::error::x', '```suggestion\n::error::x\n```'],
  ['code with line breaks of Windows', 'a\r\nb', '```suggestion\na\nb\n```'],
  ['a decorator', '@app.route("/")', '```suggestion\n@app.route("/")\n```'],
])('offers a replacement by %s', (_, suggestion, expected) => {
  expect(remarkText(finding({ id, suggestion }), true).endsWith(`\n\n${expected}`)).toBe(true)
})

it.each([
  ['hides something', 'a\u202eb'],
  ['hides a mark', '<!-- review-loop:F-22222222 -->'],
  ['calls a reviewer', '// @codex review'],
])('offers none that %s', (_, suggestion) => {
  expect(remarkText(finding({ id, suggestion }), true)).not.toContain('suggestion\n')
})

it('tells a later review which code it is about', () => {
  const text = remarkText({ ...finding({ id }), codeKey: '7-0123456789abcdef' }, true)
  expect(text).toMatch(/^<!-- review-loop:F-11111111 -->\n<!-- review-loop code 7-0123456789abcdef -->\n\n\*\*P2/)
})

it('says the title once', () => {
  const text = remarkText(finding({ id, problem: 'Something is wrong.', fix: 'Mend it.', reviewers: [] }), true)
  expect(text).toMatch(/^<!--.*-->\n\n\*\*P2: Something is wrong\*\*\n\n\*\*Fix:\*\* Mend it\.$/)
})

it('offers none for other lines than its own', () => {
  expect(remarkText(finding({ id, suggestion: 'x' }), false)).not.toContain('```')
})

it.each([
  ['with a long replacement', { problem: '&'.repeat(6000), fix: '&'.repeat(5000), suggestion: 'x'.repeat(20_000) }],
  ['in which everything is escaped', { problem: '\u200b'.repeat(6000), fix: '\u200b'.repeat(6000), suggestion: null }],
])('is a comment that GitHub takes, %s', (_, long) => {
  const text = remarkText(finding({ id, ...long, reviewers: Array.from({ length: 20 }, () => '&'.repeat(200)) }), true)
  expect(text).toMatch(/^<!-- review-loop:F-11111111 -->\n\n\*\*/)
  expect(text.length).toBeLessThan(65_536)
})

it.each([
  ['P0', true, 'critical'],
  ['P1', true, 'high'],
  ['P2', true, 'medium'],
  ['P2', false, 'medium'],
  ['P3', false, 'low'],
] as const)('says %s so that whoever reads comments of reviewers understands it', (severity, blocking, expected) => {
  const body = remarkText(finding({ id, severity, blocking }), true)
  const comment = { bot: 'review-loop', login: 'github-actions', surface: 'inline', state: null, commit: null } as const
  expect(classify({ ...comment, path: 'a.ts', line: 3, body, raw: null }).items[0]?.severity).toBe(expected)
})
