import { forkMark, summaryMark } from '../../core/post/marks.ts'
import type { OwnWords } from '../../core/post/own-words.ts'
import { onlyOfForks, type PostPlan, planPost, sameText } from '../../core/post/plan.ts'
import type { Handoff } from '../../core/post/read-handoff.ts'
import { hasMark } from '../../core/watch/mark.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import type { Posted, PostOutcome } from '../../report/post/post-outcome.ts'
import { forkRemarkText, goneText, remarkText, twinText } from '../../report/post/post-remark.ts'
import { reportOf } from '../../report/post/post-report.ts'
import { oldSummaryText, summaryText } from '../../report/post/post-summary.ts'
import { counted } from '../../report/words.ts'
import type { Finding } from '../../types.ts'
import { postRemarks } from './post-remarks.ts'
import { settle, Unfinished } from './settle.ts'

export interface PostRequest {
  readonly forge: Forge
  readonly number: number
  /** The job that made the files was not ours. */
  readonly isFromFork: boolean
  readonly handoff: Handoff
  readonly sarif: string | null
  readonly withSummary: boolean
  readonly withCheck: boolean
}

/** Makes the pull request say what the review says. Whatever is there already stays; a second run completes a first. */
export async function performPost(wanted: PostRequest): Promise<PostOutcome> {
  const { request, notices } = believed(wanted)
  const { forge, number, handoff } = request
  const nothing = { posted: {}, notices, untold: [] }
  const files = await forge.readShownFiles(number)
  if ('problem' in files) return unread(request, files, notices)
  // Read last: what is written next is for the head that it says.
  const own = await forge.readOwnWords(number)
  if ('problem' in own) return unread(request, own, notices)
  if (own.value.head !== handoff.head) return { ...nothing, unfinished: movedOn(number, handoff.head, own.value.head) }
  const { isFromFork } = request
  const plan = planPost(handoff, own.value, files.value, isFromFork ? forkRemarkText : remarkText)
  return write(request, own.value, isFromFork ? onlyOfForks(plan, own.value) : plan, notices)
}

export type Failed = Extract<Answer<never>, { readonly problem: string }>

/** A right that is missing is missing in the next run, too: what was found is told, as where the token may only read. */
export function unread(
  { forge, handoff }: Pick<PostRequest, 'forge' | 'handoff'>,
  { problem, mayPass, lacksRight }: Failed,
  notices: readonly string[] = [],
): PostOutcome {
  const told = { posted: {}, untold: handoff.findings }
  if (lacksRight) {
    const notice = `Nothing was posted: the token may not read the pull request. ${problem} It takes ${forge.rightsToPost}.`
    return { ...told, notices: [...notices, notice], unfinished: null }
  }
  const step = mayPass ? ': run the same again' : ''
  return { ...told, notices, unfinished: `${problem} Nothing was posted${step}.` }
}

/** A merge may depend on checks and on code scanning, and a fork can have written its own approval. */
function believed(request: PostRequest): { readonly request: PostRequest; readonly notices: readonly string[] } {
  const { isFromFork, withCheck, sarif } = request
  const left = [...(withCheck ? ['the check'] : []), ...(sarif === null ? [] : ['the SARIF file'])].join(' and ')
  if (!isFromFork || left === '') return { request, notices: [] }
  const notice = `Left out: ${left}. The job that reviewed ran in a fork, which could have changed it.`
  return { request: { ...request, withCheck: false, sarif: null }, notices: [notice] }
}

function movedOn(number: number, reviewed: string, head: string): string {
  const short = (commit: string) => commit.slice(0, 10)
  return `Pull request #${number} has moved on from ${short(reviewed)}, which was reviewed, to ${short(head)}. Nothing was posted: review the new head.`
}

