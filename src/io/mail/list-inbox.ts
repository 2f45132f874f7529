import { compareMessages, isExpired } from '../../core/mail/order.ts'
import type { Header } from '../../core/mail/peek.ts'
import type { DeadLetter } from './dead-letters.ts'
import type { Opened } from './open-file.ts'
import type { MailFile } from './read-box.ts'

export interface Listing {
  readonly waiting: readonly Waiting[]
  /** Files that are no messages, with the reason. */
  readonly unreadable: readonly DeadLetter[]
}

export interface Waiting {
  readonly file: string
  readonly header: Header
  readonly isExpired: boolean
}

/** What is to be worked on first stands at the top. */
export function listInbox(files: readonly MailFile[], now: Date): Listing {
  const waiting = files.flatMap(({ file, header }) =>
    header === null ? [] : [{ file, header, isExpired: isExpired(header, now) }],
  )
  return {
    waiting: waiting.sort((one, other) => compareMessages(one.header, other.header)),
    unreadable: files.flatMap(({ file, problem }) => (problem === null ? [] : [{ file, reason: problem }])),
  }
}

/** The same after every message was read to its end: one with a bad body will be refused, and is no message. */
export function readWhole({ waiting, unreadable }: Listing, open: (file: string) => Opened): Listing {
  const bad = waiting.flatMap(({ file }) => {
    const { text, problems } = open(file)
    // Without a text it was taken away meanwhile.
    const [first] = text === null ? [] : problems
    return first === undefined ? [] : [{ file, reason: `line ${first.line}: ${first.text}` }]
  })
  const names = new Set(bad.map(({ file }) => file))
  return { waiting: waiting.filter(({ file }) => !names.has(file)), unreadable: [...unreadable, ...bad] }
}
