import { outputsBeside } from '../../fix/validation-output.ts'
import { oneLine } from '../../loop/findings-document.ts'
import { questionsIn } from '../replies/planning-reply.ts'
import { isAnswered, type OpenQuestion } from '../replies/question.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import { execPass, type PassName, passes, planPass } from '../stage-table.ts'
import { executionWritten } from '../stages.ts'
import type { Fact } from './facts.ts'
import { failingCommands, withFixedCommands } from './failing-commands.ts'
import { isSamePoint, type PassState, type RunState } from './state.ts'

// What happens inside a pass.

export function entered(state: RunState, { pass: name }: Fact<'entered'>): RunState {
  const isOpen = state.open?.pass === name && state.open.issues.length > 0
  const left = state.left?.pass === name ? state.left : null
  const pass = { ...emptyPass, name, ...askedAt(state, name, left), ...(isOpen ? { review: openReview(state) } : {}) }
  const ran = state.pass === null ? state.ran : [...state.ran, state.pass.name]
  return {
    ...state,
    pass,
    ran,
    left: left === null ? state.left : null,
    ...(name === execPass ? { gate: null, refusal: null } : {}),
  }
}

/** What a draft leaves open is settled before it is reviewed, and what a plan leaves open before it is carried out. */
function askedAt(
  state: RunState,
  name: PassName,
  left: RunState['left'],
): Pick<PassState, 'questions' | 'takesAnswer'> {
  const written = writtenQuestions(state, name)
  const open = written.filter((question) => !isAnswered(question, state.answers))
  // An answer that the draft does not know yet.
  const isNews = name === planPass && open.length < written.length
  return {
    questions: (left?.questions ?? []).reduce(withQuestion, open),
    takesAnswer: isNews || left?.takesAnswer === true,
  }
}

/** A note of a session file puts several as one; what is there already is not asked twice. */
export function withQuestion(questions: readonly OpenQuestion[], question: OpenQuestion): readonly OpenQuestion[] {
  const rest = questions.reduce((text, one) => text.replace(oneLine(one.text), ''), oneLine(question.text))
  return /[\p{L}\p{N}]/u.test(rest) ? [...questions, question] : questions
}

/** What a pass that is ended before its time leaves to be asked and taken in. What a draft or a plan asks is read there again. */
export function leftBehind(state: RunState): RunState['left'] {
  const { pass, left } = state
  if (pass === null) return left
  const { name, takesAnswer } = pass
  const written = writtenQuestions(state, name).map(({ text }) => text)
  const questions = pass.questions.filter(({ text }) => !written.includes(text))
  return takesAnswer || questions.length > 0 ? { pass: name, questions, takesAnswer } : left
}

function writtenQuestions({ draft, plan }: RunState, name: PassName): readonly OpenQuestion[] {
  return questionsIn((name === planPass ? draft : name === execPass ? plan?.text : null) ?? '')
}

const emptyPass: Omit<PassState, 'name'> = {
  openRound: null,
  hasWritten: false,
  writingSince: null,
  writtenSince: null,
  unsettled: null,
  rejections: [],
  failures: [],
  review: null,
  checks: null,
  failed: 0,
  failedChecks: 0,
  criticals: [],
  insistedAt: null,
  decided: 0,
  questions: [],
  takesAnswer: false,
  preflight: null,
  writesIgnores: false,
}

/** What was left open is as if it had just been found. */
function openReview({ open, point }: RunState): PassState['review'] {
  if (open === null || point === null) return null
  return { kind: 'look', verdict: 'REQUEST_CHANGES', issues: open.issues, point }
}

export function written(state: RunState, fact: Fact<'written'>): RunState {
  const { pass: name, delta, proseOnly, questions, point } = fact
  const changed = delta.length > 0
  const refusal = name === execPass && isSamePoint(state.refusal?.point ?? null, point) ? state.refusal : null
  return {
    ...withPass(state, (pass) => ({
      ...pass,
      openRound: fact.round,
      hasWritten: true,
      writingSince: null,
      writtenSince: pass.writingSince ?? state.point,
      unsettled: changed && name !== execPass ? (proseOnly ? 'prose' : 'behaviour') : pass.unsettled,
      rejections: [],
      review: refusal,
      failed: pass.failed + (refusal === null ? 0 : 1),
      checks: null,
      questions,
      takesAnswer: false,
      preflight: null,
    })),
    ...(name === planPass ? { draft: fact.text } : {}),
    ...(name === execPass ? { hasExecuted: true } : {}),
    toClear: name === execPass && state.completed.length > 0 ? executionWritten : state.toClear,
    outputs: outputsBeside(
      state.outputs,
      delta.map(({ path }) => path),
    ),
    rounds: counted(state, fact),
    point,
  }
}

