import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { fromBase64Url, toBase64Url } from '../../core/mail/base64url.ts'
import { utcTimeOf } from '../../core/mail/time.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere, reasonOf } from '../files.ts'

// Private keys, one for each agent of this machine, in a folder that is not the mailbox.

const base64url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.check((text) => fromBase64Url(text)?.length === bytes),
  )

/** A key as a JSON Web Key has it, and whose it is. */
const keySchema = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  x: base64url(32),
  d: base64url(32),
  kid: base64url(32),
  agent: v.string(),
  trust_domain: v.pipe(v.string(), v.uuid()),
  instance_id: v.pipe(v.string(), v.uuid()),
  created_at_utc: v.string(),
})

type KeyFile = v.InferOutput<typeof keySchema>

export interface SigningKey {
  readonly agent: string
  readonly kid: string
  /** The public half. */
  readonly x: string
  readonly d: string
  readonly domain: string
  readonly instance: string
  readonly createdAt: string
}

export const keyFile = (folder: string, agent: string): string => join(folder, `${agent}.json`)

/** A LoopError for a key that is there: nobody's key is ever overwritten. */
export function makeKey(folder: string, agent: string, now: Date): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const { d = '' } = privateKey.export({ format: 'jwk' })
  const place = placeOf(folder)
  const key = { kty: 'OKP', crv: 'Ed25519', x, d, kid: thumbprint(x), agent, ...place, created_at_utc: utcTimeOf(now) }
  writePrivately(folder, keyFile(folder, agent), `${JSON.stringify(key, null, 2)}\n`)
  return toKey(v.parse(keySchema, key))
}

/** Null where there is none, unless it is needed. One that others may read is refused. */
export function readKey(folder: string, agent: string, isNeeded: boolean): SigningKey | null {
  const file = keyFile(folder, agent)
  const text = readIfThere(file)
  if (text === undefined) {
    if (isNeeded) throw new LoopError('no_mail_key', { agent, file })
    return null
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new LoopError('bad_mail_key', { file, problem: 'others may read it', hint: `chmod 600 ${file}` })
  }
  const read = v.safeParse(keySchema, parseJson(text))
  const isWhole = read.success && read.output.agent === agent && belongsTogether(read.output)
  if (!isWhole) throw new LoopError('bad_mail_key', { file, problem: `it is no Ed25519 key of ${agent}` })
  return toKey(read.output)
}

export function signBytes({ x, d }: Pick<SigningKey, 'x' | 'd'>, input: string): Uint8Array {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
  return sign(null, Buffer.from(input), key)
}

/** `x` is the public key. */
export function hasSigned(x: string, input: string, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(input), key, signature)
  } catch {
    // Thirty-two bytes that are no key.
    return false
  }
}

/** Of a public key: its name, as RFC 7638 makes it. */
export function thumbprint(x: string): string {
  return toBase64Url(createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest())
}

/** The same for all keys of a folder. */
function placeOf(folder: string): { readonly trust_domain: string; readonly instance_id: string } {
  const read = (name: string) => {
    const file = join(folder, name)
    const before = readIfThere(file)?.trim() ?? ''
    const id = v.is(v.pipe(v.string(), v.uuid()), before) ? before : randomUUID()
    if (id !== before) writePrivately(folder, file, `${id}\n`)
    return id
  }
  return { trust_domain: read('trust_domain'), instance_id: read('instance_id') }
}

function writePrivately(folder: string, path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}

function belongsTogether({ x, d, kid }: KeyFile): boolean {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
  return createPublicKey(key).export({ format: 'jwk' }).x === x && kid === thumbprint(x)
}

function toKey({ agent, kid, x, d, trust_domain, instance_id, created_at_utc }: KeyFile): SigningKey {
  return { agent, kid, x, d, domain: trust_domain, instance: instance_id, createdAt: created_at_utc }
}
