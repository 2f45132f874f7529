import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { openedRepository, temporaryFolder } from '../support/repository.ts'
import {
  claim,
  gate,
  loop,
  loopAgent,
  mend,
  right,
  startLoop,
  subjects,
  textOf,
  until,
  wrong,
  wrongBranch,
} from '../support/scripted-loop.ts'

// How a loop is stopped, kept out, and what it does when somebody else works in the same place.

const at = (role: string, wait: string) => `if (role === '${role}') { ${wait} }`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('Ctrl-C', () => {
  it.each([
    ['reviewer', 'SIGINT'],
    ['fixer', 'SIGTERM'],
  ] as const)('during a %s (%s) ends the children, and --resume ends as if nothing had been', async (role, signal) => {
    const test = wrongBranch()
    const place = gate()
    const note = join(test.path, '.git', 'pid')
    const waivers = join(test.path, '.review-loop/waivers.yaml')
    const half = role === 'fixer' ? `writeFileSync('calc.rb', 'half done');` : `writeFileSync('${waivers}', 'evil');`
    const agent = loopAgent(
      undefined,
      at(role, `if (once('stop')) { writeFileSync('${note}', String(process.pid)); ${half} } ${place.wait}`),
    )
    const run = startLoop(test, agent)
    await place.reached()
    run.child.kill(signal)
    const { code, stderr, result } = await run.ended
    expect({ code, outcome: result.outcome }).toEqual({ code: 130, outcome: 'interrupted' })
    expect(stderr).toContain('Interrupted')
    await until(() => !isAlive(Number(readFileSync(note, 'utf8'))))
    expect(textOf(test, 'calc.rb')).toBe(wrong)
    expect(test.git('status', '--porcelain')).toBe('')
    place.open()
    const resumed = await loop(test, agent, '--resume')
    expect(resumed).toMatchObject({ code: 0, result: { outcome: 'approved', session: result.session } })
    expect(textOf(test, 'calc.rb')).toBe(right)
    expect(subjects(test)).toHaveLength(1)
  })

  it('during a validation leaves no result of it; text says how to go on', async () => {
    const test = wrongBranch()
    const place = gate()
    const agent = loopAgent()
    const run = startLoop(test, agent, '--validate', place.command, '--format', 'text')
    await place.reached()
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect(code).toBe(130)
    expect(stdout).toMatch(/Go on: review-loop loop --resume [0-9a-f]{8}\n/)
    place.open()
    const resumed = await loop(test, agent, '--resume')
    expect(resumed).toMatchObject({ code: 0, result: { outcome: 'approved' } })
    expect(resumed.result.rounds[0]?.validations).toMatchObject([{ before: 'passed', after: 'passed' }])
  })

  it('twice ends at once, children too', async () => {
    const test = wrongBranch()
    const place = gate()
    const note = join(test.path, '.git', 'pid')
    // Does not listen to a polite request.
    const deaf = `for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})`
    const agent = loopAgent(
      undefined,
      at('reviewer', `${deaf}; writeFileSync('${note}', String(process.pid)); ${place.wait}`),
    )
    const run = startLoop(test, agent)
    await place.reached()
    run.child.kill('SIGINT')
    // Two that come at the same time are one.
    await sleep(300)
    run.child.kill('SIGINT')
    const { code } = await run.ended
    expect([130, null]).toContain(code)
    await until(() => !isAlive(Number(readFileSync(note, 'utf8'))))
    expect(textOf(test, 'calc.rb')).toBe(wrong)
  })
})

describe('another loop on the same branch', () => {
  it('is refused while one is alive, and takes over from one that is dead', async () => {
    const test = wrongBranch()
    const place = gate()
    const agent = loopAgent(undefined, at('reviewer', place.wait))
    const run = startLoop(test, agent)
    await place.reached()
    const head = test.git('rev-parse', 'HEAD')
    test.write({ 'mine.txt': 'mine\n' })
    const second = await loop(test, loopAgent(), '--commit-first')
    expect(second.code).toBe(2)
    expect(second.stderr).toMatch(
      new RegExp(
        `Another process works on branch topic: process ${run.child.pid}, since \\d{4}-.*, session [0-9a-f-]{36}\\.`,
      ),
    )
    expect(test.git('rev-parse', 'HEAD')).toBe(head)
    test.write({ 'mine.txt': null })
    run.child.kill('SIGKILL')
    await run.ended
    place.open()
    const { stderr, result } = await loop(test, agent, '--resume')
    expect(stderr).toContain(`Process ${run.child.pid} ended without releasing its lock on branch topic: taken over.`)
    expect(result.outcome).toBe('approved')
  })

  it('may run beside one on another branch, in another worktree', async () => {
    const test = wrongBranch()
    const path = join(temporaryFolder(), 'tree')
    test.git('worktree', 'add', '-q', '-b', 'second', path)
    const beside = openedRepository(path)
    const runs = await Promise.all([loop(test, loopAgent()), loop(beside, loopAgent())])
    expect(runs.map(({ result }) => result.outcome)).toEqual(['approved', 'approved'])
    expect([subjects(test), subjects(beside)].map(({ length }) => length)).toEqual([1, 1])
  })
})

