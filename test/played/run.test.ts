import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSession } from '../../src/core/staged/session-file/session-parse.ts'
import { reviewLoop } from '../support/program.ts'
import type { TestRepository } from '../support/repository.ts'
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

// Staged runs, from words to a delivery, with agents played by small programs.

const item = 'add an add function'
const types = (test: TestRepository) => runEvents(test).map(({ type }) => type)
const locksOf = (test: TestRepository) =>
  readdirSync(join(test.path, '.review-loop/sessions')).filter((name) => name.endsWith('.lock'))

describe('a run in which all goes well', () => {
  it('plans, executes, polishes, documents, checks and delivers', async () => {
    const [test, agent] = [runRepository(whole), runAgent()]
    const { code, result, stderr } = await staged(test, agent, 'run', item, '--validate', 'grep -q add calc.js')
    expect({ code, ...result }).toMatchObject({
      code: 0,
      outcome: 'delivered',
      completedStages: ['exec', 'polish', 'docs', 'security'],
      deliveryBlockedBy: null,
      files: ['calc.js'],
      commit: null,
    })
    expect(result.rounds.map(({ pass, verdict }) => `${pass} ${verdict}`)).toEqual(
      ['plan', 'exec', 'language', 'quality', 'tests'].map((pass) => `${pass} APPROVE`),
    )
    expect(stderr).toContain('Execution, round 1: the executor works\n  Added add. (1 file)')
    const text = sessionText(test)
    expect(parseSession(text)).toHaveProperty('value')
    expect(text).toContain('- completed_stages: [exec, polish, docs, security]\n- delivery_blocked_by: null\n')
    expect(text).toContain('- Note: grep -q add calc.js passes')
    expect(textOf(test, 'CHANGELOG.md')).toContain(`- ${item} (`)
    expect(test.git('log', '--format=%s').trim()).toBe('Start')
    expect(locksOf(test)).toEqual([])
    // It is over: the result is printed again, and nobody is asked anything.
    const calls = agent.calls().length
    expect(await staged(test, agent, 'run', '--resume')).toMatchObject({ code: 0, result })
    expect(agent.calls()).toHaveLength(calls)
    const list = await reviewLoop(test.path, ['sessions'])
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('delivered') })
    const shown = await reviewLoop(test.path, ['sessions', 'show', result.session.slice(0, 8)])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Delivered') })
  })

  it('commits the files of the run and no others, where that is asked for', async () => {
    const test = runRepository({
      '.review-loop/config.md':
        'skip_quality_polish: true\nauto_commit: true\ncommit_message_prefix: add\ndocs_file: ""\n',
    })
    test.write({ 'mine.txt': 'not yours\n' })
    const { code, result } = await staged(test, runAgent(), 'run', item)
    expect(code).toBe(0)
    expect(test.git('log', '-1', '--format=%s', '--name-only').trim().split('\n')).toEqual([
      `add: ${item}`,
      '',
      'calc.js',
    ])
    expect(test.git('status', '--porcelain').trim()).toBe('?? mine.txt')
    expect(sessionText(test)).toContain(`- session_commits: [${result.commit}]`)
  })
})

describe('--stop-after', () => {
  it.each([
    ['exec-round', '[exec]'],
    ['before-polish', '[exec]'],
    ['before-docs', '[exec, polish]'],
    ['before-security', '[exec, polish, docs]'],
    ['before-delivery', '[exec, polish, docs, security]'],
  ])('%s leaves %s, and the rest comes with --resume', async (stop, stages) => {
    const [test, agent] = [runRepository(stop === 'before-docs' ? whole : {}), runAgent()]
    const stopped = await staged(test, agent, 'run', item, '--stop-after', stop)
    expect(stopped).toMatchObject({ code: 0, result: { outcome: 'stopped', reason: `--stop-after ${stop}` } })
    expect(sessionText(test)).toContain(`- completed_stages: ${stages}\n`)
    expect(existsSync(join(test.path, 'CHANGELOG.md'))).toBe(false)
    const resumed = await staged(test, agent, 'run', '--resume', stopped.result.session)
    expect(resumed).toMatchObject({ code: 0, result: { outcome: 'delivered', session: stopped.result.session } })
    expect(resumed.result.rounds.filter(({ pass }) => pass === 'exec')).toHaveLength(1)
  })

  it('exec-round leaves after a round that was refused, too', async () => {
    const test = runRepository()
    const agent = runAgent({ review: `name === 'exec' ? refuse() : approve()` })
    const { code, result } = await staged(test, agent, 'run', item, '--stop-after', 'exec-round')
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'stopped', completedStages: [] })
  })
})

