import { budgetUsedUp } from '../../core/fix/remaining-budget.ts'
import { keptClauses, undoneLine } from '../../core/fix/undone.ts'
import { driftText } from '../../core/staged/drift.ts'
import { changedByHookLine, foreignEditsLine } from '../../core/staged/foreign-edits.ts'
import type { RunAction } from '../../core/staged/machine/actions.ts'
import type { Fact, RunEvent } from '../../core/staged/machine/facts.ts'
import type { AnswerChoice } from '../../core/staged/machine/questions.ts'
import type { ReviewIssue } from '../../core/staged/replies/reviewer-issues.ts'
import { answerWords, decisionLine, withdrawnLine } from '../../core/staged/run-answer.ts'
import type { RunResult } from '../../core/staged/run-result.ts'
import { secretPlace } from '../../core/staged/secrets.ts'
import { runFile } from '../../core/staged/session-file/session-document.ts'
import { type PassName, passes, type RoundPhase, stageTable } from '../../core/staged/stage-table.ts'
import { clearingBy, partOfPhase } from '../../core/staged/stages.ts'
import { postReviewLine, uncommittedStep } from '../post/post-review-words.ts'
import { costText } from '../review/text-summary.ts'
import { resumeCommand, shortId } from '../sessions/session-words.ts'
import { visibleLine } from '../visible.ts'
import { counted } from '../words.ts'
import { validationsText } from './validation-words.ts'

// A staged run in words, for every format that people read.

export const outcomeNames: Readonly<Record<RunResult['outcome'], string>> = {
  delivered: 'Delivered',
  planned: 'Planned',
  stopped: 'Stopped as asked',
  blocked: 'Blocked',
  failed: 'Failed',
  aborted: 'Ended by a person',
  asking: 'Waiting for an answer',
  interrupted: 'Interrupted',
}

/** What begins and takes time; empty for what is over at once. */
export function stepText(action: RunAction): string {
  switch (action.step) {
    case 'write':
      return `${placeOf(action)}: the ${action.role} works${action.attempt > 1 ? ', once more' : ''}`
    case 'review':
      return `${placeOf(action)}: ${action.by === 'checks' ? 'built-in checks' : 'the reviewer looks'}`
    case 'gate':
      return 'Adversarial gate'
    case 'consult':
      return 'The reviewer decides'
    default:
      return ''
  }
}

/** What takes time too, and is told when it is over: for a line that goes. */
export function silentStep({ step }: RunAction): string {
  if (step === 'baseline' || step === 'check') return 'validation commands'
  if (step === 'read-work') return 'reading the files'
  return step === 'deliver' ? 'delivery' : ''
}

/** One event on one line, safe to print; empty for what needs no word. */
export function runEventText(event: RunEvent): string {
  return visibleLine(textOf(event))
}

function textOf(event: RunEvent): string {
  switch (event.type) {
    case 'run-started':
      return `Run "${event.title}", session ${event.session}`
    case 'imported':
      return 'Read what somebody or another tool wrote into the session file'
    case 'undone':
      return undoneLine(event)
    case 'resumed':
      return 'Going on with the session'
    case 'written':
      return `${event.result}${filesPart(event.delta.length)}${earlierPart(event)}${costPart(event)}`
    case 'writer-rejected':
      return `Does not count (attempt ${event.attempt}): ${event.problems.join('; ')}${earlierPart(event)}`
    case 'reviewed':
      return `${event.verdict}${issuesPart(event.issues)} by ${event.backend}${costPart(event)}`
    case 'reviewer-failed':
      return `No answer that counts from ${event.backend} (${event.failure.kind ?? 'failure'}): ${event.failure.reason}`
    case 'baseline-validated':
      return `Before the execution: ${validationsText(event.validations)}`
    case 'checked':
      return validationsText(event.validations)
    case 'rolled-back':
      return `Taken back: ${event.why}`
    case 'plan-approved':
      return 'The plan is approved'
    case 'gate-passed':
      return `Passed${issuesPart(event.issues)}: ${event.summary}`
    case 'gate-skipped':
      return `Adversarial gate skipped: ${event.why}`
    case 'gate-blocked':
      return `Blocked: ${event.reason}`
    case 'stage-completed':
      return `Stage ${event.stage} is complete: ${event.why}`
    case 'cleared':
      return `Everything is validated again: ${clearingBy(event.why).says}`
    case 'preflight':
      return preflightText(event)
    case 'ignores-written':
      return `Added to .gitignore: ${event.patterns.join(', ')}`
    case 'drift-found':
      return `The tree is not as the session has it: ${event.reasons.map(driftText).join('; ') || 'its baseline is not known'}`
    case 'drift-accepted':
      return `The tree as it is was accepted: ${event.by}`
    case 'drift-withdrawn':
      return withdrawnLine(event)
    case 'answered':
      return `Answered by ${event.by}: ${answerWords(event.answer)}`
    case 'decided':
      return decisionLine(event)
    case 'undecided':
      return `The reviewer could not decide: ${event.reason}`
    case 'asked':
      return `Asks (${event.question.kind.replaceAll('-', ' ')}): ${event.question.about.join('; ')}`
    case 'stopped':
      return `${outcomeNames.stopped}: --stop-after ${event.stopPoint}`
    case 'delivered':
      return deliveredText(event)
    case 'interrupted':
      return `Interrupted: ${event.why}`
    case 'ended':
      return `${outcomeNames[event.outcome]}: ${event.reason}`
    case 'post-reviewed':
      return `After the run: ${postReviewLine(event.review)}`
    case 'post-review-started':
      return `Review after the run: session ${event.loop}`
    case 'intended':
    case 'work-read':
    case 'entered':
      return ''
  }
}

