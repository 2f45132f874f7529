import { expect, it } from 'vitest'
import { plainPolicy, plainStart, playStory } from '../../../../test/support/staged-story.ts'
import { toRunResult } from '../run-result.ts'
import { renderSession } from '../session-file/session-render.ts'
import { type Stage, stages } from '../stages.ts'
import { decideRun } from './decide.ts'
import { emptyRun } from './empty-run.ts'
import type { Fact, RunEvent, RunFact } from './facts.ts'
import { foldFact } from './fold.ts'
import type { RunPolicy } from './policy.ts'
import { sessionOf } from './to-session.ts'

const start = (policy: Partial<RunPolicy> = {}, begin = plainStart.begin): RunFact => ({
  ...plainStart,
  policy: { ...plainPolicy, ...policy },
  begin,
})
const withPlan = { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' } as const
const reviewOnly = { entry: 'review-only', description: '', target: 'HEAD' } as const
const brief = { skipPolish: true }

const plan = ['enter plan', 'write plan', 'review plan', 'approve-plan']
const exec = ['enter exec', 'write exec', 'review exec', 'complete exec']
const polish = [
  'enter language, review language, enter quality, review quality, enter simplify, write simplify',
  'enter tests, review tests, check tests, complete polish',
].flatMap((line) => line.split(', '))
/** As far as who simplifies, where commands failed before the execution: they are asked again first. */
const simplified = [...polish.slice(0, 5), 'check simplify', 'write simplify']
const testsFixed = polish.toSpliced(polish.indexOf('check tests') + 1, 0, 'write tests', 'check tests', 'review tests')
/** What each later stage does if nobody finds anything: the place for the steps of a new one. */
const later: Record<Exclude<Stage, 'exec'>, readonly string[]> = {
  polish,
  docs: ['enter docs', 'write docs', 'complete docs'],
  security: ['enter security', 'preflight', 'complete security'],
}
const after = (stage: Stage, until?: Stage) => {
  const begun = stages.slice(stages.indexOf(stage) + 1, until && stages.indexOf(until))
  return begun.flatMap((one) => (one === 'exec' ? [] : later[one]))
}
const rest = ['complete polish', ...after('polish'), 'deliver', 'end delivered']
/** With the commands, where polish is skipped. */
const checkedRest = [...rest.slice(0, -2), 'check', 'deliver', 'end delivered']
const untilChecked = ['baseline', ...exec, ...checkedRest.slice(0, -2)]
const replayed = ['enter exec', 'review exec', 'complete exec']

const cases: [title: string, begin: RunFact, words: Record<string, string[]>, steps: readonly string[]][] = [
  ['the happy path', start(), {}, [...plan, ...exec, ...after('exec'), 'deliver', 'end delivered']],
  ['plan only', start({ planOnly: true }), {}, [...plan, 'end planned']],
  ['a plan that was supplied', start(brief, withPlan), {}, [...exec, ...rest]],
  ['review only', start(brief, reviewOnly), {}, [...replayed, ...rest]],
  [
    'a plan that is refused twice',
    start({ planOnly: true }),
    { 'review plan': ['refused', 'refused'] },
    ['enter plan', ...Array(3).fill(['write plan', 'review plan']).flat(), 'approve-plan', 'end planned'],
  ],
  [
    'a no-op execution, which is only exec',
    start({ stopAfter: 'before-polish' }, withPlan),
    { 'write exec': ['no-op'], 'wait unchanged': ['continue'] },
    ['enter exec', 'write exec', 'review exec', 'ask unchanged', 'complete exec', 'stop', 'end stopped'],
  ],
  [
    'an execution that changed nothing, hands-free',
    start({ handsfree: true }, withPlan),
    { 'write exec': ['no-op'], 'wait unchanged': ['stop'] },
    ['enter exec', 'write exec', 'review exec', 'ask unchanged', 'end blocked'],
  ],
  [
    'an executor that is rejected once',
    start({ stopAfter: 'before-polish' }, withPlan),
    { 'write exec': ['rejected'] },
    ['enter exec', 'write exec', 'write exec', 'review exec', 'complete exec', 'stop', 'end stopped'],
  ],
  [
    'an executor that is rejected twice',
    start({}, withPlan),
    { 'write exec': ['rejected', 'rejected'] },
    ['enter exec', 'write exec', 'write exec', 'end failed'],
  ],
  [
    'a reviewer without a retry',
    start({}, reviewOnly),
    { 'review exec': ['failed'] },
    ['enter exec', 'review exec', 'end failed'],
  ],
  [
    'a reviewer with a retry',
    start({ reviewerRetries: 1, stopAfter: 'before-polish' }, reviewOnly),
    { 'review exec': ['failed'] },
    ['enter exec', 'review exec', 'review exec', 'complete exec', 'stop', 'end stopped'],
  ],
  [
    'the soft limit, and somebody goes on',
    start({ softLimitExec: 1, stopAfter: 'before-polish' }, withPlan),
    { 'review exec': ['refused'], 'wait soft-limit': ['continue'] },
    [
      'enter exec',
      'write exec',
      'review exec',
      'ask soft-limit',
      'write exec',
      'review exec',
      'complete exec',
      'stop',
      'end stopped',
    ],
  ],
  [
    'the soft limit, and somebody stops',
    start({ softLimitExec: 1 }, withPlan),
    { 'review exec': ['refused'], 'wait soft-limit': ['stop'] },
    ['enter exec', 'write exec', 'review exec', 'ask soft-limit', 'end blocked'],
  ],
  [
    'the soft limit of execution, hands-free',
    start({ softLimitExec: 1, handsfree: true }, withPlan),
    { 'review exec': ['refused'] },
    ['enter exec', 'write exec', 'review exec', 'end blocked'],
  ],
  [
    'the soft limit of planning, hands-free',
    start({ softLimitPlan: 1, handsfree: true, planOnly: true }),
    { 'review plan': ['refused'] },
    [
      'enter plan',
      'write plan',
      'review plan',
      'consult soft-limit',
      'write plan',
      'review plan',
      'approve-plan',
      'end planned',
    ],
  ],
  [
    'the same issue three rounds running',
    start({ softLimitExec: 9 }, withPlan),
    { 'review exec': ['refused same', 'refused same', 'refused same'] },
    ['enter exec', ...Array(3).fill(['write exec', 'review exec']).flat(), 'ask stuck'],
  ],
  [
    'one round of execution',
    start({ stopAfter: 'exec-round' }, withPlan),
    { 'review exec': ['refused'] },
    ['enter exec', 'write exec', 'review exec', 'stop', 'end stopped'],
  ],
  [
    'a stop before docs',
    start({ stopAfter: 'before-docs' }, withPlan),
    {},
    [...exec, ...polish, 'stop', 'end stopped'],
  ],
  [
    'a stop before security',
    start({ stopAfter: 'before-security', ...brief }, withPlan),
    {},
    [...exec, 'complete polish', ...after('polish', 'security'), 'stop', 'end stopped'],
  ],
  [
    'a stop before delivery',
    start({ stopAfter: 'before-delivery', ...brief }, withPlan),
    {},
    [...exec, ...rest.slice(0, -2), 'stop', 'end stopped'],
  ],
  [
    'a question that only a person can answer, hands-free',
    start({ handsfree: true }),
    { 'write plan': ['outside'] },
    ['enter plan', 'write plan', 'ask outside'],
  ],
  [
    'a decision, hands-free',
    start({ handsfree: true, planOnly: true }),
    { 'write plan': ['decision'] },
    ['enter plan', 'write plan', 'consult decision', 'write plan', 'review plan', 'approve-plan', 'end planned'],
  ],
  [
    'files that change for ever, accepted beforehand',
    start({ acceptExternal: true, ...brief }, withPlan),
    { 'write docs': ['edited', 'edited', 'edited', 'edited'] },
    [
      ...exec,
      'complete polish',
      ...Array.from({ length: 3 }, () => [
        'enter docs',
        'accept-drift',
        'enter exec',
        'review exec',
        'complete exec',
        'complete polish',
      ]).flat(),
      'enter docs',
      'ask drift',
    ],
  ],
  [
    'a planner that never stops asking, hands-free',
    start({ handsfree: true }),
    { 'write plan': Array.from({ length: 20 }, () => 'decision') },
    [
      'enter plan',
      ...Array.from({ length: 3 }, () => ['write plan', 'consult decision']).flat(),
      'write plan',
      'ask decision',
    ],
  ],
  [
    'a decision that the reviewer does not make',
    start({ handsfree: true }),
    { 'write plan': ['decision'], 'consult decision': ['undecided'] },
    ['enter plan', 'write plan', 'consult decision', 'ask decision'],
  ],
  [
    'a gate that finds something, once',
    start({ gate: true, stopAfter: 'before-polish' }, withPlan),
    { gate: ['refused'] },
    [
      'enter exec',
      'write exec',
      'review exec',
      'gate',
      'write exec',
      'review exec',
      'complete exec',
      'stop',
      'end stopped',
    ],
  ],
  [
    'a gate that finds something, and an executor that leaves it as it is',
    start({ gate: true, stopAfter: 'before-polish' }, withPlan),
    { gate: ['refused'], 'write exec': ['well', 'no-op', 'no-op', 'well'], 'wait gate': ['continue', 'continue'] },
    [
      ...['enter exec', 'write exec', 'review exec', 'gate'],
      ...['write exec', 'ask gate', 'write exec', 'ask gate'],
      ...['write exec', 'review exec', 'complete exec', 'stop', 'end stopped'],
    ],
  ],
  [
    'the same, hands-free',
    start({ gate: true, handsfree: true }, withPlan),
    { gate: ['refused'], 'write exec': ['well', 'no-op'] },
    ['enter exec', 'write exec', 'review exec', 'gate', 'write exec', 'end blocked'],
  ],
  [
    'a gate without a valid answer',
    start({ gate: true }, withPlan),
    { gate: ['malformed'] },
    ['enter exec', 'write exec', 'review exec', 'gate', 'end failed'],
  ],
  [
    'prose in the docs stage',
    start(brief, withPlan),
    { 'write docs': ['prose'] },
    [
      ...exec,
      'complete polish',
      'enter docs',
      'write docs',
      'replay docs',
      'complete docs',
      ...after('docs'),
      'deliver',
      'end delivered',
    ],
  ],
  [
    'prose that the reviewer refuses',
    start(brief, withPlan),
    { 'write docs': ['prose'], 'replay docs': ['refused'] },
    [...exec, 'complete polish', 'enter docs', 'write docs', 'replay docs', 'clear replay-rejected', ...exec, ...rest],
  ],
  [
    'code in the docs stage',
    start(brief, withPlan),
    { 'write docs': ['code'] },
    [...exec, 'complete polish', 'enter docs', 'write docs', 'clear docs-written', ...replayed, ...rest],
  ],
  [
    'a simplification that breaks the build',
    start({ stopAfter: 'before-docs' }, withPlan),
    { 'write simplify': ['code'], 'check simplify': ['broken'] },
    [...exec, ...polish.slice(0, 6), 'check simplify', 'roll-back simplify', ...polish.slice(6), 'stop', 'end stopped'],
  ],
  [
    'commands that pass before the execution and not after a simplification',
    start({ validates: true, stopAfter: 'before-docs' }, withPlan),
    { 'write simplify': ['code'], 'check simplify': ['broken'] },
    [
      ...['baseline', ...exec, ...polish.slice(0, 6), 'check simplify', 'roll-back simplify', ...polish.slice(6)],
      ...['stop', 'end stopped'],
    ],
  ],
  [
    'commands that did not pass before the execution either',
    start({ validates: true, stopAfter: 'before-docs' }, withPlan),
    { baseline: ['broken'], 'check simplify': ['broken'], 'check tests': ['broken'] },
    ['baseline', ...exec, ...simplified, ...polish.slice(6), 'stop', 'end stopped'],
  ],
  [
    'a simplification where the commands did not pass before either',
    start({ validates: true, stopAfter: 'before-docs' }, withPlan),
    { baseline: ['broken'], 'write simplify': ['prose'], 'check simplify': ['broken', 'broken'] },
    [
      ...['baseline', ...exec, ...simplified, 'check simplify', 'replay simplify', ...polish.slice(6)],
      ...['stop', 'end stopped'],
    ],
  ],
  [
    'a simplification that breaks what the execution had mended',
    start({ validates: true, stopAfter: 'before-docs' }, withPlan),
    { baseline: ['broken'], 'write simplify': ['code'], 'check simplify': ['well', 'broken'] },
    [
      ...['baseline', ...exec, ...simplified, 'check simplify', 'roll-back simplify', ...polish.slice(6)],
      ...['stop', 'end stopped'],
    ],
  ],
  [
    'tests that fail again after the execution had mended them',
    start({ validates: true, stopAfter: 'before-docs' }, withPlan),
    { baseline: ['broken'], 'check tests': ['broken'], 'write tests': ['no-op'] },
    [...['baseline', ...exec, ...simplified, ...testsFixed.slice(6), 'stop', 'end stopped']],
  ],
  [
    'commands after planning, and after edits of a person before anybody executed',
    start({ validates: true, stopAfter: 'before-polish' }),
    { 'enter exec': ['edited'], 'wait drift': ['accept'] },
    [...plan, 'baseline', 'ask drift', 'accept-drift', 'baseline', ...exec, 'stop', 'end stopped'],
  ],
  [
    'commands, with work that is only reviewed: what fails is its own',
    start({ validates: true, stopAfter: 'before-docs' }, reviewOnly),
    { 'check tests': ['broken'], 'write tests': ['no-op'] },
    [...replayed, ...testsFixed, 'stop', 'end stopped'],
  ],
  [
    'commands, also where polish is skipped',
    start({ validates: true, ...brief }, withPlan),
    {},
    ['baseline', ...exec, ...checkedRest],
  ],
  [
    'commands that do not pass any more, where polish is skipped',
    start({ validates: true, ...brief }, withPlan),
    { check: ['broken'] },
    ['baseline', ...exec, ...checkedRest.slice(0, -2), 'end blocked'],
  ],
  [
    'commands that did not pass before either, where polish is skipped',
    start({ validates: true, ...brief }, withPlan),
    { baseline: ['broken'], check: ['broken'] },
    ['baseline', ...exec, ...checkedRest],
  ],
  [
    'commands after prose of the docs stage',
    start({ validates: true }, withPlan),
    { 'write docs': ['prose'] },
    [
      ...['baseline', ...exec, ...polish, 'enter docs', 'write docs', 'replay docs', 'complete docs', ...after('docs')],
      ...['check', 'deliver', 'end delivered'],
    ],
  ],
  [
    'a hook that changes files at the delivery: that is validated like all else, and delivered',
    start(brief, withPlan),
    { deliver: ['hooked'] },
    [...exec, ...rest.slice(0, -1), ...replayed, ...rest],
  ],
  [
    'a hook that changes files at every delivery',
    start(brief, withPlan),
    { deliver: ['hooked', 'hooked'] },
    [...exec, ...rest.slice(0, -1), ...replayed, ...rest.slice(0, -1), 'end blocked'],
  ],
  [
    'a hook whose change a reviewer refuses',
    start(brief, withPlan),
    { deliver: ['hooked'], 'review exec': ['well', 'refused'] },
    [...exec, ...rest.slice(0, -1), 'enter exec', 'review exec', ...exec.slice(1), ...rest],
  ],
  [
    'a hook after which a command does not pass',
    start({ validates: true, ...brief }, withPlan),
    { deliver: ['hooked'], check: ['well', 'broken'] },
    ['baseline', ...exec, ...checkedRest.slice(0, -1), ...replayed, ...checkedRest.slice(0, -2), 'end blocked'],
  ],
  [
    'a question of a reviewer who approves: its answer goes to who writes, and is looked at',
    start({ stopAfter: 'before-polish' }, withPlan),
    { 'review exec': ['asks per IP?', 'asks per IP?'], 'wait decision': ['text'], 'write exec': ['well', 'no-op'] },
    [
      ...['enter exec', 'write exec', 'review exec', 'ask decision', 'write exec', 'review exec', 'complete exec'],
      ...['stop', 'end stopped'],
    ],
  ],
  [
    'the same hands-free, with a plan',
    start({ handsfree: true, planOnly: true }),
    { 'review plan': ['asks per IP?'] },
    [
      ...['enter plan', 'write plan', 'review plan', 'consult decision', 'write plan', 'review plan', 'approve-plan'],
      'end planned',
    ],
  ],
  [
    'a question of a reviewer who refuses at the limit: an answer is no round more',
    start({ softLimitExec: 1 }, withPlan),
    { 'review exec': ['refused, asks per IP?'], 'wait decision': ['text'] },
    ['enter exec', 'write exec', 'review exec', 'ask decision', 'ask soft-limit'],
  ],
  [
    'a question after the one round that is wanted: it is not written here',
    start({ stopAfter: 'exec-round' }, withPlan),
    { 'review exec': ['asks per IP?'], 'wait decision': ['text'] },
    ['enter exec', 'write exec', 'review exec', 'ask decision', 'stop', 'end stopped'],
  ],
  [
    'a quality review that does not come to an end',
    start({}, withPlan),
    { 'review quality': ['refused', 'refused', 'refused'] },
    [
      ...exec,
      ...polish.slice(0, 4),
      'write quality',
      'review quality',
      'write quality',
      'review quality',
      'end blocked',
    ],
  ],
  [
    'a fix in the polish stage',
    start({ stopAfter: 'before-docs' }, withPlan),
    { 'review language': ['refused'], 'write language': ['code'] },
    [
      ...[
        ...exec,
        ...polish.slice(0, 2),
        'write language',
        'clear polish-written',
        'review language',
        ...polish.slice(2, -1),
      ],
      ...[...replayed, ...polish.filter((step) => !step.endsWith('simplify')), 'stop', 'end stopped'],
    ],
  ],
  [
    'a tracked key',
    start(brief, withPlan),
    { preflight: ['key'] },
    [...exec, 'complete polish', ...after('polish', 'security'), 'enter security', 'preflight', 'end blocked'],
  ],
  [
    'a secret in what is delivered, hands-free',
    start({ handsfree: true, ...brief }, withPlan),
    { preflight: ['secret'] },
    [...exec, 'complete polish', ...after('polish', 'security'), 'enter security', 'preflight', 'end blocked'],
  ],
  [
    'missing ignore patterns, hands-free',
    start({ handsfree: true, ...brief }, withPlan),
    { preflight: ['missing'] },
    [...exec, ...rest],
  ],
  [
    'missing ignore patterns that are left',
    start(brief, withPlan),
    { preflight: ['missing'], 'wait ignores': ['leave'] },
    [
      ...exec,
      'complete polish',
      ...after('polish', 'security'),
      'enter security',
      'preflight',
      'ask ignores',
      'complete security',
      'deliver',
      'end delivered',
    ],
  ],
  [
    'missing ignore patterns that are written',
    start(brief, withPlan),
    { preflight: ['missing'], 'wait ignores': ['write'] },
    [
      ...exec,
      'complete polish',
      ...after('polish', 'security'),
      'enter security',
      'preflight',
      'ask ignores',
      'write-ignores',
      'clear security-written',
      ...replayed,
      ...rest,
    ],
  ],
  [
    'edits of a person, accepted',
    start(brief, withPlan),
    { 'write docs': ['edited'], 'wait drift': ['accept'] },
    [...exec, 'complete polish', 'enter docs', 'ask drift', 'accept-drift', ...replayed, ...rest],
  ],
  [
    'edits of a person while an answer waits to be taken in, accepted',
    start(brief, withPlan),
    {
      'review exec': ['asks which?'],
      'wait decision': ['text'],
      'write exec': ['well', 'edited'],
      'wait drift': ['accept'],
    },
    [...exec.slice(0, -1), 'ask decision', 'ask drift', 'accept-drift', ...exec, ...rest],
  ],
  [
    'edits of a person, not accepted',
    start(brief, withPlan),
    { 'write docs': ['edited'], 'wait drift': ['stop'] },
    [...exec, 'complete polish', 'enter docs', 'ask drift', 'end aborted'],
  ],
  [
    'commands that change what is worked on, accepted: that is reviewed, and they find nothing more to change',
    start({ ...brief, validates: true }, withPlan),
    { deliver: ['formatted'], 'wait drift': ['accept'] },
    [...untilChecked, 'ask drift', 'accept-drift', ...replayed, ...checkedRest],
  ],
  [
    'commands that change it again after somebody wrote: the answer holds',
    start({ ...brief, validates: true }, withPlan),
    { deliver: ['formatted', 'formatted'], 'wait drift': ['accept'], 'review exec': ['well', 'refused'] },
    [
      ...[...untilChecked, 'ask drift', 'accept-drift', 'enter exec', 'review exec', ...exec.slice(1)],
      ...[...checkedRest.slice(0, -2), 'accept-drift', ...replayed, ...checkedRest],
    ],
  ],
  [
    'commands that change it every time, accepted',
    start({ ...brief, validates: true }, withPlan),
    { deliver: ['formatted', 'formatted'], 'wait drift': ['accept'] },
    [...untilChecked, 'ask drift', 'accept-drift', ...replayed, ...checkedRest.slice(0, -2), 'end blocked'],
  ],
  [
    'commands that change it every time, accepted beforehand',
    start({ ...brief, validates: true, acceptExternal: true }, withPlan),
    { deliver: ['formatted', 'formatted'] },
    [...untilChecked, 'accept-drift', ...replayed, ...checkedRest.slice(0, -2), 'end blocked'],
  ],
  [
    'commands that change what the plan names every time, before anybody executed',
    start({ ...brief, validates: true }, withPlan),
    { 'enter exec': ['formatted', 'formatted'], 'wait drift': ['accept'] },
    ['baseline', 'ask drift', 'accept-drift', 'baseline', 'end blocked'],
  ],
  [
    'edits of a person, hands-free',
    start({ handsfree: true }, withPlan),
    { 'write exec': ['edited'] },
    ['enter exec', 'end blocked'],
  ],
]

it.each(cases)('%s', (_, begin, words, steps) => {
  expect(playStory([begin], words).steps).toEqual(steps)
})

it.each<[what: string, words: Record<string, string[]>, why: string]>([
  [
    'looks alone',
    { 'review tests': ['refused a', 'refused b', 'refused c'], 'write tests': ['code', 'code'] },
    '3 looks found something',
  ],
  [
    'commands alone',
    { 'check tests': ['broken', 'broken', 'broken'], 'write tests': ['code', 'code'] },
    'the validation commands failed 3 times (npm test)',
  ],
  [
    'both',
    { 'review tests': ['refused a'], 'check tests': ['broken', 'broken'], 'write tests': ['code', 'code'] },
    '1 look found something, the validation commands failed 2 times (npm test)',
  ],
])('says what a pass is blocked by at its cap: %s', (_, words, why) => {
  const { state } = playStory([start({ validates: true }, withPlan)], words)
  expect(state.reason).toBe(`The pass tests does not come to an end: ${why}.`)
})

it('is blocked by a stage that keeps changing what was approved', () => {
  const { steps, state } = playStory([start(brief, withPlan)], { 'write docs': ['code', 'code', 'code', 'code'] })
  expect(steps.filter((step) => step === 'clear docs-written')).toHaveLength(4)
  expect([steps.at(-1), state.block]).toEqual(['end blocked', 'docs'])
})

it('runs the tests again after every fix of them', () => {
  const words = { 'check tests': ['broken'], 'write tests': ['no-op'] }
  const { steps } = playStory([start({ stopAfter: 'before-docs' }, withPlan)], words)
  expect(steps).toEqual([...exec, ...testsFixed, 'stop', 'end stopped'])
})

it.each<[string, Partial<Fact<'writer-rejected'>>, boolean]>([
  ['used tools', {}, true],
  ['used none', { usedNoTool: true }, false],
])('says of a second attempt whether the first one %s', (_, told, hasWorked) => {
  const { events } = playStory([start({}, withPlan)], { 'write exec': ['rejected'] })
  const first = events.findIndex(({ type }) => type === 'writer-rejected')
  const before = events.slice(0, first).reduce(foldFact, emptyRun)
  expect(decideRun(before)).toMatchObject({ step: 'write', attempt: 1, hasWorked: false })
  const rejected = { ...events[first], ...told } as Fact<'writer-rejected'>
  expect(decideRun(foldFact(before, rejected))).toMatchObject({ step: 'write', attempt: 2, hasWorked })
})

it('counts what an executor changed from before the round, whatever was rejected and resumed in it', () => {
  const { events } = playStory([start({}, withPlan)], { 'write exec': ['rejected code', 'rejected code'] })
  const state = [...events, { type: 'resumed', policy: plainPolicy } as const].reduce(foldFact, emptyRun)
  expect(state.point?.tree).toBe('2')
  expect(decideRun(state)).toMatchObject({ step: 'write', attempt: 1, since: { tree: '0' } })
})

it.each<[string, Partial<RunPolicy>, Readonly<Record<string, readonly string[]>>, string]>([
  ['an executor', {}, { 'write exec': ['rejected', 'rejected'] }, 'The executor gave no answer that counts'],
  ['a reviewer', {}, { 'review exec': ['failed'] }, 'The reviewer'],
  ['the gate', { gate: true }, { gate: ['failed'] }, 'The adversarial gate gave no answer that counts'],
])('is out of budget, and has not failed, where %s was cut off by its end', (_, policy, words, reason) => {
  const { events } = playStory([start({ ...policy, maxTimeMs: 1000 }, withPlan)], words)
  expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: 'failed' })
  const state = events.slice(0, -1).reduce(foldFact, emptyRun)
  expect(decideRun(state, { elapsedMs: 1000 })).toEqual({
    step: 'end',
    outcome: 'blocked',
    reason: expect.stringContaining(`The budget is used up. ${reason}`),
    blockedBy: null,
  })
})

