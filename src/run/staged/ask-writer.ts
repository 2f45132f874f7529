import { earlierNotes } from '../../core/fix/undone.ts'
import { oneLine } from '../../core/loop/findings-document.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { writerPrompt } from '../../core/staged/prompts/writer-prompt.ts'
import { type ClaimCode, checkClaims } from '../../core/staged/replies/execution-claims.ts'
import { type ExecutionReply, parseExecutionReply } from '../../core/staged/replies/execution-reply.ts'
import { parsePlanningReply } from '../../core/staged/replies/planning-reply.ts'
import { isProseOnly } from '../../core/staged/replies/prose-only.ts'
import { isAnswered, type OpenQuestion } from '../../core/staged/replies/question.ts'
import { problemLine } from '../../core/staged/replies/reply-sections.ts'
import { changedFiles, draftedFiles, relatedFiles } from '../../core/staged/replies/told-files.ts'
import { type ListedFile, readFileList } from '../../core/staged/session-file/file-list.ts'
import type { SessionDocument } from '../../core/staged/session-file/session-document.ts'
import { execPass, planPass } from '../../core/staged/stage-table.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { given } from '../../core/values/given.ts'
import { shortened } from '../../core/values/shortened.ts'
import type { AgentReply, KeptEarlier } from '../../types.ts'
import { type Asking, ask, promptContext } from './asking.ts'
import type { RunView, WorkPort } from './ports.ts'

type Order = Step<'write'>

/** What the fact of an answer that counts says, besides who gave it and when. */
type Told = Pick<
  Fact<'written'>,
  'text' | 'result' | 'delta' | 'changed' | 'related' | 'isNoOp' | 'proseOnly' | 'questions'
>
type Read =
  /** `unnamed`: what changed meanwhile without a word of it. */
  | { readonly told: Told; readonly point: WorkPoint; readonly unnamed: readonly string[] }
  | { readonly problems: readonly string[] }

/** Asks a planner or an executor once. What it claims is held against the files; the machine decides whether it is asked again. */
export async function askWriter(
  order: Order,
  run: RunView,
  asking: Asking,
): Promise<Fact<'written' | 'writer-rejected'>> {
  const { pass, role, round, attempt } = order
  const prompt = await promptFor(order, run, asking)
  const files = [...new Set(order.issues.flatMap(({ file }) => file ?? []))]
  const before = role === 'executor' ? await asking.work.record() : null
  const { reply, spent } = await ask(role, { name: pass, round, prompt, files }, asking)
  // A planner changes nothing. What somebody else changed meanwhile is not its work.
  const pointNow = async (claimed: readonly string[]) => (pass === planPass ? order.since : asking.work.point(claimed))
  const point = await pointNow(claimedPaths(reply))
  const work = { pass, round, ...spent }
  const read = await readAnswer(reply, order, point, run, asking)
  if ('told' in read)
    return { type: 'written', ...read.told, ...work, point: read.point, ...(await kept(read.unnamed)) }
  asking.rejected.set('writer', reply.text)
  const left = await pointNow([])
  const changed = (await asking.work.difference(order.since.tree, left.tree)).map(({ path }) => path)
  const problems = [...read.problems, ...leftBehind(changed)]
  const isToolless = asking.agents[role].tellsToolCalls && reply.toolCalls === 0
  const tools = isToolless ? { usedNoTool: true as const } : {}
  // What does not count names nothing.
  return { type: 'writer-rejected', attempt, problems, ...tools, ...work, point: left, ...(await kept(changed)) }

  async function kept(unnamed: readonly string[]): Promise<KeptEarlier> {
    const found = (await before?.keepEarlier(unnamed)) ?? {}
    // Nobody writes down what came of a step that is cut off, and only what git sees is undone.
    if (asking.signal.aborted) for (const note of earlierNotes(given({ ignored: found.ignored }))) asking.onNotice(note)
    return found
  }
}

/** Nobody undoes what an answer that does not count has done: who reads why it does not has to know of it. */
function leftBehind(paths: readonly string[]): readonly string[] {
  return paths.length === 0
    ? []
    : [`Changed since the round began, and left as it is: ${firstFew(paths, 10).join(', ')}`]
}

/** What it works on is no output of a command, even if a command wrote it once. */
function claimedPaths({ text }: AgentReply): readonly string[] {
  const parsed = parseExecutionReply(text)
  return 'value' in parsed ? parsed.value.files.map(({ path }) => path) : []
}

async function promptFor(order: Order, run: RunView, asking: Asking): Promise<string> {
  const { work, rejected } = asking
  const { head, tree } = run.state.point ?? order.since
  const isPlan = order.pass === planPass
  return writerPrompt({
    ...promptContext(asking, run),
    order,
    draft: isPlan ? run.state.draft : null,
    changed: isPlan ? [] : await work.difference(head, tree),
    // Who carries the plan out sees the files; who comes later has to see what was done.
    patch: isPlan || order.pass === execPass ? '' : await work.patch(head, tree),
    rejected: rejected.get('writer') || null,
  })
}

