import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { reviewLoop, startProgram } from '../support/program.ts'
import { createRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'
import type { ScriptedAgent } from '../support/scripted-agent.ts'
import { claim, gate, loop, loopAgent, startLoop, subjects, textOf } from '../support/scripted-loop.ts'

// A loop that approves, and a review after it that finds what the loop did not.

const late = 'export const zero = 0\nexport const isLate = (at, now) => at > now\n'
const mended = late.replace('at > now', 'at < now')

function lateBranch(): TestRepository {
  const test = createRepository({ 'calc.rb': 'export const zero = 0\n' })
  test.commit('', { 'calc.rb': late })
  return test
}

const mend = `writeFileSync('calc.rb', code.replace('at > now', 'at < now'))`

/** Says nothing in the loop, and finds the inverted condition afterwards, as long as it is there. */
function lateAgent(fixing = `${mend}\n${claim('calc.rb')}`, before = ''): ScriptedAgent {
  const inverted = `finding({ file: 'calc.rb', line: 2, title: 'Inverted', problem: 'It is inverted.', evidence: 'at > now' })`
  return loopAgent(
    fixing,
    `${before}
if (role === 'reviewer' && !once('loop')) {
  answer({ summary: 'Looked.', findings: code.includes('at > now') ? [${inverted}] : [] })
  process.exit()
}`,
  )
}

function hook(test: TestRepository, script: string): void {
  const folder = join(test.path, '.git/hooks')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pre-commit'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'pre-commit'), 0o755)
}

function remoteOf(test: TestRepository): (branch: string) => string {
  const path = temporaryFolder()
  execFileSync('git', ['init', '-q', '--bare', '--template=', path])
  test.git('remote', 'add', 'origin', path)
  return (branch) => execFileSync('git', ['-C', path, 'rev-parse', branch], { encoding: 'utf8' }).trim()
}

const journal = async (test: TestRepository) =>
  (await runInside(test.path, ['sessions', 'tail', '--format', 'json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('what it finds after an approval', () => {
  it('is fixed, validated, committed, told and pushed', async () => {
    const test = lateBranch()
    const at = remoteOf(test)
    const agent = lateAgent()
    const { code, result } = await loop(test, agent, '--post-review', '--push', '--validate', 'touch report.xml')
    expect({ code, outcome: result.outcome, rounds: result.rounds.length }).toEqual({
      code: 0,
      outcome: 'approved',
      rounds: 1,
    })
    expect(result.postReview).toMatchObject({
      outcome: 'approved',
      reviews: 2,
      findings: [{ severity: 'P1', file: 'calc.rb', title: 'Inverted', status: 'fixed' }],
      fixes: [{ status: 'fixed', files: ['calc.rb'], addressed: [{ how: 'plus' }] }],
      validations: [{ command: 'touch report.xml', before: 'passed', after: 'passed' }],
      commit: test.git('rev-parse', 'HEAD').trim(),
    })
    const [{ id } = { id: '' }] = result.postReview?.findings ?? []
    expect(test.git('log', '-1', '--format=%B').trim().split('\n')).toEqual([
      'fix: address the review after the loop - Inverted',
      '',
      `- ${id} P1 calc.rb:2: Inverted`,
      '',
      `Review-Loop: ${result.session} post-review`,
    ])
    expect(textOf(test, 'calc.rb')).toBe(mended)
    expect(test.git('status', '--porcelain').trim()).toBe('?? report.xml')
    expect(at('topic')).toBe(test.git('rev-parse', 'HEAD').trim())
    expect(result.head).toBe(at('topic'))
    expect(agent.calls().map(({ name }) => name)).toEqual(['reviewer', 'reviewer', 'fixer', 'reviewer'])

    // The same once more, from the journal: nobody is asked.
    const again = await loop(test, agent, '--resume', '--post-review', '--push')
    expect({ code: again.code, result: again.result }).toEqual({ code: 0, result })
    const shown = await runInside(test.path, ['sessions', 'show', '--format', 'json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ result, summary: { status: 'finished', outcome: 'approved' } })
    expect(agent.calls()).toHaveLength(4)
    expect((await journal(test)).map(({ type }) => type).slice(-3)).toEqual(['ended', 'intended', 'post-reviewed'])
  })

  it.each<[string, readonly string[], string, RegExp]>([
    [
      'a command fails with the fix',
      ['--validate', 'grep -q "at > now" calc.rb'],
      '',
      /^grep .* fails with its fixes\.$/,
    ],
    [
      'a hook refuses the commit',
      [],
      'echo "calc.rb: not formatted" >&2; exit 1',
      /could not be committed: .*not formatted/,
    ],
  ])('blocks where %s, and names what is left in the files', async (_, more, script, reason) => {
    const test = lateBranch()
    if (script !== '') hook(test, script)
    const { code, stderr, result } = await loop(test, lateAgent(), '--post-review', ...more)
    expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 4, outcome: 'blocked' })
    expect(result.postReview).toMatchObject({ outcome: 'blocked', commit: null, fixes: [{ files: ['calc.rb'] }] })
    expect(result.postReview?.reason).toMatch(reason)
    expect(result.reason).toBe(`The review after the loop: ${result.postReview?.reason}`)
    expect(subjects(test)).toEqual([])
    expect(test.git('status', '--porcelain').trim()).toBe('M calc.rb')
    const text = await runInside(test.path, ['loop', '--resume', '--agent', 'none'])
    expect(text.code).toBe(4)
    expect(text.stdout).toContain('P1 fixed  calc.rb:2  Inverted')
    const said = text.stdout.replaceAll(/\s+/g, ' ')
    expect(said).toContain('Fixes of the review after the loop are in the files and not committed: calc.rb.')
  })

  it('blocks where the fixer does not name what it changed', async () => {
    const test = lateBranch()
    const agent = lateAgent(`writeFileSync('other.rb', 'export const other = 1\\n')\n${mend}\n${claim('calc.rb')}`)
    const { code, result } = await loop(test, agent, '--post-review')
    expect({ code, why: result.postReview?.reason }).toEqual({
      code: 4,
      why: 'The fixer does not name what changed meanwhile: other.rb.',
    })
    expect(subjects(test)).toEqual([])
  })

  it('is left uncommitted with --no-commit, and nobody is told to merge', async () => {
    const test = lateBranch()
    const { code, result } = await loop(test, lateAgent(), '--post-review', '--no-commit')
    expect({ code, outcome: result.outcome, commit: result.postReview?.commit }).toEqual({
      code: 0,
      outcome: 'approved',
      commit: null,
    })
    const { stdout } = await runInside(test.path, ['sessions', 'show'])
    expect(stdout).toContain('Look at it, and commit it before you merge.')
    expect(stdout).not.toContain('You can merge')
  })

  it('is looked at again when a hook changed what was committed', async () => {
    const test = lateBranch()
    hook(test, 'grep -q checked calc.rb || echo "// checked" >>calc.rb; git add calc.rb')
    const agent = lateAgent()
    const { result } = await loop(test, agent, '--post-review')
    expect(result.postReview).toMatchObject({ outcome: 'approved', reviews: 3 })
    expect(test.git('show', 'HEAD:calc.rb')).toBe(`${mended}// checked\n`)
    expect(test.git('status', '--porcelain')).toBe('')
  })
})

describe('it has nothing to say', () => {
  it('where nothing is found: the result is that of the loop', async () => {
    const test = lateBranch()
    const { code, result } = await loop(test, loopAgent(), '--post-review')
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
    expect(result.postReview).toMatchObject({ outcome: 'approved', reviews: 1, findings: [], fixes: [], commit: null })
    expect((await runInside(test.path, ['sessions', 'show'])).stdout).toContain('You can merge.')
  })

  it('where the loop does not approve', async () => {
    const test = lateBranch()
    const agent = lateAgent(
      `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`,
      `once('loop')`,
    )
    const { code, result } = await loop(test, agent, '--post-review')
    expect({ code, outcome: result.outcome, postReview: result.postReview }).toEqual({
      code: 4,
      outcome: 'escalated',
      postReview: null,
    })
  })

  it('where the number of fixes cannot be used, and that is said before anybody is paid', async () => {
    const test = lateBranch()
    const agent = lateAgent()
    const words = ['loop', '--agent', agent.word, '--post-review']
    const { code, stderr } = await reviewLoop(test.path, words, { env: { POST_LOOP_REVIEW_CYCLES: 'many' } })
    expect({ code, calls: agent.calls() }).toEqual({ code: 2, calls: [] })
    expect(stderr).toContain('POST_LOOP_REVIEW_CYCLES must be a whole number')
  })
})

describe('with --resume', () => {
  it('it is added to an approved loop, as long as the files are as that left them', async () => {
    const test = lateBranch()
    const agent = lateAgent()
    expect((await loop(test, agent)).result).toMatchObject({ outcome: 'approved', postReview: null })
    test.commit('', { 'more.rb': 'export const more = 1\n' })
    const moved = await loop(test, agent, '--resume', '--post-review')
    expect(moved.code).toBe(2)
    expect(moved.stderr).toMatch(/the files are not as the loop \S+ left them/)
    test.git('reset', '-q', '--hard', 'HEAD~1')
    const { code, result } = await loop(test, agent, '--resume', '--post-review')
    expect({ code, commit: result.postReview?.commit }).toEqual({
      code: 0,
      commit: test.git('rev-parse', 'HEAD').trim(),
    })
  })

  it.each(['SIGKILL', 'SIGINT'] as const)('it goes on after %s between a fix and its review', async (signal) => {
    const test = lateBranch()
    const held = gate()
    const agent = lateAgent(undefined, `if (role === 'reviewer' && code.includes('at < now')) { ${held.wait} }`)
    const first = startLoop(test, agent, '--post-review')
    await held.reached()
    expect(textOf(test, 'calc.rb')).toBe(mended)
    first.child.kill(signal)
    if (signal === 'SIGKILL') await once(first.child, 'close')
    else expect((await first.ended).result).toMatchObject({ outcome: 'interrupted', resumable: true })
    held.open()
    const shown = await runInside(test.path, ['sessions', 'show', '--format', 'json'])
    expect(JSON.parse(shown.stdout).result).toMatchObject({ outcome: 'interrupted', resumable: true, postReview: null })
    const { code, result } = await loop(test, agent, '--resume')
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
    expect(result.postReview).toMatchObject({ outcome: 'approved', reviews: 2, fixes: [{ files: ['calc.rb'] }] })
    expect(subjects(test)).toEqual(['fix: address the review after the loop - Inverted'])
    expect(textOf(test, 'calc.rb')).toBe(mended)
    expect(test.git('status', '--porcelain')).toBe('')
    expect(test.git('for-each-ref', 'refs/review-loop/undone')).not.toBe('')
    // The first review was answered before, and is not paid for again.
    const asked = agent.calls().filter(({ name, prompt }) => name === 'reviewer' && prompt.includes('at > now'))
    expect(asked).toHaveLength(2)
  })

  it('a commit that was made before it was killed counts', async () => {
    const test = lateBranch()
    const folder = temporaryFolder()
    const real = `${test.git('--exec-path').trim()}/git`
    const script = `#!/bin/sh
case "$*" in *"commit --quiet"*) '${real}' "$@"; kill -9 "$(cat '${folder}/pid')"; exit 1 ;; esac
exec '${real}' "$@"
`
    writeFileSync(join(folder, 'git'), script)
    chmodSync(join(folder, 'git'), 0o755)
    const agent = lateAgent()
    const words = ['loop', '--agent', agent.word, '--no-verify', '--post-review']
    const child = startProgram(test.path, words, { env: { PATH: `${folder}:${process.env.PATH}` } })
    writeFileSync(join(folder, 'pid'), String(child.pid))
    await once(child, 'close')
    expect(subjects(test)).toHaveLength(1)
    const { code, result } = await loop(test, agent, '--resume')
    expect({ code, commit: result.postReview?.commit }).toEqual({
      code: 0,
      commit: test.git('rev-parse', 'HEAD').trim(),
    })
    expect(subjects(test)).toHaveLength(1)
    expect(test.git('status', '--porcelain')).toBe('')
  })
})

describe('a claim that cannot be checked, after a fix', () => {
  const unsure = `if (role === 'reviewer' && prompt.includes('could not be found')) { answer({ claims: [] }); process.exit() }
if (role === 'reviewer' && code.includes('at < now')) {
  answer({ summary: 'Looked.', findings: [finding({ file: 'calc.rb', line: 2, title: 'Leaks', evidence: 'while (open) {' })] })
  process.exit()
}`
  const decided = async (...words: string[]) => {
    const [test, agent] = [lateBranch(), lateAgent(undefined, unsure)]
    const first = await loop(test, agent, '--post-review')
    expect({ code: first.code, outcome: first.result.outcome }).toEqual({ code: 3, outcome: 'inconclusive' })
    const id = /F-[0-9a-f]+/.exec(first.result.reason)?.[0] ?? ''
    expect((await loop(test, agent, '--resume')).result).toEqual(first.result)
    const calls = agent.calls().length
    expect((await runInside(test.path, ['answer', id, ...words])).code).toBe(0)
    const { code, result } = await loop(test, agent, '--resume')
    return { test, agent, calls, code, result, first: first.result }
  }

  it('is approved once a waiver covers it', async () => {
    const [test, agent] = [lateBranch(), lateAgent(undefined, unsure)]
    const { result } = await loop(test, agent, '--post-review')
    const id = /F-[0-9a-f]+/.exec(result.reason)?.[0] ?? ''
    const waiver = { id, title: 'Leaks', reason: 'there is no such loop' }
    test.write({
      '.review-loop/waivers.yaml': `waivers: ${JSON.stringify([waiver])}\n`,
      '.git/info/exclude': '.review-loop\n',
    })
    expect(await loop(test, agent, '--resume')).toMatchObject({ code: 0, result: { outcome: 'approved' } })
  })

  it('is approved and the fix committed once it is dismissed, and nobody is paid again', async () => {
    const { test, agent, calls, code, result, first } = await decided('dismiss', '--why', 'there is no such loop')
    expect({ code, outcome: result.outcome, calls: agent.calls().length }).toEqual({
      code: 0,
      outcome: 'approved',
      calls,
    })
    expect(result.postReview).toMatchObject({
      outcome: 'approved',
      reviews: 2,
      findings: [{ title: 'Inverted', status: 'fixed' }],
      fixes: [{ files: ['calc.rb'] }],
      commit: test.git('rev-parse', 'HEAD').trim(),
      usage: first.postReview?.usage,
    })
    expect(subjects(test)).toEqual(['fix: address the review after the loop - Inverted'])
    expect(test.git('status', '--porcelain')).toBe('')
    expect((await loop(test, agent, '--resume')).result).toEqual(result)
  })

  it('is a finding for the fixer once it is accepted, and blocks where that does not help', async () => {
    const { test, agent, calls, code, result } = await decided('accept')
    expect({ code, outcome: result.outcome }).toEqual({ code: 4, outcome: 'blocked' })
    expect(result.postReview?.findings.at(-1)).toMatchObject({ title: 'Leaks', status: 'open' })
    expect(agent.calls().slice(calls)[0]).toMatchObject({ name: 'fixer', prompt: expect.stringContaining('Leaks') })
    expect(subjects(test)).toEqual([])
  })
})
