import * as v from 'valibot'
import type { ShownFile } from '../../core/handoff/inline.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { hunksOf } from '../hunks.ts'
import type { Client } from './client.ts'
import { listAt, type Place } from './pages.ts'

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/files'
const file = v.object({ filename: v.string(), patch: v.optional(v.string(), '') })

/** What GitHub shows of each changed file. A large or binary one comes without its lines: nothing can be said on them. */
export function readShownFiles(client: Client, { repository, number }: Place): Promise<Answer<readonly ShownFile[]>> {
  return attemptRead(client, async () => {
    const parameters = { owner: repository.owner, repo: repository.name, pull_number: number }
    const files = await listAt(client, route, parameters, file)
    return files.map(({ filename, patch }) => ({ path: filename, hunks: hunksOf(patch) }))
  })
}
