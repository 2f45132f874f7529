import { expect, it, vi } from 'vitest'
import { runEvents, runStories } from '../../../test/support/session-runs.ts'
import { plainStart, plainWork, playStory } from '../../../test/support/staged-story.ts'
import type { RunAction } from '../../core/staged/machine/actions.ts'
import type { RunEvent, RunFact } from '../../core/staged/machine/facts.ts'
import { createRunFollower } from './run-follow.ts'
import { createRunProgress } from './run-progress.ts'

const id = '3f2a91c4-0000-4000-8000-000000000000'

function progressOf(events: readonly RunEvent[], quiet = false): string {
  let text = ''
  const write = (part: string) => {
    text += part
  }
  const progress = createRunProgress({ color: false, live: false, quiet, clock: () => 0, write })
  for (const event of events) progress.onRunEvent(event)
  return text
}

function followed(events: readonly RunEvent[]): string {
  let text = ''
  createRunFollower((part) => {
    text += part
  })(events)
  return text
}

it('counts the agents that ended, at the end of every round', () => {
  const start = { ...plainStart, policy: { ...plainStart.policy, stopAfter: 'before-polish' } } as const
  const { events } = playStory([start], { 'write exec': ['rejected', 'well'], 'review exec': ['refused No test'] })
  expect(progressOf(events)).toMatchInlineSnapshot(`
    "Run "Limit logins", session s
      done
      APPROVE by played
      2 agents ended and cleaned up, 2 so far
    The plan is approved
      Does not count (attempt 1): no
      done (1 file)
      REQUEST_CHANGES, 1 critical by played
        [CRITICAL] No test (a.ts:1)
      3 agents ended and cleaned up, 5 so far
      done (1 file)
      APPROVE by played
      2 agents ended and cleaned up, 7 so far
    Stage exec is complete: nothing is left to mend
    "
  `)
})

it.each([
  [{ costUsd: null }, '  APPROVE by played'],
  [{ costUsd: 0 }, '  APPROVE by played'],
  [{ costUsd: 0.5 }, '  APPROVE by played [$0.5000]'],
  [{ costUsd: null, knownCostUsd: 0.5 }, '  APPROVE by played [at least $0.5000, the rest is not known]'],
])('says what a look cost where anything is known of it: %j', (cost, line) => {
  const { events } = playStory([plainStart])
  const look = events.find((event) => event.type === 'reviewed')!
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, ...cost }
  expect(progressOf([{ ...look, usage }])).toContain(`${line}\n`)
})

it('counts agents since the run was gone on with, and no built-in checks', () => {
  const counts = (facts: readonly RunFact[]) =>
    progressOf(facts.map((fact) => ({ at: '', ...fact })))
      .split('\n')
      .filter((line) => line.includes('ended and cleaned up'))
  const { events } = playStory([plainStart], { 'write exec': ['rejected', 'rejected'] })
  const look = events.find((event) => event.type === 'reviewed')!
  const resumed: RunFact = { type: 'resumed', policy: plainStart.policy }
  expect(counts(events)).toEqual([
    '  2 agents ended and cleaned up, 2 so far',
    '  2 agents ended and cleaned up, 4 so far',
  ])
  expect(counts([...events, resumed, look])).toHaveLength(3)
  expect(counts([...events, resumed, look]).at(-1)).toBe('  1 agent ended and cleaned up, 1 so far')
  expect(counts([plainStart, { ...look, backend: 'builtin' }])).toEqual([])
})

it('says why everything is validated again', () => {
  const { events } = playStory([plainStart], { 'write docs': ['prose'], 'replay docs': ['refused'] })
  expect(progressOf(events)).toContain(
    '\nEverything is validated again: a reviewer refused the texts that were written\n',
  )
})

it('says nothing at all where that is wanted', () => {
  expect(progressOf(runEvents(id, {}), true)).toBe('')
})

it('tells a run from its journal: each step before what came of it, and the end', () => {
  expect(
    followed(runEvents(id, { ...runStories.failed, 'review plan': ['refused No test strategy'] })),
  ).toMatchInlineSnapshot(`
    "     0ms  Run "Limit logins", session 3f2a91c4-0000-4000-8000-000000000000
          2m  Planning, round 1: the planner works
          3m    done
          3m  Planning, round 1: the reviewer looks
          4m    REQUEST_CHANGES, 1 critical by played
          4m      [CRITICAL] No test strategy (a.ts:1)
          4m    2 agents ended and cleaned up, 2 so far
          4m  Planning, round 2: the planner works
          5m    done
          5m  Planning, round 2: the reviewer looks
          6m    APPROVE by played
          6m    2 agents ended and cleaned up, 4 so far
          7m  The plan is approved
          8m  Execution, round 1: the executor works
          9m    Does not count (attempt 1): no
          9m  Execution, round 1: the executor works, once more
         10m    Does not count (attempt 2): no
         11m    2 agents ended and cleaned up, 6 so far
         11m  Failed: The executor gave no answer that counts: no
    "
  `)
})

it('tells a step that was cut off again when the run goes on', () => {
  const events = runEvents(id, {})
  const cut = events.findIndex((event) => event.type === 'written')
  const intended = { at: events[cut]!.at, type: 'intended', step: 'write', point: plainWork.point } as const
  const resumed = { at: events[cut]!.at, type: 'resumed', policy: plainStart.policy } as const
  const text = followed([...events.slice(0, cut), intended, resumed, intended, ...events.slice(cut)])
  expect(text.match(/Planning, round 1: the planner works/g)).toHaveLength(2)
})

it('does not tell a step that drift came in place of', () => {
  const events = runEvents(id, { 'write exec': ['edited'] })
  const drift = events.findIndex((event) => event.type === 'drift-found')
  const before = followed(events.slice(0, drift))
  expect(followed(events.slice(0, drift + 1)).slice(before.length)).toMatch(
    /^ +\S+ {2}The tree is not as the session has it/,
  )
})

it('shows on a terminal how long a step has taken, until something comes of it', () => {
  vi.useFakeTimers()
  try {
    const parts: string[] = []
    const write = (part: string) => void parts.push(part)
    const progress = createRunProgress({ color: false, live: true, quiet: false, clock: Date.now, write })
    progress.onStep({ step: 'consult', question: 'q' } as unknown as RunAction)
    progress.onRunEvent({ at: '', type: 'intended', step: 'consult', point: { head: 'h', tree: 't' } })
    vi.advanceTimersByTime(2000)
    progress.onRunEvent({ at: '', type: 'resumed', policy: plainStart.policy })
    vi.advanceTimersByTime(9000)
    progress.onStep({ step: 'check', pass: 'tests', commands: 'suite' })
    vi.advanceTimersByTime(1000)
    progress.stop()
    expect(parts.map((part) => part.replace('\r\u001b[J', ''))).toEqual([
      'The reviewer decides\n',
      '  1s',
      '  2s',
      '',
      'Going on with the session\n',
      '  validation commands, 1s',
      '',
    ])
  } finally {
    vi.useRealTimers()
  }
})
