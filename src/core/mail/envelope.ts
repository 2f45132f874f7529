import { type Check, optional, required, type Values } from './fields.ts'
import {
  agentName,
  conversationId,
  messageId,
  oneLine,
  oneOf,
  oneOrMore,
  prose,
  pullRequest,
  relativePath,
  scalar,
  severity,
  utcTime,
  verbatim,
} from './rules.ts'
import { telemetryFields } from './telemetry.ts'

export const messageTypes = [
  'task_request',
  'question',
  'notification',
  'follow_up',
  'handoff',
  'handoff_complete',
  'review_request',
  'review_feedback',
  'review_addressed',
  'review_lgtm',
  'brainstorm_request',
  'brainstorm_followup',
] as const

export type MessageType = (typeof messageTypes)[number]

/** In the order in which they are written. */
export const envelopeFields = {
  id: required(messageId, 'Name of the message, never used again'),
  from: required(agentName, 'The sender'),
  to: required(
    oneOrMore(agentName, { least: 1, most: 10, unique: (name) => name.toLowerCase() }),
    'The recipients, never the sender',
  ),
  type: required(oneOf(messageTypes), 'What it is, which decides what the body must hold'),
  priority: required(severity, 'How urgent it is; says nothing about findings'),
  created_at_utc: required(utcTime, 'When it was written'),
  expires_at: optional(utcTime, 'From when on nobody has to answer'),
  channel: optional(
    scalar('a word of letters, digits, "_" and "-", at most 64', (text) =>
      /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined,
    ),
    'A topic, like review, deploy, incident',
  ),
  autonomy_hint: optional(oneOf(['auto_proceed']), 'A wish; the recipient decides'),
  related_packet: optional(relativePath, 'A packet, by its path in the mailbox'),
  related_pr: optional(pullRequest, 'The pull request it is about'),
  conversation_id: optional(conversationId, 'The same for all messages of one conversation'),
  parent_message_id: optional(messageId, 'The message it answers'),
  context_keys: optional(prose(5000), 'What the recipient should remember of earlier messages'),
  ...telemetryFields,
  subject: required(oneLine(200), 'One line for a person'),
  body: required(verbatim(20_000), 'Text; YAML in it for the types that have fields'),
  auth: optional(
    scalar('unpadded base64url of at most 16384 characters', (text) =>
      /^[A-Za-z0-9_-]{1,16384}$/.test(text) ? text : undefined,
    ),
    'Signatures over all bytes before this line, which is the last one',
  ),
}

export type Envelope = Values<typeof envelopeFields>

/** What fields say together. */
export const checkEnvelope: Check<typeof envelopeFields> = (envelope, complain) => {
  const { from, to = [], type } = envelope
  if (from !== undefined && to.some((name) => name.toLowerCase() === from.toLowerCase()))
    complain('to', `"to" names the sender, "${from}"; nobody writes to themselves`)
  if (to.length > 1 && (type === 'handoff' || type === 'handoff_complete')) {
    complain('to', `a ${type} has one recipient, found ${to.length}`)
  }
  if (type === undefined || mayReport.has(type)) return
  for (const name of telemetryNames) {
    if (envelope[name] !== undefined) complain(name, `"${name}" belongs to an answer of a review, not to a ${type}`)
  }
}

const mayReport: ReadonlySet<MessageType> = new Set(['review_feedback', 'review_lgtm', 'review_addressed'])

const telemetryNames = ['model', 'turns', 'input_tokens', 'output_tokens', 'wall_time_s', 'est_cost_usd'] as const
