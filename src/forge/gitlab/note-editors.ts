import * as v from 'valibot'
import { editedByOther } from '../../core/watch/account.ts'
import type { Author } from '../../core/watch/snapshot.ts'
import type { Discussion, Note } from './discussions.ts'
import { moment } from './moments.ts'
import { globalId, readNotes } from './note-pages.ts'
import type { Account, Project } from './project.ts'

/** By the ids of notes. A note that is not in it was not edited. */
export type NoteEditors = ReadonlyMap<number, LastEdit>

interface LastEdit {
  /** Null: GitLab does not say who. */
  readonly by: Account | null
  readonly at: string
}

const editorFields = 'id lastEditedAt lastEditedBy { id username }'

const listed = v.object({
  id: globalId,
  lastEditedAt: v.nullable(moment),
  lastEditedBy: v.nullable(v.object({ id: globalId, username: v.string() })),
})

/** REST does not say it. Nobody is asked where no note changed after it was written. */
export async function readNoteEditors(
  project: Project,
  iid: number,
  discussions: readonly Discussion[],
): Promise<NoteEditors> {
  const changed = discussions.flatMap((each) => each.notes).filter((note) => note.created_at !== note.updated_at)
  const listing = changed.length === 0 ? [] : await readNotes(project, iid, editorFields, listed)
  const known = new Map(listing.map((note) => [note.id, note]))
  return new Map(
    changed.flatMap(({ id, updated_at }): [number, LastEdit][] => {
      const note = known.get(id)
      if (note?.lastEditedAt === null) return []
      return [[id, { by: note?.lastEditedBy ?? null, at: note?.lastEditedAt ?? updated_at }]]
    }),
  )
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
