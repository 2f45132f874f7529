import { LoopError } from '../errors.ts'
import type { Arguments } from './command.ts'

/** The commands of `--validate`. An empty one, as from a variable that nobody set, would pass whatever is wrong. */
export function validateCommands(args: Arguments, command: string): readonly string[] {
  const commands = args.values('validate')
  if (commands.every((given) => given.trim() !== '')) return commands
  throw new LoopError('usage', { problem: '--validate needs a command, such as "npm test"', command })
}
