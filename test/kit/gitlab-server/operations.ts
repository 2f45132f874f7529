import * as bodies from './bodies.ts'
import type { OperationName } from './description.ts'
import { answerQuestion, type Question } from './graphql.ts'
import { placeOf } from './places.ts'
import { Refused } from './refused.ts'
import * as state from './world.ts'

export interface Call {
  readonly world: state.World
  readonly user: state.User
  readonly values: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** As the description allows it. */
  readonly body: unknown
}

const developer = 30

/** What each does and answers, without what is the same for all. */
export const acts: Readonly<Record<OperationName, (call: Call) => unknown>> = {
  'user/me': ({ user }) => bodies.fullUser(user),
  'token/self': ({ world, user }) => ({
    ...{ id: 1, name: 'test', active: true, revoked: false, user_id: user.id, created_at: state.timeOf(world) },
    scopes: world.scopes,
  }),
  'user/get': (call) => bodies.fullUser(userById(call)),
  'user/find': ({ world, query }) => world.users.filter(hasName(query.get('username'))).map(bodies.basicUser),
  'project/get': ({ world, values }) => {
    const id = values.id === world.path ? world.project : Number(values.id)
    if (Number.isNaN(id)) throw new Refused(404, '404 Project Not Found')
    const path = id === world.project ? world.path : 'someone/fork'
    return { id, path_with_namespace: path, namespace: { full_path: ownerOf(path) } }
  },
  'member/get': (call) => {
    const user = userById(call)
    if (user.access === 0) throw new Refused(404, '404 Not found')
    const since = state.timeOf(call.world)
    return { ...bodies.basicUser(user), access_level: user.access, created_at: since, expires_at: null }
  },
  'mr/list': ({ world, query }) => {
    const branch = query.get('source_branch')
    const wanted = query.get('state') ?? 'all'
    const all = world.mergeRequests.filter(
      ({ source, state: current }) => (branch ?? source) === source && (wanted === 'all' || wanted === current),
    )
    return all.toSorted((one, other) => other.iid - one.iid).map((each) => bodies.mergeRequestBody(world, each))
  },
  'mr/get': (call) => bodies.mergeRequestBody(call.world, mergeRequestOf(call)),
  'mr/update': (call) => {
    requireAccess(call)
    const mergeRequest = mergeRequestOf(call)
    const { reviewer_ids: named } = call.body as { reviewer_ids: readonly number[] }
    const ids = named.slice(0, call.world.mostReviewers)
    const kept = mergeRequest.reviewers.filter(({ user }) => ids.includes(user.id))
    const added = ids.filter((id) => !kept.some(({ user }) => user.id === id))
    const asked = added.map((id) => ({
      user: userById({ ...call, values: { user: String(id) } }),
      state: 'unreviewed' as const,
    }))
    mergeRequest.reviewers.splice(0, Infinity, ...kept, ...asked)
    return bodies.mergeRequestBody(call.world, mergeRequest)
  },
  'mr/reviewers': (call) =>
    mergeRequestOf(call).reviewers.map(({ user, state: stand }) => ({
      ...{ user: bodies.basicUser(user), state: stand, created_at: state.timeOf(call.world) },
    })),
  'mr/awards': (call) => mergeRequestOf(call).awards.map((each) => bodies.awardBody(each, mergeRequestOf(call))),
  'mr/note-awards': (call) => noteOf(call).note.awards.map((each) => bodies.awardBody(each, mergeRequestOf(call))),
  'mr/train': (call) => {
    const { iid, trainStatus: status } = mergeRequestOf(call)
    if (status === null) throw new Refused(404, '404 Not Found')
    return { id: iid + 2000, status }
  },
  'mr/versions': (call) => mergeRequestOf(call).versions.map((each) => bodies.versionBody(each, mergeRequestOf(call))),
  'mr/diffs': (call) => filesOf(call).map(bodies.diffBody),
  'mr/discussions': (call) =>
    mergeRequestOf(call).discussions.map((each) => bodies.discussionBody(each, mergeRequestOf(call))),
  'mr/discussion': (call) => bodies.discussionBody(discussionOf(call), mergeRequestOf(call)),
  'mr/discuss': (call) => {
    const mergeRequest = mergeRequestOf(call)
    const { position } = call.body as { position?: WrittenPosition }
    const place = position === undefined ? null : placeFor(call, position)
    const discussion = state.discuss(call.world, mergeRequest, { ...textOf(call), place })
    return bodies.discussionBody(discussion, mergeRequest)
  },
  'mr/resolve': (call) => {
    if (mergeRequestOf(call).author !== call.user) requireAccess(call)
    const discussion = discussionOf(call)
    if (discussion.isIndividual) throw new Refused(403, '403 Forbidden')
    state.resolve(discussion, (call.body as { resolved: boolean }).resolved ? call.user : null)
    return bodies.discussionBody(discussion, mergeRequestOf(call))
  },
  'mr/reply': (call) => {
    const discussion = discussionOf(call)
    const [first] = discussion.notes
    const note = { ...state.newNote(call.world, textOf(call)), isResolved: first?.isResolved ?? false }
    discussion.notes.push(note)
    return bodies.noteBody(note, discussion, mergeRequestOf(call))
  },
  'mr/notes': (call) => {
    const all = notesOf(call).map(({ note, discussion }) => bodies.noteBody(note, discussion, mergeRequestOf(call)))
    return call.query.get('sort') === 'asc' ? all : all.toReversed()
  },
  'mr/note': (call) => {
    const { note, discussion } = noteOf(call)
    return bodies.noteBody(note, discussion, mergeRequestOf(call))
  },
  'mr/comment': (call) => {
    const discussion = state.discuss(call.world, mergeRequestOf(call), { ...textOf(call), isIndividual: true })
    return bodies.noteBody(discussion.notes[0]!, discussion, mergeRequestOf(call))
  },
  'mr/edit-note': (call) => {
    const { note, discussion } = noteOf(call)
    if (note.author !== call.user) throw new Refused(403, '403 Forbidden')
    state.edit(call.world, note, call.user, textOf(call).body)
    return bodies.noteBody(note, discussion, mergeRequestOf(call))
  },
  graphql: ({ world, body }) => answerQuestion(world, body as Question),
  'commit/mrs': (call) => {
    const sha = commitOf(call)
    return call.world.mergeRequests
      .filter(({ versions }) => versions.some(({ head }) => head === sha))
      .map((each) => bodies.mergeRequestBody(call.world, each))
  },
  'commit/statuses': (call) => {
    const sha = commitOf(call)
    const name = call.query.get('name')
    const all = call.world.statuses.filter((each) => each.sha === sha && (name ?? each.name) === each.name)
    return all.map(bodies.statusBody)
  },
  'commit/report': (call) => {
    requireAccess(call)
    const { state: word, name, description } = call.body as { state: string; name: string; description: string }
    const sha = commitOf(call)
    if (isOfForkAlone(call.world, sha)) throw new Refused(404, '404 References for commit Not Found')
    const common = { id: state.nextId(call.world), sha, author: call.user }
    const status = { ...common, name, status: word, description, createdAt: state.timeOf(call.world) }
    call.world.statuses.push(status)
    return bodies.statusBody(status)
  },
}

