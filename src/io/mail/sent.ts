import type { Message } from '../../core/mail/message.ts'
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

/** The same message, sent before; null when it was not. `about` has the sender, the recipients and the pull request. */
export function findSent(
  root: string,
  about: Message,
  isMeant: (message: Message) => boolean,
  reading: Reading,
): Sent | null {
  const { from, to } = about
  // Another tool writes the inbox first: where it was cut off, only that copy is there.
  const folders = [boxFolder(root, from, 'outbox'), ...to.map((recipient) => boxFolder(root, recipient, 'inbox'))]
  for (const folder of folders) {
    for (const sent of messagesAbout(folder, from, pullRequestOf(about), reading)) {
      if (isMeant(sent.message)) return sent
    }
  }
  return null
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
