import { expect, it } from 'vitest'
import { isSigned, signatureOf } from './signature.ts'

const secret = "It's a Secret to Everybody"
const body = Buffer.from('Hello, World!')
// The example of GitHub's documentation.
const known = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

it('signs as GitHub does', () => {
  expect(signatureOf(secret, body)).toBe(known)
  expect(isSigned(secret, body, known)).toBe(true)
})

it.each([
  ['another body', secret, Buffer.from('Hello, World?'), known],
  ['another secret', 'another', body, known],
  ['no signature', secret, body, undefined],
  ['an empty one', secret, body, ''],
  ['a part of it', secret, body, known.slice(0, -1)],
  ['the old kind', secret, body, known.replace('sha256', 'sha1')],
  ['characters of several bytes', secret, body, 'é'.repeat(known.length)],
  ['no secret at all', '', body, signatureOf('', body)],
])('refuses %s', (_, key, bytes, given) => {
  expect(isSigned(key, bytes, given)).toBe(false)
})
