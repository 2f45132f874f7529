import { describe, expect, it } from 'vitest'
import { packet as packetText, request } from '../../../test/support/mail.ts'
import { draftAnswer, fittingNits, isWithoutAgent } from './answer.ts'
import { composeMessage } from './compose.ts'
import { type MessageOf, parseMessage } from './message.ts'
import { type Packet, type PacketFinding, parsePacket } from './packet.ts'
import { gatePacket } from './packet-gate.ts'
import { allowedBudget } from './round.ts'

function value<T>(parsed: { value: T } | { problems: unknown }): T {
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const asked = value(parseMessage(request)) as MessageOf<'review_request'>
const sample = value(parsePacket(packetText))

function nitty(count: number, words = 3000): Packet {
  const findings = Array.from(
    { length: count },
    (_, index): PacketFinding => ({
      id: `F-${index}`,
      severity: index % 2 === 0 ? 'P2' : 'P3',
      blocking: false,
      status: 'open',
      file: 'src/a.ts',
      description: 'so '.repeat(words).trim(),
      recommendation: '😀'.repeat(words),
    }),
  )
  return { ...sample, summary: { verdict: 'pass' }, findings }
}

const draft = { from: 'codex', to: ['claude'], priority: 'P1', related_pr: 86 } as const
const stamp = { id: 'msg-20260213103000-codex-1a2b', created_at_utc: '2026-02-13T10:30:00Z' }
const noLeaks = { secrets: [], folders: [] }
const telemetry = { turns: 3, wall_time_s: 1.5 }

describe('an approval', () => {
  it.each([0, 1, 90, 150])('carries %i nits, in words that fit into a message', (count) => {
    const packet = nitty(count)
    const nits = fittingNits(packet, 'claude')
    expect(nits).toHaveLength(count)
    const validated = { ...packet, qa_validation: { commands_run: [{ command: 'npm test', result: 'pass' as const }] } }
    expect(gatePacket({ value: validated }, nits).result).toBe('pass')
    const answer = draftAnswer({
      request: asked, round: 2, answer: { type: 'review_lgtm' }, packet, packetPath: 'packets/findings/x.yaml', nits, telemetry, isWithoutAgent: count === 1,
    }) // biome-ignore format: all that an answer needs
    const { message } = value(composeMessage({ ...draft, ...stamp, ...answer }, noLeaks))
    expect(message).toMatchObject({
      type: 'review_lgtm',
      subject: `LGTM: round 2 (#86)${count === 1 ? ', no agent has looked' : ''}`,
      content: { quality_gate_result: 'pass', merge_ready: true, review_round: 2, telemetry },
    })
    expect(isWithoutAgent(message)).toBe(count === 1)
  })

  it.each([200, 501])('carries none of %i nits, so that the gate does not pass', (count) => {
    const packet = nitty(count, 40)
    const nits = fittingNits(packet, 'claude')
    expect(nits).toEqual([])
    expect(gatePacket({ value: packet }, nits).result).toBe('blocked')
  })
})

describe('feedback', () => {
  const parts = {
    round: 1,
    packet: sample,
    packetPath: 'packets/findings/x.yaml',
    nits: [],
    telemetry,
    isWithoutAgent: true,
  }

  it.each([null, 'max_rounds_exceeded', 'reviewer_budget_exceeded'] as const)(
    'with the escalation %s',
    (escalation) => {
      const withTask = { ...asked, content: { ...asked.content, task_id: 'T-1' } }
      const answer = draftAnswer({ ...parts, request: withTask, answer: { type: 'review_feedback', escalation } })
      const { message } = value(composeMessage({ ...draft, ...stamp, ...answer }, noLeaks))
      expect(message).toMatchObject({
        type: 'review_feedback',
        content: { findings_packet: 'packets/findings/x.yaml', round: 1, task_id: 'T-1', telemetry },
      })
      expect('escalation' in answer.content ? answer.content.escalation : null).toBe(escalation)
    },
  )

  it('counts what blocks, and not what blocked once', () => {
    const block = (id: string, status: string): PacketFinding => ({
      id, status, severity: 'P1', blocking: true, file: '.', description: 'x',
    }) // biome-ignore format: a finding
    const packet = { ...sample, findings: [block('F-1', 'open'), block('F-2', 'fixed'), block('F-3', 'not_fixed')] }
    const answer = draftAnswer({
      ...parts,
      packet,
      request: asked,
      answer: { type: 'review_feedback', escalation: null },
    })
    expect(answer.content).toMatchObject({ blocking_count: 2 })
  })
})

it.each([
  [
    { turns: 20, seconds: 60 },
    { turns: 8, seconds: 60 },
  ],
  [
    { turns: 2, seconds: 6000 },
    { turns: 2, seconds: 600 },
  ],
])('a reviewer that gives %j takes the smaller of that and what the request allows', (own, allowed) => {
  expect(allowedBudget(asked, own)).toEqual(allowed)
})
