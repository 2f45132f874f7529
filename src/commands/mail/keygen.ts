import { LoopError } from '../../errors.ts'
import { keyFile, makeKey, readKey, type SigningKey } from '../../io/mail/keys.ts'
import { checkAgent, checkMailbox } from '../../io/mail/layout.ts'
import { addPins, type Pin, pinFile, publishedKeys, publishKey } from '../../io/mail/pins.ts'
import { jsonText } from '../../report/json-text.ts'
import { keyText, trustText } from '../../report/mail/mail.ts'
import type { Command } from '../command.ts'
import { actingAgent, asOption, type MailWorld, mailOptions, mailWorld } from './mail-world.ts'

export const keygen: Command = {
  name: 'mail keygen',
  summary: 'Makes the key that an agent signs with, and puts its public half into the mailbox.',
  words: '',
  description: ['The private key stays on this machine, outside of the mailbox. A key that is there stays as it is.'],
  options: { as: asOption, ...mailOptions },
  examples: [['review-loop mail keygen --as claude', 'then, where codex works: review-loop mail trust claude']],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const agent = actingAgent(args, context, 'mail keygen')
    checkMailbox(world.root)
    checkAgent(world.root, agent)
    const { kid } = ensureKey(world, agent, context.now())
    const result = { agent, kid, file: keyFile(world.keys, agent) }
    context.stdout.write(args.value('format') === 'json' ? jsonText(result) : keyText(result))
    return 0
  },
}

export const trust: Command = {
  name: 'mail trust',
  summary: 'Accepts the keys of an agent that lie in the mailbox, from now on, on this machine.',
  words: 'AGENT',
  description: [
    'Whoever can write into the mailbox can put a key there: compare what is printed with what keygen printed where the agent works.',
  ],
  options: mailOptions,
  examples: [['review-loop mail trust claude', 'messages that claude signs count here']],
  run: async (args, context) => {
    const world = await mailWorld(args, context)
    const [agent, ...more] = args.words
    if (agent === undefined || more.length > 0) {
      throw new LoopError('usage', { problem: 'name one agent', command: 'mail trust' })
    }
    checkMailbox(world.root)
    checkAgent(world.root, agent)
    const { known, added } = trustKeys(world, agent)
    if (known.length === 0) {
      throw new LoopError('usage', { problem: `${agent} has put no key into the mailbox`, command: 'mail keygen' })
    }
    const result = {
      agent,
      keys: known.map(({ kid }) => kid),
      added: added.map(({ kid }) => kid),
      file: pinFile(world.keys),
    }
    context.stdout.write(args.value('format') === 'json' ? jsonText(result) : trustText(result))
    return 0
  },
}

export function ensureKey({ root, keys }: MailWorld, agent: string, now: Date): SigningKey {
  const key = readKey(keys, agent, false) ?? makeKey(keys, agent, now)
  publishKey(root, key)
  return key
}

export function trustKeys(
  { root, keys }: MailWorld,
  agent: string,
): {
  readonly known: readonly Pin[]
  readonly added: readonly Pin[]
} {
  const known = publishedKeys(root, agent)
  return { known, added: addPins(keys, known) }
}
