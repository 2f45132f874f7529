import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stages } from '../stages.ts'
import { parseSession } from './session-parse.ts'

const execution = readFileSync(new URL('../../../../test/sessions/ours/execution-round-3.md', import.meta.url), 'utf8')
const id = 'ab'.repeat(20)

/** The file with one line in place of another. */
function edited(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, to)
}

describe('damaged metadata', () => {
  it.each<[damage: string, text: string, at: string, problem: RegExp]>([
    ['a map that is no JSON', edited(execution, 'base_dirty: {}', 'base_dirty: {a}'), '- base_dirty', /one JSON map/],
    [
      'a map that has a path twice',
      edited(execution, 'base_dirty: {}', 'base_dirty: {"a": "<deleted>", "a": "<deleted>"}'),
      '- base_dirty',
      /one JSON map/,
    ],
    ['a map that is a list', edited(execution, 'base_dirty: {}', 'base_dirty: []'), '- base_dirty', /one JSON map/],
    [
      'a map with something else than an id',
      edited(execution, 'base_dirty: {}', 'base_dirty: {"a": "yes"}'),
      '- base_dirty',
      /not "\{"a": "yes"\}"/,
    ],
    [
      'an unknown stage',
      edited(execution, 'completed_stages: []', 'completed_stages: [exec, lint]'),
      '- completed_stages',
      new RegExp(
        `"completed_stages" is a list of stages \\(${stages.join(', ')}\\), each once, not "\\[exec, lint\\]"`,
      ),
    ],
    [
      'a stage twice',
      edited(execution, 'completed_stages: []', 'completed_stages: [exec, exec]'),
      '- completed_stages',
      /each once/,
    ],
    [
      'stages that are no list',
      edited(execution, 'completed_stages: []', 'completed_stages: exec'),
      '- completed_stages',
      /a list of stages/,
    ],
    [
      'an unknown block',
      edited(execution, 'delivery_blocked_by: exec', 'delivery_blocked_by: weather'),
      '- delivery_blocked_by',
      new RegExp(`one of ${stages.join(', ')}, user-abort, or null, not "weather"`),
    ],
    [
      'an unknown entry',
      edited(execution, 'entry_point: review-loop', 'entry_point: x'),
      '- entry_point',
      /one of plan/,
    ],
    [
      'a head that is no id',
      edited(execution, `base_head: ${'1'.repeat(40)}`, 'base_head: main'),
      '- base_head',
      /commit/,
    ],
    [
      'a flag that is none',
      edited(execution, 'used: false', 'used: maybe'),
      '- reviewer_fallback_used',
      /true or false/,
    ],
    [
      'an empty name',
      edited(execution, 'executor_backend: codex', 'executor_backend:'),
      '- executor_backend',
      /a name/,
    ],
    [
      'a key twice',
      edited(execution, '- session_origin: review-loop', '- session_origin: review-loop\n- base_dirty: {}'),
      '- base_dirty: {}',
      /"base_dirty" is in the metadata twice/,
    ],
    [
      'metadata in a fenced block',
      execution.replace(/(## Session Metadata\n)([\s\S]*)$/, '$1```yaml\n$2```\n'),
      '```yaml',
      /without a fenced block/,
    ],
  ])('is refused with its line: %s', (_, text, at, problem) => {
    const result = parseSession(text)
    if ('value' in result) throw new Error('it was accepted')
    const [first, ...more] = result.problems
    expect(more).toEqual([])
    expect(text.split('\n')[(first?.line ?? 0) - 1]?.startsWith(at)).toBe(true)
    expect(first?.text).toMatch(problem)
  })
})

describe('the metadata', () => {
  it.each<[written: string, key: string, value: unknown]>([
    ['- completed_stages: [exec,polish]', 'completed_stages', ['exec', 'polish']],
    ['- completed_stages: ["exec", "polish"]', 'completed_stages', ['exec', 'polish']],
    ['- completed_stages:', 'completed_stages', []],
    ['- completed_stages:\n  - exec\n  - docs', 'completed_stages', ['exec', 'docs']],
    ['completed_stages: []', 'completed_stages', []],
    ['* **completed_stages:** [exec]', 'completed_stages', ['exec']],
    ['- `completed_stages`: `[]`', 'completed_stages', undefined],
  ])('is read as %j says', (written, key, value) => {
    const result = parseSession(edited(execution, '- completed_stages: []', written))
    if (value === undefined) expect(result).toMatchObject({ problems: [{ text: expect.stringContaining(key) }] })
    else expect(result).toMatchObject({ value: { metadata: { values: { [key]: value }, foreign: [] } } })
  })

  it('keeps a path that is the name of something in JavaScript', () => {
    const written = `base_dirty: {"__proto__": "${id}", "1": "<deleted>"}`
    const result = parseSession(edited(execution, 'base_dirty: {}', written))
    const expected = new Map([
      ['__proto__', id],
      ['1', '<deleted>'],
    ])
    expect('value' in result && result.value.metadata.values.base_dirty).toEqual(expected)
  })
})
