import { parsePlanningReply } from './replies/planning-reply.ts'
import { problemLine } from './replies/reply-sections.ts'
import type { ApprovedPlan } from './session-file/session-document.ts'
import { parseSession } from './session-file/session-parse.ts'
import { readWorkItem } from './work-item.ts'

// Where `run <work item>` begins: with an earlier session, with a plan that is there, or with planning. Nothing is guessed: a
// session is about a work item if it says the same, and where more than one way fits, a person chooses.

/** What a session file says of its work. */
export interface SessionSubject {
  /** Of its heading; empty for none. */
  readonly title: string
  readonly problem: string
  readonly plan: ApprovedPlan | null
}

/** A session that is about the work item. */
export interface FittingSession {
  readonly id: string
  /** `planned`: its plan is approved, and nothing was executed. */
  readonly standing: 'planned' | 'unfinished' | 'complete'
  /** It was begun on the branch that is checked out. */
  readonly isHere: boolean
}

export interface EntryFacts {
  /** The work item. */
  readonly text: string
  /** The session of this repository whose file was given in place of a work item. */
  readonly named: string | null
  /** The one that was worked on last first. */
  readonly fitting: readonly FittingSession[]
  /** Only a plan is wanted: nothing is executed, whatever fits. */
  readonly planOnly: boolean
}

/** `notice`: which way it goes and how to choose otherwise; null where there was nothing to choose. */
export type Route =
  | { readonly way: 'plan'; readonly notice: string | null }
  | { readonly way: 'resume'; readonly session: string; readonly notice: string }
  | { readonly way: 'execute'; readonly plan: string; readonly title: string; readonly notice: string }
  | { readonly way: 'refuse'; readonly problem: string }

export function routeEntry({ text, named, fitting, planOnly }: EntryFacts): Route {
  if (named !== null)
    return { way: 'resume', session: named, notice: `This is the file of session ${named}: going on with it.` }
  if ('value' in parseSession(text)) return { way: 'refuse', problem: foreignFile }
  const completed = fitting.findIndex(({ standing }) => standing === 'complete')
  const open = completed < 0 ? fitting : fitting.slice(0, completed)
  const here = open.filter(({ isHere }) => isHere)
  const [session] = here
  if (planOnly) return { way: 'plan', notice: session === undefined ? null : anew(session) }
  if (session === undefined) return withoutSession(text, fitting)
  if (here.length > 1) return { way: 'refuse', problem: severalFit(here) }
  return { way: 'resume', session: session.id, notice: resumeNotice(session) }
}

const foreignFile =
  'this is a session file, but not one of this repository: put it into .review-loop/sessions/ and go on with run --resume ID'

/** There is none to go on with. The last one that is about the work item is told of all the same. */
function withoutSession(text: string, [last]: readonly FittingSession[]): Route {
  const plan = parsePlanningReply(text)
  if ('value' in plan) return { way: 'execute', plan: text.trim(), title: plan.value.title, notice: ownPlan }
  const [problem] = /^## Solution Plan:/m.test(text) ? plan.problems : []
  if (problem !== undefined) {
    const notice = `This looks like a plan, but is not in the form of one (${problemLine(problem)}): it is planned anew.`
    return { way: 'plan', notice }
  }
  return { way: 'plan', notice: last === undefined ? null : anew(last) }
}

const ownPlan =
  'This is a plan: it is carried out as one of your own, which no reviewer has approved. To have it planned and reviewed: --new.'

function resumeNotice({ id, standing }: FittingSession): string {
  return standing === 'planned'
    ? `Session ${id} has an approved plan for this: it is carried out. To plan anew: --new.`
    : `Session ${id} is about this and not finished: going on with it. To begin anew: --new.`
}

function anew({ id, standing, isHere }: FittingSession): string {
  const who = `Session ${id}${isHere ? '' : ', begun on another branch,'}`
  return `${who} ${hints[standing](id)}. It is planned anew.`
}

const hints: Readonly<Record<FittingSession['standing'], (id: string) => string>> = {
  planned: (id) => `has an approved plan for this: review-loop execute --session ${id} carries it out`,
  unfinished: (id) => `is about this and not finished: review-loop run --resume ${id} goes on with it`,
  complete: (id) => `has completed this already: see review-loop sessions show ${id}`,
}

function severalFit(sessions: readonly FittingSession[]): string {
  const listed = sessions.map(({ id, standing }) => `${id} (${standing})`).join(', ')
  return `${sessions.length} sessions are about this: ${listed}. Go on with one by --resume ID, or begin anew with --new`
}

/**
 * Whether a session is about a work item: the same problem, the same title where the work item says no more than that, or the
 * same plan. Blank space, case and a final dot do not count; nothing else is overlooked.
 */
export function isAbout(text: string, { title, problem, plan }: SessionSubject): boolean {
  const item = readWorkItem(text)
  const isTitle = plain(item.problem) === plain(item.title) && plan?.source !== 'review-only'
  return (
    plain(problem) === plain(item.problem) ||
    (isTitle && plain(title) === plain(item.title)) ||
    (plan !== null && plain(plan.text) === plain(text))
  )
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:\s]+$/, '')
    .toLowerCase()
}
