import { expect, it } from 'vitest'
import { feedback, packet, swap } from '../../../test/support/mail.ts'
import { type MessageOf, parseMessage } from './message.ts'
import { parsePacket } from './packet.ts'
import { contradictions, ownContradictions } from './packet-check.ts'

const message = parseMessage(swap(feedback, 'blocking_count: 2', 'blocking_count: 1'))
if ('problems' in message) throw new Error('the feedback is valid')
const sent = message.value as MessageOf<'review_feedback'>

function read(text: string) {
  const parsed = parsePacket(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const as = (status: string) => swap(packet, 'blocking: true\n    status: open', `blocking: true\n    status: ${status}`)
const closed = 'without what it calls resolved it has 0 blocking findings, and the message counts 1'
const graver = swap(packet, 'severity: P3\n    blocking: false', 'severity: P1\n    blocking: true')

it.each<[string, string, string[], string[]]>([
  ['what was sent', packet, [], []],
  ['a finding that was not fixed', as('not_fixed'), [], []],
  ['a finding that was called fixed since', as('fixed'), [], [closed]],
  ['a finding that was called wont_fix since', as('wont_fix'), [], [closed]],
  [
    'a finding more, which was fixed before',
    swap(graver, '    status: open\n    file: docs', '    status: fixed\n    file: docs'),
    [],
    [],
  ],
  [
    'a finding more, which is open',
    graver,
    [expect.stringMatching(/^it has 2 /)],
    [expect.stringMatching(/^it has 2 /)],
  ],
])('counts in a packet of others, and in one of our own: %s', (_, text, others, own) => {
  expect(contradictions(read(text), sent)).toEqual(others)
  expect(ownContradictions(read(text), sent)).toEqual(own)
})
