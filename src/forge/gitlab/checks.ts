import * as v from 'valibot'
import type { PostedCheck } from '../../core/watch/snapshot.ts'
import { account, type Project } from './project.ts'

const waiting = ['created', 'waiting_for_resource', 'preparing', 'waiting_for_callback', 'pending', 'scheduled']
const running = ['running', 'canceling']

export const status = v.object({
  id: v.number(),
  name: v.string(),
  status: v.string(),
  description: v.nullish(v.string(), ''),
  target_url: v.nullish(v.string(), ''),
  author: v.nullish(account, null),
})
export type Status = v.InferOutput<typeof status>

/** What programs say about a commit, jobs of GitLab's own pipelines included: the last word of each. */
export function readStatuses({ client, path }: Project, commit: string, name?: string): Promise<readonly Status[]> {
  return client.list(`${path}/repository/commits/${commit}/statuses`, status, name === undefined ? {} : { name })
}

export async function checkOf({ authorOf }: Pick<Project, 'authorOf'>, given: Status): Promise<PostedCheck> {
  const { id, name, status: state, description, target_url: url, author } = given
  const isRunning = running.includes(state)
  const isOver = !isRunning && !waiting.includes(state)
  return {
    id: String(id),
    name,
    author: author && (await authorOf(author)),
    status: isOver ? 'done' : isRunning ? 'running' : 'waiting',
    // The word that everybody else has for it.
    conclusion: isOver ? (state === 'failed' ? 'failure' : state) : null,
    title: description,
    summary: '',
    url,
  }
}
