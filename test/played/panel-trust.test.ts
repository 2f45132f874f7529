import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startModelServer } from '../kit/model-server/server.ts'
import { reviewJsonOfProcess as reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'
import { modeOf } from '../support/reviewed.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// What a panel may be led to believe, and what it may spend.

const lines = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => `export const ${mark}${index} = ${index}\n`).join('')

const large = { 'src/a.rb': lines(400, 'a'), 'src/b.rb': lines(300, 'b'), 'test/a.test.js': lines(80, 't') }

describe('working files', () => {
  it.each([
    ['the folder itself', '.review-loop'],
    ['a folder in it', '.review-loop/cache'],
    ['a folder below that', '.review-loop/cache/replies'],
  ])('are not taken through a link in place of %s', async (_, path) => {
    const test = createRepository()
    const outside = temporaryFolder()
    mkdirSync(join(test.path, path, '..'), { recursive: true })
    symlinkSync(outside, join(test.path, path))
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    const result = await reviewLoop(test.path, ['review'])
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(`${path} is not a folder of its own`)
    expect((await reviewLoop(test.path, ['cache', 'clear'])).code).toBe(2)
  })

  it('that are tracked under other names are not believed either', async () => {
    const test = createRepository()
    const agent = scriptedAgent('clean()')
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    await reviewJson(test.path, ['--agent', agent.word])
    rmSync(join(test.path, '.review-loop', '.gitignore'))
    test.git('add', '--force', '.review-loop')
    test.commit('Reviewed, honestly', { 'src/b.rb': lines(3, 'b') })
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(modeOf(result.notices)).toBeUndefined()
    const again = agent.calls().slice(1)
    expect(again.some(({ prompt }) => prompt.includes('+export const a0 = 0'))).toBe(true)
  })
})

