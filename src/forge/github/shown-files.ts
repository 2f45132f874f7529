import * as v from 'valibot'
import type { ShownFile } from '../../core/handoff/inline.ts'
import type { Hunk } from '../../types.ts'
import type { Answer } from '../forge.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/files'
const pageSize = 100
const file = v.object({ filename: v.string(), patch: v.optional(v.string(), '') })

/** What GitHub shows of each changed file. A large or binary one comes without its lines: nothing can be said on them. */
export function readShownFiles(client: Client, { repository, number }: Place): Promise<Answer<readonly ShownFile[]>> {
  return client.attempt(async () => {
    const all: ShownFile[] = []
    for (let page = 1; ; page += 1) {
      const parameters = { owner: repository.owner, repo: repository.name, pull_number: number }
      const listed = await client.get(route, { ...parameters, per_page: pageSize, page }, v.array(file))
      all.push(...listed.map(({ filename, patch }) => ({ path: filename, hunks: hunksOf(patch) })))
      if (listed.length < pageSize) return all
    }
  })
}

/** Counted by the lines that are there, whatever the head of the hunk promises. */
export function hunksOf(patch: string): readonly Hunk[] {
  const hunks: { oldStart: number; oldCount: number; newStart: number; newCount: number }[] = []
  for (const line of patch.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
    if (oldStart !== undefined) {
      hunks.push({ oldStart: Number(oldStart), oldCount: 0, newStart: Number(newStart), newCount: 0 })
      continue
    }
    const hunk = hunks.at(-1)
    if (hunk === undefined) continue
    if (line.startsWith('+') || line.startsWith(' ')) hunk.newCount += 1
    if (line.startsWith('-') || line.startsWith(' ')) hunk.oldCount += 1
  }
  return hunks
}
