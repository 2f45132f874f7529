import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { reviewLoop, reviewLoopOfProcess, withJson } from '../support/program.ts'
import { createRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.ts'

// The loop from the command line, with reviewers and fixers played by tiny programs.

const base = 'export const zero = 0\n'
const wrong = `${base}export const add = (a, b) => a - b\n`
const right = `${base}export const add = (a, b) => a + b\n`
const check = '! grep -q broken calc.js'

function changed(files: Record<string, string> = {}): TestRepository {
  const test = createRepository({ 'calc.js': base, ...files })
  test.commit('Add add', { 'calc.js': wrong })
  return test
}

/** Finds the wrong sign as long as it is there, and mends it when asked to. */
const honest = `
import { readFileSync } from 'node:fs'
const code = readFileSync('calc.js', 'utf8')
const bad = finding({ file: 'calc.js', line: 2, title: 'Wrong sign', problem: 'It subtracts.', evidence: 'a - b' })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'it does' })) })
else if (role === 'reviewer') answer({ summary: 'Looked.', findings: code.includes('a - b') ? [bad] : [] })
else {
  writeFileSync('calc.js', code.replace('a - b', 'a + b'))
  answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.js'] })
}`

/** Reviews as above, and fixes as told. */
const withFixer = (lines: string) => honest.replace(/else \{[\s\S]*\}$/, `else {\n${lines}\n}`)

const wordsFor = (agent: ScriptedAgent, more: readonly string[]) => [
  ...['loop', '--agent', agent.word, '--format', 'json'],
  ...more,
]

async function loop(test: TestRepository, agent: ScriptedAgent, ...more: string[]) {
  return withJson<LoopResult>(await reviewLoop(test.path, wordsFor(agent, more)))
}

/** Three functions with the same bug; each review names the first that is left, each fix repairs it. */
const siblings = ['one', 'two', 'three']
  .map((name) => `export function ${name}(list, index) {\n  return list[index].${name}\n}\n`)
  .join('')
const oneByOne = `
import { readFileSync } from 'node:fs'
const lines = readFileSync('calc.js', 'utf8').split('\\n')
const line = lines.findIndex((text) => text.startsWith('  return')) + 1
const same = { title: 'The index is not checked', problem: 'An index beyond the end of the list crashes.' }
if (role === 'reviewer') answer({ summary: 'Looked.', findings: line === 0 ? [] : [finding({ file: 'calc.js', line, evidence: lines[line - 1], ...same })] })
else {
  lines[line - 1] = '  if (index in list)' + lines[line - 1].slice(1)
  writeFileSync('calc.js', lines.join('\\n'))
  answer({ summary: 'Fixed.', addressed: ids.map((id) => ({ id, how: 'checked' })), unable: [], files: ['calc.js'] })
}`

describe('a loop', () => {
  it('tells the same bug in sibling functions apart, and counts each that is fixed as progress', async () => {
    const test = createRepository({ 'calc.js': base })
    test.commit('Add siblings', { 'calc.js': `${base}${siblings}` })
    const { code, result } = await loop(test, scriptedAgent(oneByOne), '--no-verify', '--max-rounds', '4')
    expect(code).toBe(0)
    const path = ({ history }: LoopResult['ledger'][number]) => history.map(({ round, status }) => `${round} ${status}`)
    expect(result.ledger.map(path)).toEqual([
      ['1 open', '2 fixed'],
      ['2 open', '3 fixed'],
      ['3 open', '4 fixed'],
    ])
  })

  it('reviews, fixes, commits, reviews again and approves', async () => {
    const test = changed()
    const agent = scriptedAgent(honest)
    const { code, result } = await loop(test, agent, '--validate', check)
    expect(result).toMatchObject({
      schemaVersion: 1,
      outcome: 'approved',
      rounds: [
        { round: 1, found: 1, blocking: 1, decision: 'fix', fix: { files: ['calc.js'], rolledBack: false } },
        { round: 2, found: 0, blocking: 0, decision: 'approve', fix: null },
      ],
      ledger: [{ status: 'fixed', title: 'Wrong sign', blocking: true }],
      certificates: [{ notFoundAgain: true, codeChanged: true }],
    })
    expect(code).toBe(0)
    expect(readFileSync(join(test.path, 'calc.js'), 'utf8')).toBe(right)
    expect(test.git('status', '--porcelain')).toBe('')
    const message = test.git('log', '-1', '--format=%B')
    expect(message).toMatch(/^fix: address code review round 1 - Wrong sign/)
    expect(message).toContain(result.ledger[0]!.id)
    expect(message).toContain('the code it is about changed')
    expect(result.head).toBe(test.git('rev-parse', 'HEAD').trim())
    const document = readFileSync(join(test.path, '.review-loop/findings/topic-review-findings-round-1.md'), 'utf8')
    expect(document).toContain('## Important Issues (Should Fix)')
    expect(document).toContain('- **Important:** 1')
  })

  it('proves a fix by the test that came with it', async () => {
    const runner = `import { readdirSync } from 'node:fs'
for (const name of readdirSync('.')) if (name.endsWith('.test.mjs')) await import('./' + name)
`
    const test = changed({ 'run-tests.mjs': runner, 'package.json': '{ "type": "module" }\n' })
    const agent = scriptedAgent(
      withFixer(`writeFileSync('calc.js', code.replace('a - b', 'a + b'))
writeFileSync('calc.test.mjs', "import { add } from './calc.js'\\nif (add(1, 2) !== 3) process.exit(1)\\n")
answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.js', 'calc.test.mjs'] })`),
    )
    const { result } = await loop(test, agent, '--validate', 'node run-tests.mjs')
    expect(result.outcome).toBe('approved')
    expect(result.certificates).toMatchObject([{ notFoundAgain: true, codeChanged: true, testProves: true }])
    expect(test.git('status', '--porcelain')).toBe('')
  })

  it('sends a fix that breaks a validation back once, then takes it back', async () => {
    const test = changed()
    const agent = scriptedAgent(
      withFixer(`writeFileSync('calc.js', code.replace('a - b', 'broken') + '// again\\n')
answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.js'] })`),
    )
    const { code, result } = await loop(test, agent, '--validate', check, '--max-rounds', '2')
    expect(code).toBe(4)
    expect(agent.calls().filter(({ name }) => name === 'fixer')).toHaveLength(2)
    expect(agent.calls().filter(({ name }) => name === 'fixer')[1]?.prompt).toContain('broke something that passed')
    expect(result.rounds[0]).toMatchObject({
      fix: { commit: null, rolledBack: true },
      validations: [{ command: check, before: 'passed', after: 'failed' }],
    })
    expect(readFileSync(join(test.path, 'calc.js'), 'utf8')).toBe(wrong)
    expect(test.git('status', '--porcelain')).toBe('')
  })

  it('is inconclusive when reviewers stay silent, and consumes no round for it', async () => {
    const { code, result } = await loop(changed(), scriptedAgent('process.exit(1)'))
    expect(code).toBe(3)
    expect(result).toMatchObject({ outcome: 'inconclusive', rounds: [] })
  })
})

describe('before it begins', () => {
  it('refuses uncommitted work, unless told what to do with it', async () => {
    const test = changed()
    const agent = scriptedAgent(honest)
    test.write({ 'calc.js': `${wrong}// more\n` })
    const refused = await loop(test, agent)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('There is uncommitted work: calc.js.')
    expect(agent.calls()).toEqual([])
    const { result } = await loop(test, agent, '--commit-first')
    expect(result.outcome).toBe('approved')
    expect(test.git('log', '--format=%s').trim().split('\n')).toHaveLength(4)
  })

  it.each([[['--commit-first', '--include-dirty']], [['staged']]])('refuses %j', async (more) => {
    const run = await reviewLoop(changed().path, ['loop', ...more])
    expect(run.code).toBe(2)
  })
})

describe('after it was killed', () => {
  const loopOfProcess = async (test: TestRepository, agent: ScriptedAgent, ...more: string[]) =>
    withJson<LoopResult>(await reviewLoopOfProcess(test.path, wordsFor(agent, more)))

  it.each(['reviewer', 'fixer', 'verifier'])('in the middle of a %s, it ends as if it had not been', async (victim) => {
    const test = changed()
    const agent = killerOnce(test, victim)
    const killed = await loopOfProcess(test, agent)
    expect(killed.code).toBeNull()
    const { result } = await loopOfProcess(test, agent, '--resume')
    expect(result.outcome).toBe('approved')
    expect(readFileSync(join(test.path, 'calc.js'), 'utf8')).toBe(right)
    expect(test.git('log', '--format=%s').trim().split('\n')).toHaveLength(3)
    const calls = agent.calls().map(({ name }) => name)
    // One call was cut off and is asked again; none that was answered is.
    expect(calls).toHaveLength(5)
  })

  it('in the middle of a fixer, it leaves what somebody did long after that, and asks', async () => {
    const test = changed()
    const agent = killerOnce(test, 'fixer')
    await loopOfProcess(test, agent)
    const sessions = join(test.path, '.review-loop', 'sessions')
    const lock = join(sessions, readdirSync(sessions).find((name) => name.endsWith('.lock')) ?? '')
    const died = new Date(Date.now() - 60_000)
    utimesSync(lock, died, died)
    utimesSync(join(test.path, 'calc.js'), died, died)
    test.write({ 'notes.md': 'mine\n' })
    const { code, stderr } = await loopOfProcess(test, agent, '--resume')
    expect(code).toBe(4)
    expect(stderr).toContain('notes.md')
    expect(readFileSync(join(test.path, 'notes.md'), 'utf8')).toBe('mine\n')
    expect(readFileSync(join(test.path, 'calc.js'), 'utf8')).toBe(wrong)
  })

  it('says to who begins anew that nothing was lost', async () => {
    const test = changed()
    const agent = killerOnce(test, 'reviewer')
    await loopOfProcess(test, agent)
    const { result, stderr } = await loopOfProcess(test, agent)
    expect(result.outcome).toBe('approved')
    expect(stderr).toMatch(
      /The last session of this branch is not over; this is a new one\. To go on with it: review-loop loop --resume \w{8}\n/,
    )
    expect((await loopOfProcess(test, agent)).stderr).not.toContain('is not over')
  })
})

/** Whoever is asked kills the loop once: the lock says which process that is. */
function killerOnce(test: TestRepository, victim: string): ScriptedAgent {
  const flag = join(temporaryFolder(), 'killed')
  const sessions = JSON.stringify(join(test.path, '.review-loop', 'sessions'))
  return scriptedAgent(`
import { readdirSync, readFileSync as read } from 'node:fs'
if (name === '${victim}' && !existsSync(${JSON.stringify(flag)})) {
  if (role === 'fixer') writeFileSync('calc.js', 'half done')
  writeFileSync(${JSON.stringify(flag)}, '')
  const lock = readdirSync(${sessions}).find((file) => file.endsWith('.lock'))
  process.kill(JSON.parse(read(join(${sessions}, lock), 'utf8')).pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 5000))
}
${honest}`)
}
