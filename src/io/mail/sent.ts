import type { Message } from '../../core/mail/message.ts'
import { isAnswerOf, pullRequestOf } from '../../core/mail/round.ts'
import { boxFolder } from './layout.ts'
import { type BoxReader, parseContent, readMailFile } from './read-box.ts'

export interface Sent {
  /** Its name in the outbox, and in the inboxes. */
  readonly file: string
  readonly message: Message
}

/** What an agent sent about a pull request, as its outbox has it. */
export function sentAbout(root: string, agent: string, pr: number | null, read: BoxReader): readonly Sent[] {
  return [...messagesAbout(boxFolder(root, agent, 'outbox'), agent, pr, read)]
}

/** The same message, sent before; null when it was not. `about` has the sender, the recipients and the pull request. */
export function findSent(
  root: string,
  about: Message,
  isMeant: (message: Message) => boolean,
  read: BoxReader,
): Sent | null {
  const { from, to } = about
  // Another tool writes the inbox first: where it was cut off, only that copy is there.
  const folders = [boxFolder(root, from, 'outbox'), ...to.map((recipient) => boxFolder(root, recipient, 'inbox'))]
  for (const folder of folders) {
    for (const sent of messagesAbout(folder, from, pullRequestOf(about), read)) {
      if (isMeant(sent.message)) return sent
    }
  }
  return null
}

/** The answer that an agent gave to a request; null when it gave none. */
export function findAnswer(root: string, agent: string, request: Message, read: BoxReader): Sent | null {
  const answers = sentAbout(root, agent, pullRequestOf(request), read)
  return answers.find(({ message }) => isAnswerOf(request, message)) ?? null
}

/** Also those that do not say which pull request on the envelope. */
function* messagesAbout(folder: string, from: string, pr: number | null, read: BoxReader): Generator<Sent> {
  for (const { file, header } of read(folder)) {
    if (header?.from !== from || (header.related_pr ?? pr) !== pr) continue
    const parsed = parseContent(readMailFile(folder, file))
    if ('value' in parsed) yield { file, message: parsed.value }
  }
}