it('has no stage complete for what a hook changes every time, says which files, and begins them again when it is resumed', () => {
  const { events, state } = playStory([start(brief, withPlan)], { deliver: ['hooked', 'hooked'] })
  expect([state.completed, state.outcome, state.block]).toEqual([[], 'blocked', 'exec'])
  expect(state.reason).toContain('a.ts')
  const again: readonly RunFact[] = [...events, { type: 'resumed', policy: { ...plainPolicy, ...brief } }]
  const { steps, state: after } = playStory(again, { 'wait blocked': ['go-on'] })
  expect(steps).toEqual(['ask blocked', ...replayed, ...rest])
  expect([after.completed, after.outcome]).toEqual([stages, 'delivered'])
})

it('says what it was blocked by when it is asked whether to go on', () => {
  const begin = [start({ gate: true, handsfree: true }, withPlan)]
  const { events } = playStory(begin, { gate: ['refused'], 'write exec': ['well', 'no-op'] })
  const reason =
    'The pass exec does not come to an end: nothing was changed about what the adversarial gate refused: A race. Lock.'
  expect(events.at(-1)).toMatchObject({ type: 'ended', outcome: 'blocked', reason })
  const resumed: RunFact = { type: 'resumed', policy: plainPolicy }
  for (const again of [[resumed], [resumed, resumed]])
    expect(playStory([...events, ...again]).state.question?.about).toEqual(['exec', reason])
})