async function readAnswer(
  reply: AgentReply,
  order: Order,
  point: WorkPoint,
  run: RunView,
  asking: Asking,
): Promise<Read> {
  if (reply.status !== 'ok') return { problems: [`There is no answer: ${reply.reason ?? reply.status}`] }
  return order.pass === planPass ? readPlan(reply, point, run, asking) : readExecution(reply, order, point, run, asking)
}

async function readPlan(
  { text }: AgentReply,
  point: WorkPoint,
  { state, document }: RunView,
  { work }: Asking,
): Promise<Read> {
  const parsed = parsePlanningReply(text)
  if ('problems' in parsed) return { problems: parsed.problems.map(problemLine) }
  const { title, steps, questions, text: plan } = parsed.value
  const settled = questions.filter((question) => isAnswered(question, state.answers))
  if (settled.length > 0) return { problems: settled.map(leftOpen) }
  const result = `${title} (${steps.length} ${steps.length === 1 ? 'step' : 'steps'})`
  const changed = await work.difference(point.head, point.tree)
  const named = draftedFiles(changed, document, { draft: plan, before: state.draft })
  const related = await presentIn(point, named, document, work)
  return {
    told: { text: plan, result, delta: [], changed: [], related, isNoOp: false, proseOnly: false, questions },
    point,
    unnamed: [],
  }
}

const leftOpen = ({ text }: OpenQuestion) =>
  `The question "${oneLine(text)}" is answered: let the plan say what follows from it, and do not leave it open. (answered_question)`

/** Who is to read them has to find them. What the session lists already stays. */
async function presentIn(
  { tree }: WorkPoint,
  files: readonly ListedFile[],
  { keyRelatedFiles }: SessionDocument,
  work: WorkPort,
): Promise<readonly ListedFile[]> {
  const present = await work.present(
    tree,
    files.map(({ path }) => path),
  )
  const shown = new Set([...present, ...readFileList(keyRelatedFiles).map(({ path }) => path)])
  return files.filter(({ path }) => shown.has(path))
}

/** What it does not name it has not written: the files are told without that, and the runner finds it as work of somebody else. */
async function readExecution(
  reply: AgentReply,
  { since, role, attempt, hasWorked }: Order,
  found: WorkPoint,
  { document }: RunView,
  { work, agents }: Asking,
): Promise<Read> {
  const parsed = parseExecutionReply(reply.text)
  if ('problems' in parsed) return { problems: parsed.problems.map(problemLine) }
  const { value } = parsed
  const differences = await work.difference(since.tree, found.tree)
  // What was done before the first answer was refused still counts: to say it in the right form takes no tool. Who used none
  // then either has done nothing: what differs is somebody else's.
  const isCorrected = hasWorked && differences.length > 0
  const ignored = await work.ignored(value.files.map(({ path }) => path))
  const claims = checkClaims(value, differences, { roots: work.roots, ignored })
  const problems = [
    ...(agents[role].tellsToolCalls && !isCorrected && isImagined(value, reply) ? [imagined] : []),
    ...claims.problems.filter(({ code }) => !isInsisted(code, attempt)).map(problemLine),
  ]
  if (problems.length > 0) return { problems }
  const others = claims.unclaimed.map(({ path }) => path)
  const point = { head: since.head, tree: await work.without(found.tree, since.tree, others) }
  const delta = differences.filter(({ path }) => !others.includes(path))
  const changed = changedFiles(await work.difference(point.head, point.tree), value.files, document)
  const told = {
    text: reply.text,
    result: resultOf(value),
    delta,
    changed,
    related: await presentIn(point, relatedFiles(changed, document), document, work),
    isNoOp: value.isNoOp,
    proseOnly: isProseOnly(delta, await work.patch(since.tree, point.tree)),
    questions: [],
  }
  return { told, point, unnamed: others }
}

/** Who says twice that it changed nothing has not: what changed is asked about, as all that nobody names. */
function isInsisted(code: ClaimCode, attempt: number): boolean {
  return code === 'no_op_with_delta' && attempt > 1
}

/** Work takes tools. */
function isImagined({ isNoOp }: ExecutionReply, { toolCalls }: AgentReply): boolean {
  return !isNoOp && toolCalls === 0
}

const imagined = 'Work is reported, but not one tool was used: none of it can have been done. (no_tool_call)'

/** The first sentence, for the history. */
function resultOf({ changes }: ExecutionReply): string {
  const line = oneLine(changes.replace(/^\s*[-*+]\s+/, ''))
  const sentence = /^.{20,200}?[.!](?=\s|$)/.exec(line)?.[0] ?? line
  return shortened(sentence, 201)
}
