import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAnswer } from '../../core/loop/escalation.ts'
import type { LoopQuestion } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { visible } from '../../report/visible.ts'
import { agentFlags } from '../agents/agent-options.ts'
import type { Arguments, Context } from '../command.ts'
import { trustFrom } from '../trust/trust-option.ts'
import { validateCommands } from '../validate-commands.ts'
import type { LoopOptions } from './loop-options.ts'

/** What loops are told on the command line. `mostRounds`: as many as may be asked for. */
export function loopArguments(args: Arguments, context: Context, command: string, mostRounds: number): LoopOptions {
  const value = (name: string) => args.value(name)
  const rounds = value('max-rounds')
  if (rounds !== undefined && !/^\d+$/.test(rounds)) {
    throw new LoopError('usage', {
      problem: `--max-rounds must be a number from 1 to ${mostRounds}, found "${rounds}"`,
      command,
    })
  }
  const validate = validateCommands(args, command)
  const handsfree = args.flag('handsfree')
  const onLimit = (value('on-limit') ?? undefined) as LoopOptions['onLimit']
  const resume = value('resume')
  if (args.flag('commit-first') && args.flag('include-dirty')) {
    throw new LoopError('usage', { problem: '--commit-first and --include-dirty exclude each other', command })
  }
  const fixer = value('fixer')
  const cwd = resolve(context.cwd, value('cwd') ?? '.')
  if (resume === '') requireNoSession(args.words, cwd)
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
    agents: { ...agentFlags(args, command), ...(fixer === undefined ? {} : { fixer }) },
    ...(rounds === undefined ? {} : { maxRounds: Number(rounds) }),
    ...(validate.length === 0 ? {} : { validate }),
    ...(handsfree && (onLimit ?? 'ask') === 'ask' ? { onLimit: 'block' } : onLimit === undefined ? {} : { onLimit }),
    ...(value('scope-guard') === undefined ? {} : { scopeGuard: value('scope-guard') as 'report' | 'strict' }),
    dirty: args.flag('commit-first') ? 'commit' : args.flag('include-dirty') ? 'include' : 'refuse',
    commit: !args.flag('no-commit'),
    ...(resume === undefined ? {} : { resume: resume === '' ? true : resume }),
    ci: context.environment.ci,
    trustConfig: trustFrom(args, context),
    signal: context.signal,
    ...(context.prompt === null || handsfree || value('format') === 'jsonl' ? {} : { ask: asker(context, cwd) }),
  }
}

/** After --resume a word that cannot be the id of a session is a path. One that is no path either was meant as an id. */
function requireNoSession([word, ...others]: readonly string[], cwd: string): void {
  if (word === undefined || others.length > 0 || !/^[\w-]+$/.test(word) || existsSync(resolve(cwd, word))) return
  throw new LoopError('no_session', { problem: `There is no session ${word}` })
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
    import('../../io/git/repository.ts'),
    import('../user-name.ts'),
  ])
  return userName(await openRepository(cwd))
}
