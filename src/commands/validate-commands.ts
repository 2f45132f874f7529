import { LoopError } from '../errors.ts'
import type { Repository } from '../io/git/repository.ts'
import type { Arguments } from './command.ts'

/** The commands of `--validate`. An empty one, as from a variable that nobody set, would pass whatever is wrong. */
export function validateCommands(args: Arguments, command: string): readonly string[] {
  const commands = args.values('validate')
  if (commands.every((given) => given.trim() !== '')) return commands
  throw new LoopError('usage', { problem: '--validate needs a command, such as "npm test"', command })
}

/** Who stands in a package of a larger repository means the commands of that package. */
export function validatedElsewhere(
  { prefix }: Pick<Repository, 'prefix'>,
  commands: readonly string[],
): readonly string[] {
  if (prefix === '' || commands.length === 0) return []
  const said = commands.map((command) => `"${command}"`).join(', ')
  return [`Validation commands run in the root of the repository, not in ${prefix}: ${said}.`]
}
