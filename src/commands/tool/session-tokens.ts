import { LoopError } from '../../errors.ts'
import type { Option } from '../command.ts'
import type { Input } from './input.ts'
import type { Step } from './step.ts'
import { sumSessionTokens } from './transcripts.ts'

export const startTimeOption = {
  type: 'string',
  value: 'SECONDS',
  description: 'when the review started, as setup printed it',
} as const satisfies Option

export const projectDirOption = {
  type: 'string',
  value: 'DIR',
  description: 'the folder the session runs in; the current one when not given',
} as const satisfies Option

export const sessionTokens: Step = {
  options: { 'start-time': startTimeOption, 'project-dir': projectDirOption },
  description: [
    'Prints {input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens, total_tokens, turns, models} of the newest Claude Code session of the folder since then. Without a transcript all are 0 and error says why.',
  ],
  examples: [['review-loop tool session-tokens --start-time 1760000000', 'what the session has used']],
  run: async (input, world) => {
    return sumSessionTokens(input.path('project-dir') ?? world.cwd, startTime(input), world)
  },
}

export function startTime(input: Input): number {
  const text = input.required('start-time')
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Number(text)
  throw new LoopError('usage', { problem: `--start-time has to be seconds, not "${text}"`, command: input.step })
}
