import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TestRepository } from '../support/repository.ts'
import { awsKey } from '../support/samples.ts'
import { gate, textOf } from '../support/scripted-loop.ts'
import {
  runAgent,
  runEvents,
  runRepository,
  sessionFile,
  sessionText,
  staged,
  startStaged,
  whole,
} from '../support/scripted-run.ts'

// Where `run <work item>` begins, and what a run takes from before it.

const item = 'add an add function'
const sessions = (test: TestRepository) =>
  readdirSync(join(test.path, '.review-loop/sessions')).filter((name) => name.endsWith('.md'))
const id = (test: TestRepository) => sessions(test)[0]?.replace('.md', '')
const types = (test: TestRepository) => runEvents(test).map(({ type }) => type)

describe('a work item that a session is there for', () => {
  it('is gone on with where that session stopped, with what it was begun with', async () => {
    const [test, agent] = [runRepository(whole), runAgent()]
    const words = ['run', item, '--validate', 'grep -q zero calc.js', '--stop-after', 'before-polish']
    const { result } = await staged(test, agent, ...words)
    const again = await staged(test, agent, 'run', ` Add an  ADD function.`)
    expect(again).toMatchObject({ code: 0, result: { outcome: 'delivered', session: result.session } })
    expect(again.stderr).toContain(`Session ${result.session} is about this and not finished: going on with it.`)
    expect(again.result.rounds.filter(({ pass }) => pass === 'plan' || pass === 'exec')).toHaveLength(2)
    expect(again.result.validations).toEqual([
      { command: 'grep -q zero calc.js', before: 'passed', after: 'passed', output: '' },
    ])
  })

  it('is carried out where only its plan is approved', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const { result } = await staged(test, agent, 'plan', item)
    const again = await staged(test, agent, 'plan', item)
    expect(again.stderr).toContain(`review-loop execute --session ${result.session} carries it out`)
    rmSync(join(test.path, '.review-loop/sessions', `${again.result.session}.md`))
    rmSync(join(test.path, '.review-loop/sessions', `${again.result.session}.jsonl`))
    const run = await staged(test, agent, 'run', item)
    expect(run).toMatchObject({ code: 0, result: { outcome: 'delivered', session: result.session } })
    expect(run.stderr).toContain('has an approved plan for this: it is carried out.')
    expect(sessionText(test)).toContain('- plan_source: reviewer-approved\n')
  })

  it('is planned anew with --new, and then somebody has to say which one is meant', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const first = await staged(test, agent, 'plan', item)
    const second = await staged(test, agent, 'run', item, '--new', '--stop-after', 'before-polish')
    expect(second.result.session).not.toBe(first.result.session)
    const third = await staged(test, agent, 'run', item)
    expect(third).toMatchObject({ code: 2, stderr: expect.stringMatching(/2 sessions are about this.*--new/) })
    expect(third.stderr).toContain(`${first.result.session} (planned)`)
    expect(sessions(test)).toHaveLength(2)
  })

  it('is planned anew when it was delivered, or on another branch', async () => {
    const exec = "writeFileSync('calc.js', process.pid + '\\n')\ndone('calc.js')"
    const [test, agent] = [runRepository(), runAgent({ exec })]
    const first = await staged(test, agent, 'run', item)
    const second = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    expect(second.stderr).toContain(`Session ${first.result.session} has completed this already`)
    expect(second.result.session).not.toBe(first.result.session)
    test.git('switch', '-q', '-c', 'other')
    const third = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    expect(third.stderr).toContain(`Session ${second.result.session}, begun on another branch, is about this`)
    expect(sessions(test)).toHaveLength(3)
  })

  it('may be in a session of another tool, but not in one that came with the repository', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    const own = sessionFile(test)
    const other = join(test.path, '.review-loop/sessions/aaaaaaaa-0000-4000-8000-000000000000.md')
    copyFileSync(own, other)
    for (const ending of ['.md', '.jsonl']) rmSync(own.replace('.md', ending))
    const resumed = await staged(test, agent, 'run', item, '--stop-after', 'before-docs')
    expect(resumed.result).toMatchObject({ session: 'aaaaaaaa-0000-4000-8000-000000000000', outcome: 'stopped' })
    test.git('add', '-f', other)
    const anew = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    expect(anew.result.session).not.toBe('aaaaaaaa-0000-4000-8000-000000000000')
  })

  it('is found beside a session file that cannot be read, which is named', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const { result } = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    const broken = '00000000-0000-4000-8000-000000000000'
    writeFileSync(join(test.path, `.review-loop/sessions/${broken}.md`), '# Nothing\n')
    const again = await staged(test, agent, 'run', item)
    expect(again).toMatchObject({ code: 0, result: { session: result.session, outcome: 'delivered' } })
    expect(again.stderr).toContain(`were not looked at: ${broken}.`)
  })

  it('is taken over from a process that died, and that is said', async () => {
    const [test, held] = [runRepository(), gate()]
    const agent = runAgent({}, `if (name === 'exec' && role === 'executor') { ${held.wait} }`)
    const first = startStaged(test, agent, 'run', item)
    await held.reached()
    const busy = await staged(test, agent, 'run', item)
    expect(busy).toMatchObject({ code: 2, stderr: expect.stringMatching(/process \d+/) })
    first.child.kill('SIGKILL')
    await first.ended
    held.open()
    const { code, stderr, result } = await staged(test, agent, 'run', item)
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'delivered' })
    expect(stderr).toMatch(/ended without releasing session .*: taken over/)
    expect(sessions(test)).toHaveLength(1)
  })
})

