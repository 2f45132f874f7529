import { resolve } from 'node:path'
import type { Parsed } from '../../core/mail/document.ts'
import { messageLimits, parseMessage } from '../../core/mail/message.ts'
import { exitCodes, LoopError } from '../../errors.ts'
import { readPlainFile } from '../../io/mail/read-file.ts'
import { jsonText } from '../../report/json-text.ts'
import { validationText } from '../../report/mail.ts'
import { type Command, folderOf } from '../command.ts'
import { mailOptions } from './mail-world.ts'

export const validate: Command = {
  name: 'mail validate',
  summary: 'Says whether files are messages, and if not, everything that is wrong with them.',
  words: 'FILE…',
  description: [
    'One line for each file that is one (OK: path), and one for each problem of the others (ERROR: path:line: problem). - is standard input.',
    'Exit codes: 0 all of them are · 1 one is not · 2 wrong usage.',
  ],
  options: { format: mailOptions.format, cwd: mailOptions.cwd, help: mailOptions.help },
  examples: [
    ['review-loop mail validate request.yaml', 'before it is sent'],
    ['review-loop mail validate .review-loop/mail/agents/*/inbox/*.yaml', 'all that lies in the inboxes'],
  ],
  run: async (args, context) => {
    if (args.words.length === 0) throw new LoopError('usage', { problem: 'name a file', command: 'mail validate' })
    const folder = folderOf(args, context)
    const results: { path: string; problems: readonly { line: number | null; text: string }[] }[] = []
    for (const path of args.words) {
      const parsed = path === '-' ? parseMessage(await context.readInput()) : readMessage(resolve(folder, path))
      results.push({ path, problems: 'problems' in parsed ? parsed.problems : [] })
    }
    context.stdout.write(args.value('format') === 'json' ? jsonText({ files: results }) : validationText(results))
    return results.every(({ problems }) => problems.length === 0) ? exitCodes.passed : exitCodes.blocked
  },
}

function readMessage(path: string): Parsed<unknown> | { readonly problems: readonly { line: null; text: string }[] } {
  const content = readPlainFile(path, messageLimits.characters * 4)
  if ('problem' in content) return { problems: [{ line: null, text: content.problem }] }
  return parseMessage(content.text)
}
