import { describe, expect, it } from 'vitest'
import type { AgentReply, Json } from '../../src/types.ts'
import { type AgentName, agentNames, programOf } from '../kit/agents.ts'
import { isInSample } from '../support/sample.ts'
import { answer, mending, reviewing, source, stageFor, useModelServer } from './harness.ts'

const server = useModelServer()

/** Slow programs get one review and one fix; the others everything. */
const inFull: readonly AgentName[] = ['claude', 'codex', 'copilot']

const schema: Json = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    findings: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
  },
  required: ['summary', 'findings'],
  additionalProperties: false,
}

const objectIn = (reply: AgentReply): unknown => reply.structured ?? JSON.parse(reply.text)

for (const name of agentNames) {
  // Most of the time is waiting: for a service that is busy, hangs or fails.
  describe.skipIf(programOf(name) === null)(name, { concurrent: true }, () => {
    it('reviews: reads a file, answers, changes nothing', async () => {
      const stage = await stageFor(name, { scenario: reviewing })
      const reply = await stage.run()
      expect(reply).toMatchObject({ status: 'ok', reason: null })
      expect(objectIn(reply)).toEqual(answer)
      expect(reply.usage).toMatchObject({ inputTokens: 2000, cachedTokens: 400, outputTokens: 100 })
      expect(stage.repository.git('status', '--porcelain')).toBe('')
      expect(stage.transcript(reply)).not.toContain('dummy-key-for-tests')
    })

    it('fixes: the file is changed, and only that', async () => {
      const stage = await stageFor(name, { scenario: mending })
      const reply = await stage.run({ role: 'fixer', mayWrite: true, prompt: 'Mend src/calc.js.\n' })
      expect(reply).toMatchObject({ status: 'ok' })
      expect(stage.read('src/calc.js')).toContain('a + b')
      expect(stage.repository.git('status', '--porcelain').trim()).toBe('M src/calc.js')
    })

    if (inFull.includes(name)) fullSet(name)
  })
}

function fullSet(name: AgentName): void {
  let at = inFull.indexOf(name)
  /** In a sample each is tried with one of the programs. What a program must never do is tried with all. */
  const sampled = (title: string, test: () => Promise<void>) => it.skipIf(!isInSample(at++))(title, test)

  sampled('holds itself to a schema', async () => {
    const stage = await stageFor(name, { scenario: reviewing })
    const reply = await stage.run({ schema })
    expect(reply.status).toBe('ok')
    expect(objectIn(reply)).toEqual(answer)
  })

  for (const [scenario, status] of [
    ['fault-401', 'not_logged_in'],
    ['fault-500', 'server'],
    ['malformed', 'server'],
  ] as const) {
    sampled(`${scenario} is ${status}, and soon`, async () => {
      const stage = await stageFor(name, { scenario })
      const budget = { seconds: 90, turns: 10, tokens: null, dollars: null }
      expect(await stage.run({ budget })).toMatchObject({ status })
    })
  }

  sampled('a busy service is asked again until it answers', async () => {
    const stage = await stageFor(name, {
      scenario: () => ({ steps: [{ json: answer }], fault: { status: 429, times: 3, retryAfter: 1 } }),
    })
    const budget = { seconds: 240, turns: 10, tokens: null, dollars: null }
    expect(await stage.run({ budget })).toMatchObject({ status: 'ok' })
  })

  sampled('a service that hangs is left when the time is up', async () => {
    const stage = await stageFor(name, { scenario: 'hang' })
    const reply = await stage.run({ budget: { seconds: 4, turns: 10, tokens: null, dollars: null } })
    expect(reply).toMatchObject({ status: 'timed_out' })
  })

  sampled('is ended in the middle of an answer when cancelled', async () => {
    const stage = await stageFor(name, { scenario: 'hang-mid' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 3000)
    expect(await stage.run({}, stop.signal)).toMatchObject({ status: 'cancelled' })
  })

  sampled('takes or refuses a prompt of 1 MB, and says which', async () => {
    const stage = await stageFor(name, { scenario: () => ({ steps: [{ json: answer }] }) })
    const reply = await stage.run({ prompt: `Review this.\n${'+ const value = 1\n'.repeat(60_000)}` })
    expect(['ok', 'too_long']).toContain(reply.status)
  })

  it('cannot write during a review, whatever the model tries', async () => {
    const stage = await stageFor(name, {
      scenario: (root) => ({
        steps: [
          { edit: { path: `${root}/src/calc.js`, old: '  return a - b', new: '  return 0' } },
          { shell: `touch ${root}/pwned && git -C ${root} checkout -b pwned` },
          { write: { path: `${root}/pwned2`, content: 'x' } },
          { json: answer },
        ],
      }),
    })
    await stage.run()
    expect(stage.read('src/calc.js')).toBe(source)
    expect(stage.repository.git('status', '--porcelain')).toBe('')
    expect(stage.repository.git('branch', '--format=%(refname:short)').trim().split('\n').sort()).toEqual([
      'main',
      'topic',
    ])
  })

  sampled('stops a model that goes round in circles', async () => {
    const stage = await stageFor(name, { scenario: (root) => ({ steps: [{ read: `${root}/src/calc.js` }] }) })
    const reply = await stage.run({ budget: { seconds: 240, turns: 4, tokens: null, dollars: null } })
    expect(reply.status).toBe('over_budget')
    expect(server().log(stage.scenario).length).toBeLessThan(12)
  })

  it('never sees a token that is not its own', async () => {
    const stage = await stageFor(name, {
      scenario: () => ({ steps: [{ shell: 'env' }, { json: answer }] }),
    })
    const reply = await stage.run()
    expect(stage.transcript(reply)).not.toContain('must-not-reach-it')
    expect(
      JSON.stringify(
        server()
          .log(stage.scenario)
          .map((record) => record.body()),
      ),
    ).not.toContain('must-not-reach-it')
  })
}

it.skipIf(programOf('codex') === null)('codex works alone: what helpers use would be told to nobody', async () => {
  const helper = { task_name: 'helper', message: 'Review it too.', fork_turns: 'none' }
  const stage = await stageFor('codex', {
    scenario: () => ({ steps: [{ tool: 'spawn_agent', input: helper }, { json: answer }] }),
    settings: { model: 'gpt-6.1-sol' },
  })
  expect(await stage.run()).toMatchObject({ status: 'ok', usage: { outputTokens: 100 } })
  const [first, second, ...more] = server().log(stage.scenario)
  expect(first?.tools).toContain('spawn_agent')
  expect(JSON.stringify(second?.body()).includes('agent thread limit reached')).toBe(true)
  expect(more).toEqual([])
})
