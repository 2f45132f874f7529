import { createHmac, timingSafeEqual } from 'node:crypto'

/** The value of `X-Hub-Signature-256` for the bytes of a body as they came. */
export function signatureOf(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** Takes the same time wherever the difference is. */
export function isSigned(secret: string, body: Uint8Array, given: string | undefined): boolean {
  if (secret === '' || given === undefined) return false
  const [expected, received] = [signatureOf(secret, body), given].map((text) => Buffer.from(text))
  return expected !== undefined && received?.length === expected.length && timingSafeEqual(expected, received)
}
