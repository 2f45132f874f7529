import * as v from 'valibot'
import { ownReviewersSchema } from '../core/outside/reviewer-schema.ts'
import { watchLimits } from '../core/watch/limits.ts'
import { texts } from './schema-parts.ts'

// The keys about pull requests.

const bounded = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

export const githubSchema = v.optional(
  v.pipe(
    v.strictObject({
      bots: v.optional(
        v.pipe(texts, v.description('Accounts that post for us: their threads are ours even without our hidden mark.')),
        [],
      ),
      reviewers: v.optional(
        v.pipe(ownReviewersSchema, v.description('Reviewers of your own, or more words of known ones, by id.')),
        {},
      ),
      wait_for: v.optional(
        v.pipe(texts, v.description('Ids of the reviewers that `watch` waits for; default: those who were seen.')),
        [],
      ),
      trigger: v.optional(
        v.pipe(texts, v.description('Ids of those that are asked for another review after a push.')),
        [],
      ),
      quorum: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('How many reviews are enough; default: all that are waited for.'),
        ),
      ),
      attempts: v.optional(
        v.pipe(bounded(1, 1000), v.description('Looks at the pull request for those who have no deadline.')),
        10,
      ),
      interval_seconds: v.optional(v.pipe(bounded(1, 3600), v.description('Seconds between two looks.')), 60),
      restarts: v.optional(
        v.pipe(bounded(0, watchLimits.restarts), v.description('Times it begins anew before a person is asked.')),
        3,
      ),
    }),
    v.description('Reviews of pull requests.'),
  ),
  {},
)