function earlierPart(fact: Fact<'written' | 'writer-rejected'>): string {
  return keptClauses(fact)
    .map((clause) => ` (${clause})`)
    .join('')
}

function deliveredText({ commit, mixed, changedByHook }: Extract<RunEvent, { type: 'delivered' }>): string {
  if (commit !== null && changedByHook.length > 0)
    return `Committed as ${commit.slice(0, 10)}. ${changedByHookLine(changedByHook)}`
  if (commit !== null) return `${outcomeNames.delivered} as ${commit.slice(0, 10)}`
  return mixed.length === 0 ? outcomeNames.delivered : `${outcomeNames.delivered}. ${foreignEditsLine(mixed)}`
}

function placeOf({ pass, round }: Extract<RunAction, { step: 'write' | 'review' }>): string {
  return `${roundTitle(passes[pass].phase, pass)}, round ${round}`
}

/** 'Quality Polish (tests)' */
export function roundTitle(phase: RoundPhase, pass: PassName | null): string {
  const part = pass === null ? null : partOfPhase(pass)
  return `${stageTable[phase].heading}${part === null ? '' : ` (${part})`}`
}

function filesPart(count: number): string {
  return count === 0 ? '' : ` (${counted(count, 'file')})`
}

function issuesPart(issues: readonly ReviewIssue[]): string {
  const [critical, minor] = (['CRITICAL', 'MINOR'] as const).map(
    (severity) => issues.filter((issue) => issue.severity === severity).length,
  )
  const parts = [...(critical ? [`${critical} critical`] : []), ...(minor ? [`${minor} minor`] : [])]
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

function costPart({ usage }: Extract<RunEvent, { type: 'written' | 'reviewed' }>): string {
  // Who does not tell what it costs would say so on every line: the summary says it once.
  const isUnknown = usage.costUsd === null && usage.knownCostUsd === undefined
  return isUnknown || usage.costUsd === 0 ? '' : ` [${costText(usage)}]`
}

function preflightText({ tracked, secrets, missing }: Extract<RunEvent, { type: 'preflight' }>): string {
  const found = [...tracked, ...secrets.map(secretPlace)]
  const lacks = missing.length === 0 ? '' : `; the ignore file lacks ${counted(missing.length, 'pattern')}`
  return `Security preflight: ${found.length === 0 ? 'no secret was found' : found.join(', ')}${lacks}`
}

/** '[CRITICAL] No test (src/a.ts:3)' */
export function issueText({ severity, text, file, line }: ReviewIssue): string {
  const where = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`
  return visibleLine(`[${severity}] ${text.replace(/\s+/g, ' ')}${where}`)
}

/** What a person does now. */
export function nextSteps(result: RunResult): readonly string[] {
  const uncommitted = uncommittedStep(result.postReview)
  // Without auto_commit nothing of a run is committed.
  return [...(uncommitted === null || result.commit === null ? [] : [uncommitted]), ...stepsAfter(result)]
}

function stepsAfter(result: RunResult): readonly string[] {
  const { outcome, reason, session, question, mixed, postReview, deliveryBlockedBy, files } = result
  const id = shortId(session)
  const resume = resumeCommand(result)
  switch (outcome) {
    case 'delivered':
      if (files.length === 0) return ['Nothing: no file was changed.']
      return mixed.length === 0
        ? ['Look at the change before you merge or push it.']
        : ['Look at the change, and commit what belongs together.']
    case 'planned':
      return [`Read it: ${runFile(session)}`, `Carry it out: review-loop execute --session ${id}`]
    case 'asking':
      return [...(question?.allowed ?? []).map((choice) => answerLine(id, choice)), `Then: ${resume}`]
    case 'stopped':
      return [`Go on: ${resume}`]
    case 'interrupted':
      return [`Go on: ${resume}${deliveryBlockedBy === null ? '' : ' (it asks first whether to)'}`]
    case 'blocked':
    case 'failed':
    case 'aborted':
      // It remembers its limits.
      if (reason.startsWith(budgetUsedUp))
        return [`Go on with a higher limit: ${resume} --max-time DUR (or --max-cost USD)`]
      if (postReview?.session != null)
        return [
          `See what is left, and decide: review-loop sessions show ${shortId(postReview.session)}`,
          `Then: ${resume}`,
        ]
      return [
        `See ${runFile(session)} for what is left, and put it right.`,
        `Then: ${resume}${outcome === 'blocked' ? ' --accept-external-state' : ''}`,
      ]
  }
}

function answerLine(id: string, choice: AnswerChoice): string {
  return `Answer: review-loop answer ${id} ${choice === 'text' ? '"your words"' : choice}`
}
