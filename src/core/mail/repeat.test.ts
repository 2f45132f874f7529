import { describe, expect, it } from 'vitest'
import { addressed, feedback, lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { type Message, parseMessage } from './message.ts'
import { isRepeat } from './repeat.ts'

function read(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const at = (text: string, time: string) => text.replace(/(?<=created_at_utc: ").*?(?=")/, `2026-02-13T${time}Z`)
const named = (text: string, id: string) => text.replace(/(?<=^id: ").*?(?=")/, id)
const following = (text: string, parent: string) => swap(text, 'subject:', `parent_message_id: ${parent}\nsubject:`)
const idOf = (text: string) => /^id: "(.*)"/.exec(text)?.[1] ?? ''
const later = (text: string) => named(at(text, '12:00:00'), 'msg-later')

describe('a message of a review is sent before', () => {
  it.each<[string, earlier: string, message: string, said: readonly string[], expected: boolean]>([
    ['if its words are the same', request, later(request), [], true],
    ['also an answer', lgtm, later(lgtm), [], true],
    ['also what tells of the fixes', addressed, later(addressed), [feedback], true],
    ['not if the words differ', request, swap(later(request), 'spec', 'page'), [], false],
    ['not if the round differs', request, swap(later(request), 'branch:', 'review_round: 2\n  branch:'), [], false],
    ['not if it is the other answer', feedback, later(lgtm), [], false],
    ['not if feedback came since', request, later(request), [feedback], false],
    ['not if an approval came since', request, later(request), [lgtm], false],
    ['also if the feedback came before', at(request, '11:00:00'), later(request), [feedback], true],
    ['not if the next request came since', lgtm, later(lgtm), [at(request, '11:40:00')], false],
    ['not if feedback came in the same second', request, later(request), [at(feedback, '10:00:00')], false],
    [
      'not if an answer names it, whatever its clock says',
      request,
      later(request),
      [following(at(feedback, '09:00:00'), idOf(request))],
      false,
    ],
    [
      'also if it follows the feedback of the same second itself',
      following(at(request, '10:30:00'), idOf(feedback)),
      following(later(request), idOf(feedback)),
      [feedback],
      true,
    ],
    ['also if something else was written since', request, later(request), [feedback.replace('"86"', '"87"')], true],
    ['never if it belongs to no review', note, swap(note, '1a2b', '3c4d'), [], false],
  ])('%s', (_, earlier, message, said, expected) => {
    expect(isRepeat(read(message), read(earlier), said.map(read))).toBe(expected)
  })
})
