import * as v from 'valibot'
import { expect, it } from 'vitest'
import { comment, message, postedSnapshot, reaction, review, thread } from '../../../test/support/snapshot.ts'
import { mergeReviewers } from '../outside/own-reviewers.ts'
import { ownReviewersSchema } from '../outside/reviewer-schema.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { markNamedBots } from './bot-accounts.ts'

const reviewers = (own: object) => mergeReviewers(knownReviewers, v.parse(ownReviewersSchema, own))

it.each([
  ['that is named for a reviewer', { house: { logins: ['Ann'] } }, 'Hello', true],
  ['that nobody named', {}, 'Hello', false],
  ['named for another', { house: { logins: ['ben'] } }, 'Hello', false],
  ['shared with a person, under the headline', { house: { logins: ['ann'], headline: '^House:' } }, 'House: no', true],
  ['shared with a person, without the headline', { house: { logins: ['ann'], headline: '^House:' } }, 'Hello', false],
])('an account like that of a person, %s', (_, own, body, isBot) => {
  const by = { isBot: false }
  const { reviews, threads, comments } = markNamedBots(
    postedSnapshot({
      reviews: [review('ann', body, by)],
      threads: [thread('ann', body, { comments: [message('ann', body, by)] })],
      comments: [comment('ann', body, by)],
    }),
    reviewers(own),
  )
  const authors = [...reviews, ...threads.flatMap((each) => each.comments), ...comments].map(({ author }) => author)
  expect(authors).toEqual(Array.from({ length: 3 }, () => ({ login: 'ann', isBot })))
})

it('counts for reactions, too', () => {
  const snapshot = postedSnapshot({ reactions: [reaction('ann', '+1', { isBot: false })] })
  const { reactions } = markNamedBots(snapshot, reviewers({ house: { logins: ['ann'] } }))
  expect(reactions[0]?.author).toEqual({ login: 'ann', isBot: true })
})
