import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewJsonOfProcess as reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { modeOf } from '../support/reviewed.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// What a finding becomes in later reviews whose reviewers do not raise it again: what is remembered on disk and found in git.
// What a review makes of that: src/run/review-round.test.ts.

const wrong = 'export const wrong = 0\n'

type Review = (...more: string[]) => ReturnType<typeof reviewJson>

async function blockedOnce() {
  const agent = scriptedAgent(`
if (prompt.includes('BREAK')) process.exit(3)
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const wrong = 0', reason: 'seen' })) })
else if (once('said')) answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.rb', evidence: 'export const wrong = 0' })] })
else clean()`)
  const test = createRepository()
  test.commit('', { 'src/a.rb': wrong, 'src/b.rb': 'export const b = 0\n' })
  const review: Review = (...more) => reviewJson(test.path, ['--agent', agent.word, ...more])
  const { code, result } = await review()
  expect(code).toBe(1)
  return { test, agent, review, finding: result.findings[0]! }
}

it('a blocking finding in code that nobody touched stays open, whatever is reviewed in between', async () => {
  const { test, agent, review, finding } = await blockedOnce()
  const staysOpen = ({ code, result }: Awaited<ReturnType<Review>>) => {
    expect(code).toBe(1)
    expect(result.findings).toMatchObject([{ title: finding.title, carriedOver: true }])
  }
  test.commit('', { 'src/c.rb': 'export const BREAK = 1\n' })
  expect(await review()).toMatchObject({ code: 3 })
  test.commit('', { 'src/c.rb': 'export const c = 1\n' })
  const since = await review('--since-last-review')
  staysOpen(since)
  // Since the last review that came to a verdict.
  expect(modeOf(since.result.notices)).toMatch(/incremental \(1 file, 1 line since/)
  // Without the agent, which alone can judge it.
  for (const how of [[], ['--full-review'], ['--since-last-review']]) {
    const builtin = await reviewJson(test.path, how)
    staysOpen(builtin)
    const notices = builtin.result.notices.join('\n')
    expect(notices).toMatch(/carried over .*; --full-review with an agent gives a fresh verdict/)
  }
  // Under other settings, some of which do not show it, or call it less.
  for (const [settings, code] of [
    ['limits: { large_file_kb: 50 }', 1],
    ['panel: { summarise: ["src/a.rb"] }\nincremental: off', 1],
    ['severity: [{ path: "src/", severity: P3 }]', 0],
  ] as const) {
    test.write({ '.git/other.yaml': `${settings}\n` })
    expect((await review('--config', '.git/other.yaml')).code).toBe(code)
  }
  for (const base of ['refs/heads/main', test.git('rev-parse', 'main').trim()])
    staysOpen(await reviewJson(test.path, ['--base', base]))
  expect((await reviewLoop(test.path, ['loop', '--agent', 'builtin', '--handsfree'])).code).toBe(0)
  const last = await review()
  staysOpen(last)
  expect(last.result.findings).toMatchObject([{ verification: { reason: 'seen' } }])
  expect(last.result.notices.join('\n')).toMatch(/1 finding is carried over from the last review/)
  expect(agent.calls().filter(({ name }) => name === 'verifier')).toHaveLength(1)

  const fresh = await review('--full-review', '--no-cache')
  expect(fresh).toMatchObject({ code: 0, result: { findings: [] } })
  expect(modeOf(fresh.result.notices)).toBeUndefined()
  expect(fresh.result.notices).toContain(
    `1 finding of the last review was not raised again, although the code is still there: ${finding.id} src/a.rb:1 (Wrong).`,
  )
})

it('a blocking finding stays open after an amended commit, under another name, and is verified again', async () => {
  const { test, agent, review, finding } = await blockedOnce()
  test.git('mv', 'src/a.rb', 'src/z.rb')
  test.git('commit', '-q', '--amend', '-m', 'Amended')
  const { code, result } = await review()
  expect(code).toBe(1)
  expect(result.findings).toMatchObject([
    { title: finding.title, file: 'src/z.rb', carriedOver: true, verification: { reason: 'seen' } },
  ])
  expect(agent.calls().filter(({ name }) => name === 'verifier')).toHaveLength(2)
})

it('a finding of a review beside the last one stays open, although that ended clean', async () => {
  const test = createRepository()
  test.commit('', { 'src/a.rb': wrong })
  const flag = join(test.path, '.git', 'go')
  const slow =
    scriptedAgent(`while (!existsSync(${JSON.stringify(flag)})) await new Promise((done) => setTimeout(done, 50))
clean()`)
  const beside = reviewJson(test.path, ['--agent', slow.word])
  await expect.poll(() => slow.calls().length, { timeout: 60_000 }).toBe(1)
  const quick =
    scriptedAgent(`if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const wrong = 0', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.rb', evidence: 'export const wrong = 0' })] })`)
  expect((await reviewJson(test.path, ['--agent', quick.word])).code).toBe(1)
  writeFileSync(flag, '')
  expect((await beside).code).toBe(0)
  const last = await reviewJson(test.path, ['--agent', slow.word])
  expect(last).toMatchObject({ code: 1, result: { findings: [{ file: 'src/a.rb', carriedOver: true }] } })
})

describe('a staged version that differs from the work tree', () => {
  const bad = 'export const all = (items) => items.map((item) => item.missing.name)\n'
  const good = 'export const all = (items) => items.map((item) => item.name)\n'

  function staged(): TestRepository {
    const test = createRepository({ 'a.rb': 'export const none = 0\n' })
    test.write({ 'a.rb': bad })
    test.git('add', 'a.rb')
    test.write({ 'a.rb': good })
    return test
  }

  it('is shown to agents, and what they find in it blocks until the work tree is staged', async () => {
    const test = staged()
    const reviewer = scriptedAgent(`
const bad = 'items.map((item) => item.missing.name)'
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: bad, reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: prompt.includes('=> ' + bad) ? [finding({ evidence: bad })] : [] })`)
    const review = (...more: string[]) => reviewJson(test.path, more)
    const first = await review('--agent', reviewer.word)
    expect(first.code).toBe(1)
    expect(first.result.findings).toMatchObject([{ file: 'a.rb', title: 'Wrong (staged version)', staged: true }])
    expect(reviewer.calls().map(({ prompt }) => prompt.includes('what git has staged'))).toEqual([false, true, false])
    const builtin = await review()
    expect(builtin.code).toBe(1)
    expect(builtin.result.findings).toMatchObject([{ title: 'Wrong (staged version)', carriedOver: true }])
    test.git('add', 'a.rb')
    expect(await review('--agent', reviewer.word)).toMatchObject({ code: 0, result: { findings: [] } })
  })
})

it('a blocking finding is not forgotten with a damaged record: the review is refused, with the file to delete', async () => {
  const { test } = await blockedOnce()
  const state = join(test.path, '.review-loop/cache/review_state.json')
  const text = readFileSync(state, 'utf8')
  const { review } = Object.values<{ review: string }>(JSON.parse(text).reviews)[0]!
  const result = join(test.path, '.review-loop/reviews', review, 'result.json')
  const refused = async () => {
    const { code, stderr } = await reviewLoop(test.path, ['review', '--full-review'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/review_state\.json cannot be used: it .*\n.*Delete it and review with your agents again/)
  }
  writeFileSync(state, text.slice(0, 100))
  await refused()
  writeFileSync(state, text)
  rmSync(result)
  await refused()
  rmSync(state)
  expect((await reviewLoop(test.path, ['review'])).code).toBe(0)
})

it('--hygiene-only names what an agent found in the same code, with an exit code of its own', async () => {
  const { test } = await blockedOnce()
  const sweep = (...words: string[]) => reviewLoop(test.path, ['review', ...words, '--hygiene-only', '--quiet'])
  const { code, stdout } = await sweep()
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Approved, gate passed\nStill open from the last review: P1 src\/a\.rb:1 Wrong \(F-\w+\)\./)
  const { result } = await reviewJson(test.path, ['--hygiene-only'])
  expect(result.stillOpen).toMatchObject([{ severity: 'P1', file: 'src/a.rb', title: 'Wrong' }])
  test.write({ 'src/a.rb': 'export const right = 1\n' })
  test.git('add', '-A')
  expect((await sweep('staged')).stdout).toBe('Approved, gate passed\n')
})