it('looks for secrets and runs the commands, whatever another tool says is complete', () => {
  const text = renderSession({ ...sessionOf(playStory([start(brief, withPlan)]).events)! })
  const imported: RunFact = { type: 'imported', text, point: { head: '1', tree: '1' } }
  const policy = { ...plainPolicy, validates: true }
  const begun = [{ ...plainStart, begin: null }, imported, { type: 'resumed', policy } as const]
  expect(playStory(begun).steps).toEqual([...later.security, 'check', 'deliver', 'end delivered'])
  expect(playStory(begun, { preflight: ['key'] }).steps.at(-1)).toBe('end blocked')
})

it('runs the commands again when it is resumed after they blocked it, or with others', () => {
  const policy = { ...plainPolicy, ...brief, validates: true }
  const first = playStory([start(policy, withPlan)], { check: ['broken'] })
  const resumed = { type: 'resumed', policy } as const
  const steps = ['ask blocked', 'check', 'deliver', 'end delivered']
  expect(playStory([...first.events, resumed], { 'wait blocked': ['continue'] }).steps).toEqual(steps)
  const stopped = playStory([start({ ...policy, stopAfter: 'before-delivery' }, withPlan)]).events
  expect(playStory([...stopped, resumed]).steps).toEqual(['check', 'deliver', 'end delivered'])
  const checked: RunFact = { type: 'checked', pass: null, validations: [], wrote: [] }
  expect(playStory([...stopped, checked, resumed]).steps).toEqual(['deliver', 'end delivered'])
  expect(playStory([...stopped, checked, { ...resumed, revalidates: true }]).steps).toEqual(steps.slice(1))
})

