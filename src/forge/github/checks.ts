import * as v from 'valibot'
import type { PostedCheck } from '../../core/watch/snapshot.ts'
import type { Witness } from '../moment.ts'
import type { Client } from './client.ts'
import { allPages, type Place, pageInfo } from './pages.ts'
import { author } from './schemas.ts'

const checksQuery = `query Checks($owner: String!, $name: String!, $number: Int!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid state headRefName isCrossRepository
      commits(last: 1) { nodes { commit { oid checkSuites(first: 100) { nodes { createdAt branch { name } } } statusCheckRollup { contexts(first: 100, after: $cursor) {
        pageInfo { hasNextPage endCursor }
        nodes {
          __typename
          ... on CheckRun { id name status conclusion title summary detailsUrl startedAt isRequired(pullRequestNumber: $number) checkSuite { app { slug } } }
          ... on StatusContext { id context state description targetUrl createdAt isRequired(pullRequestNumber: $number) creator { __typename login } }
        }
      } } } } }
    }
  }
}`

const checkRun = v.pipe(
  v.object({
    __typename: v.literal('CheckRun'),
    id: v.string(),
    name: v.string(),
    status: v.string(),
    conclusion: v.nullable(v.string()),
    title: v.nullable(v.string()),
    summary: v.nullable(v.string()),
    detailsUrl: v.nullable(v.string()),
    startedAt: v.nullable(v.string()),
    isRequired: v.boolean(),
    checkSuite: v.nullable(v.object({ app: v.nullable(v.object({ slug: v.string() })) })),
  }),
  v.transform(
    ({ id, name, status, conclusion, title, summary, detailsUrl, startedAt, isRequired, checkSuite }): PostedCheck => ({
      id,
      name,
      author: checkSuite?.app ? { login: checkSuite.app.slug.toLowerCase(), isBot: true } : null,
      status: status === 'COMPLETED' ? 'done' : status === 'IN_PROGRESS' ? 'running' : 'waiting',
      conclusion: conclusion?.toLowerCase() ?? null,
      title: title ?? '',
      summary: summary ?? '',
      url: detailsUrl ?? '',
      startedAt,
      isRequired,
    }),
  ),
)

const commitStatus = v.pipe(
  v.object({
    __typename: v.literal('StatusContext'),
    id: v.string(),
    context: v.string(),
    state: v.string(),
    description: v.nullable(v.string()),
    targetUrl: v.nullable(v.string()),
    createdAt: v.string(),
    isRequired: v.boolean(),
    creator: author,
  }),
  v.transform(({ id, context, state, description, targetUrl, createdAt, isRequired, creator }): PostedCheck => {
    const isRunning = state === 'PENDING' || state === 'EXPECTED'
    return {
      id,
      name: context,
      author: creator,
      status: isRunning ? 'running' : 'done',
      conclusion: isRunning ? null : state.toLowerCase(),
      title: description ?? '',
      summary: '',
      url: targetUrl ?? '',
      startedAt: createdAt,
      isRequired,
    }
  }),
)

const contexts = v.object({ pageInfo, nodes: v.array(v.union([checkRun, commitStatus])) })

const suite = v.object({ createdAt: v.string(), branch: v.nullable(v.object({ name: v.string() })) })

const answer = v.object({
  repository: v.object({
    pullRequest: v.object({
      headRefOid: v.string(),
      state: v.string(),
      headRefName: v.string(),
      isCrossRepository: v.boolean(),
      commits: v.object({
        nodes: v.array(
          v.object({
            commit: v.object({
              oid: v.string(),
              checkSuites: v.nullable(v.object({ nodes: v.array(suite) })),
              statusCheckRollup: v.nullable(v.object({ contexts })),
            }),
          }),
        ),
      }),
    }),
  }),
})

const none = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] }

/** `since`: when they were set up, which is when the head was pushed; null: it cannot be seen. */
export interface Checks {
  readonly checks: readonly PostedCheck[]
  readonly since: string | null
  readonly isHidden: boolean
}

/** What programs say about the head. Personal tokens of the finer kind may not see that, whatever else they may. */
export async function readChecks(client: Client, place: Place, witness: Witness): Promise<Checks> {
  try {
    return await readShown(client, place, witness)
  } catch (error) {
    if (client.refusalOf(error) !== 'forbidden') throw error
    return { checks: [], since: null, isHidden: true }
  }
}

async function readShown(client: Client, { repository, number }: Place, witness: Witness): Promise<Checks> {
  const pages = await allPages(async (cursor) => {
    const { pullRequest } = (await client.query(checksQuery, { ...repository, number, cursor }, answer)).repository
    witness({ head: pullRequest.headRefOid, state: pullRequest.state })
    const [last] = pullRequest.commits.nodes
    // The list of commits may lag behind the head: then nothing is said about it yet.
    const commit = last?.commit.oid === pullRequest.headRefOid ? last.commit : undefined
    const suites = (commit?.checkSuites?.nodes ?? []).filter(({ branch }) => isOfHead(branch?.name, pullRequest))
    return { ...(commit?.statusCheckRollup?.contexts ?? none), suites }
  })
  // What the commit says itself has the time of another machine; this has that of GitHub.
  const since = pages[0]?.suites.map(({ createdAt }) => createdAt).sort()[0] ?? null
  return { checks: pages.flatMap(({ nodes }) => nodes), since, isHidden: false }
}

/**
 * Whether a suite can tell when this pull request got its head: the same commit may have been on another branch, and checked there,
 * long before. Of the branches of forks nothing is told.
 */
function isOfHead(
  branch: string | undefined,
  { headRefName, isCrossRepository }: { readonly headRefName: string; readonly isCrossRepository: boolean },
): boolean {
  return !isCrossRepository && (branch ?? headRefName) === headRefName
}
