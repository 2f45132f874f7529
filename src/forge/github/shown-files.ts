import * as v from 'valibot'
import type { ShownFile } from '../../core/handoff/inline.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { hunksOf } from '../hunks.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/files'
const pageSize = 100
const file = v.object({ filename: v.string(), patch: v.optional(v.string(), '') })

/** What GitHub shows of each changed file. A large or binary one comes without its lines: nothing can be said on them. */
export function readShownFiles(client: Client, { repository, number }: Place): Promise<Answer<readonly ShownFile[]>> {
  return attemptRead(client, async () => {
    const all: ShownFile[] = []
    for (let page = 1; ; page += 1) {
      const parameters = { owner: repository.owner, repo: repository.name, pull_number: number }
      const listed = await client.get(route, { ...parameters, per_page: pageSize, page }, v.array(file))
      all.push(...listed.map(({ filename, patch }) => ({ path: filename, hunks: hunksOf(patch) })))
      if (listed.length < pageSize) return all
    }
  })
}
