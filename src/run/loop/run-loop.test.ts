import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import {
  fixMade,
  pointOf,
  reviewed,
  started,
  startedByMail,
  stateOf,
  validation,
} from '../../../test/support/loop-journal.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { SessionFact } from '../../core/loop/types.ts'
import { runSession } from '../session/run-session.ts'
import type { LoopPorts } from './ports.ts'
import { loopMachine } from './run-loop.ts'

const unused = () => {
  throw new Error('not expected')
}

const ports: Omit<LoopPorts, 'validate' | 'point'> = {
  record: unused,
  earlierLines: async () => [],
  changes: async () => [],
  texts: async () => new Map(),
  differences: async () => ['src/a.ts'],
  patches: async () => new Map(),
  sweep: unused,
  review: unused,
  writeDocument: unused,
  fix: unused,
  unwanted: unused,
  commit: unused,
  restore: unused,
  revert: unused,
  certify: unused,
  phrase: () => 'Go on?',
  ask: async () => null,
  onStep: () => {},
  requireSettled: async () => {},
  signal: new AbortController().signal,
}

/** A session in memory that goes on from a state; `facts` takes what is noted. */
function sessionAt(begun: LoopState, facts: SessionFact[]) {
  let state = begun
  return {
    state: () => state,
    note: (fact: SessionFact) => {
      facts.push(fact)
      state = loopMachine.fold(state, fact)
    },
    workedMs: () => 0,
  }
}

it('names the validation command while which files under review were edited', async () => {
  const begun = stateOf(started({ validate: ['npm run format'] }))
  const facts: SessionFact[] = []
  await runSession(loopMachine, sessionAt(begun, facts), {
    ...ports,
    validate: async () => ({ validations: [{ ...validation('passed'), command: 'npm run format' }], wrote: [] }),
    point: async () => ({ ...begun.point!, tree: pointOf('b').tree }),
  })
  expect(facts.map(({ type }) => type)).toEqual(['baseline-validated', 'user-changed', 'asked'])
  expect(facts[1]).toMatchObject({
    why: expect.stringMatching(/^files were edited while npm run format ran \(src\/a\.ts\)/),
  })
})

it('sends a fix back that the built-in checks do not let through, before it is out for others to review', async () => {
  const begun = stateOf(startedByMail(), reviewed(1, 'a', [finding({ blocking: true })]), fixMade(1, 'b'))
  const check = validation('failed', 'the built-in check secret/github-token (src/a.ts:1)')
  const asked = runSession(loopMachine, sessionAt(begun, []), {
    ...ports,
    validate: async () => ({ validations: [], wrote: [] }),
    sweep: async (before, after) => (before === pointOf('a').tree && after === pointOf('b').tree ? [check] : []),
    point: async () => pointOf('b'),
    fix: ({ broke }) => Promise.reject(new Error(broke[0]?.command)),
  })
  await expect(asked).rejects.toThrow(check.command)
})
