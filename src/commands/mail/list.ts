import { LoopError } from '../../errors.ts'
import { listClaims } from '../../io/mail/claims.ts'
import { type Box, boxes } from '../../io/mail/layout.ts'
import { listInbox, readWhole } from '../../io/mail/list-inbox.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'
import type { SignatureStatus } from '../../io/mail/signing.ts'
import { jsonText } from '../../report/json-text.ts'
import { type ListedBox, mailList } from '../../report/mail/mail-list.ts'
import type { Command } from '../command.ts'
import { actingAgent, asOption, mailOptions, mailWorld, openWorld } from './mail-world.ts'

export const list: Command = {
  name: 'mail list',
  summary: 'Lists the messages of an agent: what is to be worked on first stands at the top.',
  words: '',
  options: {
    as: asOption,
    all: { type: 'boolean', description: 'of all agents' },
    box: { type: 'string', choices: boxes, description: 'which of its folders (inbox)' },
    ...mailOptions,
  },
  examples: [
    ['review-loop mail list --as codex', 'what codex has to do'],
    ['review-loop mail list --all --format json', 'everything that waits, for scripts'],
    ['review-loop mail list --as codex --box claims', 'what somebody works on, and who'],
  ],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const mailbox = openWorld(world)
    const box = boxes.find((name) => name === args.value('box')) ?? 'inbox'
    if (args.flag('all') && args.value('as') !== undefined) {
      throw new LoopError('usage', { problem: '--as and --all exclude each other', command: 'mail list' })
    }
    const agents = args.flag('all') ? mailbox.agents() : [actingAgent(args, context, 'mail list')]
    const checks = world.settings.signing !== 'off'
    const signatureOf = (agent: string, file: string) =>
      checks ? mailbox.open(agent, box, file).signature : 'unchecked'
    const listed = agents.map((agent) => listBox(mailbox, agent, box, signatureOf, context.now()))
    const isJson = args.value('format') === 'json'
    context.stdout.write(isJson ? jsonText({ boxes: listed }) : mailList(listed, context.now()))
    return 0
  },
}

function listBox(
  mailbox: Mailbox,
  agent: string,
  box: Box,
  signatureOf: (agent: string, file: string) => SignatureStatus,
  now: Date,
): ListedBox {
  const { waiting, unreadable } = readWhole(listInbox(mailbox.files(agent, box), now), (file) =>
    mailbox.open(agent, box, file),
  )
  const holders = new Map(
    box === 'claims'
      ? listClaims(mailbox.root, agent).map(({ token, file, holder, isLive }) => [
          `${token}.${file}`,
          { holder, isLive },
        ])
      : [],
  )
  const messages = waiting.map(({ file, header, isExpired }) => ({
    file,
    ...header,
    isExpired,
    signature: signatureOf(agent, file),
    claim: holders.get(file) ?? null,
  }))
  return { agent, box, messages, unreadable }
}
