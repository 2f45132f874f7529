import { isRecord } from '../import/shape.ts'
import { reviewLoop } from '../outside/reviewers/review-loop.ts'
import type { Text } from './texts.ts'

export function isPostedReview(body: string): boolean {
  return reviewLoop.shared?.mark.test(body) === true
}

/**
 * Our own review may be posted with the token of a person: the account is theirs, the words are a program's. A mark of somebody
 * without a say means nothing: anybody could write one.
 */
export function asPosted(text: Text, hasSay: (login: string) => boolean): Text {
  const { author, said } = text
  const isPosted = isPostedReview(said.body ?? '')
  if (!isPosted || author === null || author.isBot || !hasSay(author.login)) return text
  const raw = isRecord(said.raw) ? { ...said.raw, user: null } : said.raw
  return { ...text, author: { ...author, isBot: true }, said: { ...said, bot: reviewLoop.id, login: null, raw } }
}
