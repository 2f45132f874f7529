import * as v from 'valibot'
import { numberSchema, type PullRequest, tipSchema } from '../../core/handoff/pull-request.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { NotReady } from './failure.ts'
import { account, orNothing, type Project } from './project.ts'

const sha = tipSchema.entries.sha

/** Null where a part is missing: the branches have nothing in common. */
const references = v.pipe(
  v.object({ base_sha: v.nullable(sha), start_sha: v.nullable(sha), head_sha: v.nullable(sha) }),
  v.transform(({ base_sha, start_sha, head_sha }) =>
    base_sha === null || start_sha === null || head_sha === null ? null : { base_sha, start_sha, head_sha },
  ),
)

const mergeRequest = v.object({
  iid: numberSchema,
  title: v.string(),
  description: v.nullish(v.string(), ''),
  state: v.string(),
  draft: v.nullish(v.boolean(), false),
  sha: v.nullable(sha),
  source_branch: v.string(),
  target_branch: v.string(),
  diff_refs: v.nullable(references),
  detailed_merge_status: v.nullish(v.string(), null),
  author: account,
})

/** What of a merge request is known once GitLab has worked out what it changes. */
export interface MergeRequest extends v.InferOutput<typeof mergeRequest> {
  readonly sha: string
  readonly diff_refs: NonNullable<v.InferOutput<typeof mergeRequest>['diff_refs']>
}

export function headReference(number: number): string {
  return `refs/merge-requests/${number}/head`
}

export function checkoutCommand(number: number): string {
  return `glab mr checkout ${number}`
}

export function mergeRequestPath({ path }: Pick<Project, 'path'>, number: number): string {
  return `${path}/merge_requests/${number}`
}

/** Of a push the commit is there first and what it changes later: only both together say something. */
export async function readMergeRequest(project: Project, number: number): Promise<MergeRequest> {
  const found = await project.client.get(mergeRequestPath(project, number), mergeRequest)
  const { sha: head, diff_refs: compared } = found
  if (head === null || compared === null || compared.head_sha !== head) throw new NotReady()
  return { ...found, sha: head, diff_refs: compared }
}

export function readPullRequest(project: Project, number: number): Promise<Answer<PullRequest>> {
  return attemptRead(project.client, async () => plain(await readMergeRequest(project, number)))
}

function plain(found: MergeRequest): PullRequest {
  return {
    number: found.iid,
    title: found.title,
    body: found.description,
    base: { ref: found.target_branch, sha: found.diff_refs.start_sha },
    head: { ref: found.source_branch, sha: found.sha },
  }
}

const listed = v.object({
  iid: numberSchema,
  state: v.string(),
  sha: v.nullable(v.string()),
  source_branch: v.string(),
  source_project_id: v.nullable(v.number()),
  target_project_id: v.number(),
})
type Listed = v.InferOutput<typeof listed>

export function findPullRequests(
  project: Project,
  branch: string | null,
  commit: string,
): Promise<Answer<readonly PullRequest[]>> {
  return attemptRead(project.client, async () => {
    const ofBranch = branch === null ? [] : (await listOfBranch(project, branch)).filter(isFromHere)
    const found = ofBranch.length > 0 ? ofBranch : await listOfCommit(project, commit)
    return readAll(project, found)
  })
}

export function findPullRequestsFrom(
  project: Project,
  owner: string,
  branch: string,
): Promise<Answer<readonly PullRequest[]>> {
  return attemptRead(project.client, async () => {
    const found: Listed[] = []
    for (const each of await listOfBranch(project, branch)) {
      if ((await ownerOf(project, each))?.toLowerCase() === owner.toLowerCase()) found.push(each)
    }
    return readAll(project, found)
  })
}

function isFromHere({ source_project_id: source, target_project_id: target }: Listed): boolean {
  return source === target
}

/** Undefined: the fork is gone, or hidden. */
async function ownerOf({ client }: Project, { source_project_id: source }: Listed): Promise<string | undefined> {
  if (source === null) return undefined
  const home = v.object({ namespace: v.object({ full_path: v.string() }) })
  return (await orNothing(client.get(`/projects/${source}`, home)))?.namespace.full_path
}

async function listOfBranch({ client, path }: Project, branch: string): Promise<readonly Listed[]> {
  const query = { state: 'opened', scope: 'all', source_branch: branch }
  const found = await client.list(`${path}/merge_requests`, listed, query)
  return found.filter(({ state, source_branch: source }) => state === 'opened' && source === branch)
}

/** Finds those from forks too, whose branches have an owner that we do not know. What was not pushed is not there yet. */
async function listOfCommit({ client, path }: Project, commit: string): Promise<readonly Listed[]> {
  const found = await orNothing(client.list(`${path}/repository/commits/${commit}/merge_requests`, listed))
  if (found === undefined) await client.get(path, v.object({ id: v.number() }))
  return (found ?? []).filter(({ state, sha: head }) => state === 'opened' && head === commit)
}

/** Only by itself does one say what it is compared with. */
async function readAll(project: Project, found: readonly Listed[]): Promise<readonly PullRequest[]> {
  const all: PullRequest[] = []
  for (const { iid } of found) all.push(plain(await readMergeRequest(project, iid)))
  return all
}
