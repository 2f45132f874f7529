import { LoopError } from '../../errors.ts'
import { jsonText } from '../../report/json-text.ts'
import { messageText } from '../../report/mail/mail.ts'
import type { Command } from '../command.ts'
import { findMessage } from './find-message.ts'
import { asOption, mailOptions, mailWorld, openWorld } from './mail-world.ts'

export const show: Command = {
  name: 'mail show',
  summary: 'Shows one message: where it is, whether it is signed, and what it says.',
  words: 'ID',
  description: ['By its id or the name of its file, in any folder of any agent; with --as in those of one.'],
  options: { as: asOption, ...mailOptions },
  examples: [['review-loop mail show msg-20260213100000-claude-1a2b', 'as it was written']],
  run: async (args, context) => {
    const [word, ...more] = args.words
    if (word === undefined || more.length > 0) throw usage('name one message')
    const mailbox = openWorld(await mailWorld(args, context))
    const as = args.value('as')
    const found = findMessage(mailbox, as === undefined ? mailbox.agents() : [as], word)
    if (found === undefined) throw usage(`there is no message "${word}"`)
    context.stdout.write(args.value('format') === 'json' ? jsonText(found) : messageText(found))
    return 0
  },
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'mail show' })
