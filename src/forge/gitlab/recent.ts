import * as v from 'valibot'
import type { EarlierText } from '../../core/watch/snapshot.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { note } from './discussions.ts'
import { mergeRequestPath } from './merge-requests.ts'
import type { Project } from './project.ts'

const lastMergeRequests = '10'
const firstNotes = '30'

/** As much of it as fits into one page of each. */
export function readRecent(project: Project): Promise<Answer<readonly EarlierText[]>> {
  const { client, path } = project
  return attemptRead(client, async () => {
    const query = { scope: 'all', order_by: 'created_at', sort: 'desc', per_page: lastMergeRequests }
    const recent = await client.get(`${path}/merge_requests`, v.array(v.object({ iid: v.number() })), query)
    const all: EarlierText[] = []
    for (const { iid } of recent) {
      const order = { sort: 'asc', order_by: 'created_at', per_page: firstNotes }
      const notes = await client.get(`${mergeRequestPath(project, iid)}/notes`, v.array(note), order)
      for (const { author, body, system } of notes) {
        if (system) continue
        all.push({ kind: 'comment', author: await project.authorOf(author), body })
      }
    }
    return all
  })
}
