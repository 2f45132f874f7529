import { expect, it } from 'vitest'
import { answering, askingOf, change, executed } from '../../../test/support/staged-asking.ts'
import type { AgentReply } from '../../types.ts'
import { askGate } from './ask-gate.ts'

const found = {
  severity: 'low',
  title: 'Name',
  body: 'It misleads.',
  file: 'src/login.ts',
  line_start: 3,
  line_end: 3,
  confidence: 1,
  recommendation: '',
}
const reply = { verdict: 'approve', summary: 'Nothing stops it.', findings: [found], next_steps: [] }
const differences = { 'commit after': [change('src/login.ts'), change('docs/a.md', 'deleted')] }
const spent = { backend: 'played', durationMs: 500, usage: { inputTokens: 5 } }

function gate(answer: string | Partial<AgentReply>, skipPaths: readonly string[] = []) {
  const agent = answering(answer)
  const asking = askingOf(agent, { differences, gate: { skipPaths, schema: { type: 'object' } } })
  return { agent, fact: askGate({ step: 'gate', round: 1 }, executed(), asking) }
}

it('passes, and loses no advice', async () => {
  const { agent, fact } = gate(JSON.stringify(reply))
  const issues = [{ severity: 'MINOR', text: 'Name: It misleads.', file: 'src/login.ts', line: 3 }]
  expect(await fact).toMatchObject({ type: 'gate-passed', round: 1, summary: 'Nothing stops it.', issues, ...spent })
  expect(agent.tasks).toEqual([
    expect.objectContaining({ role: 'reviewer', name: 'gate', mayWrite: false, schema: { type: 'object' } }),
  ])
  expect(agent.tasks[0]?.prompt).toContain('neutral patch from commit to after')
})

it('blocks with what has to be repaired', async () => {
  const { fact } = gate(
    JSON.stringify({ ...reply, summary: 'It races.', findings: [{ ...found, severity: 'critical' }] }),
  )
  const issues = [{ severity: 'CRITICAL', text: 'Name: It misleads.', file: 'src/login.ts', line: 3 }]
  expect(await fact).toMatchObject({ type: 'gate-blocked', round: 1, reason: 'It races.', issues, ...spent })
})

it.each<[string, string | Partial<AgentReply>, RegExp]>([
  ['crashed', { status: 'crashed', reason: 'exit code 1' }, /exit code 1/],
  ['was out of time with an approval in its hands', { status: 'timed_out', text: JSON.stringify(reply) }, /timed_out/],
  ['could not be used', { status: 'unavailable', reason: 'not installed' }, /not installed/],
  ['said nothing', '', /does not end with the JSON object/],
  ['said it in words', 'adversarial-gate: APPROVE', /does not end with the JSON object/],
  ['used another form', JSON.stringify({ ...reply, verdict: 'pass' }), /^verdict: /],
])('does not pass a gate that %s', async (_, answer, reason) => {
  expect(await gate(answer).fact).toMatchObject({
    type: 'gate-blocked',
    issues: [],
    reason: expect.stringMatching(reason),
    ...spent,
  })
})

it.each<[readonly string[], string]>([
  [['docs/**', '**/login.ts'], 'gate-skipped'],
  [['docs/**'], 'gate-passed'],
  [[], 'gate-passed'],
])('is skipped only where every changed file is excepted: %j', async (skipPaths, type) => {
  const { agent, fact } = gate(JSON.stringify(reply), skipPaths)
  expect(await fact).toMatchObject({ type, round: 1 })
  expect(agent.tasks).toHaveLength(type === 'gate-skipped' ? 0 : 1)
})

it('is not skipped because nothing changed', async () => {
  const asking = askingOf(answering(JSON.stringify(reply)), { gate: { skipPaths: ['**'], schema: {} } })
  expect(await askGate({ step: 'gate', round: 1 }, executed(), asking)).toMatchObject({ type: 'gate-passed' })
})
