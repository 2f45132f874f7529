import type { Nit } from '../../src/core/mail/bodies.ts'
import { commitIn, commitNote } from '../../src/core/mail/commit-note.ts'
import type { Message, MessageOf } from '../../src/core/mail/message.ts'
import { type Packet, renderPacket } from '../../src/core/mail/packet.ts'
import type { Outgoing } from '../../src/io/mail/deliver.ts'
import { type Mailbox, openMailbox } from '../../src/io/mail/mailbox.ts'
import { newMailbox, noLeaks } from './mail-host.ts'
import { jsonEndOf, type ProgramOptions, startProgram } from './program.ts'
import type { TestRepository } from './repository.ts'
import { type LoopRun, until } from './scripted-loop.ts'

// `review-loop mail author` by claude, about pull request 86, and a codex who answers as the test says.

type Request = MessageOf<'review_request'>

export interface Correspondence {
  readonly root: string
  readonly mailbox: Mailbox
  /** Starts the author in a repository. */
  readonly start: (test: TestRepository, words: readonly string[], options?: ProgramOptions) => Started
  /** Waits for the next request, and answers it. */
  readonly answer: (answer: (request: Request) => Answer | readonly Answer[]) => Promise<Request>
  /** Files in a folder of an agent, by the type of their messages. */
  readonly types: (agent: string, box: 'inbox' | 'outbox' | 'processed') => readonly string[]
  readonly sent: (type: Message['type']) => readonly Message[]
}

export interface Started {
  readonly kill: (signal: 'SIGKILL' | 'SIGINT') => void
  readonly ended: Promise<LoopRun>
}

/** What codex sends. `packet`: written before, unless it is null. */
export interface Answer {
  readonly message: Pick<Outgoing, 'type'> & Record<string, unknown>
  readonly packet?: string
  /** Also where it has answered already. */
  readonly again?: boolean
}

export function correspondence(root = newMailbox()): Correspondence {
  const mailbox = openMailbox(root)
  const types = (agent: string, box: 'inbox' | 'outbox' | 'processed') =>
    mailbox
      .files(agent, box)
      .map(({ header }) => header?.type ?? '?')
      .sort()
  return {
    root,
    mailbox,
    start: (test, words, options) =>
      start(test, ['mail', 'author', '--mailbox', root, '--format', 'json', ...words], options),
    answer: async (answer) => {
      const request = await nextRequest(mailbox)
      for (const each of [answer(request)].flat()) await deliver(mailbox, request, each)
      return request
    },
    types,
    sent: (type) =>
      mailbox
        .sentAbout('claude', 86)
        .map(({ message }) => message)
        .filter((message) => message.type === type),
  }
}

export const parties = ['--as', 'claude', '--to', 'codex', '--pr', '86']

/** Feedback with a packet that has these findings. */
export function feedback(
  { content: { review_round: round = 1 }, context_keys: keys }: Request,
  findings: Packet['findings'],
  { commands = [pass('npm test')], ...values }: { commands?: readonly Command[]; [field: string]: unknown } = {},
): Answer {
  const id = `20260213_${Math.random().toString(36).slice(2)}_codex_r${round}`
  const packet: Packet = {
    packet_id: id,
    reviewer: 'codex',
    round,
    summary: { verdict: 'fail' },
    findings,
    qa_validation: { commands_run: commands },
  }
  const blocking = findings.filter((finding) => finding.blocking).length
  const content = { findings_packet: `packets/findings/${id}.yaml`, round, blocking_count: blocking, ...values }
  return { message: { type: 'review_feedback', context_keys: keys, content }, packet: renderPacket(packet) }
}

type Command = NonNullable<NonNullable<Packet['qa_validation']>['commands_run']>[number]

export const pass = (command: string): Command => ({ command, result: 'pass' })
export const fail = (command: string): Command => ({ command, result: 'fail' })

export const wrongSign: Packet['findings'][number] = {
  id: 'F-001',
  severity: 'P1',
  blocking: true,
  status: 'open',
  file: 'calc.rb',
  line: 2,
  description: 'Wrong sign\n\nIt subtracts.',
  evidence: 'a - b',
  recommendation: 'Add.',
}

/** Approves what it was asked about. */
export function lgtm({ context_keys: keys, content: { review_round } }: Request, values: object = {}): Answer {
  const content = { quality_gate_result: 'pass', merge_ready: true, review_round, ...values }
  return { message: { type: 'review_lgtm', context_keys: keys, content } }
}

export const aboutAnother = commitNote('0'.repeat(40))

export const nit: Nit = { nit_id: 'NIT-001', tier: 'P3', summary: 'Name it', owner: 'claude', next_action: 'Rename it' }

export const commitOf = ({ context_keys: keys }: Message): string | null => commitIn(keys)

async function nextRequest(mailbox: Mailbox): Promise<Request> {
  const isRequest = ({ type }: { type: string }) => type === 'review_request'
  await until(() => mailbox.files('codex', 'inbox').some(({ header }) => header !== null && isRequest(header)))
  const { claim } = await mailbox.claim('codex', new Date(), isRequest)
  if (claim?.message.type !== 'review_request') throw new Error('no request')
  mailbox.finish(claim)
  return claim.message
}

async function deliver(mailbox: Mailbox, request: Request, { message, packet, again = false }: Answer): Promise<void> {
  const thread = { parent_message_id: request.id, related_pr: request.content.pr }
  const outgoing = { from: 'codex', to: ['claude'], priority: 'P1', subject: 'Re', ...thread, ...message }
  const named = message.content as { findings_packet?: string }
  const path = named.findings_packet ?? (message as { related_packet?: string }).related_packet
  if (packet !== undefined && path !== undefined) mailbox.writePacket(path, packet)
  const sent = await mailbox.deliver(outgoing as unknown as Outgoing, { time: new Date(), leaks: noLeaks, again })
  if (sent.status !== 'sent') throw new Error(JSON.stringify(sent))
}

function start(test: TestRepository, words: readonly string[], options: ProgramOptions = {}): Started {
  const child = startProgram(test.path, words, options)
  return { kill: (signal) => child.kill(signal), ended: jsonEndOf(child) }
}
