import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type Clock, createClock } from '../github-server/clock.ts'
import type { Commits } from '../github-server/state/commits.ts'
import { commitsOfGit } from '../github-server/state/git.ts'
import { type Place, placeOf } from './places.ts'

// What there is, and the functions that change it.

export interface User {
  readonly id: number
  readonly username: string
  readonly isBot: boolean
  /** 0: not a member. */
  readonly access: number
  /** Active, unless something else is said. */
  readonly state?: string
}

export interface Note {
  readonly id: number
  readonly author: User
  body: string
  readonly createdAt: string
  updatedAt: string
  editedAt: string | null
  editor: User | null
  readonly isSystem: boolean
  place: Place | null
  isResolved: boolean
  resolvedBy: User | null
  readonly awards: Award[]
}

export interface Discussion {
  readonly id: string
  /** A single note, which can be neither resolved nor answered. */
  readonly isIndividual: boolean
  readonly notes: Note[]
}

/** An emoji to the whole. */
export interface Award {
  readonly id: number
  readonly name: string
  readonly author: User
  readonly createdAt: string
}

export interface Version {
  readonly id: number
  readonly head: string
  readonly base: string
  readonly createdAt: string
}

export interface MergeRequest {
  readonly iid: number
  readonly source: string
  readonly target: string
  /** Another project than this: a fork. */
  sourceProject: number
  readonly author: User
  description: string
  state: 'opened' | 'closed' | 'merged'
  /** Newest first. */
  versions: readonly Version[]
  readonly discussions: Discussion[]
  readonly awards: Award[]
  /** As GitLab words it. */
  mergeStatus: string
  /** Of its place in a merge train; null: it is in none. */
  trainStatus: string | null
  readonly reviewers: { readonly user: User; state: 'unreviewed' | 'reviewed' }[]
  readonly createdAt: string
}

export interface Status {
  readonly id: number
  readonly sha: string
  readonly name: string
  readonly status: string
  readonly description: string | null
  readonly author: User
  readonly createdAt: string
}

export interface World {
  readonly clock: Clock
  readonly commits: Commits
  readonly path: string
  readonly users: User[]
  readonly tokens: Map<string, User>
  /** What every token may do. */
  readonly scopes: readonly string[]
  readonly mergeRequests: MergeRequest[]
  readonly statuses: Status[]
  readonly violations: string[]
  /** Called when a head is there, also the first. */
  readonly onPush: ((mergeRequest: MergeRequest, round: number) => void)[]
  lastId: number
  /** Where GitLab is free it is one: of those that are named the first. */
  mostReviewers: number
  /** Its number. */
  readonly project: number
}

export function createWorld(git: string, path: string, now: number, scopes: readonly string[]): World {
  return {
    clock: createClock(now),
    commits: commitsOfGit(git),
    path,
    users: [],
    tokens: new Map(),
    scopes,
    mergeRequests: [],
    statuses: [],
    violations: [],
    onPush: [],
    lastId: 100,
    mostReviewers: Infinity,
    project: 5,
  }
}

export function nextId(world: World): number {
  world.lastId += 1
  return world.lastId
}

export function addUser(world: World, username: string, access: number, isBot = false): User {
  const user = { id: nextId(world), username, isBot, access }
  world.users.push(user)
  return user
}

export function userOf(world: World, username: string): User {
  return world.users.find((user) => user.username === username) ?? addUser(world, username, 0)
}

export function openMergeRequest(
  world: World,
  given: { readonly iid: number; readonly source: string; readonly author?: string; readonly sourceProject?: number },
): MergeRequest {
  const mergeRequest: MergeRequest = {
    ...{ iid: given.iid, source: given.source, target: 'main', state: 'opened', versions: [] },
    sourceProject: given.sourceProject ?? world.project,
    author: userOf(world, given.author ?? 'root'),
    description: 'Why.',
    discussions: [],
    awards: [],
    mergeStatus: 'mergeable',
    trainStatus: null,
    reviewers: [],
    createdAt: timeOf(world),
  }
  world.mergeRequests.push(mergeRequest)
  notePushes(world)
  return mergeRequest
}

/** What was pushed to a branch is a new version; notes go along with it where their line is still there. */
export function notePushes(world: World): void {
  const branches = world.commits.branches()
  for (const mergeRequest of world.mergeRequests) {
    const head = branches.get(mergeRequest.source)
    const [last] = mergeRequest.versions
    const base = branches.get(mergeRequest.target)
    if (mergeRequest.state !== 'opened' || head === undefined || base === undefined || head === last?.head) continue
    const version = { id: nextId(world), head, base, createdAt: timeOf(world) }
    mergeRequest.versions = [version, ...mergeRequest.versions]
    if (last !== undefined) moveNotes(world, mergeRequest, last, version)
    if (world.commits.folder !== null) publish(world.commits.folder, mergeRequest.iid, head)
    for (const listener of world.onPush) listener(mergeRequest, mergeRequest.versions.length)
  }
}

function publish(folder: string, iid: number, head: string): void {
  execFileSync('git', ['update-ref', `refs/merge-requests/${iid}/head`, head], { cwd: folder })
}

function moveNotes({ commits }: World, mergeRequest: MergeRequest, from: Version, to: Version): void {
  for (const note of mergeRequest.discussions.flatMap(({ notes }) => notes)) {
    const { place } = note
    if (place === null || place.head !== from.head) continue
    const follow = (line: number) => commits.follow(place.path, line, from.head, to.head)
    const [line, endLine] = [follow(place.line), follow(place.endLine)]
    if (line === null || endLine === null) continue
    note.place = placeOf(commits.changes(to.base, to.head), { path: place.path, line, endLine }, to) ?? place
  }
}

export function discuss(
  world: World,
  mergeRequest: MergeRequest,
  given: NewNote & { readonly isIndividual?: boolean },
): Discussion {
  const { isIndividual = false } = given
  const id = createHash('sha1')
    .update(String(nextId(world)))
    .digest('hex')
  const discussion = { id, isIndividual, notes: [newNote(world, given)] }
  mergeRequest.discussions.push(discussion)
  return discussion
}

interface NewNote {
  readonly author: User
  readonly body: string
  readonly place?: Place | null
  readonly isSystem?: boolean
}

export function newNote(world: World, { author, body, place = null, isSystem = false }: NewNote): Note {
  const at = timeOf(world)
  return {
    id: nextId(world),
    author,
    body,
    createdAt: at,
    updatedAt: at,
    editedAt: null,
    editor: null,
    isSystem,
    place,
    isResolved: false,
    resolvedBy: null,
    awards: [],
  }
}

export function edit(world: World, note: Note, editor: User, body: string): void {
  const at = timeOf(world)
  Object.assign(note, { body, updatedAt: at, editedAt: at, editor })
}

/** By nobody: it is open. */
export function resolve(discussion: Discussion, by: User | null): void {
  for (const note of discussion.notes) {
    note.isResolved = by !== null
    note.resolvedBy = by
  }
}

export function timeOf({ clock }: World): string {
  return new Date(clock.now()).toISOString()
}
