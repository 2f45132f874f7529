import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { Author } from '../../core/watch/snapshot.ts'

// How GraphQL writes what several questions ask for.

/** Null: the account is gone. */
export const author = v.nullable(
  v.pipe(
    v.object({ __typename: v.string(), login: v.string() }),
    v.transform(({ __typename, login }): Author => ({ login: normaliseLogin(login), isBot: __typename === 'Bot' })),
  ),
)

export const authorFields = 'author { __typename login }'

/** Null: it is not known to the repository any more. */
export const commitOf = v.pipe(
  v.nullable(v.object({ oid: v.string() })),
  v.transform((commit) => commit?.oid ?? null),
)
