import * as v from 'valibot'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { isStatus } from './failure.ts'
import type { Project } from './project.ts'

const token = v.object({ scopes: v.array(v.string()) })

/** Why an answer could not be posted, as far as the token says it of itself. One that is not of that kind says nothing. */
export function findBarrier({ client }: Project): Promise<Answer<string | null>> {
  return attemptRead(client, async () => {
    try {
      const { scopes } = await client.get('/personal_access_tokens/self', token)
      return scopes.includes('api') ? null : `the token has the scopes ${scopes.join(', ') || 'none'} and takes api`
    } catch (error) {
      if ([400, 401, 403, 404].some((status) => isStatus(error, status))) return null
      throw error
    }
  })
}
