import * as v from 'valibot'
import type { RunEvent } from '../core/staged/machine/facts.ts'
import { runValues } from './run-values.ts'
import { eventSchema, parseWith } from './session-schema.ts'
import { eventValues, keptEarlier } from './session-values.ts'

// One line of the journal of a staged run. schemas/run-event.schema.json is made from this.

const { point, round, settings, usage, validation } = eventValues
const {
  answer,
  asked,
  backends,
  begin,
  block,
  changes,
  drift,
  failure,
  files,
  issues,
  pass,
  policy,
  postReview,
  question,
} = runValues
const { outcome, questions, stage, stageEvent, stopPoint, tree, verdict } = runValues
const text = v.string()
const texts = v.array(text)
const spent = { round, backend: text, usage, durationMs: v.pipe(v.number(), v.minValue(0)) }
const work = { pass, point, ...spent }
const writing = { ...work, ...keptEarlier }
const checked = { validations: v.array(validation), wrote: texts, left: v.exactOptional(point) }

export const runEventSchema = v.variant('type', [
  line('run-started', 'The first line: what is to be done, and how.', {
    session: v.pipe(text, v.uuid()),
    title: text,
    workItem: text,
    policy,
    begin: v.nullable(begin),
    backends,
    named: v.record(text, text),
    validate: texts,
    settings: v.exactOptional(settings),
    branch: text,
  }),
  line('work-read', 'The files as they were when the run began.', {
    point,
    tree,
    isUntouched: v.exactOptional(v.literal(true)),
  }),
  line('imported', 'Another tool wrote the session file: this is its text.', {
    text,
    unapproved: v.exactOptional(v.array(v.picklist(['plan', 'execution']))),
    point,
  }),
  line('resumed', 'A process went on with the run, perhaps within other limits, or with other commands.', {
    policy,
    revalidates: v.exactOptional(v.literal(true)),
    settings: v.exactOptional(settings),
  }),
  line('intended', 'An effect begins. If nothing follows, it was cut off.', { step: text, point }),
  line('undone', 'What was half done when it was cut off is undone, and kept.', { files: texts, kept: texts }),
  line('baseline-validated', 'The validation commands ran before the execution.', checked),
  line('entered', 'A pass begins.', { pass }),
  line('written', 'A planner or executor answered, and its answer counts.', {
    ...writing,
    text,
    result: text,
    delta: changes,
    changed: files,
    related: files,
    isNoOp: v.boolean(),
    proseOnly: v.boolean(),
    questions,
  }),
  line('writer-rejected', 'A planner or executor answered, and its answer does not count.', {
    ...writing,
    attempt: round,
    problems: texts,
    usedNoTool: v.exactOptional(v.literal(true)),
  }),
  line('reviewed', 'A reviewer, or the built-in checks, came to a verdict.', {
    ...work,
    kind: v.picklist(['look', 'replay']),
    verdict,
    issues,
    questions,
  }),
  line('reviewer-failed', 'A reviewer gave no answer that counts.', { ...work, attempt: round, failure }),
  line('checked', 'The validation commands ran. Without a pass: on what is delivered.', {
    pass: v.nullable(pass),
    ...checked,
  }),
  line('rolled-back', 'What a pass wrote was taken back.', { pass, why: text, point }),
  line('plan-approved', 'The plan counts.', { text }),
  line('gate-passed', 'The adversarial gate found nothing that blocks.', {
    ...spent,
    summary: text,
    issues,
  }),
  line('gate-skipped', 'The adversarial gate was not asked.', { round, why: text }),
  line('gate-blocked', 'The adversarial gate found something, or gave no answer that counts.', {
    ...spent,
    reason: text,
    issues,
  }),
  line('stage-completed', 'A stage is complete.', { stage, why: text }),
  line('cleared', 'The completed stages do not hold any more.', { why: stageEvent }),
  line('preflight', 'What the security preflight found.', {
    round,
    tracked: texts,
    secrets: issues,
    missing: texts,
  }),
  line('ignores-written', 'Patterns were added to the ignore file.', { patterns: texts, point }),
  line('drift-found', 'Somebody else changed the tree.', { ...drift, point, tree }),
  line('drift-accepted', 'The tree as it is was accepted.', { kind: drift.kind, by: text, tree }),
  line('drift-withdrawn', 'The tree is not as it was when the drift was found.', {
    isAsLeft: v.boolean(),
    point: v.exactOptional(point),
  }),
  line('asked', 'The run cannot go on by itself.', { question, tree: v.nullable(tree) }),
  line('answered', 'A person decided.', { answer, by: text }),
  line('decided', 'The reviewer decided in place of a person.', {
    question: asked,
    answer,
    reason: text,
    by: text,
    usage,
  }),
  line('undecided', 'The reviewer was to decide, and its answer does not count.', { reason: text, usage }),
  line('stopped', 'The stop point was reached.', { stopPoint, tree: v.nullable(tree) }),
  line('delivered', 'The work is delivered.', {
    commit: v.nullable(text),
    mixed: texts,
    changelog: v.nullable(text),
    changedByHook: texts,
    point,
    tree,
  }),
  line('interrupted', 'The process was asked to stop. The run can be resumed.', { why: text }),
  line('ended', 'The result.', { outcome, reason: text, blockedBy: v.nullable(block), tree: v.nullable(tree) }),
  line('post-review-started', 'A loop reviews what was delivered as a whole, in a session of its own.', {
    loop: v.pipe(text, v.uuid()),
  }),
  line('post-reviewed', 'What that loop came to. If it does not approve, the run is blocked or failed.', {
    review: postReview,
    point,
    tree,
  }),
])

/** Checked against the vocabulary of the machine: a fact that is missing here, or differs, does not compile. */
const schema: v.GenericSchema<unknown, RunEvent> = runEventSchema

export const parseRunEvent = (value: unknown) => parseWith(schema, value)

function line<const Type extends RunEvent['type'], Entries extends v.ObjectEntries>(
  type: Type,
  description: string,
  entries: Entries,
) {
  return eventSchema(type, description, entries)
}
