import * as v from 'valibot'

// The keys about pull requests.

export const githubSchema = v.optional(
  v.pipe(
    v.strictObject({
      bots: v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
          v.description('Accounts that post for us: their threads are ours even without our hidden mark.'),
        ),
        [],
      ),
    }),
    v.description('Reviews of pull requests.'),
  ),
  {},
)
