import * as v from 'valibot'
import { hasMark } from '../../core/watch/mark.ts'
import type { MarkedText, Posted, Write } from '../forge.ts'
import { writeOnce } from '../write-once.ts'
import { discussion, isResolved, linesOf, type Note, note } from './discussions.ts'
import { mergeRequestPath } from './merge-requests.ts'
import { nameOf, noteUrl, readName } from './names.ts'
import type { Project } from './project.ts'
import { withCounts } from './suggestions.ts'

// Taking part in what is said about a merge request. Every text carries a mark by which it is known again.

const written = v.object({ id: v.number() })

export function reply(project: Project, thread: string, { body, mark }: MarkedText): Promise<Write<Posted>> {
  const { client } = project
  const { number, id } = readName(thread)
  const path = `${mergeRequestPath(project, number)}/discussions/${id}`
  return writeOnce(
    client,
    async () => posted(project, number, await client.send('POST', `${path}/notes`, { body }, written)),
    async () => findMarked(project, number, (await client.get(path, discussion)).notes, mark),
  )
}

/** Done twice it is done once. */
export function resolveThread(project: Project, thread: string): Promise<Write<{ readonly id: string }>> {
  const { client } = project
  const { number, id } = readName(thread)
  const path = `${mergeRequestPath(project, number)}/discussions/${id}`
  return writeOnce(
    client,
    async () => {
      await client.send('PUT', path, { resolved: true }, v.object({ id: v.string() }))
      return { id: thread }
    },
    async () => (isResolved(await client.get(path, discussion)) ? { id: thread } : undefined),
  )
}

export function comment(project: Project, number: number, { body, mark }: MarkedText): Promise<Write<Posted>> {
  const { client } = project
  const path = `${mergeRequestPath(project, number)}/notes`
  return writeOnce(
    client,
    async () => posted(project, number, await client.send('POST', path, { body }, written)),
    async () => findMarked(project, number, await client.list(path, note), mark),
  )
}

/** The same text twice is the same text. */
export function editText(project: Project, name: string, body: string): Promise<Write<Posted>> {
  const { client } = project
  const { number, id } = readName(name)
  const path = `${mergeRequestPath(project, number)}/notes/${id}`
  return writeOnce(
    client,
    async () => {
      const { position } = await client.get(path, note)
      const lines = linesOf(position, position?.head_sha ?? '')
      const counted = lines === null ? body : withCounts(body, lines)
      return posted(project, number, await client.send('PUT', path, { body: counted }, written))
    },
    async () => undefined,
  )
}

async function findMarked(project: Project, number: number, notes: readonly Note[], mark: string) {
  const me = await project.me()
  const found = notes.find(({ author, body }) => author.id === me.id && hasMark(body, mark))
  return found && posted(project, number, found)
}

export function posted({ page }: Project, number: number, { id }: { readonly id: number }): Posted {
  return { id: nameOf({ number, id: String(id) }), url: noteUrl(page, number, id) }
}
