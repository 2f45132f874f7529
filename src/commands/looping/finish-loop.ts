import { fold } from '../../core/loop/fold.ts'
import type { LoopResult } from '../../core/loop/result.ts'
import { endOf } from '../../core/loop/state.ts'
import { LoopError } from '../../errors.ts'
import { notPushed, pushTarget } from '../../io/git/push-branch.ts'
import { openRepository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { readJournal } from '../../io/session-store.ts'
import { pushGuarded } from '../guard-hooks.ts'
import type { LoopOptions } from './loop-options.ts'

export interface FinishRequest {
  readonly push: boolean
  readonly acceptRisk: boolean
}

export interface FinishedLoop {
  readonly result: LoopResult
  /** Why it was not pushed although it should have been. The result stands all the same. */
  readonly problem: LoopError | null
}

/** Whether a push can be made at all is known before anything is paid for. */
export async function requirePushable(options: LoopOptions): Promise<void> {
  if (options.commit === false || options.dirty === 'include') {
    const problem = `--push is about commits: it excludes ${options.commit === false ? '--no-commit' : '--include-dirty'}`
    throw new LoopError('usage', { problem, command: 'loop' })
  }
  const repository = await openRepository(options.cwd ?? '.', options.signal)
  await pushTarget(repository, (await readWorkState(repository)).branch)
}

/** What may follow a loop that is through: a push. Only ever after a gate that passed. */
export async function finishLoop(
  result: LoopResult,
  options: LoopOptions,
  { push, acceptRisk }: FinishRequest,
): Promise<FinishedLoop> {
  const isThrough = result.outcome === 'approved' || (result.outcome === 'accepted' && acceptRisk)
  return { result, problem: push && isThrough ? await pushResult(result, options) : null }
}

/** Exactly what was approved: not what somebody added since, and not without a part of it that was never committed. */
async function pushResult(result: LoopResult, options: LoopOptions): Promise<LoopError | null> {
  const repository = await openRepository(options.cwd ?? '.', options.signal)
  const { events } = readJournal(repository.root, result.session ?? '')
  const { outputs, point } = fold(events)
  const { branch, head, dirty } = await readWorkState(repository, outputs)
  try {
    if (dirty.length > 0) throw notPushed(branch, `${dirty[0]} is not committed, and so not in what would be pushed`)
    if (head === null || head !== endOf(events)) throw notPushed(branch, 'it has commits that the loop has not seen')
    const tree = (await repository.read(['rev-parse', `${head}^{tree}`])).trim()
    if (tree !== point?.tree) throw notPushed(branch, 'a part of what was approved is not in its commits')
    const target = await pushTarget(repository, branch)
    await pushGuarded(repository, head, target)
    options.onNotice?.(`Pushed ${head.slice(0, 10)} to ${target.remote}, branch ${branch}.`)
    return null
  } catch (error) {
    if (error instanceof LoopError && error.code === 'not_pushed') return error
    throw error
  }
}
