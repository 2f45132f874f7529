import { afterAll, beforeAll, expect, it } from 'vitest'
import { asked, eventsOf, post, providers } from './ask.ts'
import type { OfferedTool } from './model-server/providers/provider.ts'
import { type ModelServer, startModelServer } from './model-server/server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      speak: { steps: [{ text: 'Hällo 😀 '.repeat(40) }], usage: { in: 10, cached: 3, out: 7 } },
      call: {
        steps: [
          {
            calls: [
              { tool: 'one', input: { path: 'ä"\n' } },
              { custom: 'two', input: 'raw' },
            ],
          },
        ],
      },
      structured: { steps: [{ json: { findings: [] } }] },
    },
  })
})
afterAll(() => server.close())

const tools: OfferedTool[] = [
  { name: 'one', takes: 'object' },
  { name: 'two', takes: 'text' },
]

for (const provider of providers) {
  it(`answers with text in one piece and as a stream over ${provider.name}`, async () => {
    const expected = { text: 'Hällo 😀 '.repeat(40), calls: [], tokens: [10, 3, 7] }
    expect(provider.readWhole(await post(server, 'speak', provider))).toEqual(expected)
    const events = await eventsOf(server, 'speak', provider)
    expect(provider.readStream(events)).toEqual(expected)
    expect(events.length).toBeGreaterThan(2)
  })

  it(`answers with tool calls in one piece and as a stream over ${provider.name}`, async () => {
    const second = provider.takesText ? 'raw' : { input: 'raw' }
    const expected = [
      ['one', { path: 'ä"\n' }],
      ['two', second],
    ]
    const whole = provider.readWhole(await post(server, 'call', provider, tools))
    expect(whole).toMatchObject({ text: '', calls: expected })
    const stream = provider.readStream(await eventsOf(server, 'call', provider, tools))
    expect(stream).toMatchObject({ text: '', calls: expected })
  })

  it(`gives a structured answer as text where ${provider.name} has no tool for it`, async () => {
    const answer = provider.readWhole(await post(server, 'structured', provider))
    expect(answer).toMatchObject({ text: '{"findings":[]}', calls: [] })
  })
}

it('streams a JSON list over Gemini when no server-sent events are asked for', async () => {
  const url = `${server.url('speak')}/v1beta/models/m:streamGenerateContent`
  const list: unknown = await (await fetch(url, { method: 'POST', body: '{}' })).json()
  expect(asked.gemini.readStream(Array.isArray(list) ? list : [])).toMatchObject({ tokens: [10, 3, 7] })
})

it.each([
  ['/v1/messages/count_tokens', 'input_tokens'],
  ['/v1/responses/input_tokens', 'input_tokens'],
  ['/v1beta/models/m:countTokens', 'totalTokens'],
])('counts tokens at %s', async (path, field) => {
  const reply = await fetch(server.url('speak') + path, { method: 'POST', body: 'x'.repeat(400) })
  expect(await reply.json()).toMatchObject({ [field]: 100 })
})

it.each(['/v1/models', '/v1beta/models'])('lists models at %s', async (path) => {
  const reply = await (await fetch(server.url('speak') + path)).json()
  expect(reply).toMatchObject({ data: [{ id: 'scripted-model' }], models: [{ name: 'models/scripted-model' }] })
})