describe('a run that is cut off', () => {
  it.each([['plan'], ['exec'], ['simplify'], ['docs']])(
    'goes on in the pass %s after it was killed there, as if nothing had happened',
    async (pass) => {
      const [test, held] = [runRepository(pass === 'simplify' ? whole : {}), gate()]
      const agent = runAgent(
        {},
        `if (name === '${pass}' && role !== 'reviewer') { if (role === 'executor' && once('half')) writeFileSync('half.txt', ''); ${held.wait} }`,
      )
      const first = startStaged(test, agent, 'run', item)
      await held.reached()
      first.child.kill('SIGKILL')
      await first.ended
      held.open()
      const { code, result } = await staged(test, agent, 'run', '--resume')
      expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered' })
      expect(types(test).filter((type) => type === 'run-started')).toHaveLength(1)
      expect(types(test)).toContain('resumed')
      expect(existsSync(join(test.path, 'half.txt'))).toBe(false)
    },
  )

  it('counts the commit of its delivery, made just before it was killed', async () => {
    const config = 'skip_quality_polish: true\nauto_commit: true\n'
    const [test, agent, held] = [runRepository({ '.review-loop/config.md': config }), runAgent(), gate()]
    const hook = join(test.path, '.git/hooks/post-commit')
    mkdirSync(dirname(hook), { recursive: true })
    writeFileSync(hook, `#!/bin/sh\n${held.command}\n`, { mode: 0o755 })
    const first = startStaged(test, agent, 'run', item)
    await held.reached()
    first.child.kill('SIGKILL')
    await first.ended
    held.open()
    const calls = agent.calls().length
    const { code, result } = await staged(test, agent, 'run', '--resume')
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered' })
    expect(test.git('log', '--format=%H %s', 'main..HEAD').trim()).toBe(`${result.commit} feat: ${item}`)
    expect(test.git('status', '--porcelain')).toBe('')
    expect(agent.calls()).toHaveLength(calls)
  })

  it('is undone on Ctrl-C, and asks before it goes on', async () => {
    const [test, held] = [runRepository(), gate()]
    const agent = runAgent(
      {},
      `if (name === 'exec' && role === 'executor') { writeFileSync('half.txt', ''); ${held.wait} }`,
    )
    const first = startStaged(test, agent, 'run', item)
    await held.reached()
    first.child.kill('SIGINT')
    expect((await first.ended).code).toBe(130)
    held.open()
    expect(existsSync(join(test.path, 'half.txt'))).toBe(false)
    expect(sessionText(test)).toContain('- delivery_blocked_by: user-abort\n')
    const asked = await staged(test, agent, 'run', '--resume')
    expect(asked).toMatchObject({ code: 4, result: { outcome: 'asking', question: { kind: 'blocked' } } })
    expect(await reviewLoop(test.path, ['answer', 'continue'])).toMatchObject({ code: 0 })
  })
})