interface WrittenPosition {
  readonly base_sha: string
  readonly head_sha: string
  readonly old_path: string
  readonly new_path: string
  readonly new_line?: number
  readonly old_line?: number
  readonly line_range?: { readonly start: { readonly line_code: string }; readonly end: { readonly line_code: string } }
}

/** Where a line was there before, both its numbers have to be right; of a range both its codes. */
function placeFor(call: Call, given: WrittenPosition) {
  const [newest] = mergeRequestOf(call).versions
  const blank = new Refused(
    400,
    '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}',
  )
  if (newest === undefined || given.head_sha !== newest.head || given.new_line === undefined) throw blank
  const line = Number(given.line_range?.start.line_code.split('_')[2] ?? given.new_line)
  const place = placeOf(filesOf(call), { path: given.new_path, line, endLine: given.new_line }, newest)
  if (place === undefined || place.oldPath !== given.old_path) throw blank
  if ((given.old_line ?? null) !== place.last.oldLine) throw blank
  const codes = given.line_range && [given.line_range.start.line_code, given.line_range.end.line_code]
  if (codes !== undefined && (codes[0] !== place.first.code || codes[1] !== place.last.code)) throw blank
  return place
}

function mergeRequestOf({ world, values }: Call): state.MergeRequest {
  const found = world.mergeRequests.find(({ iid }) => String(iid) === values.iid)
  if (found === undefined) throw new Refused(404, '404 Not found')
  return found
}

function commitOf({ world, values: { sha = '' } }: Call): string {
  if (world.commits.find(sha) === undefined) throw new Refused(404, '404 Commit Not Found')
  return sha
}

/** The branch of a fork is no branch of the project, though its commits are there. */
function isOfForkAlone({ mergeRequests, project }: state.World, sha: string): boolean {
  const ending = mergeRequests.filter(({ versions }) => versions[0]?.head === sha)
  return ending.length > 0 && ending.every(({ sourceProject }) => sourceProject !== project)
}

function filesOf(call: Call) {
  const [newest] = mergeRequestOf(call).versions
  return newest === undefined ? [] : call.world.commits.changes(newest.base, newest.head)
}

function discussionOf(call: Call): state.Discussion {
  const found = mergeRequestOf(call).discussions.find(({ id }) => id === call.values.discussion)
  if (found === undefined) throw new Refused(404, '404 Discussion Not Found')
  return found
}

function notesOf(call: Call) {
  return mergeRequestOf(call).discussions.flatMap((discussion) =>
    discussion.notes.map((note) => ({ note, discussion })),
  )
}

function noteOf(call: Call) {
  const found = notesOf(call).find(({ note }) => String(note.id) === call.values.note)
  if (found === undefined) throw new Refused(404, '404 Note Not Found')
  return found
}

/** GitLab keeps no carriage returns, and nothing blank at the end. */
function textOf({ user, body }: Call): { readonly author: state.User; readonly body: string } {
  return { author: user, body: (body as { body: string }).body.replaceAll('\r', '').trimEnd() }
}

function userById({ world, values }: Call): state.User {
  const found = world.users.find(({ id }) => String(id) === values.user)
  if (found === undefined) throw new Refused(404, '404 User Not Found')
  return found
}

function hasName(username: string | null): (user: state.User) => boolean {
  return (user) => user.username.toLowerCase() === username?.toLowerCase()
}

function requireAccess({ user }: Call): void {
  if (user.access < developer) throw new Refused(403, '403 Forbidden')
}

function ownerOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
