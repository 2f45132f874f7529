import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { modeOf } from '../support/reviewed.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// What a finding becomes in later reviews whose reviewers do not raise it again.

const wrong = 'export const wrong = 0\n'

type Review = (...more: string[]) => ReturnType<typeof reviewJson>

async function blockedOnce() {
  const agent = scriptedAgent(`
if (prompt.includes('BREAK')) process.exit(3)
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const wrong = 0', reason: 'seen' })) })
else if (once('said')) answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.rb', evidence: 'export const wrong = 0' })] })
else clean()`)
  const test = createRepository()
  test.commit('Add', { 'src/a.rb': wrong, 'src/b.rb': 'export const b = 0\n' })
  const review: Review = (...more) => reviewJson(test.path, ['--agent', agent.word, ...more])
  const { code, result } = await review()
  expect(code).toBe(1)
  return { test, agent, review, finding: result.findings[0]! }
}

describe.concurrent('a blocking finding in code that nobody touched stays open', () => {
  it.each<[string, (test: TestRepository, review: Review) => unknown]>([
    [
      'after an inconclusive review in between',
      async (test, review) => {
        test.commit('More', { 'src/c.rb': 'export const BREAK = 1\n' })
        expect(await review()).toMatchObject({ code: 3 })
        test.commit('Again', { 'src/c.rb': 'export const c = 1\n' })
        const since = await review('--since-last-review')
        expect(modeOf(since.result.notices)).toMatch(/incremental \(1 file, 1 line since/)
      },
    ],
    [
      'after more than is reviewed incrementally',
      (test) => test.commit('More', { 'src/c.txt': 'text\n'.repeat(1501) }),
    ],
    [
      'after reviews without the agent in between, which cannot judge it',
      async (test) => {
        test.commit('More', { 'src/c.rb': 'export const c = 1\n' })
        for (const how of [[], ['--full-review'], ['--since-last-review']]) {
          const { code, result } = await reviewJson(test.path, how)
          expect(code).toBe(1)
          expect(result.notices.join('\n')).toMatch(
            /carried over .*; --full-review with an agent gives a fresh verdict/,
          )
        }
      },
    ],
    [
      'after a review under other settings',
      async (test, review) => {
        test.commit('More', { 'src/c.rb': 'export const c = 1\n' })
        test.write({ '.git/other.yaml': 'limits: { large_file_kb: 50 }\n' })
        expect((await review('--config', '.git/other.yaml')).code).toBe(1)
      },
    ],
    [
      'after reviews that were not shown it, called it less, or named the base otherwise',
      async (test, review) => {
        test.commit('More', { 'src/c.rb': 'export const c = 1\n' })
        for (const [settings, code] of [
          ['panel: { summarise: ["src/a.rb"] }\nincremental: off', 1],
          ['severity: [{ path: "src/", severity: P3 }]', 0],
        ] as const) {
          test.write({ '.git/other.yaml': `${settings}\n` })
          expect((await review('--config', '.git/other.yaml')).code).toBe(code)
        }
        for (const base of ['refs/heads/main', test.git('rev-parse', 'main').trim()])
          expect((await reviewJson(test.path, ['--base', base])).code).toBe(1)
      },
    ],
    [
      'after a loop without the agent',
      async (test) => {
        test.commit('More', { 'src/c.rb': 'export const c = 1\n' })
        expect((await reviewLoop(test.path, ['loop', '--agent', 'builtin', '--handsfree'])).code).toBe(0)
      },
    ],
    ['when part of the change is taken back', (test) => test.commit('Back', { 'src/b.rb': null })],
    [
      'after an amended commit, under another name',
      (test) => {
        test.git('mv', 'src/a.rb', 'src/z.rb')
        test.git('commit', '-q', '--amend', '-m', 'Amended')
      },
    ],
  ])('%s', async (_, change) => {
    const { test, agent, review, finding } = await blockedOnce()
    await change(test, review)
    const verifications = agent.calls().filter(({ name }) => name === 'verifier').length
    const { code, result } = await review()
    expect(code).toBe(1)
    expect(result.findings).toMatchObject([
      { title: finding.title, carriedOver: true, verification: { reason: 'seen' } },
    ])
    expect(result.notices.join('\n')).toMatch(/1 finding is carried over from the last review/)
    const isRenamed = result.findings[0]!.file !== finding.file
    expect(agent.calls().filter(({ name }) => name === 'verifier').length - verifications).toBe(isRenamed ? 1 : 0)
  })
})

it('a finding of a review beside the last one stays open, although that ended clean', async () => {
  const test = createRepository()
  test.commit('Add', { 'src/a.rb': wrong })
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

it('a finding is only named, not carried over, when a fresh verdict is asked for', async () => {
  const { review, finding } = await blockedOnce()
  const { code, result } = await review('--full-review', '--no-cache')
  expect({ code, mode: modeOf(result.notices), findings: result.findings }).toEqual({
    code: 0,
    mode: undefined,
    findings: [],
  })
  expect(result.notices).toContain(
    `1 finding of the last review was not raised again, although the code is still there: ${finding.id} src/a.rb:1 (Wrong).`,
  )
})

it('an agent may say again what is known of a file that is not part of what is new', async () => {
  const agent = scriptedAgent(`
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const wrong = 0', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.rb', evidence: 'export const wrong = 0' })] })`)
  const test = createRepository()
  test.commit('Add', { 'src/a.rb': wrong })
  const first = await reviewJson(test.path, ['--agent', agent.word])
  test.commit('More', { 'src/c.rb': 'export const c = 1\n' })
  const { code, result } = await reviewJson(test.path, ['--agent', agent.word])
  expect(modeOf(result.notices)).toMatch(/incremental/)
  expect({ code, ids: result.findings.map(({ id }) => id) }).toEqual({ code: 1, ids: [first.result.findings[0]!.id] })
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

  it('keeps the review from passing where nobody answers for it', async () => {
    const reviewer = scriptedAgent(`if (prompt.includes('what git has staged')) process.exit(1)
clean()`)
    const { code, result } = await reviewJson(staged().path, ['--agent', reviewer.word])
    expect(code).toBe(3)
    expect(result.gate.reasons.join('\n')).toContain('Staged version: No bug hunter has answered for a.rb')
  })
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
