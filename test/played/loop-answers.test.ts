import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../src/core/loop/types.ts'
import { runInside } from '../support/inside.ts'
import { program } from '../support/program.ts'
import type { TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { claim, loop, loopAgent, right, wrongBranch } from '../support/scripted-loop.ts'

// What a loop does when it cannot go on by itself, and what becomes of the answer.

/** Its fixes mend nothing. */
const helpless = () => loopAgent(`writeFileSync('calc.rb', code + '// tried\\n')\n${claim('calc.rb')}`)

/** Five grave findings, of which each fix mends one. */
const slow = () =>
  scriptedAgent(`
import { readFileSync } from 'node:fs'
const lines = readFileSync('calc.rb', 'utf8').split('\\n')
const bad = lines.flatMap((text, index) => (text.startsWith('bad') ? [finding({ file: 'calc.rb', line: index + 1, title: 'Bad: ' + text, problem: text + ' is bad', evidence: text })] : []))
if (role === 'reviewer') answer({ summary: 'Looked.', findings: bad })
else {
  writeFileSync('calc.rb', lines.filter((_, index) => index + 1 !== bad[0].line).join('\\n'))
  answer({ summary: 'One.', addressed: ids.slice(0, 1).map((id) => ({ id, how: 'removed' })), unable: ids.slice(1).map((id) => ({ id, reason: 'later' })), files: ['calc.rb'] })
}`)

const manyBad = (count: number) =>
  ['alpha', 'beta', 'gamma', 'delta', 'omega'].slice(0, count).map((word) => `bad(${word})`)
const badBranch = (count: number) => wrongBranch({ 'calc.rb': `${manyBad(count).join('\n')}\n` })

const say = (test: TestRepository, ...words: string[]) => runInside(test.path, words)

describe('an answer', () => {
  it('a leaves it to a person, whose work is reviewed as the next round, by the same agents', async () => {
    const [test, agent] = [wrongBranch(), helpless()]
    const { code, result } = await loop(test, agent, '--max-rounds', '1')
    expect({ code, ...result }).toMatchObject({
      code: 4,
      outcome: 'escalated',
      reason: 'The rounds are used up and findings are left.',
      question: { reason: 'limit', allowed: ['a', 'b', 'c'] },
    })
    const bad = await say(test, 'answer', 'd')
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('Answer with a, b or c; found "d".') })
    expect(await say(test, 'answer', 'ffffffff', 'a')).toMatchObject({ code: 2 })
    expect(await say(test, 'answer', String(result.session).slice(0, 8), 'a')).toMatchObject({ code: 0 })
    expect(await say(test, 'answer', 'b')).toMatchObject({ code: 2, stderr: expect.stringContaining('asks anything') })
    test.commit('By hand', { 'calc.rb': right })
    const resumed = await say(test, 'loop', '--resume', '--format', 'json')
    expect(resumed.stderr).toContain('── Round 2 of 2 ──')
    expect(JSON.parse(resumed.stdout)).toMatchObject({ session: result.session, outcome: 'approved', rounds: [{}, {}] })
    expect(resumed.code).toBe(0)
    expect(agent.calls()).toHaveLength(2)
  })

  it('a is followed by a review and by validations of what the person did, also when the fixer had given up', async () => {
    const unable = `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'it is meant so' })), files: [] })`
    const [test, agent] = [wrongBranch(), loopAgent(unable)]
    const { result } = await loop(test, agent, '--validate', '! grep -q broken calc.rb')
    expect(result.question).toMatchObject({ reason: 'unable', text: expect.stringContaining('it is meant so') })
    expect(await say(test, 'answer', 'a')).toMatchObject({ code: 0 })
    test.commit('By hand', { 'calc.rb': `${right}// broken\n` })
    const resumed = await loop(test, agent, '--resume')
    expect(resumed).toMatchObject({
      code: 4,
      result: { rounds: [{}, { found: 0 }], question: { reason: 'validation' } },
    })
    expect(resumed.result.rounds[1]?.validations).toMatchObject([{ before: 'failed' }])
    expect(await say(test, 'answer', 'a')).toMatchObject({ code: 0 })
    test.commit('Mended', { 'calc.rb': right })
    expect(await loop(test, agent, '--resume')).toMatchObject({ code: 0, result: { outcome: 'approved' } })
  })

  it('b accepts what is left, on record, and is a pass only where that was said', async () => {
    const [test, agent] = [wrongBranch(), helpless()]
    const { result } = await loop(test, agent, '--max-rounds', '1')
    expect(await say(test, 'answer', 'b', '--why', 'ships behind a flag', '--by', 'Ada')).toMatchObject({ code: 0 })
    const accepted = await loop(test, agent, '--resume', String(result.session))
    expect(accepted).toMatchObject({ code: 1, result: { outcome: 'accepted', resumable: false } })
    expect(accepted.result.ledger).toMatchObject([{ status: 'accepted', blocking: true }])
    expect(accepted.result.ledger[0]?.history.at(-1)).toMatchObject({ by: 'Ada', why: 'ships behind a flag' })
    // It is over: the result is printed again, and nobody is asked anything.
    expect(await loop(test, agent, '--resume', '--accept-risk')).toMatchObject({ code: 0, result: accepted.result })
    expect(agent.calls()).toHaveLength(1)
    expect(await loop(test, agent, '--resume', 'ffffffff')).toMatchObject({ code: 2, stdout: '' })
  })

  it('c goes on for one more round, and is not offered at the cap', async () => {
    const [test, agent] = [badBranch(5), slow()]
    const first = await loop(test, agent, '--max-rounds', '4')
    expect(first.result).toMatchObject({ outcome: 'escalated', question: { round: 4, allowed: ['a', 'b', 'c'] } })
    expect(first.result.rounds.map(({ blocking }) => blocking)).toEqual([5, 4, 3, 2])
    expect(await say(test, 'answer', 'c')).toMatchObject({ code: 0 })
    const second = await loop(test, agent, '--resume')
    expect(second).toMatchObject({ code: 4, result: { question: { round: 5, allowed: ['a', 'b'] } } })
    const refused = await say(test, 'answer', 'c')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('c is not offered here') })
  })

  it('is asked for on a terminal, until it is one', async ({ skip }) => {
    if (!hasScript()) skip()
    const [test, agent] = [wrongBranch(), helpless()]
    test.git('config', 'user.name', 'Ada')
    const words = [program, 'loop', '--agent', agent.word, '--no-verify', '--max-rounds', '1', '--no-color']
    const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ')
    const printed = await onTerminal(test.path, `${line}; echo ended with $?`, ['maybe', 'b: good enough'])
    expect(printed).toContain('Answer with a, b or c; found "maybe".')
    expect(printed).toContain('Answered b by Ada: good enough')
    expect(printed).toContain('ended with 1')
  })
})

