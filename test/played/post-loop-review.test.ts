import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { probeSandbox } from '../../src/agents/sandbox/probe-sandbox.ts'
import type { PostLoopReviewOptions } from '../../src/commands/looping/post-loop-options.ts'
import { postLoopReview } from '../../src/commands/looping/post-loop-review.ts'
import type { LoopEvent } from '../../src/types.ts'
import { createRepository, type Files, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

afterEach(() => vi.unstubAllEnvs())

/** One commit of work, and more of it not committed. */
function worked(files: Files = { 'src/a.js': 'export const good = 1\nexport const bad = 1\n' }): TestRepository {
  const test = createRepository({ 'README.md': '# Test\n' })
  test.commit('', files)
  test.write({ 'notes.txt': 'mine\n' })
  return test
}

const run = (test: TestRepository, options: Partial<PostLoopReviewOptions> = {}) =>
  postLoopReview({ cwd: test.path, startCommit: test.git('rev-parse', 'main').trim(), ci: false, ...options })

/** Finds a line with `bad` in src/a.js, reviews in other files are clean. */
const reviewing = `
import { readFileSync } from 'node:fs'
const code = readFileSync('src/a.js', 'utf8')
const at = code.split('\\n').findIndex((line) => line.includes('bad')) + 1
const review = () => at === 0 ? clean() : answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.js', line: at, evidence: code.split('\\n')[at - 1] })] })
const done = () => answer({ summary: 'Done.', addressed: ids.map((id) => ({ id, how: 'renamed' })), unable: [], files: ['src/a.js'] })
`

/** The lines run when it fixes; otherwise it reviews. */
const agentThat = (fixing: string) =>
  scriptedAgent(`${reviewing}
if (role !== 'fixer') review()
else { ${fixing} }`)

const only = (agent: { word: string }) => ({ agent: agent.word, verify: false })
const mend = `writeFileSync('src/a.js', code.replaceAll('bad', 'better')); done()`

describe('finished work', () => {
  it('is reviewed, fixed and reviewed again until it is approved', async () => {
    const test = worked()
    const agent = agentThat(mend)
    const events: LoopEvent[] = []
    const result = await run(test, { agents: only(agent), onEvent: (event) => events.push(event) })
    expect(result).toMatchObject({ outcome: 'approved', fixes: [{ status: 'fixed', changedFiles: ['src/a.js'] }] })
    expect(result.reviews.map(({ verdict }) => verdict)).toEqual(['needs_attention', 'approve'])
    expect(result.reviews[1]?.scope).toMatchObject({ head: 'working tree', files: 2 })
    expect(agent.calls().map(({ name }) => name)).toEqual(['reviewer', 'fixer', 'reviewer'])
    expect(events.map(({ type }) => type).filter((type) => /^(fix|review)-/.test(type))).toEqual([
      'review-start',
      'review-end',
      'fix-start',
      'fix-end',
      'review-start',
      'review-end',
    ])
    expect(test.git('status', '--porcelain').trim().split('\n')).toEqual(['M src/a.js', '?? notes.txt'])
    expect(readFileSync(join(test.path, 'notes.txt'), 'utf8')).toBe('mine\n')
  })

  it('is approved without a fix when nothing blocks', async () => {
    const agent = agentThat(mend)
    const result = await run(worked({ 'src/a.js': 'export const good = 1\n' }), { agents: only(agent) })
    expect(result).toMatchObject({ outcome: 'approved', fixes: [] })
    expect(result.reviews).toHaveLength(1)
  })

  it('is mended by its suggestions where no agent takes part, uncommitted work included', async () => {
    const test = worked({ 'src/a.js': 'export const isBroken = (x) => x === NaN\n' })
    test.write({ 'src/b.py': 'def collect(seen=[]):\n    seen.append(1)\n    return seen\n' })
    const result = await run(test)
    expect(result).toMatchObject({
      outcome: 'approved',
      fixes: [{ status: 'fixed', changedFiles: ['src/a.js', 'src/b.py'], outcome: { agent: 'builtin' } }],
      usage: { costUsd: 0 },
    })
    expect(readFileSync(join(test.path, 'src/a.js'), 'utf8')).toBe('export const isBroken = (x) => isNaN(x)\n')
    expect(readFileSync(join(test.path, 'src/b.py'), 'utf8')).toMatch(/^def collect\(seen=None\):/)
  })

  it('asks the reviewers anew after a fix, whatever they answered before', async () => {
    const test = worked()
    const agent = agentThat(mend)
    await run(test, { agents: only(agent) })
    // The same once more: what was asked before the fix may be remembered, what was asked after it may not.
    test.git('checkout', '-q', 'src/a.js')
    const before = agent.calls().length
    const again = await run(test, { agents: { ...only(agent), fixer: agentThat(mend).word } })
    expect(again.outcome).toBe('approved')
    expect(agent.calls().slice(before)).toHaveLength(1)
    expect(again.reviews[0]?.reviewers.find(({ name }) => name === 'reviewer')?.status).toBe('cached')
    expect(again.reviews[1]?.reviewers.find(({ name }) => name === 'reviewer')?.status).toBe('ok')
  })
})

const sandbox = await probeSandbox()

it.skipIf(sandbox.kind === 'none')('lets a fixer in a sandbox write where it may, and nowhere else', async () => {
  const script = join(temporaryFolder(), 'fixer.mjs')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
const refused = ['.git/HEAD', '.review-loop/config.yaml'].filter((path) => { try { writeFileSync(path, 'x') } catch { return true } })
writeFileSync('src/a.js', 'export const isBroken = Number.isNaN\\n')
const ids = process.env.REVIEW_LOOP_FINDINGS.split('\\n').filter(Boolean)
console.log(JSON.stringify({ summary: refused.join(' '), addressed: ids.map((id) => ({ id, how: refused.join(' ') })), unable: [], files: ['src/a.js'] }))`,
  )
  const test = worked({
    'src/a.js': 'export const isBroken = (x) => x === NaN\n',
    '.review-loop/config.yaml': 'sandbox: required\n',
  })
  const result = await run(test, { agents: { fixer: `command:${process.execPath} ${script}` } })
  expect(result.fixes).toMatchObject([
    { status: 'fixed', changedFiles: ['src/a.js'], addressed: [{ how: '.git/HEAD .review-loop/config.yaml' }] },
  ])
  expect(result.outcome).toBe('approved')
})

describe('it ends', () => {
  it('on a review, when the cycles are used up', async () => {
    const agent = agentThat(`writeFileSync('src/a.js', code + '// tried\\n'); done()`)
    const result = await run(worked(), { agents: only(agent) })
    expect(result).toMatchObject({ outcome: 'blocked', reason: 'All 2 fix cycles are used up.' })
    expect([result.reviews.length, result.fixes.length]).toEqual([3, 2])
    expect(agent.calls().at(-1)?.name).toBe('reviewer')
  })

  it.each<[string, Partial<PostLoopReviewOptions>, string]>([
    ['without cycles', { cycles: 0 }, 'No fixes were asked for.'],
    ['without a fixer', { agents: { fixer: 'none' } }, 'There is no fixer.'],
  ])('after one review %s', async (_, options, reason) => {
    const agent = agentThat(mend)
    const result = await run(worked(), { ...options, agents: { ...only(agent), ...options.agents } })
    expect(result).toMatchObject({ outcome: 'blocked', reason, fixes: [] })
    expect(agent.calls()).toHaveLength(1)
  })

  it.each<[string, string, RegExp]>([
    ['lies', 'done()', /no file has changed/],
    ['answers with nonsense', `writeFileSync('notes.txt', 'gone'); console.log('Done!')`, /JSON/],
    [
      'writes where it may not',
      `writeFileSync('.review-loop/config.yaml', 'lines: strict'); done()`,
      /refused|changed|crashed|exit code/,
    ],
    [
      'moves the branch',
      `(await import('node:child_process')).execSync('git commit -qam x'); done()`,
      /head|ref|exit code/,
    ],
  ])('after two fixes in a row by a fixer that %s, with all work as it was', async (_, fixing, problem) => {
    const test = worked()
    const head = test.git('rev-parse', 'HEAD')
    const result = await run(test, { agents: only(agentThat(fixing)), cycles: 5 })
    expect(result).toMatchObject({ outcome: 'blocked', reason: '2 fixes in a row have failed.' })
    expect(result.fixes.map(({ status, restored }) => [status, restored])).toEqual([
      ['failed', true],
      ['failed', true],
    ])
    expect(result.fixes[0]?.problems.join()).toMatch(problem)
    expect(test.git('rev-parse', 'HEAD')).toBe(head)
    expect(test.git('status', '--porcelain')).toBe('?? notes.txt\n')
    expect(readFileSync(join(test.path, 'notes.txt'), 'utf8')).toBe('mine\n')
    expect(existsSync(join(test.path, '.review-loop/config.yaml'))).toBe(false)
  })

  it('when the fixer says that it cannot', async () => {
    const agent = agentThat(
      `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'meant so' })), files: [] })`,
    )
    const result = await run(worked(), { agents: only(agent) })
    expect(result).toMatchObject({ outcome: 'blocked', reason: 'The fixer could not mend what is left.' })
    expect(agent.calls()).toHaveLength(2)
  })

  it('inconclusive when the review after a fix fails: silence is no approval', async () => {
    const agent = scriptedAgent(`${reviewing}
