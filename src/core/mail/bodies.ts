import type { MessageType } from './envelope.ts'
import { type Check, type FieldTable, group, optional, type Rule, required, type Values } from './fields.ts'
import { handoffFields, sameAgentTwice } from './handoff.ts'
import { defaultBudget, mostNits } from './limits.ts'
import {
  branchName,
  commitId,
  integer,
  itemId,
  list,
  oneLine,
  oneOf,
  prose,
  pullRequest,
  pullRequestReference,
  relativePath,
  textOr,
  truth,
  utcTime,
} from './rules.ts'
import { telemetryFields } from './telemetry.ts'

// What stands in the bodies: the fields of the protocol, and those that its skills add.

const round = integer(1, 99)
const taskId = optional(oneLine(200), 'The task it belongs to')
const reviewRound = optional(round, 'The round, counted from 1')
const tier = oneOf(['P2', 'P3'])
const telemetry = optional(group(telemetryFields), 'What the review used')

export const reviewRequestFields = {
  pr: required(pullRequest, 'Number of the pull request'),
  branch: required(branchName, 'The branch to review'),
  diff_summary: required(prose(10_000), 'What was changed'),
  handoff_ref: optional(relativePath, 'A handoff packet that this review follows'),
  max_turns_reviewer: optional(integer(1, 1000), `Turns the reviewer may take (${defaultBudget.turns})`),
  max_runtime_s_reviewer: optional(integer(1, 86_400), `Seconds the reviewer may take (${defaultBudget.seconds})`),
  task_id: taskId,
  review_round: reviewRound,
}

/** The markers that we write; others may use words of their own. */
export type Escalation = 'max_rounds_exceeded' | 'reviewer_budget_exceeded'

export const reviewFeedbackFields = {
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
}

/** What feedback is escalated for; null where it is not, also where it says so in a word. */
export function escalationOf({ escalation }: Bodies['review_feedback']): string | null {
  return escalation === undefined || /^(?:none|no|false)$/i.test(escalation) ? null : escalation
}

export const reviewAddressedFields = {
  commit_sha: required(commitId, 'The commit with the fixes'),
  changes_summary: required(prose(10_000), 'What was done about the findings'),
  round: required(round, 'The round whose findings these are'),
  touched_files: optional(list(relativePath, { most: 1000, unique: (path) => path }), 'Files that were edited'),
  addressed_finding_ids: optional(list(itemId, { most: 1000, unique: (id) => id }), 'Findings that should be gone'),
  task_id: taskId,
  review_round: reviewRound,
}

export const nitFields = {
  nit_id: required(itemId, 'Its name, once in the pull request'),
  tier: required(tier, 'How grave it is'),
  summary: required(oneLine(1000), 'What it is'),
  owner: required(oneLine(100), 'Who takes care of it; usually the author'),
  next_action: required(prose(1000), 'What is to be done after the merge'),
  tracking_ref: optional(oneLine(300), 'Where it is tracked'),
  source: optional(oneLine(300), 'The finding it comes from, or a path'),
  expires_at_utc: optional(utcTime, 'From when on it is stale'),
}

export type Nit = Values<typeof nitFields>

export const followUpItemFields = {
  summary: required(oneLine(1000), 'What it is'),
  tier: optional(tier, 'How grave it is'),
  owner: optional(oneLine(100), 'Who takes care of it'),
  tracking: optional(oneLine(300), 'Where it is tracked'),
  next_action: optional(prose(1000), 'What is to be done'),
}

export const reviewLgtmFields = {
  quality_gate_result: required(oneOf(['pass', 'fail']), 'What the gate said; only pass is a pass'),
  merge_ready: required(truth, 'Whether it may be merged'),
  nits: optional(
    list(group(nitFields), { most: mostNits, unique: ({ nit_id }) => nit_id }),
    'What is left for later: every open P2 and P3',
  ),
  follow_ups: optional(
    textOr(oneOf(['none']), list(textOr(oneLine(1000), group(followUpItemFields)), { most: 200 })),
    'The same in an older form',
  ),
  telemetry,
  merge_method: optional(oneOf(['squash', 'merge', 'rebase']), 'How to merge it'),
  task_id: taskId,
  review_round: reviewRound,
}

export const handoffCompleteFields = {
  issue: required(oneLine(300), 'What was handed over'),
  pr: required(pullRequestReference, 'The pull request'),
  branch: required(branchName, 'Its branch'),
  tests_run: required(prose(5000), 'What was run, and how it ended'),
  next_owner: required(oneLine(100), 'Who goes on'),
}

export const followUpFields = {
  source_type: required(oneOf(['review', 'task', 'deploy', 'incident', 'other']), 'Where it comes from'),
  source_ref: required(oneLine(300), 'Which one'),
  risk_tier: required(tier, 'How grave it is'),
  summary: required(prose(1000), 'What it is'),
  next_action: required(prose(1000), 'What is to be done'),
  owner: required(oneLine(100), 'Who takes care of it'),
  tracking_issue: optional(oneLine(300), 'Where it is tracked'),
  due_hint: optional(oneLine(100), 'By when'),
}

const sameRound: Check<{ round: typeof reviewFeedbackFields.round; review_round: typeof reviewRound }> = (
  { round: one, review_round: other },
  complain,
) => {
  if (one !== undefined && other !== undefined && one !== other) {
    complain('review_round', `"review_round" is ${other} and "round" is ${one}; they must be the same`)
  }
}

/** Types that are not here have any text as their body. */
export const bodyRules = {
  review_request: group(reviewRequestFields),
  review_feedback: group(reviewFeedbackFields, sameRound),
  review_addressed: group(reviewAddressedFields, sameRound),
  review_lgtm: group(reviewLgtmFields),
  handoff: group(handoffFields, sameAgentTwice),
  handoff_complete: group(handoffCompleteFields),
  follow_up: group(followUpFields),
} satisfies Partial<Record<MessageType, Rule<unknown>>>

type Meaning<R> = R extends Rule<infer T> ? T : never

export type Bodies = { readonly [Type in keyof typeof bodyRules]: Meaning<(typeof bodyRules)[Type]> }

/** For writing: their fields in order. */
export const bodyTables: Readonly<Record<keyof Bodies, FieldTable>> = {
  review_request: reviewRequestFields,
  review_feedback: reviewFeedbackFields,
  review_addressed: reviewAddressedFields,
  review_lgtm: reviewLgtmFields,
  handoff: handoffFields,
  handoff_complete: handoffCompleteFields,
  follow_up: followUpFields,
}

export function hasFields(type: string): type is keyof Bodies {
  return Object.hasOwn(bodyRules, type)
}