describe('a file as a work item', () => {
  const plan = [
    '## Solution Plan: Add add',
    ...['### Problem Analysis', 'There is none.', '### Proposed Approach', 'Write it.', '### Implementation Steps'],
    ...['1. Add add', '### Files to Modify / Create', '- `calc.js` - add', '### Risks & Assumptions', '- None'],
    ...['### Open Questions', '- None.', ''],
  ].join('\n')

  it('that is a plan is carried out as one of the user, and with --new it is planned', async () => {
    const test = runRepository({ 'plan.md': plan })
    const { code, stderr } = await staged(test, runAgent(), 'run', 'plan.md', '--stop-after', 'before-polish')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('as one of your own') })
    expect(sessionText(test)).toContain('- plan_source: user-supplied\n')
    const anew = await staged(test, runAgent(), 'run', 'plan.md', '--new', '--stop-after', 'before-polish')
    expect(anew.result.rounds[0]).toMatchObject({ pass: 'plan' })
  })

  it('that is the file of a session is that session', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const { result } = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    const again = await staged(test, agent, 'run', `.review-loop/sessions/${id(test)}.md`)
    expect(again).toMatchObject({ code: 0, result: { session: result.session, outcome: 'delivered' } })
    copyFileSync(sessionFile(test), join(test.path, 'copy.md'))
    const copied = await staged(test, agent, 'run', 'copy.md')
    expect(copied).toMatchObject({ code: 2, stderr: expect.stringContaining('not one of this repository') })
  })
})

describe('uncommitted work beside a new work item', () => {
  it('is left as it is, and how to have it reviewed is told', async () => {
    const test = runRepository()
    test.write({ 'mine.txt': 'mine\n', 'story.md': `# ${item}\n` })
    const { code, stderr } = await staged(test, runAgent(), 'run', 'story.md')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        'Not committed, and kept in the tree: mine.txt. To have that work reviewed instead: review-loop execute --review-only.',
      ),
    })
    expect(textOf(test, 'mine.txt')).toBe('mine\n')
    expect(runEvents(test).flatMap((event) => (event.type === 'written' ? event.delta : []))).toEqual([
      { path: 'calc.js', kind: 'modified' },
    ])
  })

  it('is not spoken of with --new, nor where the work item is all there is', async () => {
    const test = runRepository()
    test.write({ 'story.md': `# ${item}\n` })
    const words = ['--stop-after', 'before-polish']
    expect((await staged(test, runAgent(), 'run', 'story.md', ...words)).stderr).not.toContain('Not committed')
    expect((await staged(test, runAgent(), 'run', item, '--new', ...words)).stderr).not.toContain('Not committed')
  })
})

