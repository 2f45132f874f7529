import { expect, it } from 'vitest'
import { addressed, feedback, lgtm, swap } from '../../../test/support/mail.ts'
import { leftFeedback } from './left-feedback.ts'
import { type Message, parseMessage } from './message.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const second = swap(swap(swap(feedback, 'T1030Z', 'T1200Z'), '10:30:00', '12:00:00'), 'round: 1\n', 'round: 2\n')
const sameTime = swap(swap(second, '12:00:00', '11:00:00'), 'T1200Z', 'T1100Z')
const replying = swap(
  swap(addressed, '11:00:00', '09:00:00'),
  'related_pr:',
  `parent_message_id: ${read(feedback).id}\nrelated_pr:`,
)

it.each<[string, readonly string[], readonly string[], string | null]>([
  ['nothing', [], [], null],
  ['feedback', [feedback], [], feedback],
  ['feedback that was answered later', [feedback], [addressed], null],
  ['feedback that was answered, by the clock of another machine', [feedback], [replying], null],
  ['feedback after an answer', [second, feedback], [addressed], second],
  ['feedback in the same second as the answer to the one before', [feedback, sameTime], [addressed], sameTime],
  ['feedback that somebody else was told about', [feedback], [swap(addressed, 'to: codex', 'to: gemini')], feedback],
  ['feedback and a later approval', [feedback, lgtm], [], null],
  ['an approval and later feedback', [lgtm, second], [], second],
  ['an approval of somebody else', [feedback, swap(lgtm, 'from: codex', 'from: gemini')], [], feedback],
])('of %s', (_, received, sent, expected) => {
  expect(leftFeedback(received.map(read), sent.map(read))).toEqual(expected === null ? null : read(expected))
})
