import { resolve } from 'node:path'
import type { DocumentProblem } from '../../core/loop/parse-findings.ts'
import type { Parsed } from '../../core/mail/document.ts'
import { parseHandoff } from '../../core/mail/handoff.ts'
import { parseMessage } from '../../core/mail/message.ts'
import { parsePacket } from '../../core/mail/packet.ts'
import { exitCodes, LoopError } from '../../errors.ts'
import { readForeign } from '../../io/files.ts'
import { jsonText } from '../../report/json-text.ts'
import { validationText } from '../../report/mail/mail.ts'
import { type Command, folderOf } from '../command.ts'
import { mailOptions } from './mail-world.ts'

export const validate: Command = {
  name: 'mail validate',
  summary: 'Says whether files are messages or packets, and if not, everything that is wrong with them.',
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
    const results: { path: string; problems: readonly DocumentProblem[] }[] = []
    for (const path of args.words) {
      const parsed = path === '-' ? parseAny(await context.readInput()) : readFile(resolve(folder, path))
      results.push({ path, problems: 'problems' in parsed ? parsed.problems : [] })
    }
    context.stdout.write(args.value('format') === 'json' ? jsonText({ files: results }) : validationText(results))
    return results.every(({ problems }) => problems.length === 0) ? exitCodes.passed : exitCodes.blocked
  },
}

function readFile(path: string): Parsed<unknown> {
  const content = readForeign(path, mostBytes)
  if ('problem' in content) return { problems: [{ line: 1, text: content.problem }] }
  return parseAny(content.text)
}

/** As many as the longest packet may have. */
const mostBytes = 8_000_000

/** By the field that only such a file has at its top. */
function parseAny(text: string): Parsed<unknown> {
  if (/^packet_id:/m.test(text)) return parsePacket(text)
  return /^source_agent:/m.test(text) ? parseHandoff(text) : parseMessage(text)
}
