import * as v from 'valibot'
import { mergeRequestPath } from './merge-requests.ts'
import { moment } from './moments.ts'
import { account, type Project } from './project.ts'

const lineNumber = v.nullish(v.number(), null)
const edge = v.nullish(v.object({ line_code: v.nullish(v.string(), '') }), null)

/** Where a note stands, in the version that `head_sha` ends at. It goes on with the branch as long as its line is there. */
const position = v.object({
  head_sha: v.nullish(v.string(), null),
  new_path: v.nullish(v.string(), null),
  new_line: lineNumber,
  line_range: v.nullish(v.object({ start: edge }), null),
})
export type Position = v.InferOutput<typeof position>

export const note = v.object({
  id: v.number(),
  body: v.string(),
  author: account,
  created_at: moment,
  updated_at: moment,
  system: v.boolean(),
  resolvable: v.boolean(),
  resolved: v.nullish(v.boolean(), false),
  resolved_by: v.nullish(account, null),
  position: v.nullish(position, null),
})
export type Note = v.InferOutput<typeof note>

export const discussion = v.object({ id: v.string(), notes: v.array(note) })

export interface Discussion {
  readonly id: string
  readonly first: Note
  /** Oldest first, with the first. */
  readonly notes: readonly Note[]
}

/** Everything that somebody said. What GitLab notes by itself is nobody's word. */
export async function readDiscussions(project: Project, number: number): Promise<readonly Discussion[]> {
  const all = await project.client.list(`${mergeRequestPath(project, number)}/discussions`, discussion)
  return all.flatMap(({ id, notes: written }) => {
    const notes = written.filter(({ system }) => !system)
    const [first] = notes
    return first === undefined ? [] : [{ id, first, notes }]
  })
}

export function isResolved({ notes }: Pick<Discussion, 'notes'>): boolean {
  const open = notes.filter(({ resolvable, resolved }) => resolvable && !resolved)
  return notes.some(({ resolvable }) => resolvable) && open.length === 0
}

/** The lines of the newest version that a note stands on; null: the code it was about is gone, or it was removed before. */
export function linesOf(
  place: Position | null,
  head: string,
): { readonly line: number; readonly endLine: number } | null {
  if (place === null || place.head_sha !== head || place.new_line === null) return null
  // The last part of a code is the number of the line; what is said beside it may be a word.
  const [, first] = /_(\d+)$/.exec(place.line_range?.start?.line_code ?? '') ?? []
  return { line: Math.min(Number(first ?? place.new_line), place.new_line), endLine: place.new_line }
}