describe('a reviewer that refuses', () => {
  it('sends a plan back, twice, until it approves', async () => {
    const test = runRepository()
    const agent = runAgent({ review: `name === 'plan' && count < 3 ? refuse('No test strategy ' + count) : approve()` })
    const { code, result } = await staged(test, agent, 'plan', item)
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'planned', completedStages: [] })
    expect(result.rounds.map(({ verdict }) => verdict)).toEqual(['REQUEST_CHANGES', 'REQUEST_CHANGES', 'APPROVE'])
    expect(existsSync(join(test.path, 'CHANGELOG.md'))).toBe(false)
    const executed = await staged(test, agent, 'execute', '--session', result.session, '--stop-after', 'before-polish')
    expect(executed).toMatchObject({ code: 0, result: { completedStages: ['exec'] } })
  })

  const stubborn = () =>
    runAgent({
      exec: `writeFileSync('calc.js', 'round ' + count + '\\n')\ndone('calc.js')`,
      review: `name === 'exec' && count < 5 ? refuse('Issue ' + count) : approve()`,
    })

  it.each([
    ['continue', 'asking', 4],
    ['stop', 'blocked', 4],
  ])('reaches the soft limit, and %s is an answer', async (answer, outcome, code) => {
    const test = runRepository({ '.review-loop/config.md': 'soft_limit_exec: 2\n' })
    const agent = stubborn()
    const first = await staged(test, agent, 'run', item)
    expect(first).toMatchObject({
      code: 4,
      result: { outcome: 'asking', question: { kind: 'soft-limit', about: ['Issue 2'] } },
    })
    expect(await reviewLoop(test.path, ['answer', 'd'])).toMatchObject({ code: 2 })
    const { session } = first.result
    expect(await reviewLoop(test.path, ['answer', session.slice(0, 8), answer, '--by', 'Ada'])).toMatchObject({
      code: 0,
    })
    expect(sessionText(test)).toContain(`- Note: Answer of Ada: ${answer}.`)
    const second = await staged(test, agent, 'run', '--resume')
    expect(second).toMatchObject({ code, result: { outcome } })
    if (answer === 'stop') expect(sessionText(test)).toContain('- delivery_blocked_by: exec\n')
    else expect(second.result.question).toMatchObject({ kind: 'soft-limit', round: 3 })
  })

  it('stops a hands-free run at the limit', async () => {
    const test = runRepository({ '.review-loop/config.md': 'soft_limit_exec: 2\n' })
    const { code, result } = await staged(test, stubborn(), 'run', item, '--handsfree')
    expect({ code, ...result }).toMatchObject({ code: 4, outcome: 'blocked', deliveryBlockedBy: 'exec' })
  })
})

