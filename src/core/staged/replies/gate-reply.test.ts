import { describe, expect, it } from 'vitest'
import type { Json } from '../../../types.ts'
import { parseGateReply } from './gate-reply.ts'

const found = {
  severity: 'high',
  title: 'Race',
  body: 'Two tries at once count as one.',
  file: './src/login.ts',
  line_start: 7,
  line_end: 9,
  confidence: 0.9,
  recommendation: 'Count in the store.',
}
const approve = { verdict: 'approve', summary: 'Nothing stops it.', findings: [], next_steps: [] }
const stop = { ...approve, verdict: 'needs-attention', summary: 'It races.', findings: [found], next_steps: ['Count'] }

const parse = (value: unknown) => parseGateReply({ text: JSON.stringify(value), structured: null })
const inText = (text: string) => parseGateReply({ text, structured: null })

describe('a gate', () => {
  it('approves', () => {
    expect(parse(approve)).toEqual({ value: { blocks: false, summary: 'Nothing stops it.', issues: [] } })
  })

  it('blocks with what it found', () => {
    const text = 'Race: Two tries at once count as one.\nRecommended: Count in the store.'
    const issues = [{ severity: 'CRITICAL', text, file: 'src/login.ts', line: 7 }]
    expect(parse(stop)).toEqual({ value: { blocks: true, summary: 'It races.', issues } })
  })

  it.each<[string, string, boolean, string]>([
    ['approve', 'critical', true, 'CRITICAL'],
    ['approve', 'high', true, 'CRITICAL'],
    ['approve', 'medium', false, 'MINOR'],
    ['approve', 'low', false, 'MINOR'],
    ['needs-attention', 'low', true, 'MINOR'],
  ])('that says %s with a %s finding blocks: %s', (verdict, severity, blocks, expected) => {
    const read = parse({ ...stop, verdict, findings: [{ ...found, severity, recommendation: '' }] })
    expect(read).toMatchObject({
      value: { blocks, issues: [{ severity: expected, text: expect.not.stringContaining('Recommended') }] },
    })
  })

  it.each<[string, string]>([
    ['words before it', `I looked.\n${JSON.stringify(approve)}`],
    ['a fenced block around it', `\`\`\`json\n${JSON.stringify(approve)}\n\`\`\`\n`],
  ])('is read with %s', (_, text) => {
    expect(inText(text)).toHaveProperty('value.blocks', false)
  })

  it('is read from an object', () => {
    const structured: Json = approve
    expect(parseGateReply({ text: 'Done.', structured })).toHaveProperty('value')
  })

  it.each<[string, unknown, RegExp]>([
    ['another verdict', { ...approve, verdict: 'APPROVE' }, /^verdict: /],
    ['no summary', { ...approve, summary: ' ' }, /^summary: must not be empty/],
    ['a key that nobody asked for', { ...approve, note: 'x' }, /note/],
    ['a missing list', { verdict: 'approve', summary: 'x', findings: [] }, /^next_steps: is missing/],
    ['an empty step', { ...approve, next_steps: [''] }, /^next_steps\.0: must not be empty/],
    ['a finding with a key too many', { ...stop, findings: [{ ...found, id: 1 }] }, /findings\.0/],
    ['an unknown severity', { ...stop, findings: [{ ...found, severity: 'CRITICAL' }] }, /findings\.0\.severity/],
    ['a line below one', { ...stop, findings: [{ ...found, line_start: 0 }] }, /findings\.0\.line_start/],
    ['lines that go back', { ...stop, findings: [{ ...found, line_end: 6 }] }, /findings\.0\.line_end/],
    ['a confidence above one', { ...stop, findings: [{ ...found, confidence: 90 }] }, /findings\.0\.confidence/],
    ['a file elsewhere', { ...stop, findings: [{ ...found, file: '/etc/passwd' }] }, /findings\.0\.file/],
    ['a finding without words', { ...stop, findings: [{ ...found, body: '' }] }, /findings\.0\.body/],
    ['attention for nothing', { ...stop, findings: [] }, /needs-attention names none/],
  ])('does not count with %s', (_, value, problem) => {
    expect(parse(value)).toEqual({ problems: expect.arrayContaining([expect.stringMatching(problem)]) })
  })

  it.each<[string, object, string]>([
    ['its summary refuses', { summary: 'BLOCK: it drops the table.' }, ''],
    ['its summary refuses in a later line', { summary: 'I looked.\nDo not merge this.' }, ''],
    ['a step is to fix something', { next_steps: ['Fix the injection in src/a.ts.'] }, ''],
    ['a step must come before the merge', { next_steps: ['The lock must be fixed before merging.'] }, ''],
    ['words before it refuse', {}, 'This must not be merged: it drops the table.'],
    ['a tag before it refuses', {}, '【CRITICAL】 It drops the table.'],
  ])('does not approve where %s', (_, parts, words) => {
    const contradicting = { ...approve, ...parts }
    expect(inText(`${words}\n${JSON.stringify(contradicting)}`)).toHaveProperty('problems')
    expect(parseGateReply({ text: words, structured: contradicting as Json })).toHaveProperty('problems')
  })

  it('does not approve where its text has another verdict than the object', () => {
    const structured: Json = approve
    expect(parseGateReply({ text: JSON.stringify(stop), structured })).toHaveProperty('problems')
  })

  it.each<[string, object]>([
    ['nothing critical', { summary: 'Critical: none. The critical path is covered; blocked callers wake up.' }],
    ['steps that repair nothing', { next_steps: ['Merge it.', 'Watch the error rate.'] }],
    ['a word about merging', { summary: 'Lists that cannot be merged are kept apart.' }],
  ])('approves with %s', (_, parts) => {
    expect(parse({ ...approve, ...parts })).toHaveProperty('value.blocks', false)
  })

  it.each<[string, string, RegExp]>([
    ['nothing', '', /does not end with the JSON object/],
    ['words alone', 'adversarial-gate: APPROVE', /does not end with/],
    ['words behind it', `${JSON.stringify(approve)}\nSo it may pass.`, /does not end with/],
    ['an object that is cut off', JSON.stringify(stop).slice(0, -1), /cut off|does not end/],
    ['two objects', `${JSON.stringify(stop)}\n${JSON.stringify(approve)}`, /2 JSON objects/],
    [
      'a key twice',
      `{"verdict": "needs-attention", "verdict": "approve", "summary": "x", "findings": [], "next_steps": []}`,
      /"verdict" is there twice/,
    ],
    ['an object inside of what is not closed', `[${JSON.stringify(approve)}`, /a line of its own/],
    [
      'one in a list over several lines',
      `[
${JSON.stringify(approve)}`,
      /a line of its own/,
    ],
  ])('does not count as %s', (_, text, problem) => {
    expect(inText(text)).toEqual({ problems: [expect.stringMatching(problem)] })
  })
})
