import type { Command } from './command.ts'
import { entryOf } from './run.ts'
import { resumeOption, runCommand, runExitCodes, runOptions } from './staged/run-command.ts'

export const plan: Command = {
  name: 'plan',
  summary: 'Plans a piece of work and has the plan reviewed until it is approved. Nothing is carried out.',
  words: '<work item | FILE>',
  description: ['Prints the session; review-loop execute --session ID carries the plan out.', runExitCodes],
  options: { resume: resumeOption, ...runOptions },
  examples: [
    ['review-loop plan "move sessions to redis" --agent claude', 'a reviewed plan'],
    ['review-loop plan --resume', 'go on with the newest one'],
  ],
  run: async (args, context) => runCommand(args, context, entryOf(args, context, 'plan'), 'plan', true),
}
