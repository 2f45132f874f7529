import * as v from 'valibot'
import { editedByOther } from '../../core/watch/account.ts'
import type { Author } from '../../core/watch/snapshot.ts'
import { UnreadableAnswer } from '../read-answer.ts'
import type { Discussion, Note } from './discussions.ts'
import { moment } from './moments.ts'
import type { Account, Project } from './project.ts'

/** By the ids of notes. A note that is not in it was not edited. */
export type NoteEditors = ReadonlyMap<number, LastEdit>

interface LastEdit {
  /** Null: GitLab does not say who. */
  readonly by: Account | null
  readonly at: string
}

const editorsQuery = `query NoteEditors($path: ID!, $iid: String!, $cursor: String) {
  project(fullPath: $path) { mergeRequest(iid: $iid) { notes(first: 100, after: $cursor) {
    pageInfo { hasNextPage endCursor }
    nodes { id lastEditedAt lastEditedBy { id username } }
  } } }
}`

/** 'gid://gitlab/DiffNote/7' → 7 */
const globalId = v.pipe(
  v.string(),
  v.transform((id) => Number(id.slice(id.lastIndexOf('/') + 1))),
)

const listed = v.object({
  id: globalId,
  lastEditedAt: v.nullable(moment),
  lastEditedBy: v.nullable(v.object({ id: globalId, username: v.string() })),
})

const notes = v.object({
  pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
  nodes: v.array(listed),
})
const answer = v.object({ project: v.object({ mergeRequest: v.object({ notes }) }) })

/** REST does not say it. Nobody is asked where no note changed after it was written. */
export async function readNoteEditors(
  project: Project,
  iid: number,
  discussions: readonly Discussion[],
): Promise<NoteEditors> {
  const changed = discussions.flatMap((each) => each.notes).filter((note) => note.created_at !== note.updated_at)
  const known = changed.length === 0 ? new Map() : await readListed(project, iid)
  return new Map(
    changed.flatMap(({ id, updated_at }): [number, LastEdit][] => {
      const note = known.get(id)
      if (note?.lastEditedAt === null) return []
      return [[id, { by: note?.lastEditedBy ?? null, at: note?.lastEditedAt ?? updated_at }]]
    }),
  )
}

/** An older GitLab does not know who edited a note: nothing is listed then. */
async function readListed(project: Project, iid: number): Promise<ReadonlyMap<number, v.InferOutput<typeof listed>>> {
  const all: v.InferOutput<typeof listed>[] = []
  try {
    let cursor: string | null = null
    do {
      const page: v.InferOutput<typeof notes> = await readPage(project, iid, cursor)
      all.push(...page.nodes)
      const next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      if (next !== null && next === cursor) throw new UnreadableAnswer('it gives the same page twice')
      cursor = next
    } while (cursor !== null)
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error
  }
  return new Map(all.map((note) => [note.id, note]))
}

async function readPage({ client, fullPath }: Project, iid: number, cursor: string | null) {
  const found = await client.query(editorsQuery, { path: fullPath, iid: String(iid), cursor }, answer)
  return found.project.mergeRequest.notes
}

export async function editOf(
  { authorOf }: Pick<Project, 'authorOf'>,
  editors: NoteEditors,
  { id }: Note,
  author: Author,
): Promise<{ readonly editedBy?: Author | null }> {
  const edit = editors.get(id)
  return edit === undefined ? {} : editedByOther(author, edit.by && (await authorOf(edit.by)), true)
}
