import { LoopError } from '../../errors.ts'
import { type Command, type Commands, commonOptions, type Entry } from '../command.ts'
import { type Step, stepCommand } from './step.ts'

export const tool: Command = {
  name: 'tool',
  summary: 'One step of a review, for scripts: JSON in, JSON out.',
  words: 'STEP',
  description: [
    'Flags, or one JSON object on standard input with the same names (underscores for dashes). Where a flag takes a file, - is standard input, and the JSON object may hold the content itself.',
    'Exit codes: 0 done · 2 wrong usage, or input that cannot be read.',
  ],
  options: { help: commonOptions.help },
  examples: [
    ['review-loop tool parse-diff --scope main...HEAD | review-loop tool hygiene', 'the quick sweep alone'],
    ['review-loop tool validate --findings findings.json --diff-data diff_data.json', 'check what an agent claims'],
    ['review-loop tool parse-diff --help', 'flags and an example of one step'],
  ],
  commands: steps(),
  run: async () => {
    throw new LoopError('usage', { problem: 'name a step, such as parse-diff or validate', command: 'tool' })
  },
}

/** In the order in which a review takes them. */
function steps(): Commands {
  return {
    setup: entry(
      'setup',
      'when, where and on which branch a review starts',
      async () => (await import('./setup.ts')).setup,
    ),
    'resolve-scope': entry(
      'resolve-scope',
      'what is compared with what',
      async () => (await import('./resolve-scope.ts')).resolveScopeStep,
    ),
    'parse-diff': entry(
      'parse-diff',
      'the change: files, line ranges, changed lines',
      async () => (await import('./parse-diff.ts')).parseDiff,
    ),
  }
}

function entry(name: string, summary: string, load: () => Promise<Step>): Entry {
  return { summary, load: async () => stepCommand(name, summary, await load()) }
}
