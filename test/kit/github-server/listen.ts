import { createServer } from 'node:http'
import { type Service, serve } from './serve.ts'

interface Listening {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** On a port that is free. */
export async function listen(given: Omit<Service, 'origin'>): Promise<Listening> {
  const service = { ...given, origin: '' }
  const server = createServer((request, response) => {
    serve(service, request, response).catch((error: unknown) => {
      service.world.violations.push(String(error))
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"message":"The test double failed"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  service.origin = `http://127.0.0.1:${address.port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: service.origin, close }
}
