import * as v from 'valibot'
import { texts } from './schema-parts.ts'

// The keys about pull requests.

export const githubSchema = v.optional(
  v.pipe(
    v.strictObject({
      bots: v.optional(
        v.pipe(texts, v.description('Accounts that post for us: their threads are ours even without our hidden mark.')),
        [],
      ),
    }),
    v.description('Reviews of pull requests.'),
  ),
  {},
)
