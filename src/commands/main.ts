import { nearest } from '../core/nearest.ts'
import { type ExitCode, exitCodes, LoopError } from '../errors.ts'
import { renderCommandHelp, renderOverview } from '../report/help.ts'
import { parseArguments } from './arguments.ts'
import { type Context, useColor } from './command.ts'
import { commands, firstSteps } from './index.ts'

/** Finds the command, parses its arguments, runs it. Contract: rejects only for a bug. */
export async function main(argv: readonly string[], context: Context): Promise<ExitCode> {
  try {
    return await dispatch(argv, context)
  } catch (error) {
    if (context.signal.aborted) return exitCodes.interrupted
    if (!(error instanceof LoopError)) throw error
    context.stderr.write(`review-loop: ${error.message}\n${' '.repeat(13)}${error.hint}\n`)
    return error.exitCode
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<ExitCode> {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return showHelp(rest[0], context)
  if (name === '--version' || name === '-v') {
    context.stdout.write(`${context.version}\n`)
    return exitCodes.passed
  }
  const command = await findCommand(name).load()
  const args = parseArguments(command, rest)
  if (!args.flag('help')) return command.run(args, context)
  context.stdout.write(
    renderCommandHelp(command, helpStyle(context, useColor(context.stdout, args, context.environment))),
  )
  return exitCodes.passed
}

async function showHelp(topic: string | undefined, context: Context): Promise<ExitCode> {
  const style = helpStyle(context, context.stdout.isTerminal && !context.environment.noColor)
  if (topic !== undefined && !topic.startsWith('-')) {
    context.stdout.write(renderCommandHelp(await findCommand(topic).load(), style))
    return exitCodes.passed
  }
  const list = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  context.stdout.write(renderOverview(list, firstSteps, style))
  return exitCodes.passed
}

function findCommand(name: string) {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry !== undefined) return entry
  const meant = nearest(name, Object.keys(commands))
  const what = name.startsWith('-') ? 'option' : 'command'
  throw new LoopError('usage', { problem: `there is no ${what} "${name}"${meant ? `; did you mean ${meant}?` : ''}` })
}

function helpStyle(context: Context, color: boolean) {
  return { color, width: Math.min(context.stdout.columns, 100) }
}
