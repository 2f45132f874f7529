import type { MailParties } from '../../../core/loop/result.ts'
import { clean, type LeakValues } from '../../../core/mail/leaks.ts'
import type { Message } from '../../../core/mail/message.ts'
import { LoopError } from '../../../errors.ts'
import type { Delivery, Outgoing, SendOptions } from '../../../io/mail/deliver.ts'
import { checkAgent } from '../../../io/mail/layout.ts'
import type { Mailbox } from '../../../io/mail/mailbox.ts'
import { openSigning, type SignatureStatus } from '../../../io/mail/signing.ts'
import type { Config } from '../../../types.ts'
import { type MailWorld, openWorld } from '../mail-world.ts'

type Parties = Pick<MailParties, 'as' | 'to' | 'pr'>

/** An author's desk: in whose name it writes, to whom, and where the messages lie. */
export interface Post {
  readonly mailbox: Mailbox
  readonly parties: Parties
  /** What a reviewer may use. */
  readonly budget: Config['mail']['budget']
  readonly leaks: LeakValues
  /** Whether a message counts that is signed like this. */
  readonly accepts: (signature: SignatureStatus) => boolean
  readonly now: () => Date
  /** Said once to a person. */
  readonly notice: (text: string) => void
}

/** A LoopError where there is no mailbox, or where somebody has no folder in it. */
export function openPost(world: MailWorld, parties: Parties, rest: Pick<Post, 'now' | 'notice'>): Post {
  const { settings, leaks, keys } = world
  const mailbox = openWorld(world)
  for (const name of [parties.as, parties.to]) checkAgent(mailbox.root, name)
  const { accepts } = openSigning(settings.signing, keys)
  return { mailbox, parties, budget: settings.budget, leaks, accepts, ...rest }
}

/**
 * Sends a message of a review, or gives the one that was sent before. One that is not the same, because it is about another
 * commit, does not count as sent. Who is cut off in between does it again: nothing is sent twice.
 */
export async function sendOnce(
  post: Post,
  outgoing: Outgoing,
  isSame: (message: Message) => boolean,
): Promise<Message> {
  const isMeant = (message: Message) => message.type === outgoing.type && isSame(message)
  return sentOf(await deliver(post, outgoing, { isSame: isMeant }), outgoing)
}

/** Also where the same was sent before. */
export async function sendAgain(post: Post, outgoing: Outgoing): Promise<Message> {
  return sentOf(await deliver(post, outgoing, { again: true }), outgoing)
}

/** A message that may be sent as often as one likes, once: known by its subject and by what it answers. */
export async function noteOnce(post: Post, outgoing: Outgoing): Promise<void> {
  const { type, subject, parent_message_id: parent } = outgoing
  const isSame = (message: Message) =>
    message.type === type && message.subject === subject && message.parent_message_id === parent
  if (findSent(post, isSame) === undefined) await sendAgain(post, outgoing)
}

/** The last one, among what was sent about this pull request. */
export function findSent(post: Post, isMeant: (message: Message) => boolean): Message | undefined {
  return sentMessages(post).findLast(isMeant)
}

/** What was sent about this pull request, the oldest first. */
export function sentMessages({ mailbox, parties }: Post): readonly Message[] {
  return mailbox
    .sentAbout(parties.as, parties.pr)
    .map(({ message }) => message)
    .sort((one, other) => Date.parse(one.created_at_utc) - Date.parse(other.created_at_utc))
}

/** Text as it may stand in a message. */
export function safe({ leaks }: Post, text: string, most: number): string {
  return clean(text, leaks, most).trim()
}

/** The same on one line. */
export function safeLine(post: Post, text: string, most = 200): string {
  return safe(post, text.replace(/\s+/g, ' '), most)
}

async function deliver(post: Post, outgoing: Outgoing, which: Partial<SendOptions>): Promise<Delivery> {
  const { mailbox, leaks, now, notice } = post
  const delivery = await mailbox.deliver(outgoing, { time: now(), leaks, ...which })
  if (delivery.status === 'sent') notice(`Sent to ${delivery.message.to.join(', ')}: ${delivery.message.subject}`)
  return delivery
}

function sentOf(delivery: Delivery, { type }: Outgoing): Message {
  if (delivery.status !== 'refused') return delivery.message
  const problems = delivery.problems.map(({ line, text }) => `line ${line}: ${text}`).join('; ')
  throw new LoopError('not_sent', { type, problems })
}
