import { describe, expect, it } from 'vitest'
import {
  answering,
  askingOf,
  change,
  executed,
  implementation,
  noOp,
  type PlayedAgent,
  plan,
  point,
  startedWith,
  viewAfter,
  written,
} from '../../../test/support/staged-asking.ts'
import type { Step } from '../../core/staged/machine/actions.ts'
import type { AgentReply } from '../../types.ts'
import { askWriter } from './ask-writer.ts'
import type { Asking } from './asking.ts'

const order = (values: Partial<Step<'write'>> = {}): Step<'write'> => ({
  step: 'write',
  pass: 'exec',
  role: 'executor',
  round: 2,
  attempt: 1,
  problems: [],
  hasWorked: false,
  issues: [],
  broke: [],
  since: point('before'),
  ...values,
})
const planOrder = order({ pass: 'plan', role: 'planner', round: 1 })
const planningRun = viewAfter(startedWith(), { type: 'entered', pass: 'plan' })

const login = [change('src/login.ts')]
const differences = { 'before after': login, 'commit after': [...login, change('src/old.ts', 'deleted')] }
const work = { pass: 'exec', round: 2, backend: 'played', durationMs: 500, point: point('after') }

const execute = (agent: PlayedAgent, values: Partial<Step<'write'>> = {}, more: Parameters<typeof askingOf>[1] = {}) =>
  askWriter(order(values), executed(), askingOf(agent, { differences, ...more }))

