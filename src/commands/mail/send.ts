import { resolve } from 'node:path'
import { isSeverity, severities } from '../../core/findings/severity.ts'
import { type MessageType, messageTypes } from '../../core/mail/bodies.ts'
import type { Message } from '../../core/mail/message.ts'
import { threadOf } from '../../core/mail/names.ts'
import { expiryAfter } from '../../core/mail/order.ts'
import { given } from '../../core/values/given.ts'
import { exitCodes, LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import type { Delivery, Outgoing, SendOptions } from '../../io/mail/deliver.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'
import { jsonText } from '../../report/json-text.ts'
import { deliveryText } from '../../report/mail/mail.ts'
import { type Arguments, type Command, type Context, folderOf } from '../command.ts'
import { findMessage } from './find-message.ts'
import { actingAgent, asOption, mailOptions, mailWorld, openWorld, pullRequestOption } from './mail-world.ts'
import { gateProblems, writeHandoff } from './outgoing-packet.ts'

export const send: Command = {
  name: 'mail send',
  summary: 'Writes a message and delivers it to the inbox of everybody it is for.',
  words: '',
  description: [
    'The body is taken from --body, --body-file, or standard input; for the types of a review it is YAML with the fields of docs/mail.md.',
    'A script may repeat it after a crash: a message of a review is not sent again if the same one is there and no recipient has written about the pull request since.',
    'A handoff is also written as a packet, which the message names. An approval that names a packet is refused where that does not pass the gate.',
    'Exit codes: 0 it is delivered, now or before · 1 the message is not valid, and nothing was sent · 2 wrong usage.',
  ],
  options: {
    as: asOption,
    to: { type: 'string', value: 'NAMES', description: 'the recipients, such as codex or codex,gemini' },
    type: { type: 'string', choices: messageTypes, description: 'what it is' },
    subject: { type: 'string', value: 'TEXT', description: 'one line for a person' },
    body: { type: 'string', value: 'TEXT', description: 'what it says' },
    'body-file': { type: 'string', value: 'FILE', description: 'the same from a file; - is standard input' },
    priority: { type: 'string', choices: severities, description: 'how urgent it is (P1 in a review, else P2)' },
    pr: { type: 'string', value: 'N', description: 'the pull request it is about' },
    packet: { type: 'string', value: 'PATH', description: 'a packet, by its path in the mailbox' },
    'reply-to': { type: 'string', value: 'ID', description: 'the message it answers; its conversation goes on' },
    conversation: { type: 'string', value: 'ID', description: 'the conversation it belongs to' },
    context: { type: 'string', value: 'TEXT', description: 'what the recipient should remember' },
    channel: { type: 'string', value: 'WORD', description: 'a topic, such as review or deploy' },
    expires: { type: 'string', value: 'TIME', description: 'from when on nobody has to answer: 30m, 2h, 7d' },
    again: { type: 'boolean', description: 'send it even if the same was sent before' },
    ...mailOptions,
  },
  examples: [
    [
      'review-loop mail send --as claude --to codex --type question --subject "Which parser?" --body "The old one?"',
      'any text',
    ],
    [
      'review-loop mail send --as claude --to codex --type review_request --pr 86 --subject "Review: #86" --body-file request.yaml',
      'a request',
    ],
  ],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const mailbox = openWorld(world)
    const options = { time: context.now(), leaks: world.leaks, again: args.flag('again') }
    const delivery = await sendOne(mailbox, await readOutgoing(args, context, mailbox), options)
    const isJson = args.value('format') === 'json'
    if (delivery.status === 'refused' && !isJson) context.stderr.write(deliveryText(delivery))
    else context.stdout.write(isJson ? jsonText(delivery) : deliveryText(delivery))
    return delivery.status === 'refused' ? exitCodes.blocked : exitCodes.passed
  },
}

type TextMessage = Extract<Outgoing, { body: string }>
type Refused = { readonly status: 'refused'; readonly problems: readonly { line: null; text: string }[] }

async function sendOne(mailbox: Mailbox, outgoing: TextMessage, options: SendOptions): Promise<Delivery | Refused> {
  const { type, body, related_packet: packet } = outgoing
  if (type === 'review_lgtm' && packet !== undefined) {
    const problems = gateProblems(mailbox, body, packet)
    if (problems.length > 0) return { status: 'refused', problems: problems.map((text) => ({ line: null, text })) }
  }
  const written = type === 'handoff' && packet === undefined ? writeHandoff(mailbox, outgoing, options) : null
  return mailbox.deliver(written === null ? outgoing : { ...outgoing, related_packet: written }, options)
}

async function readOutgoing(args: Arguments, context: Context, mailbox: Mailbox): Promise<TextMessage> {
  const from = actingAgent(args, context, 'mail send')
  const type = messageType(needed(args, 'type'))
  const priority = args.value('priority') ?? (type.startsWith('review_') ? 'P1' : 'P2')
  const parent = parentOf(args, from, mailbox)
  return {
    from,
    to: needed(args, 'to')
      .split(',')
      .map((name) => name.trim()),
    type,
    priority: isSeverity(priority) ? priority : 'P2',
    subject: needed(args, 'subject'),
    body: await bodyOf(args, context),
    ...(parent === undefined ? {} : threadOf(parent)),
    ...given({
      conversation_id: args.value('conversation'),
      related_pr: pullRequestOption(args, 'mail send'),
      related_packet: args.value('packet'),
      context_keys: args.value('context'),
      channel: args.value('channel'),
      expires_at: expiryOf(args.value('expires'), context.now()),
    }),
  }
}

function needed(args: Arguments, name: string): string {
  const value = args.value(name)
  if (value === undefined) throw usage(`--${name} is missing`)
  return value
}

function messageType(word: string): MessageType {
  const type = messageTypes.find((known) => known === word)
  if (type === undefined) throw usage(`there is no type "${word}"`)
  return type
}

async function bodyOf(args: Arguments, context: Context): Promise<string> {
  const [text, file] = [args.value('body'), args.value('body-file')]
  if (text !== undefined && file !== undefined) throw usage('--body and --body-file exclude each other')
  const body = text ?? (await bodyFrom(file ?? '-', args, context))
  return body.endsWith('\n') ? body : `${body}\n`
}

function bodyFrom(file: string, args: Arguments, context: Context): string | Promise<string> {
  return file === '-' ? context.readInput() : readRequired(resolve(folderOf(args, context), file))
}

function parentOf(args: Arguments, agent: string, mailbox: Mailbox): Message | undefined {
  const id = args.value('reply-to')
  if (id === undefined) return undefined
  const parent = findMessage(mailbox, [agent], id)?.message
  if (!parent) throw usage(`${agent} has neither got nor sent a message ${id}`)
  return parent
}

function expiryOf(words: string | undefined, now: Date): string | undefined {
  const time = words === undefined ? undefined : expiryAfter(now, words)
  if (words !== undefined && time === undefined) throw usage(`--expires takes 30m, 2h or 7d, found "${words}"`)
  return time
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'mail send' })
