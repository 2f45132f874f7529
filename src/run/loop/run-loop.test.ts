import { expect, it } from 'vitest'
import { pointOf, started, stateOf, validation } from '../../../test/support/loop-journal.ts'
import type { SessionFact } from '../../core/loop/types.ts'
import type { LoopPorts } from './ports.ts'
import { runLoop } from './run-loop.ts'

const unused = () => {
  throw new Error('not expected')
}

const ports: Omit<LoopPorts, 'append' | 'validate' | 'point'> = {
  earlierLines: async () => [],
  differences: async () => ['src/a.ts'],
  patches: async () => new Map(),
  sweep: unused,
  review: unused,
  writeDocument: unused,
  fix: unused,
  commit: unused,
  restore: unused,
  revert: unused,
  certify: unused,
  phrase: () => 'Go on?',
  ask: async () => null,
  onStep: () => {},
  elapsedMs: () => 0,
  requireSettled: async () => {},
  signal: new AbortController().signal,
}

it('names the validation command while which files under review were edited', async () => {
  const begun = stateOf(started({ validate: ['npm run format'] }))
  const facts: SessionFact[] = []
  await runLoop(begun, {
    ...ports,
    append: (fact) => facts.push(fact),
    validate: async () => ({ validations: [{ ...validation('passed'), command: 'npm run format' }], wrote: [] }),
    point: async () => ({ ...begun.point!, tree: pointOf('b').tree }),
  })
  expect(facts.map(({ type }) => type)).toEqual(['baseline-validated', 'user-changed', 'asked'])
  expect(facts[1]).toMatchObject({
    why: expect.stringMatching(/^files were edited while npm run format ran \(src\/a\.ts\)/),
  })
})