describe('somebody else at work', () => {
  it('who edits during a review is noticed', async () => {
    const test = wrongBranch()
    const place = gate()
    const run = startLoop(test, loopAgent(undefined, at('reviewer', place.wait)))
    await place.reached()
    test.write({ 'calc.rb': `${wrong}// mine\n` })
    place.open()
    const { code, result } = await run.ended
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'user_changed' })
    expect(result.question?.text).toContain('files were edited')
    expect(textOf(test, 'calc.rb')).toBe(`${wrong}// mine\n`)
  })

  it('is noticed before the last review approves something else', async () => {
    const test = wrongBranch({ 'calc.rb': right })
    const place = gate()
    const run = startLoop(test, loopAgent(undefined, at('reviewer', place.wait)))
    await place.reached()
    test.write({ 'mine.txt': 'mine\n' })
    test.git('add', 'mine.txt')
    test.git('commit', '-qm', 'Mine')
    place.open()
    const { code, result } = await run.ended
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'user_changed' })
    expect((await reviewLoop(test.path, ['answer', 'c', '--why', 'take it'])).code).toBe(0)
    expect((await loop(test, loopAgent(), '--resume')).result.outcome).toBe('approved')
  })

  it('who edits another file during a fix does not find it in the commit', async () => {
    const test = wrongBranch({ 'mine.txt': 'not mine yet\n' })
    const place = gate()
    const run = startLoop(test, loopAgent(`${place.wait}\n${mend}\n${claim('calc.rb')}`))
    await place.reached()
    test.write({ 'mine.txt': 'mine\n' })
    place.open()
    const { code, result } = await run.ended
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'user_changed' })
    expect(result.question?.text).toContain('these changed while the fixer worked, and it does not name them: mine.txt')
    expect(textOf(test, 'mine.txt')).toBe('mine\n')
    expect(subjects(test)).toEqual([])
  })

  it('who edits a file of the change during a validation is noticed', async () => {
    const test = wrongBranch()
    const place = gate()
    const run = startLoop(test, loopAgent(), '--validate', `! grep -q "a + b" calc.rb || { ${place.command}; }`)
    await place.reached()
    writeFileSync(join(test.path, 'calc.rb'), `${right}// mine\n`)
    place.open()
    const { code, result } = await run.ended
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'user_changed' })
    expect(textOf(test, 'calc.rb')).toBe(`${right}// mine\n`)
    expect(subjects(test)).toEqual([])
  })

  it('who worked on a fix and goes on keeps that work, also when the fix does not hold', async () => {
    const test = wrongBranch()
    const place = gate()
    const agent = loopAgent(
      `writeFileSync('calc.rb', code.replace('a - b', 'broken') + '// tried\\n')\n${claim('calc.rb')}`,
    )
    const run = startLoop(test, agent, '--validate', `! grep -q broken calc.rb || { ${place.command}; false; }`)
    await place.reached()
    writeFileSync(join(test.path, 'calc.rb'), `${textOf(test, 'calc.rb')}// mine\n`)
    place.open()
    expect((await run.ended).result.question?.reason).toBe('user_changed')
    expect((await reviewLoop(test.path, ['answer', 'c'])).code).toBe(0)
    const { code, result } = await loop(test, agent, '--resume')
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'validation' })
    expect(result.rounds[0]?.fix).toMatchObject({ rolledBack: false, commit: null })
    expect(textOf(test, 'calc.rb')).toContain('// mine')
  })

  it('who switches branches stops the loop, which goes on when they are back', async () => {
    const test = wrongBranch()
    const place = gate()
    const agent = loopAgent(undefined, at('reviewer', place.wait))
    test.git('branch', 'elsewhere')
    const run = startLoop(test, agent)
    await place.reached()
    test.git('switch', '-q', 'elsewhere')
    place.open()
    const { code, stderr } = await run.ended
    expect(code).toBe(2)
    expect(stderr).toContain('The work is on topic, but elsewhere is checked out now.')
    test.git('switch', '-q', 'topic')
    expect((await loop(test, agent, '--resume')).result.outcome).toBe('approved')
    expect(subjects(test)).toHaveLength(1)
  })
})

it('a reviewer that leaves a hook in the repository stops it until a person has looked', async () => {
  const test = wrongBranch()
  const ran = join(temporaryFolder(), 'ran')
  const hook = join(test.path, '.git/hooks/pre-commit')
  const write = `writeFileSync('${hook}', '#!/bin/sh\\ntouch ${ran}\\n', { mode: 0o755 })`
  mkdirSync(dirname(hook), { recursive: true })
  const agent = loopAgent(undefined, at('reviewer', `if (once('plant')) { ${write} }`))
  const stopped = await loop(test, agent)
  expect({ code: stopped.code, commits: subjects(test) }).toEqual({ code: 2, commits: [] })
  expect(stopped.stderr).toMatch(/was rejected, and this is not as it was before: \.git\/hooks\/pre-commit\./)
  expect(stopped.stderr).toMatch(/go on with: review-loop loop --resume [0-9a-f]{8}/)
  expect((await loop(test, agent, '--resume')).code).toBe(2)
  rmSync(hook)
  expect(await loop(test, agent, '--resume')).toMatchObject({ code: 0, result: { outcome: 'approved' } })
  expect([subjects(test).length, existsSync(ran)]).toEqual([1, false])
})
