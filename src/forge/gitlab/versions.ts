import * as v from 'valibot'
import { mergeRequestPath } from './merge-requests.ts'
import { moment } from './moments.ts'
import type { Project } from './project.ts'

const version = v.object({ head_commit_sha: v.nullable(v.string()), created_at: moment })

/** What was pushed, and when GitLab saw it. */
export interface Version {
  readonly head: string
  readonly at: string
}

/** Newest first, and none without commits. */
export async function readVersions(project: Project, number: number): Promise<readonly Version[]> {
  const all = await project.client.list(`${mergeRequestPath(project, number)}/versions`, version)
  return all.flatMap(({ head_commit_sha: head, created_at: at }) => (head === null ? [] : [{ head, at }]))
}

/** Since when a commit is the head; null: GitLab has not noted the push yet. */
export function sinceOf(versions: readonly Version[], head: string): string | null {
  return versions[0]?.head === head ? versions[0].at : null
}

/** What was the head at a moment: a note goes along with the branch and does not say what it was written for. */
export function commitAt(versions: readonly Version[], moment: string): string | null {
  return versions.find(({ at }) => Date.parse(at) <= Date.parse(moment))?.head ?? null
}