describe('an answer that does not count', () => {
  it.each([
    ['names a file that did not change', `done('other.js')`, /other\.js is claimed, but did not change/],
    [
      'tells of another worktree',
      `writeFileSync('calc.js', '1\\n')\nconsole.log('Made the change in another worktree.')\ndone('calc.js')`,
      /./,
    ],
    ['has no form', `console.log('Done!')`, /./],
  ])('of an executor that %s is asked for once more, and then ends the run', async (_, exec, problem) => {
    const test = runRepository()
    const { code, result } = await staged(test, runAgent({ exec }), 'run', item)
    expect({ code, ...result }).toMatchObject({ code: 3, outcome: 'failed', completedStages: [] })
    const rejected = runEvents(test).flatMap((event) => (event.type === 'writer-rejected' ? [event] : []))
    expect(rejected.map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(rejected[0]?.problems.join(' ')).toMatch(problem)
    expect(locksOf(test)).toEqual([])
  })

  it('of a reviewer is asked for once more, and never taken for an approval', async () => {
    const test = runRepository()
    const wrong = `say(['### VERDICT: APPROVE', '### Issues', '- [CRITICAL] It is broken', '  File: \`calc.js\`, around line 1', '### Strengths', 'Small.'])`
    const agent = runAgent({ review: `if (name === 'exec') { ${wrong} } else approve()` })
    const { code, result } = await staged(test, agent, 'run', item)
    expect({ code, ...result }).toMatchObject({ code: 3, outcome: 'failed', completedStages: [] })
    expect(types(test).filter((type) => type === 'reviewer-failed')).toHaveLength(2)
    expect(sessionText(test)).toContain('schema validation')
  })
})

describe('a tree that somebody else changed', () => {
  const drifted = async () => {
    const [test, agent] = [runRepository(), runAgent()]
    await staged(test, agent, 'run', item, '--stop-after', 'before-docs')
    test.write({ 'calc.js': `${textOf(test, 'calc.js')}// mine\n` })
    return { test, agent }
  }

  it('is asked about, and nothing is overwritten', async () => {
    const { test, agent } = await drifted()
    const asked = await staged(test, agent, 'run', '--resume')
    expect(asked).toMatchObject({ code: 4, result: { question: { kind: 'drift', allowed: ['accept', 'stop'] } } })
    expect(await reviewLoop(test.path, ['answer', 'stop'])).toMatchObject({ code: 0 })
    expect(await staged(test, agent, 'run', '--resume')).toMatchObject({ code: 4, result: { outcome: 'aborted' } })
    expect(textOf(test, 'calc.js')).toContain('// mine')
  })

  it('is validated from the beginning when it is accepted', async () => {
    const { test, agent } = await drifted()
    const { code, result } = await staged(test, agent, 'run', '--resume', '--accept-external-state')
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered' })
    expect(types(test)).toEqual(expect.arrayContaining(['drift-found', 'drift-accepted']))
    expect(result.rounds.filter(({ pass }) => pass === 'exec')).toHaveLength(2)
  })
})

describe('the security preflight', () => {
  it('blocks on a tracked key', async () => {
    const test = runRepository()
    test.write({ 'server.pem': 'key\n' })
    test.git('add', '-f', 'server.pem')
    test.git('commit', '-qm', 'Add a key')
    const { code, result } = await staged(test, runAgent(), 'run', item, '--handsfree')
    expect({ code, ...result }).toMatchObject({ code: 4, outcome: 'blocked', deliveryBlockedBy: 'security' })
    expect(result.reason).toContain('server.pem')
  })

  it('lists patterns that the ignore file lacks, and writes nothing without a person', async () => {
    const test = runRepository({ '.gitignore': '*.pem\n' })
    const { code, result } = await staged(test, runAgent(), 'run', item, '--handsfree')
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'delivered' })
    expect(result.missingIgnores).toContain('*.key')
    expect(textOf(test, '.gitignore')).toBe('*.pem\n')
  })

  it('asks a person, and validates everything again after it wrote', async () => {
    const [test, agent] = [runRepository({ '.gitignore': '*.pem\n' }), runAgent()]
    expect(await staged(test, agent, 'run', item)).toMatchObject({ code: 4, result: { question: { kind: 'ignores' } } })
    expect(await reviewLoop(test.path, ['answer', 'write'])).toMatchObject({ code: 0 })
    const { code, result } = await staged(test, agent, 'run', '--resume')
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered', missingIgnores: [] })
    expect(textOf(test, '.gitignore')).toContain('\n*.key\n')
  })
})

