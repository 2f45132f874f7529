import { readSignatures, type Signature, signingInput, splitSigned } from '../../core/mail/auth.ts'
import { toBase64Url } from '../../core/mail/base64url.ts'
import { hasSigned, readKey, type SigningKey, signBytes } from './keys.ts'
import { ownPin, type Pin, pinReader } from './pins.ts'

/** `unchecked`: signatures are off. `unknown_key`: whoever signed is not among those we trust under that name. */
export type SignatureStatus = 'unchecked' | 'unsigned' | 'verified' | 'unknown_key' | 'revoked' | 'invalid'

/** Whether there is nothing to tell a person about. */
export function isTrusted(status: SignatureStatus): boolean {
  return status === 'verified' || status === 'unchecked'
}

export interface Signing {
  /** Puts the signature of an agent below a text. */
  readonly sign: (text: string, agent: string) => string
  /** Of the exact bytes of a message that says who it is from. */
  readonly check: (bytes: Uint8Array, from: string) => SignatureStatus
  /** The same of what an agent of this machine sent: whoever holds the key need not have said that it trusts itself. */
  readonly checkSent: (bytes: Uint8Array, from: string) => SignatureStatus
  readonly accepts: (status: SignatureStatus) => boolean
}

export type SigningMode = 'off' | 'warn' | 'require'

export const noSigning: Signing = {
  sign: (text) => text,
  check: () => 'unchecked',
  checkSent: () => 'unchecked',
  accepts: () => true,
}

/** `folder`: where the private keys are, and the pins of those we trust. Under `require` there must be a key to send. */
export function openSigning(mode: SigningMode, folder: string): Signing {
  if (mode === 'off') return noSigning
  const pins = pinReader(folder)
  return {
    sign: (text, agent) => {
      const key = readKey(folder, agent, mode === 'require')
      return key === null ? text : withSignature(text, key)
    },
    check: (bytes, from) => checkSignatures(bytes, from, pins()),
    checkSent: (bytes, from) => {
      const key = readKey(folder, from, false)
      return checkSignatures(bytes, from, key === null ? pins() : [...pins(), ownPin(key)])
    },
    accepts: (status) => mode === 'warn' || status === 'verified',
  }
}

function withSignature(text: string, key: SigningKey): string {
  // Sorted by name, as everybody writes it.
  const header = {
    alg: 'EdDSA',
    crit: ['oacp'],
    kid: key.kid,
    oacp: {
      agent: `urn:oacp:agent:${key.domain}:${key.agent}`,
      domain: 'urn:oacp:message:v1',
      instance: `urn:uuid:${key.instance}`,
      scheme: 'raw-prefix-v1',
    },
    typ: 'oacp-message+yaml',
  }
  const protectedHeader = encode(header)
  const signature = signBytes(key, signingInput(protectedHeader, Buffer.from(text)))
  return `${text}auth: "${encode({ signatures: [{ protected: protectedHeader, signature: toBase64Url(signature) }] })}"\n`
}

/** One true signature of the sender is enough: it covers all the bytes, whatever else was signed. */
export function checkSignatures(bytes: Uint8Array, from: string, pins: readonly Pin[]): SignatureStatus {
  const { signed, auth } = splitSigned(bytes)
  if (auth === null) return 'unsigned'
  const read = readSignatures(auth)
  if ('problem' in read) return 'invalid'
  const found = read.value.map((signature) => statusOf(signature, signed, from, pins))
  return (['verified', 'invalid', 'revoked'] as const).find((status) => found.includes(status)) ?? 'unknown_key'
}

function statusOf(signature: Signature, signed: Uint8Array, from: string, pins: readonly Pin[]): SignatureStatus {
  if (signature.agent !== from) return 'invalid'
  const known = pins.filter(({ kid }) => kid === signature.kid)
  const pin = known.find(({ agent }) => agent === from)
  // The key of one agent says nothing in the name of another.
  if (pin === undefined) return known.length > 0 ? 'invalid' : 'unknown_key'
  if (pin.status === 'revoked') return 'revoked'
  const isTrue = hasSigned(pin.jwk.x, signingInput(signature.protected, signed), signature.signature)
  return isTrue ? 'verified' : 'invalid'
}

function encode(value: unknown): string {
  return toBase64Url(Buffer.from(JSON.stringify(value)))
}
