import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { Author, Snapshot } from '../../core/watch/snapshot.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { createWitness, readOneMoment } from '../moment.ts'
import { readChecks } from './checks.ts'
import type { Client } from './client.ts'
import { listOf, listQuery, type Place } from './pages.ts'
import { readReactions } from './reactions.ts'
import { readThreadsWhole } from './read-threads.ts'
import { commitOf, thumb, thumbFields, withEditor, withThumb, writer, writerFields } from './schemas.ts'

/** All that is said about a pull request, of one moment. Whatever is missing makes it no answer. */
export function readSnapshot(client: Client, place: Place): Promise<Answer<Snapshot>> {
  return attemptRead(client, () => readOneMoment(() => readMoment(client, place)))
}

async function readMoment(client: Client, place: Place): Promise<Snapshot> {
  const witness = createWitness()
  const { headRefOid, headRefName, state, me, editor, lastEditedAt, ...about } = await readItself(client, place)
  witness({ head: headRefOid, state })
  const reviews = await listOf(client, place, { query: reviewsQuery, entry: review, witness })
  const threads = await readThreadsWhole(client, place, witness)
  const comments = await listOf(client, place, { query: commentsQuery, entry: comment, witness })
  const requested = await listOf(client, place, { query: requestsQuery, entry: request, witness })
  const reactions = await readReactions(client, place)
  const { checks, since, isHidden } = await readChecks(client, place, witness)
  const after = await readItself(client, place)
  witness({ head: after.headRefOid, state: after.state })
  const { isInMergeQueue, mergeStateStatus: _, ...itself } = about
  return {
    ...itself,
    number: place.number,
    state: states[state],
    head: headRefOid,
    branch: headRefName,
    headSince: since,
    isQueued: isInMergeQueue,
    mergeBarrier: mergeBarriers[after.mergeStateStatus] ?? null,
    me,
    describedBy: lastEditedAt === null ? about.author : editor,
    reviews,
    threads,
    comments,
    reactions,
    checks,
    checksAreHidden: isHidden,
    requested: requested.flatMap((login) => login ?? []),
  }
}

const states = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const

const mergeBarriers: Readonly<Record<string, string>> = {
  BLOCKED: 'a check or a review that is required is missing',
  BEHIND: 'it is behind its base',
  DIRTY: 'it has conflicts with its base',
}

const itselfQuery = `query PullRequest($owner: String!, $name: String!, $number: Int!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      id state isDraft isInMergeQueue mergeStateStatus headRefOid headRefName body ${writerFields}
    }
  }
}`

const itself = v.object({
  viewer: v.object({ login: v.string() }),
  repository: v.object({
    pullRequest: v.object({
      id: v.string(),
      state: v.picklist(['OPEN', 'CLOSED', 'MERGED']),
      isDraft: v.boolean(),
      isInMergeQueue: v.boolean(),
      mergeStateStatus: v.string(),
      headRefOid: v.string(),
      headRefName: v.string(),
      body: v.string(),
      ...writer,
    }),
  }),
})

async function readItself(client: Client, { repository, number }: Place) {
  const answer = await client.query(itselfQuery, { ...repository, number }, itself)
  return { ...answer.repository.pullRequest, me: viewerOf(answer.viewer) }
}

/** GitHub calls every viewer a user: only the name tells an App. */
function viewerOf({ login }: { readonly login: string }): Author {
  return { login: normaliseLogin(login), isBot: login.endsWith('[bot]') }
}

const reviewsQuery = listQuery(
  'Reviews',
  'reviews',
  `id ${writerFields} ${thumbFields} state body submittedAt createdAt commit { oid } url`,
)

const reviewStates = {
  COMMENTED: 'commented',
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  DISMISSED: 'dismissed',
  PENDING: 'pending',
} as const

const review = v.pipe(
  v.object({
    id: v.string(),
    ...writer,
    ...thumb,
    state: v.picklist(['COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED', 'PENDING']),
    body: v.string(),
    submittedAt: v.nullable(v.string()),
    createdAt: v.string(),
    commit: commitOf,
    url: v.string(),
  }),
  v.transform(({ state, submittedAt, createdAt, ...rest }) => ({
    ...withEditor(withThumb(rest)),
    state: reviewStates[state],
    at: submittedAt ?? createdAt,
  })),
)

const commentsQuery = listQuery(
  'Comments',
  'comments',
  `id ${writerFields} ${thumbFields} body createdAt isMinimized url`,
)

const comment = v.pipe(
  v.object({
    id: v.string(),
    ...writer,
    ...thumb,
    body: v.string(),
    createdAt: v.string(),
    isMinimized: v.boolean(),
    url: v.string(),
  }),
  v.transform(({ createdAt, isMinimized, ...rest }) => ({
    ...withEditor(withThumb(rest)),
    at: createdAt,
    // Others can touch a comment without an edit.
    updatedAt: rest.lastEditedAt ?? createdAt,
    isHidden: isMinimized,
  })),
)

const requestsQuery = listQuery(
  'Requests',
  'reviewRequests',
  'requestedReviewer { __typename ... on User { login } ... on Bot { login } ... on Mannequin { login } }',
)

/** Null for a team. */
const request = v.pipe(
  v.object({ requestedReviewer: v.nullable(v.object({ __typename: v.string(), login: v.optional(v.string()) })) }),
  v.transform(({ requestedReviewer }) => requestedReviewer?.login?.toLowerCase() ?? null),
)
