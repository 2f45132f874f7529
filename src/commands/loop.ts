import { resolve } from 'node:path'
import { parseAnswer } from '../core/loop/escalation.ts'
import type { LoopResult } from '../core/loop/result.ts'
import { loopExitCode } from '../core/loop/to-result.ts'
import type { LoopQuestion } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { writeWhole } from '../io/files.ts'
import { jsonLine } from '../report/json-text.ts'
import { type LoopFormat, loopReporters } from '../report/loop-index.ts'
import { createLoopProgress } from '../report/loop-progress.ts'
import { visible } from '../report/visible.ts'
import { agentFlags, agentOptions } from './agents/agent-options.ts'
import { type Arguments, type Command, type Context, commonOptions, useColor } from './command.ts'
import type { LoopOptions } from './looping/loop-options.ts'

export const loop: Command = {
  name: 'loop',
  summary: 'Reviews, has it fixed, reviews again, and stops: approved, or with a question for a person.',
  words: '[path…]',
  description: [
    'Works on this branch. One commit for every fix; nothing is pushed unless --push is given and the gate passed.',
    'Exit codes: 0 approved · 1 accepted without --accept-risk · 2 wrong usage or configuration · 3 inconclusive · 4 a person is needed · 130 interrupted.',
  ],
  options: {
    base: { type: 'string', value: 'REF', description: 'compare with this branch or commit' },
    story: { type: 'string', value: 'FILE', description: 'acceptance criteria that the change must meet' },
    intent: { type: 'string', value: 'TEXT', description: 'what the change is for, instead of what its commits say' },
    'max-rounds': { type: 'string', value: 'N', description: 'reviews before a person is asked, 1 to 5' },
    validate: {
      type: 'string',
      value: 'CMD',
      multiple: true,
      description: 'must pass before and after every fix, such as "npm test"',
    },
    'on-limit': {
      type: 'string',
      choices: ['ask', 'block', 'accept', 'continue'],
      description: 'what happens when findings are left',
    },
    handsfree: { type: 'boolean', description: 'never ask: where a person would be asked, it stops' },
    'dry-run': { type: 'boolean', description: 'only say what would be done' },
    'commit-first': { type: 'boolean', description: 'make one commit of uncommitted work first' },
    'include-dirty': { type: 'boolean', description: 'review and fix uncommitted work as it is' },
    'no-commit': { type: 'boolean', description: 'leave fixes uncommitted' },
    'accept-risk': { type: 'boolean', description: 'exit with 0 when what is left was accepted' },
    'scope-guard': {
      type: 'string',
      choices: ['report', 'strict'],
      description: 'strict: a fix that touches files beyond its findings is taken back',
    },
    push: { type: 'boolean', description: 'push the branch when the gate passed' },
    'post-review': { type: 'boolean', description: 'review the finished work once more, against where it began' },
    resume: {
      type: 'string',
      value: 'ID',
      optional: /^[0-9a-f]{4,}(-[0-9a-f]+)*$/i,
      description: 'go on with a session; without ID: the newest',
    },
    ...agentOptions,
    fixer: { type: 'string', value: 'NAME', description: 'the agent that fixes, if it is another one; builtin, none' },
    format: { type: 'string', choices: ['text', 'json', 'jsonl', 'markdown'], description: 'how to print the result' },
    output: { type: 'string', value: 'FILE', description: 'write the result there instead of standard output' },
    ...commonOptions,
  },
  examples: [
    ['review-loop loop --agent claude --validate "npm test"', 'until the gate passes, or a question'],
    ['review-loop loop --handsfree --on-limit block', 'in scripts: never asks'],
    ['review-loop loop --resume', 'go on after a crash, Ctrl-C or an answer'],
    ['review-loop loop --dry-run', 'what would be done'],
  ],
  run: async (args, context) => {
    const format = (args.value('format') ?? 'text') as LoopFormat | 'jsonl'
    const options = optionsFrom(args, context, format)
    const report = (result: LoopResult) => {
      if (format !== 'jsonl') print(loopReporters[format](result, textContext(args, context)), args, context)
    }
    if (args.flag('dry-run')) return dryRun(options, args.flag('push'), context, format === 'text' ? null : report)
    const [{ loop: performLoop }, { finishLoop, requirePushable }, { resumedOptions }] = await Promise.all([
      import('./looping/perform-loop.ts'),
      import('./looping/finish-loop.ts'),
      import('./looping/resumed-options.ts'),
    ])
    if (args.flag('push')) await requirePushable(options)
    const progress = createLoopProgress({
      color: useColor(context.stderr, args, context.environment),
      live: context.stderr.isTerminal,
      quiet: args.flag('quiet'),
      write: context.stderr.write,
      width: context.stderr.columns,
    })
    const watched = await resumedOptions({
      ...options,
      onEvent: progress.onEvent,
      onNotice: progress.onNotice,
      onResume: progress.onResume,
      onSessionEvent: (event) => {
        progress.onSessionEvent(event)
        if (format === 'jsonl') context.stdout.write(jsonLine(event))
      },
    })
    const then = {
      push: args.flag('push'),
      acceptRisk: args.flag('accept-risk'),
    }
    const { result, problem } = await performLoop(watched)
      .then((ended) => finishLoop(ended, watched, then))
      .finally(progress.stop)
    report(result)
    if (problem !== null) throw problem
    return loopExitCode(result.outcome, then.acceptRisk)
  },
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

/** The steps are the result for people; for programs they go beside it. */
async function dryRun(
  options: LoopOptions,
  push: boolean,
  { stdout, stderr }: Context,
  report: ((result: LoopResult) => void) | null,
): Promise<0> {
  const [{ namesOf, prepareLoop }, { dryRunLines, dryRunResult }] = await Promise.all([
    import('./looping/prepare-loop.ts'),
    import('../core/loop/dry-run.ts'),
  ])
  const setup = await prepareLoop({ ...options, committed: true })
  const { policy, prepared, branch } = setup
  const { base, headCommit } = prepared.work.scope
  const steps = dryRunLines({
    policy,
    agents: namesOf(setup),
    branch,
    base,
    push,
    postReview: options.postReview === true,
  })
  const output = report === null ? stdout : stderr
  output.write(`${steps.join('\n')}\n`)
  report?.(dryRunResult(headCommit ?? ''))
  return 0
}

function optionsFrom(args: Arguments, context: Context, format: string): LoopOptions {
  const value = (name: string) => args.value(name)
  const rounds = value('max-rounds')
  if (rounds !== undefined && !/^\d+$/.test(rounds)) {
    throw new LoopError('usage', {
      problem: `--max-rounds must be a number from 1 to 5, found "${rounds}"`,
      command: 'loop',
    })
  }
  const validate = args.values('validate')
  const handsfree = args.flag('handsfree')
  const onLimit = (value('on-limit') ?? undefined) as LoopOptions['onLimit']
  const resume = value('resume')
  if (args.flag('commit-first') && args.flag('include-dirty')) {
    throw new LoopError('usage', { problem: '--commit-first and --include-dirty exclude each other', command: 'loop' })
  }
  const fixer = value('fixer')
  const cwd = resolve(context.cwd, value('cwd') ?? '.')
  const named = Object.fromEntries(
    (['base', 'config', 'story', 'intent'] as const).flatMap((name) => {
      const given = value(name)
      return given === undefined ? [] : [[name, given]]
    }),
  )
  return {
    cwd,
    scope: args.words,
    ...named,
    agents: { ...agentFlags(args, 'loop'), ...(fixer === undefined ? {} : { fixer }) },
    ...(rounds === undefined ? {} : { maxRounds: Number(rounds) }),
    ...(validate.length === 0 ? {} : { validate }),
    ...(handsfree && (onLimit ?? 'ask') === 'ask' ? { onLimit: 'block' } : onLimit === undefined ? {} : { onLimit }),
    ...(value('scope-guard') === undefined ? {} : { scopeGuard: value('scope-guard') as 'report' | 'strict' }),
    dirty: args.flag('commit-first') ? 'commit' : args.flag('include-dirty') ? 'include' : 'refuse',
    commit: !args.flag('no-commit'),
    postReview: args.flag('post-review'),
    ...(resume === undefined ? {} : { resume: resume === '' ? true : resume }),
    ci: context.environment.ci,
    signal: context.signal,
    ...(context.prompt === null || handsfree || format === 'jsonl' ? {} : { ask: asker(context, cwd) }),
  }
}

/** Asks on the terminal until the answer is one of those allowed. */
function asker({ prompt, stderr }: Context, cwd: string) {
  /** What is accepted stays on record with it. */
  const reason = async (): Promise<string | null> => {
    for (;;) {
      const said = await prompt?.('Why: ')
      if (said === undefined || said === null) return null
      if (said.trim() !== '') return said.trim()
    }
  }
  return async (question: LoopQuestion) => {
    stderr.write(`\n${visible(question.text)}\n\n`)
    for (;;) {
      const said = await prompt?.('Your choice: ')
      if (said === undefined || said === null) return null
      const parsed = parseAnswer(said, question.allowed)
      if ('problems' in parsed) {
        stderr.write(`${parsed.problems.join('\n')}\n`)
        continue
      }
      const { answer } = parsed.value
      const why = parsed.value.why || (answer === 'b' ? await reason() : 'answered on the terminal')
      return why === null ? null : { answer, by: await nameIn(cwd), why }
    }
  }
}

async function nameIn(cwd: string): Promise<string> {
  const [{ openRepository }, { userName }] = await Promise.all([
    import('../io/git/repository.ts'),
    import('./user-name.ts'),
  ])
  return userName(await openRepository(cwd))
}