async function write(
  request: PostRequest,
  own: OwnWords,
  plan: PostPlan,
  known: readonly string[],
): Promise<PostOutcome> {
  const posted: Posted = {}
  const notices = [...known]
  const untold: Finding[] = []
  if (plan.foreign > 0) notices.push(`Left open: ${counted(plan.foreign, 'outdated thread')} that we did not begin.`)
  if (plan.answered > 0)
    notices.push(`Left open: ${counted(plan.answered, 'outdated thread')} in which a person spoke last.`)
  try {
    const refused = await postRemarks(request, plan, posted, notices)
    const elsewhere = request.handoff.findings.filter((each) => plan.elsewhere.includes(each) || refused.includes(each))
    await edit(request, plan, posted, notices)
    const isSummed = request.withSummary && (await sumUp(request, own, elsewhere, posted, notices))
    const isNoted = request.withCheck && (await report(request, posted, notices))
    if (!isSummed) untold.push(...elsewhere.filter(({ file }) => file === null || !isNoted))
    await resolve(request, plan, posted, notices)
    await upload(request, posted, notices)
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error
    return { posted, notices, untold, unfinished: error.message }
  }
  return { posted, notices, untold, unfinished: null }
}

async function edit({ forge }: PostRequest, { edits }: PostPlan, posted: Posted, notices: string[]): Promise<void> {
  for (const { id, body } of edits) {
    if (settle(await forge.editRemark(id, body), 'Comments of an earlier review', notices) === undefined) return
    posted.edited = (posted.edited ?? 0) + 1
  }
}

async function sumUp(
  { forge, number, isFromFork, handoff }: PostRequest,
  own: OwnWords,
  elsewhere: readonly Finding[],
  posted: Posted,
  notices: string[],
): Promise<boolean> {
  const body = summaryText(handoff, elsewhere, isFromFork)
  const marks = isFromFork ? [summaryMark, forkMark] : [summaryMark]
  const summaries = own.comments.filter(({ body: said }) => marks.every((mark) => hasMark(said, mark)))
  const there = summaries.at(-1)
  const isSame = there !== undefined && sameText(there.body, body)
  const written = isSame
    ? { value: there }
    : there === undefined
      ? await forge.comment({ id: own.id, number }, { body, mark: isFromFork ? forkMark : summaryMark })
      : await forge.editComment(there.id, body)
  const summary = settle(written, 'The summary', notices)
  if (summary === undefined) return false
  posted.summary = { state: isSame ? 'same' : there === undefined ? 'new' : 'edited', url: summary.url }
  for (const { id } of summaries.slice(0, -1))
    settle(await forge.editComment(id, oldSummaryText(summary.url)), 'A second summary', notices)
  return true
}

/** Whether what is on lines can be read there. */
async function report({ forge, handoff }: PostRequest, posted: Posted, notices: string[]): Promise<boolean> {
  const written = settle(await forge.report(reportOf(handoff)), 'The check', notices)
  if (written === undefined) return false
  posted.check = { url: written.url }
  return written.showsNotes
}

/** Where the token may not resolve, the comment says at least that its finding is gone. */
async function resolve(
  { forge, handoff }: PostRequest,
  plan: PostPlan,
  posted: Posted,
  notices: string[],
): Promise<void> {
  let isResolved = true
  const ended = [
    ...plan.resolve.map((thread) => ({ ...thread, text: goneText(thread.opening.body, handoff.head) })),
    ...plan.twins.map((thread) => ({ ...thread, text: twinText(thread.opening.body) })),
  ]
  for (const { id, opening, text } of ended) {
    isResolved &&= settle(await forge.resolve(id), 'Resolving outdated threads', notices) !== undefined
    settle(await forge.editRemark(opening.id, text), 'Saying why a thread is over', notices)
    const counted = isResolved ? 'resolved' : 'edited'
    posted[counted] = (posted[counted] ?? 0) + 1
  }
}

async function upload({ forge, number, handoff, sarif }: PostRequest, posted: Posted, notices: string[]) {
  if (sarif === null) return
  const written = await forge.uploadAnalysis(number, { commit: handoff.head, sarif })
  const uploaded = settle(written, 'The SARIF file', notices)
  if (uploaded !== undefined) posted.sarif = uploaded.isRead ? 'read' : 'waiting'
}
