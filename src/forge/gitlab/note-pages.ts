import * as v from 'valibot'
import { UnreadableAnswer } from '../read-answer.ts'
import type { Project } from './project.ts'

/** 'gid://gitlab/DiffNote/7' → 7 */
export const globalId = v.pipe(
  v.string(),
  v.transform((id) => Number(id.slice(id.lastIndexOf('/') + 1))),
)

/** Fields of all notes of a merge request that only GraphQL tells. Where an older GitLab does not know them nothing is listed. */
export async function readNotes<T>(
  { client, fullPath }: Project,
  iid: number,
  fields: string,
  node: v.GenericSchema<unknown, T>,
): Promise<readonly T[]> {
  const query = `query Notes($path: ID!, $iid: String!, $cursor: String) {
  project(fullPath: $path) { mergeRequest(iid: $iid) { notes(first: 100, after: $cursor) {
    pageInfo { hasNextPage endCursor }
    nodes { ${fields} }
  } } }
}`
  const pageInfo = v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) })
  const notes = v.object({ pageInfo, nodes: v.array(node) })
  const answer = v.object({ project: v.object({ mergeRequest: v.object({ notes }) }) })
  const all: T[] = []
  try {
    let cursor: string | null = null
    do {
      const variables: Record<string, string | null> = { path: fullPath, iid: String(iid), cursor }
      const page: v.InferOutput<typeof notes> = (await client.query(query, variables, answer)).project.mergeRequest
        .notes
      all.push(...page.nodes)
      const next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      if (next !== null && next === cursor) throw new UnreadableAnswer('it gives the same page twice')
      cursor = next
    } while (cursor !== null)
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error
  }
  return all
}
