import * as v from 'valibot'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import type { Client } from './client.ts'

const permission = v.object({ permission: v.string() })

/** Whether somebody may change the repository. Who is not known to it may not. */
export async function mayWrite(
  client: Client,
  { owner, name }: RepositoryName,
  login: string,
): Promise<Answer<boolean>> {
  return attemptRead(client, async () => {
    const route = '/repos/{owner}/{repo}/collaborators/{username}/permission'
    try {
      const found = await client.get(route, { owner, repo: name, username: login }, permission)
      return found.permission === 'admin' || found.permission === 'write'
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 404) return false
      throw error
    }
  })
}
