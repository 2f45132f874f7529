import type * as v from 'valibot'
import {
  amount,
  branchName,
  commitId,
  integer,
  itemId,
  oneLine,
  prose,
  pullRequest,
  pullRequestReference,
  relativePath,
  truth,
  utcTime,
} from './field-types.ts'
import { fields, list, oneOf, optional, type Rule, required, textOr } from './fields.ts'
import { handoffSchema } from './handoff.ts'
import { defaultBudget, mostNits } from './limits.ts'

// What stands in the bodies: the fields of the protocol, and those that its skills add.

const count = integer(0, 1_000_000_000_000)

/** What a reviewer or an author used. On the envelope, and as a map in the body. */
export const telemetryEntries = {
  model: optional(oneLine(200), 'The model that was used'),
  turns: optional(count, 'Turns of the agent'),
  input_tokens: optional(count, 'Tokens that were read'),
  output_tokens: optional(count, 'Tokens that were written'),
  wall_time_s: optional(amount, 'Seconds from start to end'),
  est_cost_usd: optional(amount, 'Estimated cost in dollars'),
}

const round = integer(1, 99)
const taskId = optional(oneLine(200), 'The task it belongs to')
const reviewRound = optional(round, 'The round, counted from 1')
const tier = oneOf(['P2', 'P3'])
const telemetry = optional(fields(telemetryEntries), 'What the review used')

const sameRound: Rule<{ readonly round: number; readonly review_round?: number }> = [
  ['review_round', 'round'],
  ({ review_round: one, round: other }) =>
    one === undefined || one === other ? null : `is ${one} and "round" is ${other}; they must be the same`,
]

const reviewRequest = fields({
  pr: required(pullRequest, 'Number of the pull request'),
  branch: required(branchName, 'The branch to review'),
  diff_summary: required(prose(10_000), 'What was changed'),
  handoff_ref: optional(relativePath, 'A handoff packet that this review follows'),
  max_turns_reviewer: optional(integer(1, 1000), `Turns the reviewer may take (${defaultBudget.turns})`),
  max_runtime_s_reviewer: optional(integer(1, 86_400), `Seconds the reviewer may take (${defaultBudget.seconds})`),
  task_id: taskId,
  review_round: reviewRound,
})

/** The markers that we write; others may use words of their own. */
export type Escalation = 'max_rounds_exceeded' | 'reviewer_budget_exceeded'

const reviewFeedback = fields(
  {
    findings_packet: required(relativePath, 'The findings packet, by its path in the mailbox'),
    round: required(round, 'The round that this answers, counted from 1'),
    blocking_count: required(integer(0, 10_000), 'How many findings block'),
    escalation: optional(
      oneLine(200),
      'Why there is no further round: max_rounds_exceeded, reviewer_budget_exceeded, any other word',
    ),
    telemetry,
    task_id: taskId,
    review_round: reviewRound,
  },
  sameRound,
)

/** What feedback is escalated for; null where it is not, also where it says so in a word. */
export function escalationOf({ escalation }: Bodies['review_feedback']): string | null {
  return escalation === undefined || /^(?:none|no|false)$/i.test(escalation) ? null : escalation
}

const reviewAddressed = fields(
  {
    commit_sha: required(commitId, 'The commit with the fixes'),
    changes_summary: required(prose(10_000), 'What was done about the findings'),
    round: required(round, 'The round whose findings these are'),
    touched_files: optional(list(relativePath, { most: 1000, unique: (path) => path }), 'Files that were edited'),
    addressed_finding_ids: optional(list(itemId, { most: 1000, unique: (id) => id }), 'Findings that should be gone'),
    task_id: taskId,
    review_round: reviewRound,
  },
  sameRound,
)

export const nitSchema = fields({
  nit_id: required(itemId, 'Its name, once in the pull request'),
  tier: required(tier, 'How grave it is'),
  summary: required(oneLine(1000), 'What it is'),
  owner: required(oneLine(100), 'Who takes care of it; usually the author'),
  next_action: required(prose(1000), 'What is to be done after the merge'),
  tracking_ref: optional(oneLine(300), 'Where it is tracked'),
  source: optional(oneLine(300), 'The finding it comes from, or a path'),
  expires_at_utc: optional(utcTime, 'From when on it is stale'),
})

export type Nit = v.InferOutput<typeof nitSchema>

export const followUpItem = fields({
  summary: required(oneLine(1000), 'What it is'),
  tier: optional(tier, 'How grave it is'),
  owner: optional(oneLine(100), 'Who takes care of it'),
  tracking: optional(oneLine(300), 'Where it is tracked'),
  next_action: optional(prose(1000), 'What is to be done'),
})

const reviewLgtm = fields({
  quality_gate_result: required(oneOf(['pass', 'fail']), 'What the gate said; only pass is a pass'),
  merge_ready: required(truth, 'Whether it may be merged'),
  nits: optional(
    list(nitSchema, { most: mostNits, unique: ({ nit_id }) => nit_id }),
    'What is left for later: every open P2 and P3',
  ),
  follow_ups: optional(
    textOr(oneOf(['none']), list(textOr(oneLine(1000), followUpItem), { most: 200 })),
    'The same in an older form',
  ),
  telemetry,
  merge_method: optional(oneOf(['squash', 'merge', 'rebase']), 'How to merge it'),
  task_id: taskId,
  review_round: reviewRound,
})

const handoffComplete = fields({
  issue: required(oneLine(300), 'What was handed over'),
  pr: required(pullRequestReference, 'The pull request'),
  branch: required(branchName, 'Its branch'),
  tests_run: required(prose(5000), 'What was run, and how it ended'),
  next_owner: required(oneLine(100), 'Who goes on'),
})

const followUp = fields({
  source_type: required(oneOf(['review', 'task', 'deploy', 'incident', 'other']), 'Where it comes from'),
  source_ref: required(oneLine(300), 'Which one'),
  risk_tier: required(tier, 'How grave it is'),
  summary: required(prose(1000), 'What it is'),
  next_action: required(prose(1000), 'What is to be done'),
  owner: required(oneLine(100), 'Who takes care of it'),
  tracking_issue: optional(oneLine(300), 'Where it is tracked'),
  due_hint: optional(oneLine(100), 'By when'),
})

/** Every type of message, with the fields of its body; null: its body is any text. */
export const bodySchemas = {
  task_request: null,
  question: null,
  notification: null,
  follow_up: followUp,
  handoff: handoffSchema,
  handoff_complete: handoffComplete,
  review_request: reviewRequest,
  review_feedback: reviewFeedback,
  review_addressed: reviewAddressed,
  review_lgtm: reviewLgtm,
  brainstorm_request: null,
  brainstorm_followup: null,
} as const

export type MessageType = keyof typeof bodySchemas

export const messageTypes = Object.keys(bodySchemas) as readonly MessageType[]

/** What is read in the bodies that have fields. */
export type Bodies = {
  readonly [Type in MessageType as (typeof bodySchemas)[Type] extends null ? never : Type]: v.InferOutput<
    NonNullable<(typeof bodySchemas)[Type]>
  >
}

/** The fields of the body of a message of a type; null for no type, and for one whose body is any text. */
export function bodySchema(type: unknown): BodySchema | null {
  return messageTypes.some((known) => known === type) ? bodySchemas[type as MessageType] : null
}

type BodySchema = NonNullable<(typeof bodySchemas)[MessageType]>