if (role === 'fixer') { ${mend} }
else if (at === 0) process.exit(1)
else review()`)
    const result = await run(worked(), { agents: only(agent) })
    expect(result).toMatchObject({ outcome: 'inconclusive', fixes: [{ status: 'fixed' }] })
    expect(result.reviews).toHaveLength(2)
  })

  it('inconclusive when there is no time for the agents', async () => {
    const agent = agentThat(mend)
    const result = await run(worked(), { agents: { ...only(agent), maxTimeMs: 1 } })
    expect(result).toMatchObject({ outcome: 'inconclusive', fixes: [] })
    expect(agent.calls()).toEqual([])
  })

  it('when it is cancelled, with the half-done fix undone', async () => {
    const test = worked()
    const agent = agentThat(
      `writeFileSync('src/a.js', 'half'); writeFileSync('notes.txt', 'half'); await new Promise((go) => setTimeout(go, 60000))`,
    )
    const controller = new AbortController()
    const watch = setInterval(() => {
      if (readFileSync(join(test.path, 'notes.txt'), 'utf8') === 'half') controller.abort()
    }, 20)
    const ended = run(test, { agents: only(agent), signal: controller.signal })
    await expect(ended).rejects.toThrow(/abort/i)
    clearInterval(watch)
    expect(test.git('status', '--porcelain')).toBe('?? notes.txt\n')
    expect(readFileSync(join(test.path, 'notes.txt'), 'utf8')).toBe('mine\n')
  })
})

describe('it is skipped', () => {
  it.each([undefined, null, ' '])('without a start commit (%j)', async (startCommit) => {
    expect(await run(worked(), { startCommit })).toMatchObject({ outcome: 'skipped', reviews: [], fixes: [] })
  })

  it('when nothing changed', async () => {
    const test = createRepository()
    expect(await run(test)).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/^Nothing has changed/) })
    test.write({ 'new.js': 'export const a = 1\n' })
    expect(await run(test)).toMatchObject({ outcome: 'approved' })
  })
})

describe('it refuses', () => {
  it.each<[string, Partial<PostLoopReviewOptions>, string | undefined, RegExp]>([
    ['a number of cycles below 0', { cycles: -1 }, undefined, /^cycles must be a whole number from 0 on, found "-1"/],
    ['half a cycle', { cycles: 1.5 }, undefined, /found "1.5"/],
    ['a variable that is no number', {}, 'many', /^POST_LOOP_REVIEW_CYCLES must .* found "many"/],
    [
      'a commit that is not there',
      { startCommit: 'origin/nowhere' },
      undefined,
      /knows no commit called origin\/nowhere/,
    ],
    ['an unknown fixer', { agents: { fixer: 'clyde' } }, undefined, /^fixer: there is no agent called "clyde"/],
  ])('%s', async (_, options, variable, message) => {
    if (variable !== undefined) vi.stubEnv('POST_LOOP_REVIEW_CYCLES', variable)
    await expect(run(worked(), options)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
  })
})

it.each([
  ['the variable', undefined, '0', 0],
  ['an option rather than the variable', 1, '0', 1],
])('takes the number of cycles from %s', async (_, cycles, variable, expected) => {
  vi.stubEnv('POST_LOOP_REVIEW_CYCLES', variable)
  const agent = agentThat(`writeFileSync('src/a.js', code + '// tried\\n'); done()`)
  const result = await run(worked(), { agents: only(agent), ...(cycles === undefined ? {} : { cycles }) })
  expect(result.fixes).toHaveLength(expected)
  expect(result.reviews).toHaveLength(expected + 1)
})
