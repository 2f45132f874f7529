import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { composeMessage, type MessageDraft } from '../../core/mail/compose.ts'
import type { Parsed } from '../../core/mail/document.ts'
import type { LeakValues } from '../../core/mail/leaks.ts'
import { type Message, parseMessage } from '../../core/mail/message.ts'
import { messageFileName, newMessageId, type Stamp } from '../../core/mail/names.ts'
import { utcTimeOf } from '../../core/mail/time.ts'
import { LoopError } from '../../errors.ts'
import { namesIn, removeAbandoned, removeUnfinished, writeWhole } from '../files.ts'
import { listClaims } from './claims.ts'
import { abandonedMs, boxFolder, checkAgent, openBox } from './layout.ts'
import { parseContent, readMailFile } from './read-box.ts'
import { withSendLock } from './send-lock.ts'
import { findSent, type Reading, type Sent } from './sent.ts'
import type { Signing } from './signing.ts'

// A message goes to every recipient's inbox and to the sender's outbox, under one name. It is written down as pending before:
// who was cut off left its bytes and its name, and the next who sends for that agent finishes that first. Nothing is sent
// twice, and nothing is lost.

type Unsent<Draft> = Draft extends unknown ? Omit<Draft, 'id' | 'created_at_utc'> : never

/** A message without its id and its time, which it gets when it is sent. */
export type Outgoing = Unsent<MessageDraft>

export interface SendOptions {
  readonly time: Date
  readonly leaks: LeakValues
  /** Also when the same was sent before. */
  readonly again?: boolean
  /** Which earlier message to the same agents is this one; else what the words say, and who has written since. */
  readonly isSame?: (earlier: Message) => boolean
}

export type Delivery =
  | (Sent & { readonly status: 'sent' | 'already_sent' })
  | { readonly status: 'refused'; readonly problems: Problems }

type Problems = Extract<Parsed<never>, { problems: unknown }>['problems']

export async function deliver(
  root: string,
  outgoing: Outgoing,
  options: SendOptions,
  reading: Reading,
): Promise<Delivery> {
  const composed = compose(root, outgoing, options, reading.signing)
  if ('problems' in composed) return { status: 'refused', problems: composed.problems }
  const { file, text, message } = composed.value
  for (const name of [message.from, ...message.to]) checkAgent(root, name)
  return withSendLock(root, message.from, () => {
    finishPending(root, message.from)
    // Only with the lock: whoever began it is gone.
    removeAbandoned(boxFolder(root, message.from, 'outbox'), 0)
    for (const recipient of message.to) removeAbandoned(boxFolder(root, recipient, 'inbox'), abandonedMs)
    const before = options.again === true ? null : findSent(root, message, options.isSame ?? null, reading)
    if (before !== null) return { ...before, status: 'already_sent' }
    writeWhole(join(openBox(root, message.from, 'outbox'), `${file}${pending}`), Buffer.from(text))
    place(root, { file, message, text })
    return { file, message, status: 'sent' }
  })
}

/** Sends what was cut off. */
export async function finishSending(root: string, agent: string): Promise<void> {
  if (pendingFiles(root, agent).length > 0) await withSendLock(root, agent, () => finishPending(root, agent))
}

/** Names of messages that were begun to be sent. */
export function pendingFiles(root: string, agent: string): readonly string[] {
  return namesIn(boxFolder(root, agent, 'outbox'))
    .filter((name) => name.endsWith(pending))
    .map((name) => name.slice(0, -pending.length))
}

const pending = '.pending'

type Letter = Sent & { readonly text: string }

function compose(root: string, outgoing: Outgoing, { time, leaks }: SendOptions, { sign }: Signing): Parsed<Letter> {
  const stamp = freshStamp(root, outgoing, time)
  const draft = { ...outgoing, id: newMessageId(stamp), created_at_utc: utcTimeOf(time) }
  const composed = composeMessage(draft, leaks)
  if ('problems' in composed) return composed
  const text = sign(composed.value.text, outgoing.from)
  const parsed = parseMessage(text)
  if ('problems' in parsed) return parsed
  return { value: { file: messageFileName(stamp, outgoing.type), text, message: parsed.value } }
}

function freshStamp(root: string, { from, type }: Outgoing, time: Date): Stamp {
  checkAgent(root, from)
  const outbox = boxFolder(root, from, 'outbox')
  for (;;) {
    const stamp = { time, from, random: randomBytes(2).toString('hex') }
    const path = join(outbox, messageFileName(stamp, type))
    if (!existsSync(path) && !existsSync(`${path}${pending}`)) return stamp
  }
}

/** Only with the lock: what is pending then is of somebody who is gone. */
function finishPending(root: string, agent: string): void {
  const outbox = boxFolder(root, agent, 'outbox')
  for (const file of pendingFiles(root, agent)) {
    const content = readMailFile(outbox, `${file}${pending}`)
    const parsed = parseContent(content)
    if ('problems' in parsed || 'problem' in content || parsed.value.from !== agent) {
      throw new LoopError('bad_pending', { file: join(outbox, `${file}${pending}`) })
    }
    place(root, { file, message: parsed.value, text: content.text })
    for (const recipient of parsed.value.to) removeUnfinished(join(boxFolder(root, recipient, 'inbox'), file))
  }
}

function place(root: string, { file, message, text }: Letter): void {
  for (const recipient of message.to) {
    if (!hasArrived(root, recipient, file)) writeWhole(join(openBox(root, recipient, 'inbox'), file), Buffer.from(text))
    if (!hasArrived(root, recipient, file)) throw new LoopError('not_delivered', { file, agent: recipient })
  }
  const sent = join(boxFolder(root, message.from, 'outbox'), file)
  renameSync(`${sent}${pending}`, sent)
}

/** In the order in which a message moves on; once more, since one that is given back moves the other way. */
function hasArrived(root: string, agent: string, file: string): boolean {
  const isThere = () =>
    existsSync(join(boxFolder(root, agent, 'inbox'), file)) ||
    listClaims(root, agent).some((claim) => claim.file === file) ||
    existsSync(join(boxFolder(root, agent, 'processed'), file))
  return isThere() || isThere()
}
