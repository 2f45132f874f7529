import * as v from 'valibot'
import type { Witness } from '../moment.ts'
import { UnreadableAnswer } from '../read-answer.ts'
import type { RepositoryName } from '../remote.ts'
import type { Client } from './client.ts'

export const pageSize = 100

/** Of `pageInfo { hasNextPage endCursor }`. Where more is to come, a page without its end would end the list early. */
export const pageInfo = v.pipe(
  v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
  v.check(
    ({ hasNextPage, endCursor }) => !hasNextPage || endCursor !== null,
    'has a next page, but does not say where',
  ),
)

export function nextCursor({ hasNextPage, endCursor }: v.InferOutput<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null
}

/** All pages of something, one after the other. */
export async function allPages<Page extends { readonly pageInfo: v.InferOutput<typeof pageInfo> }>(
  read: (cursor: string | null) => Promise<Page>,
  first: string | null = null,
): Promise<readonly Page[]> {
  const pages: Page[] = []
  const seen = new Set<string>()
  let cursor = first
  do {
    const page = await read(cursor)
    pages.push(page)
    if (cursor !== null) seen.add(cursor)
    cursor = nextCursor(page.pageInfo)
    if (cursor !== null && seen.has(cursor)) throw new UnreadableAnswer(samePage)
  } while (cursor !== null)
  return pages
}

/** A server that goes round in a circle would be asked for ever. */
const samePage = 'it gives the same page twice'

/** All pages of a list of REST, which have numbers. */
export async function allNumbered<T>(read: (page: number) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = []
  for (let [page, before] = [1, '']; ; page += 1) {
    const listed = await read(page)
    all.push(...listed)
    if (listed.length < pageSize) return all
    const content = JSON.stringify(listed)
    if (content === before) throw new UnreadableAnswer(samePage)
    before = content
  }
}

export interface Place {
  readonly repository: RepositoryName
  readonly number: number
}

export interface ListQuery<T> {
  /** From `listQuery`. */
  readonly query: string
  readonly entry: v.GenericSchema<unknown, T>
  readonly witness: Witness
}

/** The whole of a list below the pull request. */
export async function listOf<T>(
  client: Client,
  { repository, number }: Place,
  { query, entry, witness }: ListQuery<T>,
): Promise<readonly T[]> {
  const list = v.object({ pageInfo, nodes: v.array(entry) })
  const answer = v.object({
    repository: v.object({ pullRequest: v.object({ headRefOid: v.string(), state: v.string(), list }) }),
  })
  const pages = await allPages(async (cursor) => {
    const { pullRequest } = (await client.query(query, { ...repository, number, cursor }, answer)).repository
    witness({ head: pullRequest.headRefOid, state: pullRequest.state })
    return pullRequest.list
  })
  return pages.flatMap(({ nodes }) => nodes)
}

/** The whole of a list that REST has at an address. */
export async function listAt<T>(
  client: Client,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  entry: v.GenericSchema<unknown, T>,
): Promise<readonly T[]> {
  return allNumbered((page) => client.get(route, { ...parameters, per_page: pageSize, page }, v.array(entry)))
}

/** The query for a list below the pull request. */
export function listQuery(title: string, name: string, fields: string, size = pageSize): string {
  return `query ${title}($owner: String!, $name: String!, $number: Int!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid state
      list: ${name}(first: ${size}, after: $cursor) { pageInfo { hasNextPage endCursor } nodes { ${fields} } }
    }
  }
}`
}
