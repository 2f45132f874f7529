import { hasPersonLast } from '../../core/handoff/marker.ts'
import type { OwnText, OwnThread, OwnWords } from '../../core/post/own-words.ts'
import type { Answer } from '../forge.ts'
import { type Discussion, isResolved, linesOf, type Note, readDiscussions } from './discussions.ts'
import { nameOf, noteUrl } from './names.ts'
import type { Project } from './project.ts'
import { inOneMoment } from './snapshot.ts'
import { withoutCounts } from './suggestions.ts'

/** What was written with this token. Anybody can write our marks; only GitLab says who wrote a text. */
export function readOwnWords(project: Project, number: number): Promise<Answer<OwnWords>> {
  return inOneMoment(project, number, async ({ iid, sha }) => {
    const me = await project.me()
    const isOurs = ({ author }: Note) => author.id === me.id
    const all = await readDiscussions(project, number)
    const textOf = ({ id, body }: Note): OwnText => {
      return { id: nameOf({ number: iid, id: String(id) }), body, url: noteUrl(project.page, iid, id) }
    }
    const threadOf = async (each: Discussion): Promise<OwnThread> => {
      const lines = linesOf(each.first.position, sha)
      const spoken = each.notes.map(async (note) => {
        return { body: note.body, isOwnAccount: isOurs(note), isBot: (await project.authorOf(note.author)).isBot }
      })
      return {
        id: nameOf({ number: iid, id: each.id }),
        isResolved: isResolved(each),
        line: lines?.line ?? null,
        endLine: lines?.endLine ?? null,
        opening: { ...textOf(each.first), body: withoutCounts(each.first.body, lines) },
        isAnswered: hasPersonLast(await Promise.all(spoken)),
        further: each.notes.slice(1).filter(isOurs).map(textOf),
      }
    }
    return {
      id: String(iid),
      head: sha,
      threads: await Promise.all(all.filter(({ first }) => first.position !== null && isOurs(first)).map(threadOf)),
      comments: all.flatMap(({ first, notes }) => (first.position === null ? notes.filter(isOurs).map(textOf) : [])),
    }
  })
}
