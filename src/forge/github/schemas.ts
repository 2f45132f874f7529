import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import { editedByOther } from '../../core/watch/account.ts'
import { hasMark } from '../../core/watch/mark.ts'
import type { Author } from '../../core/watch/snapshot.ts'
import type { Posted } from '../forge.ts'

// How GraphQL writes what several questions ask for.

/** Who acts on GitHub. What a bot says would not count as that of an account of another kind, so an unknown kind is no answer. */
const accountKinds = ['Bot', 'EnterpriseUserAccount', 'Mannequin', 'Organization', 'User'] as const

/** Null: the account is gone. */
export const author = v.nullable(
  v.pipe(
    v.object({ __typename: v.picklist(accountKinds), login: v.string() }),
    v.transform(({ __typename, login }): Author => ({ login: normaliseLogin(login), isBot: __typename === 'Bot' })),
  ),
)

export const authorFields = 'author { __typename login }'

/** Whether whoever asks put a thumbs up on it. GitHub tells when the first of several people did. */
export const thumbFields = 'reactionGroups { content viewerHasReacted createdAt }'
const reactionGroup = v.object({
  content: v.string(),
  viewerHasReacted: v.boolean(),
  createdAt: v.nullish(v.string(), null),
})
export const thumb = { reactionGroups: v.nullish(v.array(reactionGroup), []) }

/** What was edited after it is not what they read. */
export function withThumb<
  T extends v.InferOutput<v.ObjectSchema<typeof thumb, undefined>> & { readonly lastEditedAt: string | null },
>({ reactionGroups, ...rest }: T) {
  const { lastEditedAt } = rest
  const isOurs = reactionGroups?.some(({ content, viewerHasReacted, createdAt }) => {
    const isOfThisText = lastEditedAt === null || (createdAt ?? '') > lastEditedAt
    return content === 'THUMBS_UP' && viewerHasReacted && isOfThisText
  })
  return { ...rest, ...(isOurs ? { hasOurThumb: true } : {}) }
}

/** Who wrote a text, and who edited it last. */
export const writerFields = `${authorFields} editor { __typename login } lastEditedAt`
export const writer = { author, editor: author, lastEditedAt: v.nullable(v.string()) }
type Writer = v.InferOutput<v.ObjectSchema<typeof writer, undefined>>

export function withEditor<T extends Writer>({ editor, lastEditedAt, ...rest }: T) {
  return { ...rest, ...editedByOther(rest.author, editor, lastEditedAt !== null) }
}

/** Null: it is not known to the repository any more. */
export const commitOf = v.pipe(
  v.nullable(v.object({ oid: v.string() })),
  v.transform((commit) => commit?.oid ?? null),
)

/** Whoever is asked says of each text whether it was written with this token. Anybody can write our marks. */
export const writtenFields = 'id url body viewerDidAuthor'
export const written = v.object({ id: v.string(), url: v.string(), body: v.string(), viewerDidAuthor: v.boolean() })
export type Written = v.InferOutput<typeof written>

export function ownWithMark(all: readonly Written[], mark: string): Posted | undefined {
  const found = all.find(({ body, viewerDidAuthor }) => viewerDidAuthor && hasMark(body, mark))
  return found && { id: found.id, url: found.url }
}
