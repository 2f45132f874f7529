import * as v from 'valibot'
import { mergeRequestPath } from './merge-requests.ts'
import { moment } from './moments.ts'
import type { NoteEditors } from './note-editors.ts'
import { globalId, readNotes } from './note-pages.ts'
import type { Project } from './project.ts'

const listed = v.object({
  id: globalId,
  awardEmoji: v.nullish(v.object({ nodes: v.array(v.object({ name: v.string(), user: v.object({ id: globalId }) })) })),
})

const award = v.object({ name: v.string(), user: v.object({ id: v.number() }), created_at: moment })

/** Notes that whose token it is put a thumbs up on. What was edited after it is not what they read. */
export async function readNoteThumbs(
  project: Project,
  iid: number,
  editors: NoteEditors,
): Promise<ReadonlySet<number>> {
  const me = await project.me()
  const notes = await readNotes(project, iid, 'id awardEmoji { nodes { name user { id } } }', listed)
  const thumbs = new Set<number>()
  for (const { id, awardEmoji } of notes) {
    const isOurs = awardEmoji?.nodes.some(({ name, user }) => name === 'thumbsup' && user.id === me.id) === true
    const edit = editors.get(id)
    if (isOurs && (edit === undefined || (await thumbAt(project, iid, id, me.id)) > edit.at)) thumbs.add(id)
  }
  return thumbs
}

async function thumbAt(project: Project, iid: number, note: number, user: number): Promise<string> {
  const awards = await project.client.list(`${mergeRequestPath(project, iid)}/notes/${note}/award_emoji`, award)
  return awards.find((each) => each.name === 'thumbsup' && each.user.id === user)?.created_at ?? ''
}
