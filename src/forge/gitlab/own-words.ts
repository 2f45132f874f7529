import type { OwnText, OwnWords } from '../../core/post/own-words.ts'
import type { Answer } from '../forge.ts'
import { isResolved, linesOf, type Note, readDiscussions } from './discussions.ts'
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
    const threads = all.filter(({ first }) => first.position !== null && isOurs(first))
    return {
      id: String(iid),
      head: sha,
      threads: threads.map((each) => {
        const lines = linesOf(each.first.position, sha)
        return {
          id: nameOf({ number: iid, id: each.id }),
          isResolved: isResolved(each),
          line: lines?.line ?? null,
          endLine: lines?.endLine ?? null,
          opening: { ...textOf(each.first), body: withoutCounts(each.first.body, lines) },
          further: each.notes.slice(1).filter(isOurs).map(textOf),
        }
      }),
      comments: all.flatMap(({ first, notes }) => (first.position === null ? notes.filter(isOurs).map(textOf) : [])),
    }
  })
}
