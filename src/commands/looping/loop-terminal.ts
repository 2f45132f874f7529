import { resolve } from 'node:path'
import type { LoopResult } from '../../core/loop/result.ts'
import { loopExitCode } from '../../core/loop/to-result.ts'
import type { ExitCode } from '../../errors.ts'
import { writeWhole } from '../../io/files.ts'
import { jsonLine } from '../../report/json-text.ts'
import { type LoopFormat, loopReporters } from '../../report/loop/loop-index.ts'
import { createLoopProgress } from '../../report/loop/loop-progress.ts'
import { type Arguments, type Context, useColor } from '../command.ts'
import { exitAtQuestion } from '../exit-at-question.ts'
import { progressOptions } from '../progress-options.ts'
import type { FinishedLoop } from './finish-loop.ts'
import type { LoopOptions } from './loop-options.ts'
import type { OutsideReview } from './loop-world.ts'

// A loop in front of a person or a program: what it says while it works, and its result.

export async function showLoop(
  args: Arguments,
  context: Context,
  options: LoopOptions,
  perform: (watched: LoopOptions) => Promise<FinishedLoop>,
): Promise<ExitCode> {
  const format = formatOf(args)
  const progress = createLoopProgress({ ...progressOptions(args, context), quiet: args.flag('quiet') })
  const { result, problem } = await perform({
    ...options,
    onEvent: progress.onEvent,
    onNotice: progress.onNotice,
    onLine: progress.onLine,
    onResume: progress.onResume,
    onSessionEvent: (event) => {
      progress.onSessionEvent(event)
      if (format === 'jsonl') context.stdout.write(jsonLine(event))
    },
  }).finally(progress.stop)
  report(result, args, context)
  if (problem !== null) throw problem
  return exitAtQuestion(result, loopExitCode(result, args.flag('accept-risk')), context)
}

/** The steps are the result for people; for programs they go beside it. */
export async function showDryRun(
  args: Arguments,
  context: Context,
  options: LoopOptions,
  outside: OutsideReview | null = null,
): Promise<0> {
  const { dryRun } = await import('./dry-run.ts')
  const onNotice = (notice: string) => context.stderr.write(`${notice}\n`)
  const { steps, result } = await dryRun({ ...options, onNotice }, args.flag('push'), outside)
  const isText = formatOf(args) === 'text'
  const output = isText ? context.stdout : context.stderr
  output.write(`${steps.join('\n')}\n`)
  if (!isText) report(result, args, context)
  return 0
}

function formatOf(args: Arguments): LoopFormat | 'jsonl' {
  return (args.value('format') ?? 'text') as LoopFormat | 'jsonl'
}

function report(result: LoopResult, args: Arguments, context: Context): void {
  const format = formatOf(args)
  if (format !== 'jsonl') print(loopReporters[format](result, textContext(args, context)), args, context)
}

function print(text: string, args: Arguments, context: Context): void {
  const file = args.value('output')
  if (file === undefined) context.stdout.write(text)
  else writeWhole(resolve(context.cwd, args.value('cwd') ?? '.', file), text)
}

function textContext(args: Arguments, context: Context) {
  return {
    color: args.value('output') === undefined && useColor(context.stdout, args, context.environment),
    width: context.stdout.columns,
    verbose: args.flag('verbose'),
    quiet: args.flag('quiet'),
  }
}
