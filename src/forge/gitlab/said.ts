import { normaliseLogin } from '../../core/outside/who.ts'
import type { BegunAt, PostedComment, PostedThread, ThreadMessage } from '../../core/watch/snapshot.ts'
import { type Discussion, isResolved, linesOf, type Note, type Position } from './discussions.ts'
import type { MergeRequest } from './merge-requests.ts'
import { nameOf, noteUrl } from './names.ts'
import { editOf, type NoteEditors } from './note-editors.ts'
import type { Project } from './project.ts'
import { withoutCounts } from './suggestions.ts'
import { commitAt, type Version } from './versions.ts'

/** What is said, as it is understood wherever it was said. */
export interface Said {
  readonly threads: readonly PostedThread[]
  readonly comments: readonly PostedComment[]
}

/**
 * What can be resolved is a thread. What a bot or we ourselves say about the whole is none, though it may be written as one, or
 * become one by an answer.
 */
export async function readSaid(
  { authorOf, me, page }: Pick<Project, 'authorOf' | 'me' | 'page'>,
  { iid, sha }: Pick<MergeRequest, 'iid' | 'sha'>,
  versions: readonly Version[],
  discussions: readonly Discussion[],
  editors: NoteEditors = new Map(),
  thumbs: ReadonlySet<number> = new Set(),
): Promise<Said> {
  const place = { page, iid, sha }
  const own = await me()
  const threads: PostedThread[] = []
  const comments: PostedComment[] = []
  for (const each of discussions) {
    const authors: Speaker[] = []
    for (const note of each.notes) {
      const author = await authorOf(note.author)
      const thumb = thumbs.has(note.id) ? { hasOurThumb: true } : {}
      authors.push({ author, ...thumb, ...(await editOf({ authorOf }, editors, note, author)) })
    }
    const isOfPerson = each.first.author.id !== own.id && authors[0]?.author?.isBot !== true
    if (each.first.resolvable && (isOfPerson || each.first.position !== null))
      threads.push(threadOf(each, authors, place, versions))
    else comments.push(...each.notes.map((note, index) => commentOf(note, authors[index] ?? nobody, place, editors)))
  }
  return { threads, comments: comments.sort((one, other) => one.at.localeCompare(other.at)) }
}

/** Whose word a note is, and whether we have read it. */
type Speaker = Pick<PostedComment, 'author' | 'editedBy' | 'hasOurThumb'>

const nobody: Speaker = { author: null }

/** Of the merge request: where people see its project, its number and its head. */
type Place = Pick<MergeRequest, 'iid' | 'sha'> & Pick<Project, 'page'>

function threadOf(
  each: Discussion,
  authors: readonly Speaker[],
  place: Place,
  versions: readonly Version[],
): PostedThread {
  const { position } = each.first
  const lines = linesOf(position, place.sha)
  const isOutdated = position !== null && position.head_sha !== place.sha
  return {
    id: nameOf({ number: place.iid, id: each.id }),
    path: position?.new_path ?? null,
    line: lines?.line ?? null,
    endLine: lines?.endLine ?? null,
    originalLine: position?.new_line ?? null,
    begunAt: isOutdated ? begunAt(position) : null,
    isResolved: isResolved(each),
    resolvedBy: each.first.resolved_by && normaliseLogin(each.first.resolved_by.username),
    isOutdated,
    mayResolve: each.first.resolvable,
    comments: each.notes.map(
      (note, index): ThreadMessage => ({
        ...textOf(note, authors[index] ?? nobody, place),
        body: withoutCounts(note.body, lines),
        commit: isOutdated ? position.head_sha : commitAt(versions, note.created_at),
        review: null,
      }),
    ),
  }
}

/** A note that went along with the branch does not say any more what its lines were. */
function begunAt({ head_sha: commit, ...rest }: Position): BegunAt | null {
  const lines = commit === null ? null : linesOf({ head_sha: commit, ...rest }, commit)
  return commit === null || lines === null ? null : { commit, lines }
}

/** Of a thread that is no thread for us: who resolves it has read it. */
function commentOf(note: Note, author: Speaker, place: Place, editors: NoteEditors): PostedComment {
  const { at, ...text } = textOf(note, author, place)
  // Whoever resolves a note changes when it was updated, and not what it says.
  return { ...text, at, updatedAt: editors.get(note.id)?.at ?? at, isHidden: note.resolved }
}

function textOf({ id, body, created_at: at }: Note, by: Speaker, { page, iid }: Place) {
  return { id: nameOf({ number: iid, id: String(id) }), ...by, body, at, url: noteUrl(page, iid, id), isHidden: false }
}
