import { isUtf8 } from 'node:buffer'
import { resolve } from 'node:path'
import { runExitCode } from '../../core/staged/run-result.ts'
import { isStopPoint, stopPoints } from '../../core/staged/stages.ts'
import { given } from '../../core/values/given.ts'
import { type ExitCode, LoopError } from '../../errors.ts'
import { readIfThere } from '../../io/files.ts'
import { jsonLine, jsonText } from '../../report/json-text.ts'
import { createRunProgress } from '../../report/run/run-progress.ts'
import { runText } from '../../report/run/run-text.ts'
import { agentFlags, agentOptions } from '../agents/agent-options.ts'
import { type Arguments, type Context, commonOptions, folderOf, type Options, useColor } from '../command.ts'
import { exitAtQuestion } from '../exit-at-question.ts'
import { progressOptions } from '../progress-options.ts'
import { trustFrom, trustOption } from '../trust/trust-option.ts'
import { validateCommands } from '../validate-commands.ts'
import type { RunEntry, RunOptions } from './run-options.ts'
import { asker, chooser } from './run-terminal.ts'

// What `run`, `plan` and `execute` share.

export const runExitCodes =
  'Exit codes: 0 delivered, planned or stopped as asked · 2 wrong usage or configuration · 3 failed · 4 a person is needed · 130 interrupted.'

export const resumeOption = {
  type: 'string',
  value: 'ID',
  optional: /^[0-9a-f]{4,}(-[0-9a-f]+)*$/i,
  description: 'go on with a run, also one of another tool; without ID: the newest',
} as const

export const runOptions = {
  handsfree: { type: 'boolean', description: 'decide without asking where that is allowed; else it stops' },
  'accept-external-state': {
    type: 'boolean',
    description: 'take the tree as it is, if somebody else changed it; with --resume also go on with what was blocked',
  },
  agent: {
    type: 'string',
    value: 'NAME',
    description: 'who plays all roles: claude, codex, …, auto; see docs/agents.md',
  },
  planner: { type: 'string', value: 'NAME', description: 'the agent that plans, if it is another one' },
  executor: { type: 'string', value: 'NAME', description: 'the agent that writes, if it is another one' },
  reviewer: { type: 'string', value: 'NAME', description: 'the agent that reviews, if it is another one' },
  'max-time': agentOptions['max-time'],
  'max-cost': agentOptions['max-cost'],
  format: { type: 'string', choices: ['text', 'json', 'jsonl'], description: 'how to print the result' },
  ...trustOption,
  ...commonOptions,
} satisfies Options

export const newOption = {
  type: 'boolean',
  description: 'plan it in any case, whatever session, plan or uncommitted work is there',
} as const

/** For the stages after the plan. */
export const stageOptions = {
  'stop-after': { type: 'string', choices: stopPoints, description: 'where to stop before the end' },
  gate: { type: 'boolean', description: 'an adversarial review of the approved execution before the later stages' },
  validate: {
    type: 'string',
    value: 'CMD',
    multiple: true,
    description: 'build and tests, such as "npm test": must pass after polishing; runs in the root of the repository',
  },
  'no-post-review': { type: 'boolean', description: 'leave out the loop that reviews the delivered work as a whole' },
} satisfies Options

export async function runCommand(
  args: Arguments,
  context: Context,
  entry: RunEntry,
  command: string,
  planOnly = false,
): Promise<ExitCode> {
  const format = args.value('format') ?? 'text'
  const { performRun } = await import('./perform-run.ts')
  const progress = createRunProgress({ ...progressOptions(args, context), quiet: args.flag('quiet') })
  const options: RunOptions = {
    ...optionsFrom(args, context, command),
    entry,
    planOnly,
    onEvent: progress.onEvent,
    onStep: progress.onStep,
    onNotice: progress.onNotice,
    onRunEvent: (event) => {
      progress.onRunEvent(event)
      if (format === 'jsonl') context.stdout.write(jsonLine(event))
    },
  }
  const result = await performRun(options).finally(progress.stop)
  const style = {
    color: useColor(context.stdout, args, context.environment),
    width: context.stdout.columns,
    verbose: args.flag('verbose'),
    quiet: args.flag('quiet'),
  }
  if (format !== 'jsonl') context.stdout.write(format === 'json' ? jsonText(result) : runText(result, style))
  return exitAtQuestion(result, runExitCode(result), context)
}

function optionsFrom(args: Arguments, context: Context, command: string): Omit<RunOptions, 'entry'> {
  const cwd = folderOf(args, context)
  const stopAfter = args.value('stop-after')
  const validate = validateCommands(args, command)
  const handsfree = args.flag('handsfree')
  const mayAsk = context.prompt !== null && !handsfree && args.value('format') !== 'jsonl'
  return {
    cwd,
    ...given({ config: args.value('config') }),
    agents: {
      ...agentFlags(args, command),
      ...given({ planner: args.value('planner'), executor: args.value('executor') }),
    },
    ...(stopAfter !== undefined && isStopPoint(stopAfter) ? { stopAfter } : {}),
    ...(validate.length === 0 ? {} : { validate }),
    ...(handsfree ? { handsfree } : {}),
    ...(args.flag('gate') ? { gate: true } : {}),
    ...(args.flag('no-post-review') ? { postReview: false } : {}),
    acceptExternal: args.flag('accept-external-state'),
    trustConfig: trustFrom(args, context),
    signal: context.signal,
    ...(mayAsk ? { ask: asker(context, cwd), chooseDirty: chooser(context) } : {}),
  }
}

/** The text itself, or what the file of that name holds. A word that can only be the name of a file is no text. */
export function textOrFile(
  args: Arguments,
  context: Context,
  said: string,
): { readonly text: string; readonly file?: string } {
  const isName = said.length < 500 && !said.includes('\n')
  const file = resolve(folderOf(args, context), said)
  const text = isName ? textIn(file, said) : undefined
  if (text === undefined && /^\S+\.(?:md|markdown|txt)$/i.test(said))
    throw new LoopError('unreadable_file', { path: said, reason: 'there is no such file' })
  return text === undefined ? { text: said } : { text, file }
}

/** What is given to agents is text: they would be paid for reading anything else. */
function textIn(file: string, said: string): string | undefined {
  const bytes = readIfThere(file, 'latin1')
  if (bytes === undefined) return undefined
  const content = Buffer.from(bytes, 'latin1')
  if (content.includes(0) || !isUtf8(content))
    throw new LoopError('unreadable_file', { path: said, reason: 'it is no UTF-8 text' })
  return content.toString('utf8')
}
