import { exitCodes } from '../../errors.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { jsonLine, jsonText } from '../../report/json-text.ts'
import { type Command, type Context, commonOptions, folderOf, type Options } from '../command.ts'
import { type Input, readInput } from './input.ts'

/** One step of a review: JSON in, JSON out. */
export interface Step {
  readonly options: Options
  /** What may follow besides flags. */
  readonly words?: string
  /** The option that is taken from standard input when it is not given. */
  readonly main?: string
  /** What it prints and what it does otherwise. */
  readonly description: readonly string[]
  readonly examples: readonly (readonly [string, string])[]
  /** `lines`: the result is a list, printed with one element on each line. */
  readonly format?: 'lines'
  /** It prints lines of the user's code for another step, which must find in them what is there: secrets are not masked. */
  readonly isSource?: true
  readonly run: (input: Input, world: World) => Promise<unknown>
}

export interface World {
  readonly context: Context
  /** Paths of files are relative to this. */
  readonly cwd: string
  /** The repository around --workdir, else around `cwd`. */
  readonly repository: () => Promise<Repository>
}

export function stepCommand(name: string, summary: string, step: Step): Command {
  const command: Command = {
    name: `tool ${name}`,
    summary: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    words: step.words ?? '',
    description: step.description,
    options: { ...step.options, cwd: commonOptions.cwd, help: commonOptions.help },
    examples: step.examples,
    run: async (args, context) => {
      const cwd = folderOf(args, context)
      const input = await readInput({ command, main: step.main, args, context, cwd })
      const repository = () => openRepository(input.path('workdir') ?? cwd, context.signal)
      const { stdout } = context
      stdout[step.isSource === true ? 'writeSource' : 'write'](
        render(await step.run(input, { context, cwd, repository }), step.format),
      )
      return exitCodes.passed
    },
  }
  return command
}

function render(result: unknown, format: Step['format']): string {
  if (format === 'lines' && Array.isArray(result)) return result.map(jsonLine).join('')
  return jsonText(result)
}
