import { expect, it } from 'vitest'
import { approval, context, finding, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import { codeSpan, fence, prose } from '../markdown-text.ts'
import { markdown } from './markdown.ts'

const full = markdown(fullResult, context)

it('begins with the verdict, the reasons and the counts', () => {
  expect(full.split('\n').slice(0, 8)).toEqual([
    '## review-loop: Changes Requested',
    '',
    'The gate is **blocked**:',
    '- 1 P0, 1 P1 and 1 blocking P2 finding remain.',
    '',
    '| P0 | P1 | P2 | P3 | Blocking | Discarded |',
    '|--:|--:|--:|--:|--:|--:|',
    '| 1 | 1 | 2 | 2 | 3 | 3 |',
  ])
})

it('shows findings with place, code, reasons, suggestion and origin', () => {
  const section = full.slice(full.indexOf('### P0'), full.indexOf('### P1'))
  expect(section).toBe(
    [
      '### P0 A GitHub token is written into the code',
      '`src/server/login.ts:14`, **blocks**',
      "```text\n  12 | const options = {\n  13 |   retries: 3,\n> 14 |   token: 'ghp…',\n  15 | }\n```",
      'The value looks like a personal access token of GitHub. Everyone who can read this repository can use it.',
      '**Impact:** Whoever has the token can push to every repository its owner can push to, today and after this line is gone.',
      '**Fix:** Revoke the token, then read it from the environment.',
      '**Suggestion** for line 14:',
      '```suggestion\n  token: process.env.GITHUB_TOKEN,\n```',
      '<sub>`a1b2c3d4` · `secret/github-token` · 2 reviewers agree: hygiene, import:gitleaks</sub>',
      '',
    ].join('\n\n'),
  )
  expect(full).toContain('**Suggestion:** delete line 2.')
})

it('hides discarded findings in a block that opens', () => {
  const details = full.slice(full.indexOf('<details>'), full.indexOf('</details>'))
  expect(details).toContain('<summary>3 discarded findings</summary>\n\n- P1 `test/key.pem:1` A private key: waived:')
  expect(details.match(/^- /gm)).toHaveLength(3)
})

it('says nothing it does not have to', () => {
  expect(markdown(approval, context)).toBe(
    [
      '## review-loop: Approved',
      'The gate **passed**.',
      '| P0 | P1 | P2 | P3 | Blocking | Discarded |\n|--:|--:|--:|--:|--:|--:|\n| 0 | 0 | 0 | 0 | 0 | 0 |',
      '<sub>review-loop 0.1.0: branch `origin/main` → `working tree`, 5 files, +120 −33</sub>\n',
    ].join('\n\n'),
  )
})

it('names the reviewers of an incomplete review', () => {
  expect(markdown(inconclusive, context)).toContain(
    'The review is **incomplete**:\n- bug-hunter timed out after 10m.\n- typescript crashed.',
  )
  expect(markdown(inconclusive, context)).toContain('- bug-hunter timed out: No answer within 10m.')
})

it.each([
  ['<!-- hidden', '&lt;\\!-- hidden'],
  ['</details><script>', '&lt;/details&gt;&lt;script&gt;'],
  ['ask @octocat or a@b.c', 'ask @\u200boctocat or a@\u200bb.c'],
  ['![x](http://e.invalid/pixel)', '\\!\\[x\\](<http://e.invalid/pixel>)'],
  ['# heading', '\\# heading'],
  ['text\n===', 'text\n\\==='],
  ['text\n---', 'text\n\\---'],
  ['> quote', '&gt; quote'],
  ['a | b', 'a \\| b'],
  ['*bold* _it_ ~~gone~~', '\\*bold\\* \\_it\\_ \\~\\~gone\\~\\~'],
  ['&amp; \\*', '&amp;amp; \\\\\\*'],
  ['use `a | @b` here', 'use `a | @b` here'],
  ['```\nopen', '\\`\\`\\`\nopen'],
  ['one ` tick', 'one \\` tick'],
  ['`` a ` b ``', '\\`\\` a \\` b \\`\\`'],
  ['- item\n- other', '- item\n- other'],
  ['see https://e.invalid/a_b?c=*.', 'see <https://e.invalid/a_b?c=>\\*.'],
  ['www.e.invalid`<b>` ftp://e`<b>`', 'www\\.e.invalid`<b>` ftp:\\//e`<b>`'],
  ['\u001b[0m', '\\\\x1b\\[0m'],
])('keeps %j from acting as Markdown', (text, expected) => {
  expect(prose(text)).toBe(expected)
})

it('closes every fence it opens, whatever is inside', () => {
  expect(fence('a\n```\nb', 'text')).toBe('````text\na\n```\nb\n````')
  expect(fence('`````', '')).toBe('``````\n`````\n``````')
  expect(codeSpan('a`b')).toBe('``a`b``')
  expect(codeSpan('`')).toBe('`` ` ``')
})

it('leaves no way out of a finding', () => {
  const evil = '```\n</details>\n<!--\n@everyone\n# Approved'
  const evilFinding = finding({
    id: 'x',
    file: evil,
    title: evil,
    problem: `${evil}!`,
    impact: evil,
    fix: evil,
    suggestion: evil,
    rule: evil,
    reviewers: [evil],
  })
  const frames = new Map([['x', { start: 1, lines: evil.split('\n') }]])
  const discarded = fullResult.discarded.map((entry) => ({ ...entry, title: evil, reason: evil, file: evil }))
  const output = markdown(
    { ...fullResult, findings: [evilFinding], discarded, notices: [evil] },
    { ...context, frames },
  )
  const outside = output
    .replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, '')
    .replaceAll('\\`', '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  expect(outside).not.toMatch(/<!--|@everyone|^# |^```/m)
  expect(outside.match(/<\/details>/g)).toHaveLength(1)
})