describe('an unchanged re-run', () => {
  it('pays for nothing, also after an incremental review', async () => {
    const test = createRepository()
    const agent = scriptedAgent('clean()')
    test.commit('', large)
    await reviewJson(test.path, ['--agent', agent.word])
    test.commit('', { 'src/b.rb': `${lines(300, 'b')}export const more = 1\n` })
    await reviewJson(test.path, ['--agent', agent.word])
    const paid = agent.calls().length
    const { code, result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(code).toBe(0)
    expect(agent.calls()).toHaveLength(paid)
    expect(modeOf(result.notices)).toContain('nothing is new')
  })

  it('pays for nothing when another agent had to stand in, and says so again', async () => {
    const [broken, whole] = [scriptedAgent('process.exit(1)'), scriptedAgent('clean()')]
    const config = `agents:
  broken: { kind: command, command: ${JSON.stringify(broken.command)} }
  whole: { kind: command, command: ${JSON.stringify(whole.command)} }
roles: { reviewer: broken }
panel: { agents: [whole] }
`
    const test = createRepository({ '.review-loop/config.yaml': config })
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    await reviewJson(test.path)
    const { code, result } = await reviewJson(test.path)
    expect(code).toBe(0)
    expect([broken.calls().length, whole.calls().length]).toEqual([1, 1])
    expect(result.reviewers).toContainEqual(
      expect.objectContaining({ name: 'reviewer', agent: 'whole', status: 'cached' }),
    )
    expect(result.notices.join('\n')).toContain('broken failed (in an earlier review); others answered instead')
  })

  it('asks an agent that never failed, whatever another one said', async () => {
    const [one, other] = [scriptedAgent('clean()'), scriptedAgent('clean()')]
    const config = (reviewer: string, more: string) => `agents:
  one: { kind: command, command: ${JSON.stringify(one.command)} }
  other: { kind: command, command: ${JSON.stringify(other.command)} }
roles: { reviewer: ${reviewer} }
panel: { agents: [${more}] }
`
    const test = createRepository({ '.review-loop/config.yaml': config('other', '') })
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    await reviewJson(test.path)
    test.write({ '.review-loop/config.yaml': config('one', 'other') })
    await reviewJson(test.path, ['--committed'])
    expect([one.calls().length, other.calls().length]).toEqual([1, 1])
  })

  it('is a full review when another program reviews under the same name', async () => {
    const test = createRepository()
    const [first, second] = [scriptedAgent('clean()'), scriptedAgent('clean()')]
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    await reviewJson(test.path, ['--agent', first.word])
    test.commit('', { 'src/b.rb': lines(3, 'b') })
    const { result } = await reviewJson(test.path, ['--agent', second.word])
    expect(modeOf(result.notices)).toContain('full (the settings, the rules')
    expect(second.calls().at(-1)?.prompt).toContain('+export const a0 = 0')
  })

  it('is a full review when the rules of the project changed', async () => {
    const test = createRepository()
    const agent = scriptedAgent('clean()')
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    await reviewJson(test.path, ['--agent', agent.word])
    test.commit('', { 'AGENTS.md': 'Constants are written in capitals.\n' })
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(modeOf(result.notices)).toContain('full (the settings, the rules')
    expect(agent.calls().at(-1)?.prompt).toContain('+export const a0 = 0')
  })
})

describe('limits', () => {
  const config = (url: string) =>
    `agents:\n  mine: { kind: api, provider: anthropic, model: claude-sonnet-4-5, base_url: "${url}" }\n`

  it('in dollars hold for calls side by side, and leave each its share', async () => {
    const server = await startModelServer()
    server.add('panel', {
      steps: [{ json: { summary: 'Fine.', findings: [] } }],
      usage: { in: 1000, out: 100, cached: 0 },
    })
    const test = createRepository({ '.review-loop/config.yaml': config(server.url('panel')) })
    test.commit('', large)
    const env = { ANTHROPIC_API_KEY: 'dummy-key-for-tests' }
    try {
      const enough = await reviewJson(test.path, ['--agent', 'mine', '--max-cost', '1'], env)
      expect(enough.result.gate).toEqual({ result: 'pass', reasons: [] })
      expect(enough.result.usage.costUsd).toBeGreaterThan(0)
      const little = await reviewJson(test.path, ['--agent', 'mine', '--max-cost', '0.006', '--no-cache'], env)
      expect(little.code).toBe(3)
      expect(little.result.gate.reasons.join('\n')).toContain('money')
    } finally {
      await server.close()
    }
  })

  it('of time hold while a service fails, and its failure is what is said', async () => {
    const server = await startModelServer()
    const test = createRepository({ '.review-loop/config.yaml': config(server.url('fault-500')) })
    test.commit('', { 'src/a.rb': lines(3, 'a') })
    try {
      const { code, result } = await reviewJson(test.path, ['--agent', 'mine', '--max-time', '15s'], {
        ANTHROPIC_API_KEY: 'dummy-key-for-tests',
      })
      expect(code).toBe(3)
      expect(result.reviewers.find(({ name }) => name === 'reviewer')?.reason).toMatch(/500|server|service/i)
      expect(result.durationMs).toBeLessThan(90_000)
    } finally {
      await server.close()
    }
  })
})

it('says which agent failed and who answered instead', async () => {
  const [broken, whole] = [scriptedAgent('process.exit(1)'), scriptedAgent('clean()')]
  const config = `agents:
  broken: { kind: command, command: ${JSON.stringify(broken.command)} }
  whole: { kind: command, command: ${JSON.stringify(whole.command)} }
roles: { reviewer: whole }
panel: { agents: [broken], passes: 2 }
`
  const test = createRepository({ '.review-loop/config.yaml': config })
  test.commit('', { 'src/a.rb': lines(3, 'a') })
  const { code, result } = await reviewJson(test.path)
  expect(code).toBe(0)
  expect(result.notices.join('\n')).toMatch(
    /broken failed \(.*\); others answered instead: reviewer\/pass-2 \(by whole\)/,
  )
})

it('says when the verifier doubts a finding without showing why', async () => {
  const agent = scriptedAgent(`
const wrong = finding({ file: 'src/a.rb', line: 1, evidence: 'export const a0 = 0' })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'refuted', quote: 'nowhere', reason: 'it is fine' })) })
else answer({ summary: 'Looked.', findings: [wrong] })`)
  const test = createRepository()
  test.commit('', { 'src/a.rb': lines(3, 'a') })
  const { code, result } = await reviewJson(test.path, ['--agent', agent.word])
  expect(code).toBe(1)
  expect(result.notices.join('\n')).toMatch(/doubts F-\w+, but quotes no line of the change that shows it/)
})
