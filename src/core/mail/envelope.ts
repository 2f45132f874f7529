import * as v from 'valibot'
import { type MessageType, messageTypes, telemetryEntries } from './bodies.ts'
import {
  agentName,
  conversationId,
  matching,
  messageId,
  oneLine,
  prose,
  pullRequest,
  relativePath,
  severity,
  utcTime,
  verbatim,
} from './field-types.ts'
import { fields, list, oneOf, optional, type Rule, required, textOr } from './fields.ts'

const mayReport: ReadonlySet<MessageType> = new Set(['review_feedback', 'review_lgtm', 'review_addressed'])

type Telemetry = Readonly<Partial<Record<keyof typeof telemetryEntries, unknown>>>

const telemetryRules = (Object.keys(telemetryEntries) as readonly (keyof Telemetry)[]).map(
  (name): Rule<Telemetry & { readonly type: MessageType }> => [
    [name, 'type'],
    (envelope) =>
      envelope[name] === undefined || mayReport.has(envelope.type)
        ? null
        : `belongs to an answer of a review, not to a ${envelope.type}`,
  ],
)

/** In the order in which they are written. */
export const envelopeSchema = fields(
  {
    id: required(messageId, 'Name of the message, never used again'),
    from: required(agentName, 'The sender'),
    to: required(
      v.pipe(
        textOr(agentName, list(agentName, { least: 1, most: 10, unique: (name) => name.toLowerCase() })),
        v.transform((to): readonly string[] => (typeof to === 'string' ? [to] : to)),
      ),
      'The recipients, never the sender',
    ),
    type: required(oneOf(messageTypes), 'What it is, which decides what the body must hold'),
    priority: required(severity, 'How urgent it is; says nothing about findings'),
    created_at_utc: required(utcTime, 'When it was written'),
    expires_at: optional(utcTime, 'From when on nobody has to answer'),
    channel: optional(
      matching('a word of letters, digits, "_" and "-", at most 64', /^[A-Za-z0-9_-]{1,64}$/),
      'A topic, like review, deploy, incident',
    ),
    autonomy_hint: optional(oneOf(['auto_proceed']), 'A wish; the recipient decides'),
    related_packet: optional(relativePath, 'A packet, by its path in the mailbox'),
    related_pr: optional(pullRequest, 'The pull request it is about'),
    conversation_id: optional(conversationId, 'The same for all messages of one conversation'),
    parent_message_id: optional(messageId, 'The message it answers'),
    context_keys: optional(prose(5000), 'What the recipient should remember of earlier messages'),
    ...telemetryEntries,
    subject: required(oneLine(200), 'One line for a person'),
    body: required(verbatim(20_000), 'Text; YAML in it for the types that have fields'),
    auth: optional(
      matching('unpadded base64url of at most 16384 characters', /^[A-Za-z0-9_-]{1,16384}$/),
      'Signatures over all bytes before this line, which is the last one',
    ),
  },
  [
    ['to', 'from'],
    ({ to, from }) =>
      to.some((name) => name.toLowerCase() === from.toLowerCase())
        ? `names the sender, "${from}"; nobody writes to themselves`
        : null,
  ],
  [
    ['to', 'type'],
    ({ to, type }) =>
      to.length > 1 && (type === 'handoff' || type === 'handoff_complete')
        ? `must be one recipient for a ${type}, found ${to.length}`
        : null,
  ],
  ...telemetryRules,
)

export type Envelope = v.InferOutput<typeof envelopeSchema>
