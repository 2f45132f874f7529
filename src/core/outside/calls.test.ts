import { describe, expect, it } from 'vitest'
import { callsSomebody, withoutCalls } from './calls.ts'

describe('text', () => {
  it.each([
    ['a person', 'Ask @maria.', 'Ask @\u200bmaria.'],
    ['a team', '@octo/team', '@\u200bocto/team'],
    ['a reviewer in code', '`@codex review`', '`@\u200bcodex review`'],
    ['an issue', 'See #12 and octo/x#3, GH-4.', 'See #\u200b12 and octo/x#\u200b3, GH-\u200b4.'],
    ['a merge request', 'See !12 and octo/x!3.', 'See !\u200b12 and octo/x!\u200b3.'],
    ['a command on a line', 'a\n/lgtm', 'a\n\\/lgtm'],
    ['a command in a list', '- /gemini review', '- \\/gemini \u200breview'],
    ['a command in a sentence', 'say /gemini review', 'say /gemini \u200breview'],
    ['words that start a reviewer', 'Bugbot run', 'Bugbot \u200brun'],
    ['nobody', 'a @ b, # one, src/a.ts', 'a @ b, # one, src/a.ts'],
  ])('calls nobody: %s', (_, text, expected) => {
    expect(withoutCalls(text)).toBe(expected)
  })
})

describe('code', () => {
  it.each([
    ['@codex review', true],
    ['// @CodeRabbitAI full review', true],
    ['x\n/gemini review\ny', true],
    ['# bugbot run', true],
    ['/label ~"to do" @maria', true],
    ['/usr/bin/env node', false],
    ['@app.route("/review")', false],
    ['@Override\npublic void run() {}', false],
    ['const path = "/a/b"\n/ 2', false],
    ['/regex/.test(x)', false],
  ])('%j calls somebody: %s', (code, expected) => {
    expect(callsSomebody(code)).toBe(expected)
  })
})
