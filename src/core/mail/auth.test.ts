import { describe, expect, it } from 'vitest'
import { note } from '../../../test/support/mail.ts'
import { readSignatures, signingInput, splitSigned } from './auth.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { parseMessage } from './message.ts'

const encode = (value: unknown) =>
  toBase64Url(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))
const bytes = (text: string) => new TextEncoder().encode(text)

const header = {
  alg: 'EdDSA',
  typ: 'oacp-message+yaml',
  kid: toBase64Url(new Uint8Array(32).fill(7)),
  crit: ['oacp'],
  oacp: {
    scheme: 'raw-prefix-v1',
    domain: 'urn:oacp:message:v1',
    agent: 'urn:oacp:agent:3f54e34d-9d31-4c8a-a5a7-647666363170:claude',
    instance: 'urn:uuid:aa11e9c2-0000-4000-8000-666978747572',
  },
}
const signature = toBase64Url(new Uint8Array(64).fill(9))
const entry = { protected: encode(header), signature }
const auth = encode({ signatures: [entry] })
const signed = `${note}auth: "${auth}"\n`

describe('a signed message', () => {
  it('is accepted, and is split at the byte', () => {
    expect(parseMessage(signed)).toMatchObject({ value: { auth } })
    const split = splitSigned(bytes(signed))
    expect(split.auth).toBe(auth)
    expect(new TextDecoder().decode(split.signed)).toBe(note)
    expect(signingInput(entry.protected, split.signed)).toBe(`${entry.protected}.${encode(note)}`)
  })

  it('says who signed it with which key', () => {
    expect(readSignatures(auth)).toEqual({
      value: [expect.objectContaining({ protected: entry.protected, kid: header.kid, agent: 'claude' })],
    })
  })

  it('may look signed in its body', () => {
    const text = `${note}  auth: "${auth}"\n`
    expect(parseMessage(text)).toHaveProperty('value')
    expect(splitSigned(bytes(text)).auth).toBeNull()
  })
})

const lines = signed.split('\n').length - 1

describe('a signature is refused', () => {
  it.each<[string, string, number, string]>([
    ['in another place', `auth: "${auth}"\n${note}`, 1, 'must be the last line'],
    ['without a line end', signed.slice(0, -1), lines, 'must be the last line'],
    ['with a blank line behind it', `${signed}\n`, lines, 'must be the last line'],
    ['with a comment behind it', signed.replace(/\n$/, ' # ok\n'), lines, 'must be the last line'],
    ['with a blank behind it', signed.replace(/\n$/, ' \n'), lines, 'must be the last line'],
    ['with a line end of Windows', signed.replace(/\n$/, '\r\n'), lines, 'must be the last line'],
    ['without quotes', signed.replaceAll(`"${auth}"`, auth), lines, 'must be the last line'],
    ['in single quotes', signed.replaceAll(`"${auth}"`, `'${auth}'`), lines, 'must be the last line'],
    ['with two blanks', signed.replace('auth: ', 'auth:  '), lines, 'must be the last line'],
    ['as a map', `${note}auth: {signatures: []}\n`, lines, '"auth" must be unpadded base64url'],
    ['with padding', `${note}auth: "${auth}=="\n`, lines, '"auth" must be unpadded base64url'],
    ['of nothing', `${note}auth: "AAAA"\n`, lines, 'does not hold'],
    ['with stray bits', `${note}auth: "AB"\n`, lines, 'shortest form'],
    ['too long', `${note}auth: "${'A'.repeat(16_385)}"\n`, lines, '"auth" must be unpadded base64url'],
  ])('%s', (_, text, line, problem) => {
    expect(parseMessage(text)).toEqual({
      problems: expect.arrayContaining([{ line, text: expect.stringContaining(problem) }]),
    })
  })

  it.each<[string, unknown, string]>([
    ['no signature', { signatures: [] }, 'does not hold'],
    ['nine of them', { signatures: Array.from({ length: 9 }, () => entry) }, 'does not hold'],
    ['a payload', { payload: 'x', signatures: [entry] }, 'does not hold'],
    ['a header that is not signed', { signatures: [{ ...entry, header: {} }] }, 'does not hold'],
    ['blanks in the JSON', JSON.stringify({ signatures: [entry] }, null, 1), 'not written compactly'],
    ['another order', { signatures: [{ signature, protected: entry.protected }] }, 'not written compactly'],
    ['a short signature', { signatures: [{ ...entry, signature: 'AAAA' }] }, 'does not hold'],
    ['another algorithm', { signatures: [{ ...entry, protected: encode({ ...header, alg: 'HS256' }) }] }, 'alg'],
    ['no algorithm', { signatures: [{ ...entry, protected: encode({ ...header, alg: 'none' }) }] }, 'alg'],
    ['a key of its own', { signatures: [{ ...entry, protected: encode({ ...header, jwk: {} }) }] }, 'jwk'],
    [
      'another name for the key',
      { signatures: [{ ...entry, protected: encode({ ...header, kid: `${'A'.repeat(42)}B` }) }] },
      'kid',
    ],
    ['nothing critical', { signatures: [{ ...entry, protected: encode({ ...header, crit: [] }) }] }, 'crit'],
    [
      'no agent',
      { signatures: [{ ...entry, protected: encode({ ...header, oacp: { ...header.oacp, agent: 'claude' } }) }] },
      'oacp.agent',
    ],
    ['a header that is no JSON', { signatures: [{ ...entry, protected: encode('x') }] }, 'no JSON'],
  ])('with %s', (_, container, problem) => {
    expect(readSignatures(encode(container))).toEqual({ problem: expect.stringContaining(problem) })
  })
})

it('knows bytes by one spelling only', () => {
  expect(fromBase64Url('AA')).toEqual(new Uint8Array([0]))
  expect(['AB', 'A', 'AA==', 'A+', ''].map(fromBase64Url)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
