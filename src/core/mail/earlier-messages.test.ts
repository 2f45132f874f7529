import { describe, expect, it } from 'vitest'
import { addressed, feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { addressedBefore, afterRequest, lastFeedback, type Said, unknownAnswer } from './earlier-messages.ts'
import { type Message, type MessageOf, parseMessage } from './message.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const asked = read(swap(request, '2026-02-13T10:00:00Z', '2026-02-13T12:00:00Z')) as MessageOf<'review_request'>
const later = (text: string) =>
  swap(swap(text, 'T1030Z-codex-001', 'T1040Z-codex-003'), '"2026-02-13T10:30:00Z"', '"2026-02-13T10:40:00Z"')

describe('the last feedback', () => {
  it.each<[string, string[], string | null]>([
    ['is none without any', [lgtm, note], null],
    ['is the only one', [feedback], 'msg-20260213T1030Z-codex-001'],
    ['is the newest, whatever the order', [later(feedback), feedback], 'msg-20260213T1040Z-codex-003'],
    ['is not that on another pull request', [swap(feedback, '"86"', '"87"')], null],
    ['is not that to somebody else', [swap(feedback, 'to: claude', 'to: gemini')], null],
  ])('%s', (_, sent, id) => {
    expect(lastFeedback(sent.map(read), asked)?.id ?? null).toBe(id)
  })
})

describe('what the author said was done', () => {
  it.each<[string, string, number]>([
    ['counts', addressed, 1],
    ['does not count by somebody else', swap(addressed, 'from: claude', 'from: gemini'), 0],
    ['does not count about another pull request', swap(addressed, '"86"', '"87"'), 0],
    ['does not count about no pull request', swap(addressed, 'related_pr: "86"\n', ''), 0],
    ['does not count when it was said after the request', swap(addressed, '13T11:00:00Z', '13T13:00:00Z'), 0],
  ])('%s', (_, text, count) => {
    expect(addressedBefore([read(text), read(note)], asked)).toHaveLength(count)
  })
})

describe('an answer that is not in the outbox', () => {
  const second = swap(request, '  pr: 86', '  pr: 86\n  review_round: 2')
  const following = (id: string) => swap(request, 'related_pr:', `parent_message_id: ${id}\nrelated_pr:`)
  it.each<[string, string, string[], string[], RegExp | null]>([
    ['is not missed in a first round', request, [], [], null],
    ['is missed in a second round', second, [], [], /asks for round 2, and it has none of round 1$/],
    ['is missed where it went to somebody else', second, [swap(feedback, 'to: claude', 'to: gemini')], [], /round 1$/],
    [
      'is missed where it is of another round',
      second,
      [swap(feedback, 'round: 1\n  b', 'round: 3\n  b')],
      [],
      /round 1$/,
    ],
    ['is not missed where it is there', second, [feedback], [addressed], null],
    ['is not missed after an approval', second, [lgtm], [], null],
    [
      'is missed where its author answers it',
      request,
      [],
      [addressed],
      /^msg-20260213T1100Z-claude-002 is about one of/,
    ],
    [
      'is missed where the request follows it',
      following('msg-1-codex-1'),
      [],
      [],
      /follows msg-1-codex-1, which it has not$/,
    ],
    [
      'is not missed where the request follows one that is there',
      following('msg-20260213T1030Z-codex-001'),
      [feedback],
      [],
      null,
    ],
    ['is not missed where the request follows somebody else', following('msg-1-claude-1'), [], [], null],
  ])('%s', (_, text, sent, done, clause) => {
    const messages = sent.map(read)
    const sentIds = new Set(messages.map(({ id }) => id))
    const said = { agent: 'codex', sentIds, sent: messages, answered: [], packets: [] }
    const told = done.map((each) => read(each) as MessageOf<'review_addressed'>)
    const unknown = unknownAnswer({ ...said, addressed: told }, read(text) as MessageOf<'review_request'>)
    expect(unknown).toEqual(clause === null ? null : expect.stringMatching(clause))
  })
})

it('lets no packet be as old as the request that it answers', () => {
  const asked = read(request) as MessageOf<'review_request'>
  const at = (time: string) => afterRequest(asked, new Date(time)).toISOString()
  expect(at('2026-02-13T10:00:00.400Z')).toBe('2026-02-13T10:00:01.000Z')
  expect(at('2026-02-13T12:00:00.000Z')).toBe('2026-02-13T12:00:00.000Z')
})

describe('an answer that is not in the outbox, by what is left of its round', () => {
  const first = { id: 'msg-1', created_at_utc: '2026-02-13T09:00:00Z' }
  const at = (round: number) => swap(request, '  pr: 86', `  pr: 86\n  review_round: ${round}`)
  const old = swap(feedback, 'created_at_utc: "2026-02-13T10:30', 'created_at_utc: "2026-02-12T10:30')
  const path = 'packets/findings/20260213_pr86_claude_x_codex_r1.yaml'
  const written = (time: string | null) => ({ path, created_at_utc: time })
  const naming = swap(old, 'packets/findings/20260213_review_loop_codex_r1.yaml', path)
  const unlinked = swap(naming, 'related_pr: "86"\n', '')
  const none = { sent: [], answered: [], packets: [], addressed: [] }
  interface Left extends Partial<Pick<Said, 'answered' | 'packets'>> {
    readonly sent?: readonly string[]
    readonly addressed?: readonly string[]
  }
  it.each<[string, string, Left, RegExp | null]>([
    ['is missed where a request was answered', request, { answered: [first] }, /^msg-1 was answered, and it has no/],
    ['is missed with one of an older session', at(2), { answered: [first], sent: [old] }, /^msg-1 was answered/],
    ['is not missed where it is there', at(2), { answered: [first], sent: [feedback] }, null],
    [
      'is not missed where it is there, by a clock that is late',
      at(2),
      { answered: [first], sent: [swap(old, 'related_pr:', 'parent_message_id: msg-1\nrelated_pr:')] },
      null,
    ],
    ['is not missed by who begins anew', at(1), { answered: [first], packets: [written(null)] }, null],
    [
      'is missed where its packet is there',
      request,
      { packets: [written('2026-02-13T09:00:00Z')] },
      /_r1.yaml belongs/,
    ],
    [
      'is missed where its packet is there, with one of an older session',
      at(2),
      { packets: [written('2026-02-13T09:00:00Z')], sent: [old] },
      /_r1.yaml belongs/,
    ],
    ['is missed where its packet cannot be read', request, { packets: [written(null)] }, /_r1.yaml belongs/],
    [
      'is missed where it does not say its pull request',
      request,
      { packets: [written('2026-02-12T10:30:00Z')], sent: [unlinked] },
      /_r1.yaml belongs/,
    ],
    ['is not missed where it names the packet', request, { packets: [written(null)], sent: [naming] }, null],
    ['is not missed for what a crash left', request, { packets: [written('2026-02-13T10:00:01Z')] }, null],
    [
      'is missed where its packet is of the same second',
      request,
      { packets: [written('2026-02-13T10:00:00Z')] },
      /belongs/,
    ],
    [
      'is not missed for what a crash left before another answer',
      swap(request, '13T10:00:00Z', '13T12:00:00Z'),
      { packets: [written('2026-02-13T09:00:00Z')], sent: [feedback] },
      null,
    ],
    [
      'is missed where its author followed it, with one of an older session',
      at(2),
      { sent: [old], addressed: [swap(addressed, 'related_pr:', 'parent_message_id: msg-9-codex-9\nrelated_pr:')] },
      /^msg-20260213T1100Z-claude-002 follows msg-9-codex-9, which it has not$/,
    ],
  ])('%s', (_, text, left, clause) => {
    const sent = (left.sent ?? []).map(read)
    const told = (left.addressed ?? []).map((each) => read(each) as MessageOf<'review_addressed'>)
    const said = { ...none, ...left, agent: 'codex', sentIds: new Set(sent.map(({ id }) => id)), sent, addressed: told }
    const unknown = unknownAnswer(said, read(text) as MessageOf<'review_request'>)
    expect(unknown).toEqual(clause === null ? null : expect.stringMatching(clause))
  })
})
