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
  /** 'group/name' */
  readonly fullPath: string
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
  const accessOf = (id: number) => readAccess(client, path, id)
  const authors = new Map<number, Author>()
  let me: Account | null = null
  return {
    client,
    path,
    fullPath: `${owner}/${name}`,
    page: `${pagesOf(apiUrl)}/${owner}/${name}`,
    me: async () => {
      me ??= await client.get('/user', account)
      return me
    },
    authorOf: async ({ id, username }) => {
      const known = authors.get(id)
      if (known !== undefined) return known
      const login = normaliseLogin(username)
      const isBot = (await readIsBot(client, id))
        ? ownBots.includes(login) || (await accessOf(id)) > 0
        : plainBots.includes(login) && (await accessOf(id)) >= developer
      authors.set(id, { login, isBot })
      return { login, isBot }
    },
    mayWrite: async (id) => (await accessOf(id)) >= developer,
  }
}

/** GitLab's own, which is a member of nothing. Whoever else is said to be a bot may be one of a stranger. */
const ownBots = ['gitlabduo']

/**
 * Reviewers that post from an account which GitLab takes for that of a person. Anybody may own such a name where it is
 * free: it counts only with a right that somebody gave it.
 */
const plainBots = ['coderabbitai']

const developer = 30

/** 0: not a member, or one whose account is blocked. */
async function readAccess(client: Client, path: string, id: number): Promise<number> {
  const member = v.object({ access_level: v.number(), state: v.string() })
  const found = await orNothing(client.get(`${path}/members/all/${id}`, member))
  return found?.state === 'active' ? found.access_level : 0
}

/** Tokens of projects and groups, service accounts, and GitLab's own. Who is gone is nobody's bot. */
async function readIsBot(client: Client, id: number): Promise<boolean> {
  const user = v.object({ bot: v.nullish(v.boolean(), false) })
  return (await orNothing(client.get(`/users/${id}`, user)))?.bot ?? false
}

/** Undefined: it is not there, or the token may not see it. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isStatus(error, 404)) return undefined
    throw error
  }
}
