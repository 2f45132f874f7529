import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { whyUnreachable } from './reach.ts'

/** The address of a server, and how to end it. */
async function listening(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/v1`, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

it('finds who is there, and names the host of who is not', async () => {
  const { url, close } = await listening()
  expect(await whyUnreachable(url, {})).toBeNull()
  await close()
  const other = await listening()
  await other.close()
  const { host } = new URL(other.url)
  expect(await whyUnreachable(other.url, {})).toBe(
    `${host} cannot be reached: check base_url, and that the service runs there (ECONNREFUSED)`,
  )
})

it.each([
  ['through a proxy', 'http://127.0.0.1:1', { https_proxy: 'http://127.0.0.1:2' }],
  ['without an address', 'nonsense', {}],
])('cannot tell %s', async (_, url, variables) => {
  expect(await whyUnreachable(url, variables)).toBeNull()
})