it('has no stage complete that blocks it, nor one behind that, until it goes on', () => {
  const policy = { ...plainPolicy, ...brief, validates: true }
  const told = (events: readonly RunEvent[]) => {
    const { values } = sessionOf(events)!.metadata
    const { completedStages, deliveryBlockedBy } = toRunResult(events)
    expect([values.completed_stages, values.delivery_blocked_by]).toEqual([completedStages, deliveryBlockedBy])
    return [completedStages.length, deliveryBlockedBy]
  }
  const blocked = playStory([start(policy, withPlan)], { check: ['broken'] }).events
  const resumed = [...blocked, { type: 'resumed', policy, at: '' } as const]
  expect([blocked, resumed, playStory(resumed).events].map(told)).toEqual([
    [0, 'exec'],
    [0, 'exec'],
    [0, 'exec'],
  ])
  expect(told(playStory(resumed, { 'wait blocked': ['continue'] }).events)).toEqual([stages.length, null])
})

it.each(['drift', 'baseline'] as const)('takes the flag of who resumes for the answer about the tree: %s', (kind) => {
  const { events } = playStory([start(brief, withPlan)], { 'write docs': ['edited'] })
  const open = events.map((event) => (event.type === 'drift-found' ? { ...event, kind } : event))
  const resume = (acceptExternal: boolean) => [
    ...open,
    { type: 'resumed', policy: { ...plainPolicy, ...brief, acceptExternal } } as const,
  ]
  expect(playStory(resume(false)).steps).toEqual([])
  const accepted = playStory(resume(true))
  expect(accepted.steps.slice(0, 2)).toEqual(['accept-drift', 'enter exec'])
  expect(accepted.state).toMatchObject({ outcome: 'delivered', question: null })
})

it.each<[string, { revalidates?: true }, readonly string[]]>([
  ['is blocked again with the same commands', {}, ['end blocked']],
  ['goes on with others', { revalidates: true }, ['accept-drift', ...replayed, ...checkedRest]],
])('what commands change every time %s', (_, values, steps) => {
  const words = { deliver: ['formatted', 'formatted'], 'wait drift': ['accept'] }
  const { events, state } = playStory([start({ ...brief, validates: true }, withPlan)], words)
  expect(state.reason).toContain('(changed while `npm test` ran: a.ts)')
  const again: RunFact = { type: 'resumed', policy: { ...plainPolicy, ...brief, validates: true }, ...values }
  expect(playStory([...events, again], { check: ['formatted'] }).steps).toEqual(steps)
})
