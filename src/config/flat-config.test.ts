import { describe, expect, it } from 'vitest'
import { parseFlatConfig } from './flat-config.ts'
import { type FlatConfig, flatDefaults, flatKeys } from './flat-keys.ts'

describe('parseFlatConfig', () => {
  it('has the defaults of the protocol', () => {
    expect(parseFlatConfig('')).toEqual({
      config: {
        reviewer: 'codex',
        reviewer_model: '',
        judgment_model: '',
        cheap_model: '',
        executor_model: 'inherit',
        codex_reviewer_backend: 'claude_cli',
        codex_reviewer_model: '',
        codex_executor_model: '',
        soft_limit_plan: 3,
        soft_limit_exec: 3,
        auto_commit: false,
        commit_message_prefix: 'feat',
        docs_file: 'CHANGELOG.md',
        handsfree: false,
        review_focus: '',
        quality_focus: '',
        review_style: '',
        skip_quality_polish: false,
        adversarial_gate_skip_paths: ['**/SKILL.md', 'docs/protocol/**', 'tests/skills/contracts/**'],
        context_persist_threshold: 70,
      },
      written: new Map(),
      warnings: [],
    })
  })

  it('knows which keys change nothing here', () => {
    const noOps = Object.entries(flatKeys).flatMap(([key, { noOp }]) => (noOp ? [key] : []))
    expect(noOps).toEqual([
      'reviewer',
      'cheap_model',
      'executor_model',
      'codex_executor_model',
      'context_persist_threshold',
    ])
  })

  it.each<[text: string, expected: Partial<FlatConfig>]>([
    ['reviewer: subagent', { reviewer: 'subagent' }],
    ['reviewer_model: claude-opus-4-1', { reviewer_model: 'claude-opus-4-1' }],
    ['judgment_model: "a/b:c"', { judgment_model: 'a/b:c' }],
    ["cheap_model: 'x'   # a comment", { cheap_model: 'x' }],
    ['executor_model: ""', { executor_model: '' }],
    ['codex_reviewer_backend: codex', { codex_reviewer_backend: 'codex' }],
    ['soft_limit_plan: 5 # rounds', { soft_limit_plan: 5 }],
    ['soft_limit_exec:   1', { soft_limit_exec: 1 }],
    ['auto_commit: TRUE', { auto_commit: true }],
    ['handsfree: true #yes', { handsfree: true }],
    ['commit_message_prefix: "fix(api)"', { commit_message_prefix: 'fix(api)' }],
    ['docs_file: docs/log.md', { docs_file: 'docs/log.md' }],
    ['docs_file: ""', { docs_file: '' }],
    ['review_focus: see issue #12, not #13', { review_focus: 'see issue #12, not #13' }],
    ['review_focus: locks # and nothing else', { review_focus: 'locks' }],
    ['review_focus: "locks # and more"', { review_focus: 'locks # and more' }],
    [
      'review_focus: |\n  first\n\n    second # stays\nhandsfree: true',
      { review_focus: 'first\n\n  second # stays', handsfree: true },
    ],
    ['review_style: |-\r\n  short\r\n\r\n', { review_style: 'short' }],
    ['quality_focus: |\nhandsfree: true', { quality_focus: '', handsfree: true }],
    ['adversarial_gate_skip_paths: ["a/**","b"]', { adversarial_gate_skip_paths: ['a/**', 'b'] }],
    ['adversarial_gate_skip_paths: [a/**, "b"]', { adversarial_gate_skip_paths: ['a/**', 'b'] }],
    ['adversarial_gate_skip_paths: []', { adversarial_gate_skip_paths: [] }],
    [
      'adversarial_gate_skip_paths:\n  - "a/**"  # all\n\n  # next\n  - b c',
      { adversarial_gate_skip_paths: ['a/**', 'b c'] },
    ],
    [
      'adversarial_gate_skip_paths: # below\n- *.md\nhandsfree: true',
      { adversarial_gate_skip_paths: ['*.md'], handsfree: true },
    ],
    ['review_focus:\n  - locks\n  - issue #12\n', { review_focus: '- locks\n- issue #12' }],
    ['context_persist_threshold: 0', { context_persist_threshold: 0 }],
    ['\ufeff# heading\n\n  # indented comment\nskip_quality_polish: true', { skip_quality_polish: true }],
  ])('reads %j', (text, expected) => {
    const { config, warnings } = parseFlatConfig(text)
    expect(config).toEqual({ ...flatDefaults, ...expected })
    expect(warnings).toEqual([])
  })

  it.each<[text: string, line: number, message: RegExp]>([
    ['reviewer: claude', 1, /"reviewer" must be codex or subagent, found "claude"; the default counts/],
    ['\nsoft_limit_plan: 0', 2, /whole number from 1, found "0"/],
    ['soft_limit_exec: three', 1, /whole number/],
    ['soft_limit_exec: 1.5', 1, /whole number/],
    ['auto_commit: yes', 1, /true or false, found "yes"/],
    ['handsfree:', 1, /true or false/],
    ['reviewer_model: --dangerous', 1, /the name of a model/],
    ['reviewer_model: two words', 1, /the name of a model/],
    ['docs_file: ../outside.md', 1, /inside the repository/],
    ['docs_file: /etc/passwd', 1, /inside the repository/],
    ['context_persist_threshold: 101', 1, /from 0 to 100/],
    ['adversarial_gate_skip_paths: docs/**', 1, /a list of patterns/],
    ['adversarial_gate_skip_paths: [1]', 1, /a list of patterns/],
    ['adversarial_gate_skip_paths:', 1, /a list of patterns/],
    ['adversarial_gate_skip_paths:\n  - a\n  -', 1, /a list of patterns.*found "- a/],
    ['handsfree:\n  - true', 1, /true or false, found "- true"/],
    ['review_fokus: locks', 1, /unknown key "review_fokus"; did you mean "review_focus"\?/],
    ['constructor: x', 1, /unknown key "constructor"/],
    ['# x\njust words', 2, /"just words" is no "key: value"/],
    ['  handsfree: true', 1, /is no "key: value"/],
  ])('warns of %j and keeps the default', (text, line, message) => {
    const { config, warnings, written } = parseFlatConfig(text)
    expect(config).toEqual(flatDefaults)
    expect(warnings).toEqual([{ line, message: expect.stringMatching(message) }])
    expect([...written]).toEqual([])
  })

  it('takes the last of two lines and says so', () => {
    const { config, warnings, written } = parseFlatConfig('soft_limit_plan: 4\nsoft_limit_plan: 6')
    expect(config.soft_limit_plan).toBe(6)
    expect([...written]).toEqual([['soft_limit_plan', 2]])
    expect(warnings).toEqual([{ line: 2, message: '"soft_limit_plan" is in line 1 as well; this one counts' }])
  })
})
