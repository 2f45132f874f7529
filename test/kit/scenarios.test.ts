import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asked, post } from './ask.ts'
import type { Step } from './model-server/scenario.ts'
import { type ModelServer, startModelServer } from './model-server/server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

it('plays one step per turn by the calls made so far, parallel ones counted together', async () => {
  server.add('turns', { steps: [{ calls: [{ tool: 'a' }, { tool: 'b' }] }, { tool: 'c' }, { text: 'end' }] })
  const call = { type: 'function_call', name: 'x', arguments: '{}', call_id: 'c' }
  for (const made of [0, 2, 3, 9]) await askResponses('turns', Array(made).fill(call), ['x'])
  expect(server.log().map((record) => [record.turn, record.reply.join()])).toEqual([
    [0, 'a,b'],
    [1, 'c'],
    [2, 'text'],
    [2, 'text'],
  ])
})

it('answers side requests beside the steps, unless told otherwise', async () => {
  const steps: Step[] = [{ tool: 'a' }, { text: 'end' }]
  server.add('titled', { steps, aux: 'A title' })
  server.add('plain', { steps, side: false })
  expect(await textFor('titled')).toBe('A title')
  await askResponses('plain', [], [])
  expect(server.log().map((record) => [record.side, record.reply.join()])).toEqual([
    [true, 'text'],
    [false, 'a'],
  ])
})

it('lets a scenario decide by the request', async () => {
  server.add('echo', (request) => ({ steps: [{ text: `${request.hit} ${request.model} ${request.prompt}` }] }))
  expect(await textFor('echo')).toBe('1 m Review this.')
  expect(await textFor('echo')).toBe('2 m Review this.')
})

it('refuses what has no scenario or endpoint, and a scenario that fails', async () => {
  server.add('broken', () => {
    throw Error('my mistake')
  })
  const status = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status
  expect(await status(`${server.url('nobody')}/v1/messages`)).toBe(404)
  expect(await status(`${server.url('ok')}/v1/embeddings`)).toBe(404)
  expect(await status(`http://127.0.0.1:${server.port}/v1/messages`)).toBe(404)
  expect(await status(`${server.url('broken')}/v1/messages`)).toBe(400)
  expect(server.log('broken')[0]?.reply).toEqual(['scenario failed: my mistake'])
})

it('logs what was asked', async () => {
  const body = { model: 'm', stream: false, tools: [{ name: 'Read' }], messages: [] }
  await fetch(`${server.url('ok')}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'x-api-key': 'dummy', 'user-agent': 'test/1' },
    body: JSON.stringify(body),
  })
  const [record] = server.log()
  expect(record).toMatchObject({
    scenario: 'ok',
    provider: 'anthropic',
    operation: 'generate',
    path: '/v1/messages?beta=true',
    bytes: JSON.stringify(body).length,
    tools: ['Read'],
    keyHeaders: ['x-api-key'],
    userAgent: 'test/1',
  })
  expect(record?.body()).toEqual(body)
})

it('refuses and logs a WebSocket', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' }
  const status = await new Promise((resolve, reject) => {
    const call = request(`${server.url('ok')}/v1/responses`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject).end()
  })
  expect(status).toBe(426)
  expect(server.log()).toMatchObject([{ operation: 'upgrade', scenario: 'ok', path: '/v1/responses', status: 426 }])
})

/** The text of the answer to a request without tools. */
async function textFor(scenario: string): Promise<string> {
  return asked.chat.readWhole(await post(server, scenario, asked.chat)).text
}

function askResponses(scenario: string, history: readonly object[], tools: readonly string[]): Promise<Response> {
  const body = { model: 'm', input: history, tools: tools.map((name) => ({ type: 'function', name })) }
  return fetch(`${server.url(scenario)}/v1/responses`, { method: 'POST', body: JSON.stringify(body) })
}
