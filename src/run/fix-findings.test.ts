import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { finding } from '../../test/support/change.ts'
import { createRepository, type Files, type TestRepository } from '../../test/support/repository.ts'
import { workPort } from '../commands/looping/fixer-work.ts'
import { readPrompts } from '../commands/prompts.ts'
import { noUsage } from '../core/cost/usage.ts'
import { openRepository } from '../io/git/repository.ts'
import type { AgentReply, AgentTask, Finding, FixResult, LoopEvent } from '../types.ts'
import type { AgentFixer, FixRequest } from './fix/fix-request.ts'
import { fixFindings } from './fix-findings.ts'

// A real repository with somebody's uncommitted work in it; the agent is a function.

const wrong = finding({ id: 'F-1', severity: 'P1', blocking: true, file: 'a.js', line: 2, evidence: 'let b = 1' })
const minor = finding({ id: 'F-2', file: 'b.js', line: 1, evidence: 'let c = 1' })

function workedOn(): TestRepository {
  const test = createRepository({
    'a.js': 'let a = 1\nlet b = 1\n',
    'b.js': 'let c = 1\n',
    'gone.js': 'old\n',
    '.gitignore': '.env\n',
  })
  test.write({
    'a.js': 'let a = 2\r\nlet b = 1\n',
    'mine.txt': 'not to be lost\n',
    '.env': 'KEEP=1\n',
    'gone.js': null,
  })
  test.write({ 'staged.js': 'staged\n' })
  test.git('add', 'staged.js')
  chmodSync(join(test.path, 'mine.txt'), 0o600)
  return test
}

type Act = (write: TestRepository['write'], task: AgentTask, call: number) => unknown

interface Fixed {
  readonly fix: FixResult
  readonly events: readonly LoopEvent[]
  readonly prompts: readonly string[]
}

/** The agent does what `act` does and answers with what it gives; a number is an exit without an answer. */
async function fixWith(test: TestRepository, act: Act, values: Partial<FixRequest> = {}): Promise<Fixed> {
  const prompts: string[] = []
  const run = async (task: AgentTask): Promise<AgentReply> => {
    const answer = act(test.write, task, prompts.push(task.prompt))
    const isAnswer = typeof answer !== 'number'
    return {
      status: isAnswer ? 'ok' : 'crashed',
      reason: isAnswer ? null : `it ended with ${answer}`,
      text: typeof answer === 'string' ? answer : JSON.stringify(answer),
      structured: null,
      usage: { ...noUsage, inputTokens: 10 },
      durationMs: 1,
      turns: 1,
      toolCalls: 0,
      retryAfterMs: null,
      transcript: null,
    }
  }
  const texts = readPrompts(['fixer', 'fixer-correction'])
  const fixer: AgentFixer = {
    kind: 'agent',
    agent: { name: 'mender', model: null, identity: '', run },
    prompts: { fixer: texts.fixer, correction: texts['fixer-correction'] },
    rules: [],
    budget: { seconds: 60, turns: null, tokens: null, dollars: null },
    schema: {},
    workspace: test.path,
  }
  const events: LoopEvent[] = []
  const ports = {
    work: workPort(await openRepository(test.path)),
    emit: (event: LoopEvent) => void events.push(event),
    clock: () => 0,
    signal: new AbortController().signal,
  }
  const fix = await fixFindings(
    { findings: [wrong], fixer, changeFiles: ['b.js'], commands: [], round: 1, session: null, ...values },
    ports,
  )
  return { fix, events, prompts }
}

const done = { summary: 'Done.', addressed: [{ id: 'F-1', how: 'mended' }], unable: [], files: ['a.js'] }
const unable = [{ id: 'F-1', reason: 'it is meant so' }]
const mended = { 'a.js': 'let a = 2\r\nlet b = 2\n' }

/** Everything a person could miss: contents, permissions, what git says. */
function stateOf({ path, git }: TestRepository): unknown {
  const names = ['a.js', 'b.js', 'mine.txt', '.env', 'staged.js']
  return {
    files: names.map((name) => [name, readFileSync(join(path, name), 'utf8'), statSync(join(path, name)).mode]),
    status: git('status', '--porcelain', '--untracked-files=all'),
    head: git('rev-parse', 'HEAD'),
    index: git('ls-files', '--stage'),
  }
}

const writing = (files: Files, answer: unknown): Act => {
  return (write) => {
    write(files)
    return answer
  }
}

