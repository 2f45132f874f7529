import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { attemptRead } from '../attempt.ts'
import type { Analysis, Write } from '../forge.ts'
import { writeOnce } from '../write-once.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'
import { headReference } from './pull-requests.ts'

const route = '/repos/{owner}/{repo}/code-scanning/sarifs'
const mostBytes = 10 * 1024 * 1024
const uploaded = v.object({ id: v.string() })
const processing = v.object({
  processing_status: v.optional(v.nullable(v.string())),
  errors: v.optional(v.nullable(v.array(v.string()))),
})

const looks = 5

/** The same file twice replaces itself, so it may be sent again. It is read later: what GitHub makes of it is asked for. */
export async function uploadSarif(
  client: Client,
  { repository, number }: Place,
  { commit, sarif }: Analysis,
): Promise<Write<{ readonly isRead: boolean }>> {
  const packed = gzipSync(sarif)
  if (packed.length > mostBytes) {
    return { problem: `It is longer than the ${mostBytes} bytes that GitHub takes.`, refusal: 'rejected' }
  }
  const place = { owner: repository.owner, repo: repository.name }
  const body = { ...place, commit_sha: commit, ref: headReference(number), sarif: packed.toString('base64') }
  const written = await writeOnce(
    client,
    () => client.send('POST', route, body, uploaded),
    async () => undefined,
  )
  if (!('value' in written)) return written
  return lookAfter(client, { ...place, sarif_id: written.value.id })
}

async function lookAfter(client: Client, upload: object): Promise<Write<{ readonly isRead: boolean }>> {
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await sleep(client.settleMs, undefined, { signal: client.signal })
    const answer = await attemptRead(client, () => client.get(`${route}/{sarif_id}`, { ...upload }, processing))
    if (!('value' in answer)) break
    const { processing_status: status, errors } = answer.value
    if (status === 'complete') return { value: { isRead: true } }
    if (status === 'failed') {
      return { problem: `GitHub could not use it: ${errors?.[0] ?? 'it does not say why'}.`, refusal: 'rejected' }
    }
  }
  return { value: { isRead: false } }
}
