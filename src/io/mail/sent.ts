import type { Message } from '../../core/mail/message.ts'
import { isRepeat } from '../../core/mail/repeat.ts'
import { isAnswerOf, pullRequestOf } from '../../core/mail/round.ts'
import { boxFolder } from './layout.ts'
import { openFile } from './open-file.ts'
import type { BoxReader } from './read-box.ts'
import type { Signing } from './signing.ts'

export interface Sent {
  /** Its name in the outbox, and in the inboxes. */
  readonly file: string
  readonly message: Message
}

/** How a mailbox is read, and whose word counts: whoever can write into a folder can write there in the name of its owner. */
export interface Reading {
  readonly read: BoxReader
  readonly signing: Signing
}

/** What an agent sent about a pull request, as its outbox has it. */
export function sentAbout(root: string, agent: string, pr: number | null, reading: Reading): readonly Sent[] {
  return [...messagesAbout(boxFolder(root, agent, 'outbox'), agent, pr, reading)]
}

/** The same message, sent before; null when it was not. `isSame`: null where only a repeated message is the same. */
export function findSent(
  root: string,
  message: Message,
  isSame: ((earlier: Message) => boolean) | null,
  reading: Reading,
): Sent | null {
  const { from, to } = message
  // Another tool writes the inbox first: where it was cut off, only that copy is there.
  const folders = [boxFolder(root, from, 'outbox'), ...to.map((recipient) => boxFolder(root, recipient, 'inbox'))]
  const said = isSame === null ? saidTo(root, message, reading) : []
  const isMeant = isSame ?? ((earlier: Message) => isRepeat(message, earlier, said))
  const recipients = (names: readonly string[]) => [...names].sort().join()
  for (const folder of folders) {
    for (const sent of messagesAbout(folder, from, pullRequestOf(message), reading)) {
      if (recipients(sent.message.to) === recipients(to) && isMeant(sent.message)) return sent
    }
  }
  return null
}

/** What the recipients of a message have written to its sender about the same pull request. */
function saidTo(root: string, message: Message, reading: Reading): readonly Message[] {
  const { from, to } = message
  const received = (['inbox', 'processed'] as const).map((box) => boxFolder(root, from, box))
  return to.flatMap((recipient) =>
    [boxFolder(root, recipient, 'outbox'), ...received]
      .flatMap((folder) => [...messagesAbout(folder, recipient, pullRequestOf(message), reading)])
      .flatMap(({ message: said }) => (said.to.includes(from) ? [said] : [])),
  )
}

/** The answer that an agent gave to a request; null when it gave none. */
export function findAnswer(root: string, agent: string, request: Message, reading: Reading): Sent | null {
  const answers = sentAbout(root, agent, pullRequestOf(request), reading)
  return answers.find(({ message }) => isAnswerOf(request, message)) ?? null
}

/** Also those that do not say which pull request on the envelope. */
function* messagesAbout(folder: string, from: string, pr: number | null, { read, signing }: Reading): Generator<Sent> {
  for (const { file, header } of read(folder)) {
    if (header?.from !== from || (header.related_pr ?? pr) !== pr) continue
    const { message, signature } = openFile(folder, file, signing.checkSent)
    if (message !== null && signing.accepts(signature)) yield { file, message }
  }
}