it('keeps a fix whose claim git bears out, and tells what is far from its findings', async () => {
  const test = workedOn()
  const files = ['a.js', 'a.test.js', 'far.js']
  const { fix, events, prompts } = await fixWith(test, (write) => {
    write({ ...mended, 'a.test.js': 'test\n', 'far.js': 'far\n' })
    return { ...done, files }
  })
  expect(fix).toMatchObject({
    status: 'fixed',
    addressed: [{ id: 'F-1', how: 'mended' }],
    changedFiles: files,
    unnamedFiles: [],
    beyondFiles: ['far.js'],
    restored: false,
    problems: [],
    outcome: { agent: 'mender', status: 'ok', usage: { inputTokens: 10 } },
  })
  expect(events.map(({ type }) => type)).toEqual(['fix-start', 'fix-end'])
  expect(prompts).toHaveLength(1)
  expect(prompts[0]).toMatch(/F-1[\s\S]*2 let b = 1[\s\S]*exactly one of the two lists: F-1/)
  expect(readFileSync(join(test.path, 'mine.txt'), 'utf8')).toBe('not to be lost\n')
  expect(test.git('log', '--oneline').trim().split('\n')).toHaveLength(1)
})

it('keeps uncommitted work that the fixer deletes, or changes without a word', async () => {
  const test = workedOn()
  test.write({ 'notes.txt': 'to be kept\n' })
  const { fix } = await fixWith(test, (write) => {
    write({ ...mended, 'mine.txt': null, 'notes.txt': 'evil\n', 'b.js': null })
    return { ...done, files: ['a.js', 'mine.txt'] }
  })
  expect(fix).toMatchObject({ status: 'fixed', unnamedFiles: ['b.js', 'notes.txt'] })
  const kept = (name: string) => join(test.path, fix.earlier ?? '', 'before/files', name)
  expect(readFileSync(kept('mine.txt'), 'utf8')).toBe('not to be lost\n')
  expect(readFileSync(kept('notes.txt'), 'utf8')).toBe('to be kept\n')
  expect(['a.js', 'b.js'].map((name) => existsSync(kept(name)))).toEqual([false, false])
})

const ignoredDeeds: readonly [string, Act, readonly string[]][] = [
  ['overwrites beside its fix', writing({ ...mended, '.env': 'KEEP=0\n' }, done), ['.env']],
  ['deletes', writing({ ...mended, '.env': null, 'keys/a.txt': null }, done), ['.env', 'keys/a.txt']],
  [
    'changes, and nothing else',
    writing({ '.env': 'KEEP=0\n' }, { ...done, addressed: [], unable, files: [] }),
    ['.env'],
  ],
]

it.each(ignoredDeeds)(
  'keeps ignored files that the fixer %s, but not what tools make again',
  async (_what, act, files) => {
    const test = workedOn()
    const made = { 'node_modules/a/index.js': 'a\n', 'keys/debug.log': 'log\n', 'keys/large.txt': 'x'.repeat(70_000) }
    test.write({ '.gitignore': '.env\nnode_modules/\nkeys/\n', 'keys/a.txt': 'KEEP=2\n', ...made })
    const { fix } = await fixWith(test, (write, task, call) => {
      write({ 'node_modules/a/index.js': 'b\n', 'keys/debug.log': null, 'keys/large.txt': 'x', 'keys/new.txt': 'x' })
      return act(write, task, call)
    })
    expect(fix).not.toHaveProperty('earlier')
    expect(fix.ignored?.files).toEqual(files)
    const kept = files.map((name) =>
      readFileSync(join(test.path, fix.ignored?.folder ?? '', 'before/files', name), 'utf8'),
    )
    expect(kept).toEqual(files.map((name) => (name === '.env' ? 'KEEP=1\n' : 'KEEP=2\n')))
    expect(JSON.stringify(fix)).not.toContain('KEEP')
  },
)

it.each([
  ['is asked once about what it did not name', ['a.js', 'a.test.js'], []],
  ['does not name it then either: it may be somebody else’s', ['a.js'], ['a.test.js']],
])('%s', async (_what, files, unnamedFiles) => {
  const { fix, prompts } = await fixWith(workedOn(), (write, _task, call) => {
    write({ ...mended, 'a.test.js': 'test\n' })
    return call === 1 ? done : { ...done, files }
  })
  expect(fix).toMatchObject({ status: 'fixed', changedFiles: ['a.js', 'a.test.js'], unnamedFiles })
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain('name those that you changed: a.test.js')
})

it('takes an honest refusal as it is', async () => {
  const test = workedOn()
  const before = stateOf(test)
  const { fix } = await fixWith(test, () => ({ ...done, addressed: [], unable, files: [] }))
  expect(fix).toMatchObject({ status: 'unable', unable, changedFiles: [], restored: true, problems: [] })
  expect(stateOf(test)).toEqual(before)
})

const notOurs = { 'mine.txt': null, '.env': null, 'staged.js': null, 'b.js': null }

const lies: readonly [string, Act, RegExp][] = [
  ['claims without a change', () => done, /no change in a\.js.*no file has changed/],
  ['names files that it did not touch', writing(mended, { ...done, files: ['a.js', 'b.js'] }), /in b\.js/],
  ['leaves a finding out', writing(mended, { ...done, addressed: [] }), /F-1: neither in/],
  ['puts a finding into both lists', writing(mended, { ...done, unable }), /and in "unable"/],
  ['changes files and addresses nothing', writing(mended, { ...done, addressed: [], unable }), /is empty, but/],
  ['answers with nonsense', writing({ ...mended, 'mine.txt': 'now mine\n', 'new/b.js': 'x\n' }, 'All good!'), /JSON/],
  ['deletes what is not its own', writing(notOurs, 'Gone.'), /JSON/],
  ['brings back what was deleted', writing({ 'gone.js': 'old\n', 'a.js': 'let a = 1\n' }, 'Clean.'), /JSON/],
]