describe('what is decided beforehand', () => {
  it.each([
    [['--on-limit', 'block'], 4, 'blocked', 'open'],
    [['--handsfree'], 4, 'blocked', 'open'],
    [['--on-limit', 'accept'], 1, 'accepted', 'accepted'],
    [['--on-limit', 'accept', '--handsfree', '--accept-risk'], 0, 'accepted', 'accepted'],
  ])('%j', async (words, code, outcome, status) => {
    const run = await loop(wrongBranch(), helpless(), '--max-rounds', '1', ...words)
    expect(run).toMatchObject({ code, result: { outcome, question: null, ledger: [{ status }], rounds: [{}] } })
  })

  it.each([
    ['--validate', 'npm test'],
    ['--max-rounds', '2'],
    ['--on-limit', 'accept'],
    ['--scope-guard', 'strict'],
    ['--no-commit'],
  ])('cannot be changed by --resume: %s', async (...words) => {
    const [test, agent] = [wrongBranch(), helpless()]
    await loop(test, agent, '--max-rounds', '1')
    const run = await loop(test, agent, '--resume', ...words)
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`another ${words[0]}`) })
    expect((await loop(test, agent, '--resume', '--max-rounds', '1', '--handsfree')).code).toBe(4)
  })

  it('continue goes on as long as the cap allows it', async () => {
    const { code, result } = await loop(badBranch(2), slow(), '--max-rounds', '1', '--on-limit', 'continue')
    expect(result.rounds.map(({ blocking }) => blocking)).toEqual([2, 1, 0])
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
  })

  it.each([
    ['--max-cost', '5', ['a', 'b']],
    ['--max-time', '30m', ['a', 'b']],
  ] as const)('%s %s holds for the session as a whole, also after a resume', async (option, value, allowed) => {
    const [test, agent] = [wrongBranch(), helpless()]
    const { result } = await loop(test, agent, '--max-rounds', '1', option, value)
    expect(result.question?.reason).toBe('limit')
    spend(test, String(result.session))
    expect(await say(test, 'answer', 'c')).toMatchObject({ code: 0 })
    const resumed = await loop(test, agent, '--resume')
    expect(resumed).toMatchObject({ code: 4, result: { question: { reason: 'budget', allowed } } })
    expect(agent.calls()).toHaveLength(1)
  })

  it.each(['0', '6', 'x', ''])('refuses --max-rounds %j', async (rounds) => {
    const run = await say(wrongBranch(), 'loop', `--max-rounds=${rounds}`)
    const problem = new RegExp(`--max-rounds must be a number from 1 to 5, found "?${rounds}`)
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(problem) })
  })
})

/** Types one answer after the other, each when it is asked for. */
function onTerminal(cwd: string, line: string, answers: readonly string[]): Promise<string> {
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd })
  const left = [...answers]
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
    const asked = printed.split('Your choice: ').length - 1
    while (answers.length - left.length < asked && left.length > 0) child.stdin.write(`${left.shift()}\n`)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(printed))
  })
}

/** As if the review had cost 9 dollars and taken an hour. */
function spend(test: TestRepository, session: string): void {
  const file = join(test.path, '.review-loop', 'sessions', `${session}.jsonl`)
  const events: SessionEvent[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const hourBefore = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString()
  const spent = events.map((event) => {
    if (event.type === 'session-started') return { ...event, at: hourBefore(event.at) }
    return event.type === 'round-reviewed' ? { ...event, usage: { ...event.usage, costUsd: 9 } } : event
  })
  writeFileSync(file, `${spent.map((event) => JSON.stringify(event)).join('\n')}\n`)
}

function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
}
