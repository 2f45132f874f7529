import { relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SessionGiven } from '../../core/loop/session-given.ts'
import type { LoopPolicy } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { mask } from '../../io/masking.ts'
import { openSettled } from '../open-settled.ts'
import { findResumed } from './find-resumed.ts'
import type { LoopOptions } from './loop-options.ts'
import type { OutsideReview } from './loop-world.ts'

/** `resume` names the session it goes on with. */
export type SettledOptions = LoopOptions & { readonly resume?: string }

/** Finds the session that is meant, and takes what it was begun with wherever nothing else is said now. */
export async function resumedOptions(
  { resume, ...options }: LoopOptions,
  outside: OutsideReview | null = null,
): Promise<SettledOptions> {
  if (resume === undefined) return options
  const repository = await openSettled(options.cwd ?? '.', options.signal)
  const command = outside?.command ?? 'loop'
  const { session, start } = await findResumed(repository, resume, command)
  requireSame(start.policy, options, session, command)
  const { given } = start
  return { ...(given === undefined ? options : withGiven(options, given, repository.root)), resume: session }
}

/** What was said at the beginning holds to the end: other words now must not be passed over as if they counted. */
function requireSame(policy: LoopPolicy, options: LoopOptions, session: string, command: string): void {
  const { maxRounds, validate, onLimit, scopeGuard, commit } = options
  const isOther: Readonly<Record<string, boolean>> = {
    [command === 'watch' ? '--restarts' : '--max-rounds']: maxRounds !== undefined && maxRounds !== policy.maxRounds,
    '--validate': validate !== undefined && !isDeepStrictEqual(validate.map(mask), policy.validate),
    // A question that nobody is there to answer is kept: that is as good as `block`.
    '--on-limit': onLimit !== undefined && onLimit !== 'block' && onLimit !== policy.onLimit,
    '--scope-guard': scopeGuard !== undefined && scopeGuard !== policy.scopeGuard,
    '--no-commit': commit === false && policy.commit,
  }
  const [other] = Object.keys(isOther).filter((name) => isOther[name])
  if (other === undefined) return
  const problem = `session ${session.slice(0, 8)} was begun with another ${other}, and that cannot be changed any more: leave it out, or begin a new one without --resume`
  throw new LoopError('usage', { problem, command })
}

/** A command that holds a secret is kept masked, so it has to be said again, by an option or in the configuration. */
export function runnableCommands(kept: readonly string[], said: readonly string[], session: string): readonly string[] {
  return kept.map((command) => {
    const whole = said.find((each) => mask(each) === command)
    if (whole === undefined && command.includes('…')) {
      const problem = `a validation command of session ${session.slice(0, 8)} holds a secret, which is not kept: give all commands again with --validate`
      throw new LoopError('usage', { problem, command: 'loop' })
    }
    return whole ?? command
  })
}

/** As it is kept in the journal. A word that holds a secret is not kept: it has to be said again. */
export function givenFrom(options: LoopOptions, root: string, scope: readonly string[]): SessionGiven {
  const { cwd = '.', agents = {} } = options
  const kept = (word: string | undefined) => (word === undefined || mask(word) !== word ? null : word)
  const path = (word: string | undefined) => (word === undefined ? null : relative(root, resolve(cwd, word)))
  return {
    scope,
    config: path(options.config),
    story: path(options.story),
    base: kept(options.base),
    intent: kept(options.intent),
    agent: kept(agents.agent),
    reviewer: kept(agents.reviewer),
    verifier: kept(agents.verifier),
    fixer: kept(agents.fixer),
    verify: agents.verify !== false,
    dirty: options.dirty ?? 'refuse',
  }
}

function withGiven(options: LoopOptions, given: SessionGiven, root: string): LoopOptions {
  const { scope, config, story, base, intent, agent, reviewer, verifier, fixer, verify } = given
  const path = (word: string | null) => (word === null ? null : resolve(root, word))
  const reviewers = options.agents?.agent === undefined ? said({ agent, reviewer }) : {}
  return {
    ...said({ config: path(config), story: path(story), base, intent }),
    ...options,
    scope: options.scope?.length ? options.scope : scope.map((name) => resolve(root, name)),
    agents: { ...reviewers, ...said({ verifier, fixer }), ...(verify ? {} : { verify }), ...options.agents },
  }
}

function said<Key extends string>(words: Readonly<Record<Key, string | null>>): Partial<Record<Key, string>> {
  const pairs = Object.entries<string | null>(words).filter(([, word]) => word !== null)
  return Object.fromEntries(pairs) as Partial<Record<Key, string>>
}
