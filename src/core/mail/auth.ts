import * as v from 'valibot'
import type { Report } from '../loop/finding-drafts.ts'
import { parseJson } from '../values/parse-json.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

// Signatures on a message: a last line `auth: "…"` over the exact bytes before it. Only their form is read here; whether one
// is true is for whoever has the keys.

export interface Signature {
  /** As it stands: it is part of what was signed. */
  readonly protected: string
  readonly signature: Uint8Array
  /** Thumbprint of the key. */
  readonly kid: string
  /** The agent that it names, which must be the sender. */
  readonly agent: string
  readonly domain: string
  readonly instance: string
}

/** The bytes that were signed, and the value of the last line; null where the message is not signed. */
export function splitSigned(bytes: Uint8Array): { readonly signed: Uint8Array; readonly auth: string | null } {
  const unsigned = { signed: bytes, auth: null }
  if (bytes.at(-1) !== lineFeed) return unsigned
  const start = bytes.subarray(0, -1).lastIndexOf(lineFeed) + 1
  const line = String.fromCharCode(...bytes.subarray(start, start + longestLine))
  const [, auth] = authLine.exec(line) ?? []
  return auth === undefined ? unsigned : { signed: bytes.subarray(0, start), auth }
}

/** What is to be signed: the header and the bytes, as RFC 7515 puts them together. */
export function signingInput(protectedHeader: string, signed: Uint8Array): string {
  return `${protectedHeader}.${toBase64Url(signed)}`
}

/** One to eight signatures in the only spelling they have, or what is wrong. */
export function readSignatures(auth: string): { readonly value: readonly Signature[] } | { readonly problem: string } {
  const bytes = fromBase64Url(auth)
  if (bytes === undefined) return { problem: '"auth" is not base64url in its shortest form' }
  const json = textOf(bytes)
  const container = v.safeParse(containerSchema, parseJson(json))
  if (!container.success)
    return { problem: '"auth" does not hold {"signatures": [{"protected", "signature"}]}, 1 to 8' }
  if (JSON.stringify(container.output) !== json) return { problem: '"auth" holds JSON that is not written compactly' }
  const signatures = container.output.signatures.map(readSignature)
  const wrong = signatures.find((signature) => typeof signature === 'string')
  if (wrong !== undefined) return { problem: wrong }
  return { value: signatures.filter((signature) => typeof signature !== 'string') }
}

/** `line`: where the message has the field. It counts only as the last line of the file. */
export function checkAuth(text: string, line: number | undefined, report: Report): void {
  if (line === undefined) return
  const lines = text.split('\n')
  const [, auth] = lines.at(-1) === '' ? (authLine.exec(`${lines.at(-2)}\n`) ?? []) : []
  if (auth === undefined || line !== lines.length - 1) {
    report(line, 'auth: "…" must be the last line of the file, with one line feed behind it and nothing else')
    return
  }
  const read = readSignatures(auth)
  if ('problem' in read) report(line, read.problem)
}

const lineFeed = 10
const longestLine = 16_500
const authLine = /^auth: "([A-Za-z0-9_-]{1,16384})"\n$/

const containerSchema = v.strictObject({
  signatures: v.pipe(
    v.array(
      v.strictObject({ protected: v.pipe(v.string(), v.maxLength(4096)), signature: v.pipe(v.string(), v.length(86)) }),
    ),
    v.minLength(1),
    v.maxLength(8),
  ),
})

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const agentUrn = new RegExp(`^urn:oacp:agent:(${uuid}):([A-Za-z0-9][A-Za-z0-9._-]{0,63})$`)

/** One algorithm and no other parameter: a message never says where its key is to be found. */
const headerSchema = v.strictObject({
  alg: v.literal('EdDSA'),
  typ: v.literal('oacp-message+yaml'),
  kid: v.pipe(
    v.string(),
    v.length(43),
    v.check((kid) => fromBase64Url(kid) !== undefined),
  ),
  crit: v.strictTuple([v.literal('oacp')]),
  oacp: v.strictObject({
    scheme: v.literal('raw-prefix-v1'),
    domain: v.literal('urn:oacp:message:v1'),
    agent: v.pipe(v.string(), v.regex(agentUrn)),
    instance: v.pipe(v.string(), v.regex(new RegExp(`^urn:uuid:${uuid}$`))),
  }),
})

function readSignature(entry: { protected: string; signature: string }): Signature | string {
  const signature = fromBase64Url(entry.signature)
  if (signature === undefined) return 'a signature in "auth" is not base64url in its shortest form'
  const header = fromBase64Url(entry.protected)
  const read = v.safeParse(headerSchema, header === undefined ? undefined : parseJson(textOf(header)))
  if (!read.success)
    return `a header in "auth" is not one of this protocol: ${v.getDotPath(read.issues[0]) ?? 'no JSON'}`
  const { kid, oacp } = read.output
  const [, domain = '', agent = ''] = agentUrn.exec(oacp.agent) ?? []
  return { protected: entry.protected, signature, kid, agent, domain, instance: oacp.instance }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
