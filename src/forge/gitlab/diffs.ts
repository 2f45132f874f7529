import * as v from 'valibot'
import type { ShownFile } from '../../core/handoff/inline.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { hunksOf } from '../hunks.ts'
import { mergeRequestPath } from './merge-requests.ts'
import type { Project } from './project.ts'

const diff = v.object({ old_path: v.string(), new_path: v.string(), diff: v.string() })
export type Diff = v.InferOutput<typeof diff>

/** What GitLab shows of each changed file. A large or binary one comes without its lines. */
export function readDiffs(project: Project, number: number): Promise<readonly Diff[]> {
  return project.client.list(`${mergeRequestPath(project, number)}/diffs`, diff)
}

export function readShownFiles(project: Project, number: number): Promise<Answer<readonly ShownFile[]>> {
  return attemptRead(project.client, async () =>
    (await readDiffs(project, number)).map(({ new_path: path, diff: patch }) => ({ path, hunks: hunksOf(patch) })),
  )
}
