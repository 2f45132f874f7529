import { type Box, boxes } from '../../io/mail/layout.ts'
import type { Mailbox } from '../../io/mail/mailbox.ts'
import type { Opened } from '../../io/mail/open-file.ts'

export interface FoundMessage extends Opened {
  readonly agent: string
  readonly box: Box
  readonly file: string
}

/** By its id or the name of its file; first where it was received. */
export function findMessage(mailbox: Mailbox, agents: readonly string[], word: string): FoundMessage | undefined {
  for (const box of boxes) {
    for (const agent of agents) {
      const file = mailbox
        .files(agent, box)
        .find(({ header, file: name }) => header?.id === word || name === word)?.file
      if (file !== undefined) return { agent, box, file, ...mailbox.open(agent, box, file) }
    }
  }
  return undefined
}
