import { LoopError } from '../errors.ts'
import type { Arguments, Command, Context } from './command.ts'
import {
  newOption,
  resumeOption,
  runCommand,
  runExitCodes,
  runOptions,
  stageOptions,
  textOrFile,
} from './staged/run-command.ts'
import type { RunEntry } from './staged/run-options.ts'

export const run: Command = {
  name: 'run',
  summary: 'Plans, executes, polishes, documents, checks and delivers a piece of work; every stage is reviewed.',
  words: '<work item | FILE>',
  description: [
    'If a session for the same work item is there, it goes on with that; a plan in a file is carried out. --new plans in any case.',
    'Works in this checkout and commits nothing unless auto_commit is set (review-loop guide). The session file in .review-loop/sessions/ can be read, and gone on with, by other tools of the same protocol.',
    runExitCodes,
  ],
  options: { resume: resumeOption, new: newOption, ...stageOptions, ...runOptions },
  examples: [
    [
      'review-loop run "add rate limiting to the login route" --agent codex --reviewer claude',
      'from words to a delivery',
    ],
    ['review-loop run story.md --handsfree --validate "npm test"', 'without asking where that is allowed'],
    ['review-loop run "…" --stop-after before-polish', 'plan and execution only'],
    ['review-loop run --resume', 'go on after a stop, a crash or an answer'],
    ['review-loop run "…" --new', 'plan it, although a session for it is there'],
  ],
  run: async (args, context) => runCommand(args, context, entryOf(args, context, 'run'), 'run'),
}

/** Words, or a run to go on with: one of the two. */
export function entryOf(args: Arguments, context: Context, command: string): RunEntry {
  const resume = args.value('resume')
  const said = args.words.join(' ').trim()
  if (resume === undefined && said === '')
    throw new LoopError('usage', { problem: 'say what is to be done, or name a file that says it', command })
  if (resume === undefined) return { ...workItem(args, context, said, command), isNew: args.flag('new') }
  if (resume === '' && /^\S+$/.test(said)) throw new LoopError('no_session', { problem: `There is no session ${said}` })
  if (said !== '') throw new LoopError('usage', { problem: '--resume takes no work item', command })
  if (args.flag('new')) throw new LoopError('usage', { problem: '--resume and --new do not go together', command })
  return { kind: 'resume', session: resume === '' ? true : resume, needsPlan: false }
}

function workItem(args: Arguments, context: Context, said: string, command: string) {
  const read = textOrFile(args, context, said)
  if (read.text.trim() === '') throw new LoopError('usage', { problem: `${said} is empty`, command })
  return { kind: 'work-item', ...read } as const
}
