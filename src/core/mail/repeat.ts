import type { Message } from './message.ts'
import { pullRequestOf } from './round.ts'

/**
 * Whether a message of a review is one that was sent before, and is sent again only because its sender was cut off: the same
 * words to the same agents, and none of them has written about the pull request since. `said`: what they wrote to the sender.
 */
export function isRepeat(message: Message, earlier: Message, said: readonly Message[]): boolean {
  const pr = pullRequestOf(message)
  if (pr === null || !message.type.startsWith('review_') || wordsOf(message) !== wordsOf(earlier)) return false
  return !said.some((answer) => (pullRequestOf(answer) ?? pr) === pr && isSince(answer, earlier))
}

/** All but what every sending makes anew. */
function wordsOf({ id: _id, created_at_utc: _created, expires_at: _expires, auth: _auth, body, ...rest }: Message) {
  const { content, to, ...envelope } = rest
  const said = content === null ? body : content
  return JSON.stringify([Object.entries(envelope).sort(), [...to].sort(), said])
}

/** In the same second nobody can say: then it is better to send twice than not at all. */
function isSince(answer: Message, earlier: Message): boolean {
  if (answer.id === earlier.parent_message_id) return false
  return answer.parent_message_id === earlier.id || answer.created_at_utc >= earlier.created_at_utc
}
