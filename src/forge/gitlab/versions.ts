import * as v from 'valibot'
import { mergeRequestPath } from './merge-requests.ts'
import type { Project } from './project.ts'

/** What was pushed, and when GitLab saw it. */
const version = v.pipe(
  v.object({ head_commit_sha: v.string(), created_at: v.string() }),
  v.transform(({ head_commit_sha: head, created_at: at }) => ({ head, at })),
)
export type Version = v.InferOutput<typeof version>

/** Newest first. */
export function readVersions(project: Project, number: number): Promise<readonly Version[]> {
  return project.client.list(`${mergeRequestPath(project, number)}/versions`, version)
}

/** Since when a commit is the head; null: GitLab has not noted the push yet. */
export function sinceOf(versions: readonly Version[], head: string): string | null {
  return versions[0]?.head === head ? versions[0].at : null
}

/** What was the head at a moment: a note goes along with the branch and does not say what it was written for. */
export function commitAt(versions: readonly Version[], moment: string): string | null {
  return versions.find(({ at }) => Date.parse(at) <= Date.parse(moment))?.head ?? null
}
