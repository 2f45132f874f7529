import { given } from '../core/values/given.ts'
import { nearest } from '../core/values/nearest.ts'
import { type ExitCode, exitCodes, LoopError } from '../errors.ts'
import { renderCommandHelp, renderOverview } from '../report/help.ts'
import { parseArguments } from './arguments.ts'
import { type Command, type Commands, type Context, type Entry, useColor } from './command.ts'
import { commands, firstSteps } from './index.ts'

/** Finds the command, parses its arguments, runs it. Contract: rejects only for a bug. */
export async function main(argv: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(argv, context)
  } catch (error) {
    if (context.signal.aborted) return sayInterrupted(context)
    if (!(error instanceof LoopError)) throw error
    context.stderr.write(`review-loop: ${error.message}\n${' '.repeat(13)}${error.hint}\n`)
    return error.exitCode
  }
}

/** Without a result on standard output nothing else would tell a stop from an end. */
function sayInterrupted({ stderr }: Context): ExitCode {
  stderr.write('Interrupted. There is no result; run the same command again to get one.\n')
  return exitCodes.interrupted
}

async function dispatch(argv: readonly string[], context: Context): Promise<ExitCode> {
  const [name] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return showHelp(argv.slice(1), context)
  }
  if (name === '--version' || name === '-v' || name === '-V') {
    context.stdout.write(`${context.version}\n`)
    return exitCodes.passed
  }
  const { command, rest } = await findCommand(argv)
  const args = parseArguments(command, rest)
  if (!args.flag('help')) return command.run(args, context)
  context.stdout.write(
    renderCommandHelp(command, helpStyle(context, useColor(context.stdout, args, context.environment))),
  )
  return exitCodes.passed
}

async function showHelp(topic: readonly string[], context: Context): Promise<ExitCode> {
  const style = helpStyle(context, context.stdout.isTerminal && !context.environment.noColor)
  if (topic[0] !== undefined && !topic[0].startsWith('-')) {
    context.stdout.write(renderCommandHelp((await findCommand(topic)).command, style))
    return exitCodes.passed
  }
  const list = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  context.stdout.write(renderOverview(list, firstSteps, style))
  return exitCodes.passed
}

/** Follows the words down the registry as far as there are commands below commands; the rest are arguments. */
async function findCommand(words: readonly string[]): Promise<{ command: Command; rest: readonly string[] }> {
  let command = await findEntry(commands, words[0] ?? '').load()
  let rest = words.slice(1)
  while (command.commands !== undefined && rest[0] !== undefined && !rest[0].startsWith('-')) {
    command = await findEntry(command.commands, rest[0], command.name).load()
    rest = rest.slice(1)
  }
  return { command, rest }
}

function findEntry(entries: Commands, name: string, above?: string): Entry {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
  if (entry !== undefined) return entry
  const meant = nearest(name, Object.keys(entries))
  const what = `${above === undefined ? 'there is' : `${above} has`} no ${name.startsWith('-') ? 'option' : 'command'}`
  throw new LoopError('usage', {
    problem: `${what} "${name}"${meant ? `; did you mean ${meant}?` : ''}`,
    ...given({ command: above }),
  })
}

function helpStyle(context: Context, color: boolean) {
  return { color, width: Math.min(context.stdout.columns, 100) }
}
