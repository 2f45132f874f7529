import * as v from 'valibot'
import { failureKinds } from '../core/staged/session-file/session-round.ts'
import { passNames, stageEventNames, stages, stopPoints } from '../core/staged/stages.ts'
import { eventValues, limits, loopOutcomes } from './session-values.ts'

// The parts that the events of a staged run are made of, as they have to stand in a journal.

const text = v.string()
const texts = v.array(text)
const optionalText = v.nullable(text)
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const pass = v.picklist(passNames)
const stage = v.picklist(stages)
const stopPoint = v.picklist(stopPoints)
const block = v.picklist([...stages, 'user-abort'])
const verdict = v.picklist(['APPROVE', 'REQUEST_CHANGES'])
const outcome = v.picklist(['planned', 'stopped', 'delivered', 'blocked', 'failed', 'aborted'])

const stageEvent = v.picklist(stageEventNames)

const tree = v.object({ head: optionalText, dirty: v.record(text, text) })
const files = v.array(v.object({ path: text, note: text }))
const changes = v.array(v.object({ path: text, kind: v.picklist(['added', 'modified', 'deleted']) }))
const questions = v.array(v.object({ text, kind: v.picklist(['outside', 'decision']) }))

const issues = v.array(
  v.object({
    severity: v.picklist(['CRITICAL', 'MINOR']),
    text,
    file: optionalText,
    line: v.nullable(v.pipe(v.number(), v.integer())),
  }),
)

const failure = v.object({ kind: v.nullable(v.picklist(failureKinds)), reason: text })

const policy = v.object({
  handsfree: v.boolean(),
  stopAfter: stopPoint,
  planOnly: v.boolean(),
  acceptExternal: v.boolean(),
  softLimitPlan: count,
  softLimitExec: count,
  skipPolish: v.boolean(),
  validates: v.boolean(),
  gate: v.boolean(),
  reviewerRetries: v.picklist([0, 1]),
  postReview: v.exactOptional(v.literal(false)),
  ...limits,
})

const { id, severity, file, line, title } = eventValues.finding.entries

/** What a loop over finished work came to. */
const postReview = v.object({
  session: optionalText,
  outcome: v.picklist([...loopOutcomes, 'skipped']),
  reason: v.string(),
  reviews: count,
  findings: v.array(
    v.object({
      id,
      severity,
      file,
      line,
      title,
      status: v.picklist([
        'open',
        'fixed',
        'persisting',
        'regressed',
        'waived',
        'refuted',
        'accepted',
        'deferred',
        'discarded',
      ]),
    }),
  ),
  files: v.pipe(texts, v.description('What its fixes left changed, as git says.')),
  commits: texts,
  usage: eventValues.usage,
})

const begin = v.variant('entry', [
  v.object({
    entry: v.picklist(['plan', 'review-loop']),
    title: text,
    problem: text,
    context: text,
    criteria: text,
    previous: v.exactOptional(text),
  }),
  v.object({ entry: v.literal('execute-from-plan'), title: text, description: text, plan: text }),
  v.object({ entry: v.literal('review-only'), description: text, target: text }),
])

const backends = v.object({
  session_origin: text,
  orchestrator_backend: text,
  executor_backend: text,
  reviewer_backend: text,
})

const drift = {
  kind: v.picklist(['drift', 'baseline']),
  reasons: v.array(
    v.variant('reason', [
      v.object({ reason: v.literal('external-head'), commits: texts }),
      v.object({
        reason: v.picklist(['content-or-deletion-changed', 'newly-dirty', 'reverted-externally']),
        paths: texts,
        commands: v.exactOptional(texts),
      }),
    ]),
  ),
}

const choice = v.picklist(['text', 'continue', 'accept', 'write', 'leave', 'stop'])
const answer = v.object({ choice, text })
const askedEntries = {
  kind: v.picklist(['outside', 'decision', 'soft-limit', 'stuck', 'gate', 'unchanged', 'drift', 'blocked', 'ignores']),
  pass: v.nullable(pass),
  round: count,
  about: texts,
  allowed: v.array(choice),
}

export const runValues = {
  answer,
  asked: v.object(askedEntries),
  backends,
  begin,
  block,
  changes,
  drift,
  failure,
  files,
  issues,
  outcome,
  pass,
  policy,
  postReview,
  question: v.object({ ...askedEntries, text }),
  questions,
  stage,
  stageEvent,
  stopPoint,
  tree,
  verdict,
} as const