describe('other ways in', () => {
  it('reviews only what is there, with an executor that is skipped', async () => {
    const test = runRepository()
    test.write({ 'calc.js': 'export const zero = 0\nexport const one = 1\n' })
    const { code, result } = await staged(test, runAgent(), 'execute', '--review-only', '--stop-after', 'before-polish')
    expect({ code, ...result }).toMatchObject({ code: 0, completedStages: ['exec'], files: [] })
    expect(sessionText(test)).toContain('- Executor backend: skipped (review-only first round)')
    expect(sessionText(test)).toContain('(none — review-only mode)')
  })

  it('carries out a plan of the user, and a round without changes is one', async () => {
    const test = runRepository({ 'plan.md': '1. Add add\n' })
    const agent = runAgent({ exec: 'noop()' })
    const words = ['execute', '--plan', 'plan.md', '--title', 'Add', '--stop-after', 'before-polish']
    const { code, result } = await staged(test, agent, ...words)
    expect({ code, ...result }).toMatchObject({ code: 0, completedStages: ['exec'], files: [] })
    expect(sessionText(test)).toContain('- plan_source: user-supplied\n')
    expect(agent.calls().find(({ name }) => name === 'exec')?.prompt).toContain('1. Add add')
  })

  it.each([
    [['execute'], /give one of --session, --plan and --review-only; found none/],
    [['execute', '--review-only', '--session', 'abcd'], /found 2/],
    [['execute', '--plan', 'x'], /--plan and --title go together/],
    [['run'], /say what is to be done/],
    [['run', 'x', '--stop-after', 'lunch'], /--stop-after/],
    [['run', '--resume', 'abcd1234'], /There is no session abcd1234/],
  ])('refuses %j before anything is written', async (words, problem) => {
    const test = runRepository()
    const { code, stderr } = await staged(test, runAgent(), ...words)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(problem) })
    expect(readdirSync(join(test.path, '.review-loop'))).toEqual(['config.md'])
  })

  it('goes on with a session that another tool wrote, and imports what it changed', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const { result } = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    const file = sessionFile(test)
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace('[exec]', '[exec, polish]')
        .replace('\n## Context\n', '\n## Context\nSaid elsewhere.\n'),
    )
    const resumed = await staged(test, agent, 'run', '--resume', result.session)
    expect(resumed).toMatchObject({ code: 0, result: { outcome: 'delivered' } })
    expect(types(test)).toContain('imported')
    expect(sessionText(test)).toContain('Said elsewhere.')
    expect(resumed.result.rounds.map(({ pass }) => pass)).not.toContain('quality')
  })

  it('undoes nothing of a tool that went on after a crash', async () => {
    const [test, held] = [runRepository(), gate()]
    const agent = runAgent({}, `if (name === 'exec' && role === 'executor') { ${held.wait} }`)
    const first = startStaged(test, agent, 'run', item)
    await held.reached()
    first.child.kill('SIGKILL')
    await first.ended
    test.write({ 'theirs.txt': 'of another tool\n' })
    const file = sessionFile(test)
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n## Context\n', '\n## Context\nSaid elsewhere.\n'))
    const resumed = await staged(test, agent, 'run', '--resume')
    expect(resumed).toMatchObject({
      code: 4,
      result: { question: { kind: 'drift', about: ['newly-dirty: theirs.txt'] } },
    })
    expect(textOf(test, 'theirs.txt')).toBe('of another tool\n')
    expect(sessionText(test)).toContain('Said elsewhere.')
    held.open()
  })

  it('goes on with a session file alone, and refuses one that is damaged, with the line', async () => {
    const [test, agent] = [runRepository(), runAgent()]
    const { result } = await staged(test, agent, 'run', item, '--stop-after', 'before-polish')
    const file = sessionFile(test)
    const [text, id] = [readFileSync(file, 'utf8'), 'aaaaaaaa-0000-4000-8000-000000000000']
    const other = file.replace(result.session, id)
    writeFileSync(other, text.replace('\nexecution\n', '\nlunch\n'))
    const refused = await staged(test, agent, 'run', '--resume', id)
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/aaaaaaaa.*\.md, line \d+, is not as a session file/),
    })
    writeFileSync(other, text)
    expect(await staged(test, agent, 'run', '--resume', id)).toMatchObject({
      code: 0,
      result: { outcome: 'delivered', session: id },
    })
  })

  it('prints a guide', async () => {
    const { code, stdout } = await reviewLoop(runRepository().path, ['guide'])
    expect(code).toBe(0)
    for (const word of ['before-polish', 'soft_limit_exec', 'review-loop execute --review-only'])
      expect(stdout).toContain(word)
  })
})
