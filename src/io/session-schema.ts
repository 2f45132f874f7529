import * as v from 'valibot'
import { reviewerTraits } from '../core/loop/reviewer-traits.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import { schemaProblem } from '../core/values/schema-problem.ts'
import { claimDecisions } from './claim-values.ts'
import { eventValues, limits, loopOutcomes } from './session-values.ts'

// One line of a journal. schemas/session-event.schema.json is made from this.

const {
  answer,
  certificate,
  code,
  finding,
  fix,
  gate,
  given,
  mail,
  point,
  policy,
  question,
  round,
  settings,
  usage,
  validation,
  watch,
} = eventValues
const text = v.string()
const optionalText = v.nullable(text)
const findings = v.array(finding)
const validations = v.array(validation)
const wrote = v.exactOptional(
  v.pipe(v.array(text), v.description('What the commands left behind. It is neither reviewed nor committed.')),
)

export const sessionEventSchema = v.variant('type', [
  event('session-started', 'The first line: what is worked on, by whom, and within which limits.', {
    session: v.pipe(text, v.uuid()),
    branch: text,
    base: text,
    baseCommit: text,
    policy,
    agents: v.object({ reviewer: text, fixer: text, verifier: text }),
    story: optionalText,
    given: v.exactOptional(given),
    settings: v.exactOptional(settings),
    mail: v.exactOptional(mail),
    watch: v.exactOptional(watch),
    traits: v.exactOptional(
      v.pipe(
        v.array(v.picklist(reviewerTraits)),
        v.description('How whoever reviews differs from agents that are asked here.'),
      ),
    ),
    outputs: v.exactOptional(
      v.pipe(v.array(text), v.description('Paths that others left behind before it began: no part of the work.')),
    ),
  }),
  event('work-recorded', 'The files that the first round works on, with all that is not committed.', { point }),
  event('intended', 'An effect begins. If nothing follows, it was cut off.', { step: text, point }),
  event('baseline-validated', 'The validation commands ran before the first review.', { validations, wrote }),
  event('round-reviewed', 'A review came to its end. An inconclusive one is no round.', {
    round,
    point,
    changed: v.exactOptional(
      v.pipe(
        v.array(text),
        v.description('Files that differ from what the round before reviewed, whoever changed them.'),
      ),
    ),
    verdict: v.picklist(['approve', 'needs_attention', 'decline', 'inconclusive']),
    gate,
    findings,
    refuted: findings,
    waived: findings,
    uncounted: v.exactOptional(
      v.pipe(
        v.array(
          v.object({
            ...finding.entries,
            reason: text,
            earlierLine: v.exactOptional(v.number()),
            lineText: v.exactOptional(text),
            isOutside: v.exactOptional(v.boolean()),
          }),
        ),
        v.description('Raised, though not so that it counts: the quote is wrong, or the reviewer is not sure enough.'),
      ),
    ),
    unverified: v.exactOptional(
      v.pipe(
        v.array(v.object({ ...finding.entries, reason: text })),
        v.description('Blocking claims that could not be checked: a person decides them.'),
      ),
    ),
    code: v.exactOptional(
      v.pipe(code, v.description('Where the code that findings quote stands, and where it stood at earlier reviews.')),
    ),
    usage,
    reviewDir: optionalText,
    document: optionalText,
    final: v.exactOptional(v.pipe(text, v.description('Why whoever reviews gives no further round.'))),
    missing: v.exactOptional(v.pipe(v.array(text), v.description('Who did not speak in time.'))),
    objectors: v.exactOptional(v.pipe(v.array(text), v.description('Whose request for changes stands.'))),
    barriers: v.exactOptional(v.pipe(v.array(text), v.description('Why nobody can merge it yet.'))),
    ended: v.exactOptional(v.picklist(['merged', 'closed'])),
    unpushed: v.exactOptional(v.pipe(text, v.description('Commits that are only here then.'))),
  }),
  event('fix-made', 'The fixer is done; what it did was compared with what it says.', {
    round,
    fix,
    point,
    undoes: v.exactOptional(
      v.pipe(
        v.object({ round, files: v.array(text) }),
        v.description('The kept fix of an earlier round that it takes back, and where.'),
      ),
    ),
  }),
  event('fix-validated', 'The validation commands ran on the fix; attempt 2 after it was sent back.', {
    round,
    attempt: round,
    validations,
    wrote,
  }),
  event('fix-committed', 'The fix became a commit; null where there was nothing to commit.', {
    round,
    commit: optionalText,
    point,
  }),
  event('fix-unwanted', 'Somebody who has a say decided otherwise while it was made: it is taken back.', {
    round,
    why: text,
  }),
  event('rolled-back', 'A fix was taken back: by a revert commit, or before there was a commit.', {
    round,
    why: text,
    commit: optionalText,
    point,
  }),
  event('thread-resolved', 'A thread of the pull request was closed, because its fix is in the head.', {
    thread: text,
    commit: text,
  }),
  event('certified', 'What shows that blocking findings are closed.', { round, certificates: v.array(certificate) }),
  event('user-changed', 'Somebody else changed the branch or the files.', { round, found: point, why: text }),
  event('asked', 'The loop cannot go on by itself.', { question }),
  event('answered', 'A person decided.', { answer, by: text, why: text }),
  event('resumed', 'A process went on with the session, perhaps within other limits.', {
    point,
    decisions: claimDecisions,
    limits: v.exactOptional(v.object(limits)),
    settings: v.exactOptional(settings),
    moved: v.exactOptional(v.literal(true)),
    reopened: v.exactOptional(v.literal(true)),
  }),
  event('interrupted', 'The process was asked to stop. The session can be resumed.', { why: text }),
  event('ended', 'The result.', {
    outcome: v.picklist(loopOutcomes),
    reason: text,
    head: text,
  }),
])

/** The event, without what it does not consist of; or what is wrong with it, in one clause. */
export function parseEvent(value: unknown): ParsedEvent<SessionEvent> {
  return parseWith(sessionEventSchema, value)
}

type ParsedEvent<Event> = { readonly event: Event } | { readonly problem: string }

export function parseWith<Event>(schema: v.GenericSchema<unknown, Event>, value: unknown): ParsedEvent<Event> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return { event: result.output }
  return { problem: schemaProblem(result.issues[0], 'all of it') }
}

function event<const Type extends SessionEvent['type'], Entries extends v.ObjectEntries>(
  type: Type,
  description: string,
  entries: Entries,
) {
  return eventSchema(type, description, entries)
}

export function eventSchema<const Type extends string, Entries extends v.ObjectEntries>(
  type: Type,
  description: string,
  entries: Entries,
) {
  const at = v.pipe(v.string(), v.isoTimestamp())
  return v.pipe(v.object({ at, type: v.literal(type), ...entries }), v.description(description))
}
