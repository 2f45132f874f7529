import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, eventsOf, post, providers } from './ask.ts'
import { objectOf } from './model-server/json.ts'
import { type ModelServer, startModelServer } from './model-server/server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ scenarios: { busy: busy(1), slow: slowly(5) } })
})
afterAll(() => server.close())

function busy(times: number) {
  return { steps: [{ text: 'late' }], fault: { status: 429, times, retryAfter: 7, message: 'too many' } }
}

function slowly(delayMs: number) {
  return { steps: [{ text: 'at last' }], fault: { kind: 'slow' as const }, delayMs }
}

describe.each(providers)('over $name', (provider) => {
  it('refuses as often as told, with the time to wait, then answers', async () => {
    server.reset()
    const refused = await ask(server, 'busy', provider, { stream: true })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect(objectOf(objectOf(await refused.json()).error).message).toBe('too many')
    expect(provider.readWhole(await post(server, 'busy', provider)).text).toBe('late')
    expect(server.log('busy').map((record) => [record.status, record.reply])).toEqual([
      [429, ['429']],
      [200, ['text']],
    ])
  })

  it.each([
    ['fault-401', 401],
    ['fault-503', 503],
  ])('knows the scenario %s without a definition', async (scenario, status) => {
    expect((await ask(server, scenario, provider, { stream: false })).status).toBe(status)
  })

  it('sends something that is not JSON, or nothing', async () => {
    const text = async (scenario: string) => (await ask(server, scenario, provider, { stream: true })).text()
    expect(await text('malformed')).toContain('<html>')
    expect(await text('empty')).toBe('')
  })

  it.each([true, false])('ends broken JSON properly (stream: %s)', async (stream) => {
    const reply = await ask(server, 'badjson', provider, { stream })
    const last = (await reply.text()).trimEnd().split('\n').at(-1) ?? ''
    expect(() => JSON.parse(last.replace(/^data: /, ''))).toThrow()
    expect(last).toContain('{')
  })

  it.each([true, false])('cuts the connection in the middle of an answer (stream: %s)', async (stream) => {
    server.reset()
    const reply = await ask(server, 'cut-mid', provider, { stream })
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
    expect(server.log('cut-mid')).toMatchObject([{ reply: ['cut-mid'], closedEarly: false }])
  })

  it('never answers when it hangs, and sees the client leave', async () => {
    server.reset()
    const abort = new AbortController()
    const reply = ask(server, 'hang', provider, { stream: true, signal: abort.signal })
    await vi.waitFor(() => expect(server.log('hang')).toHaveLength(1))
    abort.abort()
    await expect(reply).rejects.toThrow('abort')
    await vi.waitFor(() => expect(server.log('hang')).toMatchObject([{ status: null, closedEarly: true }]))
  })

  it('sends part of an answer when it hangs in the middle, and sees the client leave', async () => {
    server.reset()
    const abort = new AbortController()
    const reply = await ask(server, 'hang-mid', provider, { stream: true, signal: abort.signal })
    const first = await reply.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toContain('data: {')
    abort.abort()
    await vi.waitFor(() => expect(server.log('hang-mid')).toMatchObject([{ status: 200, closedEarly: true }]))
  })

  it('is complete however slow it is', async () => {
    expect(provider.readStream(await eventsOf(server, 'slow', provider)).text).toBe('at last')
  })
})
