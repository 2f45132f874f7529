import type { ChangedFile } from '../github-server/state/commits.ts'
import type { Place, Shown } from './places.ts'
import type { Award, Discussion, MergeRequest, Note, Status, User, Version, World } from './world.ts'

// How things look.

export function basicUser({ id, username, state = 'active' }: User) {
  return { id, username, name: username, state, avatar_url: null, web_url: `https://gitlab.test/${username}` }
}

export function fullUser(user: User) {
  return { ...basicUser(user), bot: user.isBot, created_at: '2020-01-01T00:00:00.000Z' }
}

export function mergeRequestBody({ path, project }: World, mergeRequest: MergeRequest) {
  const {
    iid,
    source,
    target,
    sourceProject,
    author,
    description,
    state,
    versions,
    reviewers,
    createdAt,
    mergeStatus,
  } = mergeRequest
  const [newest] = versions
  return {
    ...{ id: iid + 1000, iid, project_id: project, title: `Merge ${source}`, description, state },
    ...{ created_at: createdAt, draft: false, author: basicUser(author), source_branch: source, target_branch: target },
    reviewers: reviewers.map(({ user }) => basicUser(user)),
    ...{ source_project_id: sourceProject, target_project_id: project, sha: newest?.head ?? null },
    web_url: `https://gitlab.test/${path}/-/merge_requests/${iid}`,
    detailed_merge_status: mergeStatus,
    diff_refs: newest === undefined ? null : referencesOf(newest),
  }
}

function referencesOf({ base, head }: Pick<Version, 'base' | 'head'>) {
  return { base_sha: base, start_sha: base, head_sha: head }
}

export function versionBody({ id, head, base, createdAt }: Version, { iid }: MergeRequest) {
  return {
    ...{ id, head_commit_sha: head, base_commit_sha: base, start_commit_sha: base, created_at: createdAt },
    ...{ merge_request_id: iid + 1000, state: 'collected', real_size: '1' },
  }
}

export function awardBody({ id, name, author, createdAt }: Award, { iid }: MergeRequest) {
  return {
    ...{ id, name, user: basicUser(author), created_at: createdAt, updated_at: createdAt },
    ...{ awardable_id: iid + 1000, awardable_type: 'MergeRequest', url: null },
  }
}

export function diffBody({ filename, previous, status, patch = '' }: ChangedFile) {
  return {
    ...{ old_path: previous ?? filename, new_path: filename, diff: patch === '' ? '' : `${patch}\n` },
    ...{ collapsed: false, too_large: false, a_mode: '100644', b_mode: '100644' },
    ...{ new_file: status === 'added', renamed_file: status === 'renamed', deleted_file: status === 'removed' },
  }
}

export function discussionBody(discussion: Discussion, mergeRequest: MergeRequest) {
  const { id, isIndividual, notes } = discussion
  return { id, individual_note: isIndividual, notes: notes.map((note) => noteBody(note, discussion, mergeRequest)) }
}

export function noteBody(note: Note, { isIndividual }: Discussion, { iid }: MergeRequest) {
  const isResolvable = !isIndividual && !note.isSystem
  return {
    ...{ id: note.id, body: note.body, author: basicUser(note.author), system: note.isSystem, internal: false },
    type: note.place === null ? (isIndividual ? null : 'DiscussionNote') : 'DiffNote',
    ...{ created_at: note.createdAt, updated_at: note.updatedAt },
    ...{ noteable_id: iid + 1000, noteable_type: 'MergeRequest', noteable_iid: iid, resolvable: isResolvable },
    ...(isResolvable ? { resolved: note.isResolved, resolved_by: note.resolvedBy && basicUser(note.resolvedBy) } : {}),
    ...(note.place === null ? {} : { position: positionBody(note.place) }),
  }
}

function positionBody(place: Place) {
  const { path, oldPath, line, endLine, first, last } = place
  const edge = ({ code, oldLine }: Shown) => ({ line_code: code, type: oldLine === null ? 'new' : 'old' })
  return {
    ...{ ...referencesOf(place), position_type: 'text', old_path: oldPath, new_path: path },
    ...{ old_line: last.oldLine, new_line: endLine },
    line_range: line === endLine ? null : { start: edge(first), end: edge(last) },
  }
}

export function statusBody({ id, sha, name, status, description, author, createdAt }: Status) {
  return {
    ...{ id, sha, ref: null, name, status, description, target_url: null, created_at: createdAt },
    ...{ started_at: null, finished_at: null, allow_failure: false, coverage: null, author: basicUser(author) },
  }
}
