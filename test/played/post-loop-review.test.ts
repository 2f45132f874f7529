import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PostLoopReviewOptions } from '../../src/commands/looping/post-loop-options.ts'
import { postLoopReview } from '../../src/commands/looping/post-loop-review.ts'
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// A loop over finished work, as the library offers it. What loops do is tested with them.

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

/** Finds a line with `bad` in src/a.js; the lines run when it fixes. */
const agentThat = (fixing: string) =>
  scriptedAgent(`
import { readFileSync } from 'node:fs'
const code = readFileSync('src/a.js', 'utf8')
const at = code.split('\\n').findIndex((line) => line.includes('bad')) + 1
const done = () => answer({ summary: 'Done.', addressed: ids.map((id) => ({ id, how: 'renamed' })), unable: [], files: ['src/a.js'] })
if (role === 'fixer') { ${fixing} }
else if (at === 0) clean()
else answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.js', line: at, evidence: code.split('\\n')[at - 1] })] })`)

const only = (agent: { word: string }) => ({ agent: agent.word, verify: false })
const renames = `writeFileSync('src/a.js', code.replaceAll('bad', 'better')); done()`
const tries = `writeFileSync('src/a.js', code + '// tried\\n'); done()`

describe('finished work', () => {
  it('is reviewed, fixed and reviewed again until it is approved, and nothing is committed', async () => {
    const test = worked()
    const agent = agentThat(renames)
    const result = await run(test, { agents: only(agent) })
    expect(result).toMatchObject({ outcome: 'approved', reviews: 2, files: ['src/a.js'], commits: [] })
    expect(result.findings).toMatchObject([{ file: 'src/a.js', status: 'fixed' }])
    expect(agent.calls().map(({ name }) => name)).toEqual(['reviewer', 'fixer', 'reviewer'])
    expect(test.git('status', '--porcelain').trim().split('\n')).toEqual(['M src/a.js', '?? notes.txt'])
    expect(readFileSync(join(test.path, 'notes.txt'), 'utf8')).toBe('mine\n')
  })

  it('is repaired by suggestions where no agent takes part, uncommitted work included', async () => {
    const test = worked({ 'src/a.js': 'export const isBroken = (x) => x === NaN\n' })
    test.write({ 'src/b.py': 'def collect(seen=[]):\n    seen.append(1)\n    return seen\n' })
    const result = await run(test)
    expect(result).toMatchObject({ outcome: 'approved', files: ['src/a.js', 'src/b.py'], usage: { costUsd: 0 } })
    expect(readFileSync(join(test.path, 'src/a.js'), 'utf8')).toBe('export const isBroken = (x) => isNaN(x)\n')
  })
})

it.each<[string, Partial<PostLoopReviewOptions>, string | undefined, number]>([
  ['as often as is usual', {}, undefined, 3],
  ['as often as the variable says', {}, '1', 2],
  ['as often as the option says', { cycles: 0 }, '2', 1],
  ['not at all without a fixer', { agents: { fixer: 'none' } }, undefined, 1],
])('blocks after the last review, fixed %s', async (_, options, variable, reviews) => {
  if (variable !== undefined) vi.stubEnv('POST_LOOP_REVIEW_CYCLES', variable)
  const agent = agentThat(tries)
  const result = await run(worked(), { ...options, agents: { ...only(agent), ...options.agents } })
  expect(result).toMatchObject({ outcome: 'blocked', reviews })
  expect(agent.calls().at(-1)?.name).toBe('reviewer')
})

describe('it is skipped', () => {
  it.each([undefined, null, ' '])('without a start commit (%j)', async (startCommit) => {
    expect(await run(worked(), { startCommit })).toMatchObject({ outcome: 'skipped', reviews: 0, session: null })
  })

  it('when nothing changed', async () => {
    const test = createRepository()
    expect(await run(test)).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/^Nothing has changed/) })
    test.write({ 'new.js': 'export const a = 1\n' })
    expect(await run(test)).toMatchObject({ outcome: 'approved' })
  })
})

it.each<[string, Partial<PostLoopReviewOptions>, string | undefined, RegExp]>([
  ['a number of cycles below 0', { cycles: -1 }, undefined, /^cycles must be a number from 0 to 4, found "-1"/],
  ['more cycles than a loop has', { cycles: 5 }, undefined, /found "5"/],
  ['a variable that is no number', {}, 'many', /^POST_LOOP_REVIEW_CYCLES must .* found "many"/],
  [
    'a commit that is not there',
    { startCommit: 'origin/nowhere' },
    undefined,
    /knows no commit called origin\/nowhere/,
  ],
  ['an unknown fixer', { agents: { fixer: 'clyde' } }, undefined, /^fixer: there is no agent called "clyde"/],
])('refuses %s', async (_, options, variable, message) => {
  if (variable !== undefined) vi.stubEnv('POST_LOOP_REVIEW_CYCLES', variable)
  await expect(run(worked(), options)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
})
