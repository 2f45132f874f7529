import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { Author } from '../../core/watch/snapshot.ts'
import type { RepositoryName } from '../remote.ts'
import { pagesOf } from './address.ts'
import type { Client } from './client.ts'
import { isStatus } from './failure.ts'

/** As accounts stand in whatever they wrote. */
export const account = v.object({ id: v.number(), username: v.string() })
export type Account = v.InferOutput<typeof account>

/** A project, and who is who there. */
export interface Project {
  readonly client: Client
  /** '/projects/group%2Fname' */
  readonly path: string
  /** Where people see it. */
  readonly page: string
  /** Whose token it is. */
  readonly me: () => Promise<Account>
  readonly authorOf: (account: Account) => Promise<Author>
  /** Whether an account may change the project. */
  readonly mayWrite: (id: number) => Promise<boolean>
}

export function openProject(client: Client, apiUrl: string, { owner, name }: RepositoryName): Project {
  const path = `/projects/${encodeURIComponent(`${owner}/${name}`)}`
  const mayWrite = remembered((id) => hasAccess(client, path, id))
  const isBot = remembered((id) => readIsBot(client, id))
  let me: Promise<Account> | null = null
  return {
    client,
    path,
    page: `${pagesOf(apiUrl)}/${owner}/${name}`,
    me: () => {
      me ??= client.get('/user', account)
      return me
    },
    authorOf: async ({ id, username }) => {
      const login = normaliseLogin(username)
      return { login, isBot: (await isBot(id)) || (plainBots.includes(login) && (await mayWrite(id))) }
    },
    mayWrite,
  }
}

/**
 * Reviewers that post from an account which GitLab takes for that of a person. Anybody may own such a name where it is
 * free: it counts only with a right that somebody gave it.
 */
const plainBots = ['coderabbitai']

const developer = 30

async function hasAccess(client: Client, path: string, id: number): Promise<boolean> {
  const member = v.object({ access_level: v.number() })
  const found = await orNothing(client.get(`${path}/members/all/${id}`, member))
  return found !== undefined && found.access_level >= developer
}

/** Tokens of projects and groups, service accounts, and GitLab's own. Who is gone is nobody's bot. */
async function readIsBot(client: Client, id: number): Promise<boolean> {
  const user = v.object({ bot: v.optional(v.boolean(), false) })
  return (await orNothing(client.get(`/users/${id}`, user)))?.bot ?? false
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isStatus(error, 404)) return undefined
    throw error
  }
}

/** What is asked of an account is asked once; what failed is asked again. */
function remembered<T>(ask: (id: number) => Promise<T>): (id: number) => Promise<T> {
  const known = new Map<number, T>()
  return async (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const value = await ask(id)
    known.set(id, value)
    return value
  }
}