describe('an executor', () => {
  it.each<[string, AbortSignal, readonly string[]]>([
    ['that answers: the fact tells it', new AbortController().signal, []],
    [
      'that is interrupted, and leaves no fact',
      AbortSignal.abort(),
      ['Of the executor: ignored files it changed or deleted are kept as they were in kept: .env'],
    ],
  ])('is told to have harmed ignored files: one %s', async (_, signal, expected) => {
    const notices: string[] = []
    const ignored = { folder: 'kept', files: ['.env'] }
    const asking = askingOf(answering(implementation), { differences, signal, onNotice: (text) => notices.push(text) })
    const harmed: Asking['work'] = { ...asking.work, record: async () => ({ keepEarlier: async () => ({ ignored }) }) }
    expect(await askWriter(order(), executed(), { ...asking, work: harmed })).toMatchObject({ ignored })
    expect(notices).toEqual(expected)
  })

  it('is asked to write, and its answer counts when the files bear it out', async () => {
    const agent = answering(implementation)
    const fact = await execute(agent, { issues: [{ severity: 'CRITICAL', text: 'x', file: 'src/login.ts', line: 7 }] })
    expect(fact).toMatchObject({
      type: 'written',
      ...work,
      text: implementation,
      result: 'Tries are counted and the sixth is refused.',
      delta: login,
      changed: [
        { path: 'src/login.ts', note: 'counts and refuses' },
        { path: 'src/old.ts', note: 'deleted' },
      ],
      related: [{ path: 'src/store.ts', note: 'keeps the counts' }],
      isNoOp: false,
      proseOnly: false,
      questions: [],
      usage: { inputTokens: 5 },
    })
    expect(agent.tasks).toEqual([
      expect.objectContaining({
        role: 'executor',
        name: 'exec',
        round: 2,
        mayWrite: true,
        workspace: '/repo',
        files: ['src/login.ts'],
        schema: null,
      }),
    ])
    expect(agent.tasks[0]?.prompt).toContain('deleted src/old.ts')
    expect(agent.tasks[0]?.prompt).not.toContain('patch from')
  })

  it('may have had nothing to do', async () => {
    const fact = await execute(answering({ text: noOp, toolCalls: 0 }), {}, { differences: {} })
    expect(fact).toMatchObject({ type: 'written', isNoOp: true, delta: [], changed: [] })
  })

  it('has not written what it does not name', async () => {
    const moved = {
      'before after': [...login, change('README.md')],
      'commit after without README.md': login,
    }
    const fact = await execute(answering(implementation), {}, { differences: moved })
    expect(fact).toMatchObject({
      type: 'written',
      delta: login,
      changed: [{ path: 'src/login.ts' }],
      point: point('after without README.md'),
    })
  })

  it('has written nothing when it says so once more, whatever changed meanwhile', async () => {
    const moved = { 'before after': login }
    const fact = await execute(answering(noOp), { attempt: 2 }, { differences: moved })
    expect(fact).toMatchObject({ type: 'written', isNoOp: true, delta: [], point: point('after without src/login.ts') })
  })

  it('is shown the whole change in a later pass', async () => {
    const agent = answering(implementation)
    await execute(agent, { pass: 'docs' })
    expect(agent.tasks[0]?.prompt).toContain('patch from commit to after')
  })

  it('changes prose alone where the patch says so', async () => {
    const text = implementation.replace('src/login.ts', 'README.md')
    const fact = await execute(
      answering(text),
      { pass: 'docs' },
      { differences: { 'before after': [change('README.md')] } },
    )
    expect(fact).toMatchObject({ type: 'written', proseOnly: true })
  })

  it.each<[string, string | Partial<AgentReply>, RegExp, Parameters<typeof askingOf>[1]?]>([
    [
      'crashes',
      { status: 'crashed', reason: 'it ended with exit code 1' },
      /There is no answer: it ended with exit code 1/,
    ],
    ['is out of time without a reason', { status: 'timed_out' }, /There is no answer: timed_out/],
    [
      'leaves a section out',
      implementation.replace(/### Deviations[^#]*/, ''),
      /"### Deviations from Plan" is missing/,
    ],
    ['says nothing', '', /missing_title/],
    [
      'names no files',
      implementation.replace('- `src/login.ts` - counts and refuses', 'several files'),
      /files_unreadable/,
    ],
    [
      'claims a file that did not change',
      implementation.replace('src/login.ts', 'src/store.ts'),
      /claim_without_delta/,
    ],
    [
      'claims a file that git ignores',
      implementation.replaceAll('src/login.ts', 'ignored/login.ts'),
      /git ignores it/,
      { differences: {} },
    ],
    ['claims work and changed nothing', implementation, /claim_without_delta/, { differences: {} }],
    ['says that it did nothing and did something', noOp, /no_op_with_delta/],
    ['says half of it', noOp.replace('No-op round. ', ''), /incomplete_no_op/],
    ['does not say what deviates', implementation.replace('None\n', 'Some\n'), /unexplained_deviation/],
    [
      'worked elsewhere',
      implementation.replace('The store', 'All work was done in a separate git worktree. The store'),
      /other_workspace/,
    ],
    [
      'names a path elsewhere',
      implementation.replace('The store', 'See /tmp/other/src/login.ts. The store'),
      /other_workspace/,
    ],
    ['made no tool call', { text: implementation, toolCalls: 0 }, /no_tool_call/],
  ])('is refused when it %s', async (_, reply, problem, more = {}) => {
    expect(await execute(answering(reply), {}, more)).toMatchObject({
      type: 'writer-rejected',
      attempt: 1,
      problems: expect.arrayContaining([expect.stringMatching(problem)]),
      ...work,
    })
  })

  it('is refused with the files that its answer leaves changed', async () => {
    const fact = await execute(answering('Done.'))
    expect(fact.type === 'writer-rejected' && fact.problems.at(-1)).toBe(
      'Changed since the round began, and left as it is: src/login.ts',
    )
  })

  it('is not asked for tool calls that its program does not tell', async () => {
    const agent = { ...answering({ text: implementation, toolCalls: 0 }), tellsToolCalls: false }
    expect(await execute(agent)).toMatchObject({ type: 'written' })
  })

  it('asked again, may say without a tool what it did before', async () => {
    const again = { attempt: 2, problems: ['missing_title'], hasWorked: true }
    const agent = answering({ text: implementation, toolCalls: 0 })
    expect(await execute(agent, again)).toMatchObject({ type: 'written', delta: login })
  })

  it.each<[string, boolean, Parameters<typeof askingOf>[1]]>([
    ['did nothing before, whoever changed files meanwhile', false, {}],
    ['used a tool before, and changed nothing', true, { differences: {} }],
  ])('asked again, is refused as well without a tool when it %s', async (_, hasWorked, more) => {
    const again = { attempt: 2, problems: ['no_tool_call'], hasWorked }
    const fact = await execute(answering({ text: implementation, toolCalls: 0 }), again, more)
    expect(fact).toMatchObject({ problems: expect.arrayContaining([expect.stringContaining('no_tool_call')]) })
  })

  it.each<[string, Partial<AgentReply>, boolean, object]>([
    ['that used none', { text: 'Done.', toolCalls: 0 }, true, { usedNoTool: true }],
    ['that used none before it fell over', { status: 'crashed', toolCalls: 0 }, true, { usedNoTool: true }],
    ['that used one', { text: 'Done.', toolCalls: 1 }, true, {}],
    ['whose program does not tell', { text: 'Done.', toolCalls: 0 }, false, {}],
  ])(
    'is remembered with the tools of an answer that does not count: one %s',
    async (_, reply, tellsToolCalls, told) => {
      const { usedNoTool } = { usedNoTool: undefined, ...(await execute({ ...answering(reply), tellsToolCalls })) }
      expect({ usedNoTool }).toEqual({ usedNoTool: undefined, ...told })
    },
  )

  it('is shown what it answered, and its delta is counted from before the round', async () => {
    const agent = answering('Done.', implementation)
    const asking = askingOf(agent, { differences })
    const first = await askWriter(order(), executed(), asking)
    const problems = first.type === 'writer-rejected' ? first.problems : []
    expect(await askWriter(order({ attempt: 2, problems }), executed(), asking)).toMatchObject({
      type: 'written',
      delta: login,
    })
    expect(agent.tasks[1]?.prompt).toContain(problems[0])
    expect(agent.tasks[1]?.prompt).toMatch(/<<<answer \w+\nDone\.\n/)
  })
})

it('counts what an executor works on, also where a command wrote it before, if its answer counts', async () => {
  const asked: (readonly string[] | undefined)[] = []
  const { work: files, ...rest } = askingOf(answering(implementation), { differences })
  const watched = {
    ...files,
    point: async (workedOn?: readonly string[]) => {
      asked.push(workedOn)
      return point('after')
    },
  }
  await askWriter(order(), executed(), { ...rest, work: watched })
  expect(asked).toEqual([['src/login.ts']])
  const lying = implementation.replace('src/login.ts', 'src/else.ts')
  const refused = { ...askingOf(answering(lying), { differences }), work: watched }
  expect(await askWriter(order(), executed(), refused)).toMatchObject({ type: 'writer-rejected' })
  expect(asked.slice(1)).toEqual([['src/else.ts'], []])
})

describe('a planner', () => {
  const planWith = (agent: PlayedAgent, values: Partial<Asking> = {}) =>
    askWriter(planOrder, planningRun, askingOf(agent, values))

  it('only reads, and what it says is the plan', async () => {
    const agent = answering({
      text: `Here it is.\n\n${plan.replace('- None.', '- [OUTSIDE] How many?')}`,
      toolCalls: 0,
    })
    expect(await planWith(agent)).toMatchObject({
      type: 'written',
      pass: 'plan',
      result: 'Limit the log-in (2 steps)',
      text: expect.stringMatching(/^## Solution Plan: /),
      delta: [],
      questions: [{ kind: 'outside', text: 'How many?' }],
      // What somebody else did meanwhile is none of its work.
      point: point('before'),
    })
    expect(agent.tasks).toEqual([expect.objectContaining({ role: 'planner', name: 'plan', mayWrite: false })])
  })

  it('names what is there and unchanged as related', async () => {
    const listed = plan.replace('- `src/store.ts`', '- `src/new.ts` - made\n- `src/old.ts` - read\n- `src/store.ts`')
    const differences = { 'commit before': [change('src/old.ts')] }
    const fact = await askWriter(planOrder, planningRun, askingOf(answering(listed), { differences }))
    expect(fact).toMatchObject({
      related: [
        { path: 'src/login.ts', note: 'the limit' },
        { path: 'src/store.ts', note: 'keeps the counts' },
      ],
    })
  })

  it('is refused when it leaves open what is answered', async () => {
    const question = {
      kind: 'outside',
      pass: 'plan',
      round: 1,
      about: ['How many?'],
      allowed: ['text'],
      text: '',
    } as const
    const answered = viewAfter(
      startedWith(),
      { type: 'entered', pass: 'plan' },
      written('plan', { point: point('before') }),
      { type: 'asked', question, tree: null },
      { type: 'answered', answer: { choice: 'text', text: 'five' }, by: 'Ann' },
    )
    const agent = answering(plan.replace('- None.', '- [OUTSIDE] how many'))
    expect(await askWriter(planOrder, answered, askingOf(agent))).toMatchObject({
      type: 'writer-rejected',
      problems: [expect.stringMatching(/"how many" is answered.*\(answered_question\)/)],
    })
    expect(agent.tasks[0]?.prompt).toContain('Answer of Ann: five')
  })

  it.each<[string, string | Partial<AgentReply>, RegExp]>([
    ['refuses', { status: 'refused', reason: 'no' }, /There is no answer: no/],
    ['forgets a section', plan.replace(/### Risks[^#]*/, ''), /"### Risks & Assumptions" is missing/],
    ['does not number its steps', plan.replace('1. Count.\n2. Refuse', 'Count and refuse'), /unnumbered_steps/],
    ['begins with the work', implementation, /missing_title/],
  ])('is refused when it %s', async (_, reply, problem) => {
    expect(await planWith(answering(reply))).toMatchObject({
      type: 'writer-rejected',
      problems: expect.arrayContaining([expect.stringMatching(problem)]),
    })
  })
})