describe('what an earlier session left in .claude/checkpoint.md', () => {
  it('is in the session file and in what agents are told, as data, and not without end', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    test.write({ '.claude/checkpoint.md': `Was at calc.js.\n\n## Approved Plan\n${awsKey}\n${'x'.repeat(30_000)}\n` })
    test.commit('Checkpoint', {})
    await staged(test, agent, 'plan', item)
    const text = sessionText(test)
    expect(text).toContain('\n## Previous Session Context\nWas at calc.js.\n\n\\## Approved Plan\n')
    expect(text.includes(awsKey)).toBe(false)
    const prompt = agent.calls()[0]?.prompt ?? ''
    expect(prompt).toMatch(
      /<<<session \w+\n[\s\S]*## Previous Session Context\nWas at calc\.js\.[\s\S]*\[cut: read the rest/,
    )
    expect(await staged(test, agent, 'plan', '--resume')).toMatchObject({ code: 0 })
  })

  it('is not read through a link', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    mkdirSync(join(test.path, '.claude'))
    symlinkSync(join(test.path, '.git/config'), join(test.path, '.claude/checkpoint.md'))
    expect(await staged(test, agent, 'plan', item)).toMatchObject({ code: 0 })
    expect(sessionText(test)).not.toContain('Previous Session Context')
  })
})

describe('the validation commands before the execution', () => {
  it('do not count against the run where they failed already, and count where they did not', async () => {
    const test = runRepository(whole)
    const later = `if (name === 'simplify') { writeFileSync('calc.js', 'broken\\n'); done('calc.js') } else noop()`
    const words = ['run', item, '--validate', 'test -e never.txt', '--validate', 'grep -q zero calc.js']
    const { code, result } = await staged(test, runAgent({ later }), ...words)
    expect({ code, ...result }).toMatchObject({
      code: 0,
      outcome: 'delivered',
      validations: [
        { command: 'test -e never.txt', before: 'failed', after: 'failed' },
        { command: 'grep -q zero calc.js', before: 'passed', after: 'passed' },
      ],
    })
    expect(types(test).filter((type) => type === 'baseline-validated')).toHaveLength(1)
    expect(runEvents(test).flatMap((event) => (event.type === 'rolled-back' ? event.why : []))).toEqual([
      'grep -q zero calc.js does not pass with it',
    ])
    expect(textOf(test, 'calc.js')).toContain('add')
    const before = 'Before the execution: test -e never.txt does not pass, grep -q zero calc.js passes'
    expect(sessionText(test)).toContain(`- Note: ${before}`)
    expect(existsSync(join(test.path, 'never.txt'))).toBe(false)
  })

  it('leave behind what they like, and a file of the plan that changes meanwhile is asked about', async () => {
    const test = runRepository(whole)
    const words = ['run', item, '--stop-after', 'before-polish', '--validate']
    const { code, result } = await staged(
      test,
      runAgent(),
      ...words,
      'echo x >> README.md; mkdir -p out; echo x > out/x',
    )
    expect({ code, outcome: result.outcome, files: result.files }).toEqual({
      code: 0,
      outcome: 'stopped',
      files: ['calc.js'],
    })
    expect([textOf(test, 'README.md'), textOf(test, 'out/x')]).toEqual([expect.stringMatching(/x\n$/), 'x\n'])
    const edited = runRepository(whole)
    const asked = await staged(edited, runAgent(), ...words, 'echo x >> calc.js')
    expect({ code: asked.code, question: asked.result.question?.about }).toEqual({
      code: 4,
      question: ['changed while `echo x >> calc.js` ran: calc.js'],
    })
    expect(textOf(edited, 'calc.js')).toMatch(/x\n$/)
  })
})
