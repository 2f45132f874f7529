import { alwaysBlocks } from '../findings/severity.ts'
import { fitsInline, type ShownFile } from '../handoff/inline.ts'
import { markedIds } from '../handoff/marker.ts'
import { hasMark } from '../watch/mark.ts'
import { forkMark, goneMark } from './marks.ts'
import type { OwnThread, OwnWords } from './own-words.ts'
import type { HandedFinding, Handoff } from './read-handoff.ts'

/** What has to be written so that the pull request says what the review says. Done twice it is nothing the second time. */
export interface PostPlan {
  /** New comments on lines. */
  readonly remarks: readonly HandedFinding[]
  /** Comments of ours that say it in other words. */
  readonly edits: readonly { readonly id: string; readonly finding: HandedFinding; readonly body: string }[]
  /** Threads of ours whose finding is gone. */
  readonly resolve: readonly OwnThread[]
  /** Threads of ours that say what another one says: two runs at the same time know nothing of each other. */
  readonly twins: readonly OwnThread[]
  /** Those that would be resolved, if a person had not spoken last. */
  readonly answered: number
  /** Those that have no thread and can have none: only the summary tells of them. */
  readonly elsewhere: readonly HandedFinding[]
  /** Threads that the review calls outdated, and that are not ours to end. */
  readonly foreign: number
}

/** More that is minor is not read by anybody. More that is grave is a change that nobody can merge, and strains the forge. */
const mostOpen = { minor: 50, grave: 200 } as const

export type RemarkText = (finding: HandedFinding, mayReplace: boolean) => string

export function planPost(
  { findings, outdatedThreads }: Handoff,
  { threads }: OwnWords,
  files: readonly ShownFile[],
  textOf: RemarkText,
): PostPlan {
  // What comes back after we ended its thread is new.
  const lasting = threads.filter((thread) => !(thread.isResolved && wasEnded(thread)))
  const threadOf = threadsById(lasting)
  const fresh = findings.filter(({ id }) => !threadOf.has(id))
  const current = new Set(findings.map(({ id }) => id))
  const open = threads.filter((thread) => !thread.isResolved && idsOf(thread).length > 0)
  // Who opened one again that we had ended wants it open.
  const outdated = open.filter(
    (thread) => outdatedThreads.includes(thread.id) && isGone(thread, current) && !wasEnded(thread),
  )
  const resolve = outdated.filter(({ isAnswered }) => !isAnswered)
  const twins = open.filter(
    (thread) => isTwin(thread, threadOf) && !thread.isAnswered && !wasEnded(thread) && !resolve.includes(thread),
  )
  const remarks = gravest(
    fresh.filter((finding) => fitsInline(finding, files)),
    open.length - resolve.length - twins.length,
  )
  const known = new Set(threads.map(({ id }) => id))
  return {
    remarks,
    edits: findings.flatMap((finding) => editOf(finding, threadOf.get(finding.id), textOf)),
    resolve,
    twins,
    answered: outdated.length - resolve.length,
    elsewhere: fresh.filter((finding) => !remarks.includes(finding)),
    foreign: outdatedThreads.filter((id) => !known.has(id)).length,
  }
}

/** A job of a fork may say what it likes: it changes and ends only what such a job had us write. */
export function onlyOfForks(plan: PostPlan, { threads }: OwnWords): PostPlan {
  const ofForks = new Set(threads.flatMap(({ opening }) => (hasMark(opening.body, forkMark) ? [opening.id] : [])))
  const isOfFork = ({ opening }: OwnThread) => ofForks.has(opening.id)
  const resolve = plan.resolve.filter(isOfFork)
  return {
    ...plan,
    edits: plan.edits.filter(({ id }) => ofForks.has(id)),
    resolve,
    twins: plan.twins.filter(isOfFork),
    foreign: plan.foreign + plan.resolve.length - resolve.length,
  }
}

/** Of several about the same: where a person spoke last, else an open one; of those, the first. */
function threadsById(threads: readonly OwnThread[]): ReadonlyMap<string, OwnThread> {
  const rank = (thread: OwnThread) => (thread.isResolved ? 1 : wasEnded(thread) ? 0 : thread.isAnswered ? 3 : 2)
  const best = [...threads].reverse().sort((one, other) => rank(one) - rank(other))
  return new Map(best.flatMap((thread) => idsOf(thread).map((id) => [id, thread] as const)))
}

function isTwin(thread: OwnThread, threadOf: ReadonlyMap<string, OwnThread>): boolean {
  return idsOf(thread).every((id) => threadOf.get(id) !== thread)
}

/** As many as there is room for beside the threads that stay open. What is grave has its line although much that is minor is there. */
function gravest(findings: readonly HandedFinding[], open: number): readonly HandedFinding[] {
  const room = (most: number) => Math.max(0, most - open)
  const grave = findings.filter(({ severity }) => alwaysBlocks(severity)).slice(0, room(mostOpen.grave))
  const minor = findings.filter(({ severity }) => !alwaysBlocks(severity))
  return [...grave, ...minor.slice(0, Math.max(0, room(mostOpen.minor) - grave.length))]
}

/** Only a thread that carries a mark of ours is about a finding. */
function idsOf({ opening, further }: OwnThread): readonly string[] {
  const ids = markedIds(opening.body)
  return ids.length === 0 ? [] : [...ids, ...further.flatMap(({ body }) => markedIds(body))]
}

function isGone(thread: OwnThread, current: ReadonlySet<string>): boolean {
  return !idsOf(thread).some((id) => current.has(id))
}

function wasEnded({ opening }: OwnThread): boolean {
  return hasMark(opening.body, goneMark)
}

/** A thread that somebody resolved stays as it is. A replacement is for the lines the thread is on, and for no others. */
function editOf(finding: HandedFinding, thread: OwnThread | undefined, textOf: RemarkText): PostPlan['edits'] {
  if (thread === undefined || thread.isResolved) return []
  if (!markedIds(thread.opening.body).includes(finding.id)) return []
  const last = Math.max(finding.line ?? 0, finding.endLine ?? 0)
  const body = textOf(finding, thread.line === finding.line && thread.endLine === last)
  return sameText(body, thread.opening.body) ? [] : [{ id: thread.opening.id, finding, body }]
}

/** A forge may give line breaks back in another spelling. */
export function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
}
