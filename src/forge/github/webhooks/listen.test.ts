import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemory } from './answer-delivery.ts'
import { type Listening, largestBody, listenForWebhooks } from './listen.ts'
import { signatureOf } from './signature.ts'

const secret = ['not', 'a', 'secret'].join('-')
const payload = {
  action: 'submitted',
  repository: { id: 5, name: 'project', owner: { login: 'octo' } },
  pull_request: { number: 7 },
}

let server: Listening | undefined
afterEach(() => server?.close())

async function start(onWake?: () => void) {
  const seen = { wakes: [] as string[], problems: [] as string[] }
  server = await listenForWebhooks({
    secret,
    host: '127.0.0.1',
    port: 0,
    onWake: ({ repository, number, reason }, delivery) => {
      onWake?.()
      seen.wakes.push(`${repository}#${number} ${reason} ${delivery}`)
    },
    onProblem: (line) => seen.problems.push(line),
  })
  return { ...seen, url: `http://127.0.0.1:${server.port}/` }
}

async function deliver(url: string, headers: Readonly<Record<string, string>> = {}, body = JSON.stringify(payload)) {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'pull_request_review',
      'x-github-delivery': 'd-1',
      'x-hub-signature-256': signatureOf(secret, Buffer.from(body)),
      ...headers,
    },
  })
  return { code: response.status, ...((await response.json()) as { status: string; message?: string }) }
}

describe('deliveries', () => {
  it('wake, and are acted on once, under the same id or another one', async () => {
    const { url, wakes, problems } = await start()
    expect(await deliver(url)).toEqual({ code: 202, status: 'taken' })
    expect(await deliver(url)).toEqual({ code: 202, status: 'repeated' })
    expect(await deliver(url, { 'x-github-delivery': 'd-2' })).toEqual({ code: 202, status: 'repeated' })
    const other = JSON.stringify({ ...payload, action: 'edited' })
    expect(await deliver(url, { 'x-github-delivery': 'd-1' }, other)).toEqual({ code: 202, status: 'repeated' })
    expect(await deliver(url, { 'x-github-delivery': 'd-3' }, other)).toEqual({ code: 202, status: 'taken' })
    await server?.close()
    expect(wakes).toEqual([
      'octo/project#7 pull_request_review submitted d-1',
      'octo/project#7 pull_request_review edited d-3',
    ])
    expect(problems).toEqual([])
  })

  it('are taken again when nothing could be done about them', async () => {
    let fails = true
    const { url, wakes, problems } = await start(() => {
      if (fails) throw new Error('the disk is full')
    })
    expect(await deliver(url)).toEqual({ code: 202, status: 'taken' })
    await expect.poll(() => problems).toEqual(['Delivery d-1 was not acted on: the disk is full'])
    fails = false
    expect(await deliver(url)).toEqual({ code: 202, status: 'taken' })
    await expect.poll(() => wakes).toHaveLength(1)
  })

  it.each<[string, Record<string, string>, string | undefined, number, RegExp]>([
    ['without a signature', { 'x-hub-signature-256': '' }, undefined, 401, /not made with our secret/],
    ['with one of another secret', { 'x-hub-signature-256': signatureOf('x', Buffer.from('{}')) }, '{}', 401, /secret/],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, undefined, 415, /application\/json/],
    ['without an event', { 'x-github-event': '' }, undefined, 400, /X-GitHub-Event is missing/],
    ['with another word for it', { 'x-github-event': 'Push!' }, undefined, 400, /X-GitHub-Event is not as GitHub/],
    ['without an id', { 'x-github-delivery': '' }, undefined, 400, /X-GitHub-Delivery is missing/],
    ['with an id that is none', { 'x-github-delivery': 'd.1' }, undefined, 400, /X-GitHub-Delivery is not as GitHub/],
    ['that are not as described', {}, '{}', 400, /^pull_request_review: action/],
  ])('%s are refused', async (_, headers, body, code, message) => {
    const { url, wakes, problems } = await start()
    expect(await deliver(url, headers, body)).toMatchObject({ code, message: expect.stringMatching(message) })
    await server?.close()
    expect(wakes).toEqual([])
    expect(problems).toEqual([expect.stringContaining(`refused (${code})`)])
  })

  it('that nobody listens to are answered, and that is all', async () => {
    const { url, wakes, problems } = await start()
    expect(await deliver(url, { 'x-github-event': 'ping' })).toMatchObject({ code: 202, status: 'ignored' })
    expect(await deliver(url, { 'x-github-event': 'star' })).toMatchObject({ code: 202, status: 'ignored' })
    expect([...wakes, ...problems]).toEqual([])
  })

  it('have to be posted', async () => {
    const { url } = await start()
    const response = await fetch(url)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each([
    ['that say so', { 'content-length': String(largestBody + 1) }],
    ['that do not say so', { 'transfer-encoding': 'chunked' }],
  ])('that are too large are refused: %s', async (_, headers) => {
    const { url, wakes } = await start()
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        request.destroy()
      })
      request.on('error', reject)
      request.write(Buffer.alloc('transfer-encoding' in headers ? largestBody + 1 : 10))
    })
    expect(status).toBe(413)
    expect(wakes).toEqual([])
  })
})

it('forgets the oldest first', () => {
  const memory = createMemory(2)
  expect(['a', 'b', 'c', 'b', 'c', 'a'].map((mark) => memory.add([mark]))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ])
})

it('says when the port cannot be had', async () => {
  await start()
  const taken = { secret, host: '127.0.0.1', port: server?.port ?? 0, onWake: () => {}, onProblem: () => {} }
  await expect(listenForWebhooks(taken)).rejects.toThrow('EADDRINUSE')
})
