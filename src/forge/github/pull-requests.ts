import * as v from 'valibot'
import { numberSchema, type PullRequest, tipSchema } from '../../core/handoff/pull-request.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import type { Client } from './client.ts'
import { listAt } from './pages.ts'

const pullRequestSchema = v.object({
  number: numberSchema,
  state: v.string(),
  title: v.string(),
  body: v.nullish(v.string(), ''),
  base: tipSchema,
  head: v.object({ ...tipSchema.entries, label: v.nullish(v.string(), '') }),
})

type Listed = v.InferOutput<typeof pullRequestSchema>

export function checkoutCommand(number: number): string {
  return `gh pr checkout ${number}`
}

export function headReference(number: number): string {
  return `refs/pull/${number}/head`
}

export function readPullRequest(
  client: Client,
  repository: RepositoryName,
  number: number,
): Promise<Answer<PullRequest>> {
  const route = '/repos/{owner}/{repo}/pulls/{pull_number}'
  return attemptRead(client, async () =>
    plain(await client.get(route, { ...named(repository), pull_number: number }, pullRequestSchema)),
  )
}

export function findPullRequests(
  client: Client,
  repository: RepositoryName,
  branch: string | null,
  commit: string,
): Promise<Answer<readonly PullRequest[]>> {
  return attemptRead(client, async () => {
    const ofBranch = branch === null ? [] : await listOfBranch(client, repository, branch)
    if (ofBranch.length > 0) return ofBranch.map(plain)
    return (await listOfCommit(client, repository, commit)).map(plain)
  })
}

export function findPullRequestsFrom(
  client: Client,
  repository: RepositoryName,
  owner: string,
  branch: string,
): Promise<Answer<readonly PullRequest[]>> {
  return attemptRead(client, async () => (await listOfBranch(client, repository, branch, owner)).map(plain))
}

/** GitHub ignores a filter that it does not understand, so what it gives is filtered again. */
async function listOfBranch(
  client: Client,
  repository: RepositoryName,
  branch: string,
  owner = repository.owner,
): Promise<readonly Listed[]> {
  const parameters = { ...named(repository), state: 'open', head: `${owner}:${branch}` }
  const listed = await listAt(client, '/repos/{owner}/{repo}/pulls', parameters, pullRequestSchema)
  return listed.filter(({ state, head }) => state === 'open' && isFrom(head, owner, branch))
}

/** Capitals make another branch, but not another owner. */
function isFrom({ ref, label }: Listed['head'], owner: string, branch: string): boolean {
  return ref === branch && label.toLowerCase().startsWith(`${owner.toLowerCase()}:`)
}

/** Finds those from forks too, whose branches have an owner that we do not know. */
async function listOfCommit(client: Client, repository: RepositoryName, commit: string): Promise<readonly Listed[]> {
  const route = '/repos/{owner}/{repo}/commits/{commit_sha}/pulls'
  const listed = await listAt(client, route, { ...named(repository), commit_sha: commit }, pullRequestSchema)
  return listed.filter(({ state, head }) => state === 'open' && head.sha === commit)
}

const named = ({ owner, name }: RepositoryName) => ({ owner, repo: name })

function plain({ state: _, head, ...pullRequest }: Listed): PullRequest {
  return { ...pullRequest, head: { ref: head.ref, sha: head.sha } }
}