export function rejected(state: RunState, fact: Fact<'writer-rejected'>): RunState {
  const changed = withPass(state, (pass) => ({
    ...pass,
    writingSince: pass.writingSince ?? state.point,
    rejections: [...pass.rejections, fact],
  }))
  return { ...changed, point: fact.point }
}

export function reviewed(state: RunState, fact: Fact<'reviewed'>): RunState {
  const { pass: name, kind, verdict, issues, point } = fact
  const isRefused = verdict === 'REQUEST_CHANGES'
  const next = withPass(state, (pass) => ({
    ...pass,
    openRound: null,
    failures: [],
    review: { kind, verdict, issues, point },
    unsettled: kind === 'replay' && !isRefused ? null : pass.unsettled,
    failed: pass.failed + (isRefused ? 1 : 0),
    criticals: [...pass.criticals, criticalKeys(issues)],
    questions: fact.questions.filter((question) => !isAnswered(question, state.answers)),
  }))
  return {
    ...next,
    ...(kind === 'replay' && !isRefused ? { validFor: point } : {}),
    rounds: counted(state, fact),
    roundsHere: state.roundsHere + (name === execPass ? 1 : 0),
    open: openAfter(state, fact),
    toClear: kind === 'replay' && isRefused ? 'replay-rejected' : state.toClear,
  }
}

function openAfter({ open }: RunState, { pass, kind, verdict, issues }: Fact<'reviewed'>): RunState['open'] {
  const target: PassName = kind === 'replay' ? execPass : pass
  if (verdict === 'REQUEST_CHANGES') return { pass: target, issues }
  return open?.pass === pass ? null : open
}

/** The same words about the same file are the same issue; lines shift. */
function criticalKeys(issues: readonly ReviewIssue[]): readonly string[] {
  return issues
    .filter(({ severity }) => severity === 'CRITICAL')
    .map(({ text, file }) => `${text.replace(/\s+/g, ' ').trim()}${file === null ? '' : ` (${file})`}`)
}

export function checked(state: RunState, { pass: name, validations }: Fact<'checked'>): RunState {
  const { point } = state
  const failed = failingCommands(state, validations).length > 0 ? 1 : 0
  const inPass = (pass: PassState) => ({
    ...pass,
    checks: validations,
    failed: pass.failed + failed,
    failedChecks: pass.failedChecks + failed,
  })
  return {
    ...(name === null ? state : withPass(state, inPass)),
    ...withFixedCommands(state, validations),
    checked: point === null ? null : { validations, point },
  }
}

export function rolledBack(state: RunState, { point }: Fact<'rolled-back'>): RunState {
  return { ...withPass(state, (pass) => ({ ...pass, unsettled: null, checks: null, openRound: null })), point }
}

/** The gate's findings are repaired in ordinary rounds. */
export function gateBlocked(state: RunState, { issues, reason }: Fact<'gate-blocked'>): RunState {
  if (issues.length === 0) return { ...state, gateFailure: reason }
  const next = withPass(state, (pass) => ({
    ...pass,
    review: pass.review === null ? null : { ...pass.review, verdict: 'REQUEST_CHANGES', issues },
  }))
  return { ...next, gate: 'blocked', refusal: next.pass?.review ?? null, open: { pass: execPass, issues } }
}

export function withPass(state: RunState, change: (pass: PassState) => PassState): RunState {
  if (state.pass === null) throw new Error('the journal tells of work outside of a pass')
  return { ...state, pass: change(state.pass) }
}

function counted({ rounds }: RunState, { pass, round }: Fact<'written' | 'reviewed'>): RunState['rounds'] {
  return { ...rounds, [passes[pass].phase]: round }
}