it.each(lies)('undoes a fixer that %s, twice asked, to the letter', async (_, act, problem) => {
  const test = workedOn()
  const before = stateOf(test)
  const { fix, prompts } = await fixWith(test, act)
  expect(fix).toMatchObject({ status: 'failed', addressed: [], unable: [], changedFiles: [], restored: true })
  expect(fix.outcome).toMatchObject({ status: 'rejected', usage: { inputTokens: 20 } })
  expect(fix.problems[0]).toMatch(problem)
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain('Your last answer does not count')
  expect(stateOf(test)).toEqual(before)
})

it('keeps what it undid, and says where', async () => {
  const test = workedOn()
  const { fix } = await fixWith(test, writing({ 'mine.txt': 'overwritten\n' }, 'Nonsense.'))
  const folder = /kept in (\S+)/.exec(fix.problems.join('\n'))?.[1] ?? ''
  expect(readFileSync(join(test.path, folder, 'files', 'mine.txt'), 'utf8')).toBe('overwritten\n')
})

it('lets a fixer correct its answer once, with the files as it left them', async () => {
  const { fix } = await fixWith(workedOn(), (write, _, call) => {
    if (call === 1) write(mended)
    return call === 1 ? 'Done!' : done
  })
  expect(fix).toMatchObject({ status: 'fixed', changedFiles: ['a.js'] })
})

it('starts again from clean files after a crash', async () => {
  const test = workedOn()
  const seen: string[] = []
  const { fix } = await fixWith(test, (write, _, call) => {
    seen.push(readFileSync(join(test.path, 'a.js'), 'utf8'))
    write(call === 1 ? { 'a.js': 'half', 'half.js': 'x' } : mended)
    return call === 1 ? 137 : done
  })
  expect(seen[1]).toBe(seen[0])
  expect(fix).toMatchObject({ status: 'fixed', changedFiles: ['a.js'] })
})

it('does not touch files when the branch moved meanwhile: somebody works there', async () => {
  const test = workedOn()
  const { fix } = await fixWith(test, (write) => {
    write({ 'theirs.js': 'work\n' })
    test.git('add', 'theirs.js')
    test.git('commit', '-q', '-m', 'Theirs')
    return 'Nonsense.'
  })
  expect(fix).toMatchObject({ status: 'failed', restored: false })
  expect(fix.problems.join()).toContain('the branch moved meanwhile')
  expect(readFileSync(join(test.path, 'theirs.js'), 'utf8')).toBe('work\n')
})

it('is a value when git fails, too', async () => {
  const test = workedOn()
  const { fix } = await fixWith(test, () => {
    rmSync(join(test.path, '.review-loop'), { recursive: true })
    test.write({ ...mended, '.review-loop': 'in the way' })
    return done
  })
  expect(fix).toMatchObject({ status: 'failed', restored: false, outcome: { status: 'failed' } })
})

const builtin = { fixer: { kind: 'builtin' } } as const
const never: Act = () => expect.fail('nobody is asked')

it('applies suggestions without an agent', async () => {
  const test = workedOn()
  const mode = statSync(join(test.path, 'b.js')).mode
  const findings: Finding[] = [
    { ...wrong, suggestion: 'let b = 2' },
    { ...minor, suggestion: '' },
  ]
  const { fix } = await fixWith(test, never, { ...builtin, findings })
  expect(fix).toMatchObject({ status: 'fixed', changedFiles: ['a.js', 'b.js'], unnamedFiles: [] })
  expect(readFileSync(join(test.path, 'a.js'), 'utf8')).toBe('let a = 2\r\nlet b = 2\n')
  expect(readFileSync(join(test.path, 'b.js'), 'utf8')).toBe('')
  expect(statSync(join(test.path, 'b.js')).mode).toBe(mode)
})

it('does not write through links or into what is no text', async () => {
  const test = workedOn()
  const outside = createRepository({ 'target.js': 'let c = 1\n' })
  rmSync(join(test.path, 'b.js'))
  symlinkSync(join(outside.path, 'target.js'), join(test.path, 'b.js'))
  writeFileSync(join(test.path, 'a.js'), Buffer.from([0x6c, 0xff, 0x0a]))
  const findings = [wrong, minor].map((each) => ({ ...each, suggestion: 'x' }))
  const { fix } = await fixWith(test, never, { ...builtin, findings })
  expect(fix.status).toBe('unable')
  expect(fix.unable.map(({ id }) => id)).toEqual(['F-1', 'F-2'])
  expect(readFileSync(join(outside.path, 'target.js'), 'utf8')).toBe('let c = 1\n')
})
