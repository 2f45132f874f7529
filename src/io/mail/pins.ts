import { join } from 'node:path'
import * as v from 'valibot'
import { fromBase64Url } from '../../core/mail/base64url.ts'
import { readDocument, renderDocument } from '../../core/mail/document.ts'
import { agentName, oneLine } from '../../core/mail/field-types.ts'
import { fields, list, oneOf, optional, required, text } from '../../core/mail/fields.ts'
import { compareText } from '../../core/values/compare-text.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { LoopError } from '../../errors.ts'
import { namesIn, readForeign, readIfThere, writeWhole } from '../files.ts'
import { type SigningKey, thumbprint } from './keys.ts'
import { ensureFolder, plainFolder } from './layout.ts'

// Whom we trust. Public keys lie in the mailbox for everybody to take, which proves nothing: a key counts when it was pinned,
// in a file that is not in the mailbox.

const publicKey = text('32 bytes as unpadded base64url', (key) => (fromBase64Url(key)?.length === 32 ? key : undefined))

const pinSchema = fields({
  agent: required(agentName, 'Whose key it is'),
  domain: optional(oneLine(100), 'The trust domain of the agent'),
  instance: optional(oneLine(100), 'The machine of the agent'),
  kid: required(publicKey, 'The name of the key'),
  jwk: required(
    fields({
      kty: required(oneOf(['OKP']), 'Kind of key'),
      crv: required(oneOf(['Ed25519']), 'Curve'),
      x: required(publicKey, 'The public key'),
    }),
    'The key; never a private one',
  ),
  status: required(oneOf(['active', 'revoked']), 'Whether it still counts'),
})

const fileSchema = fields({
  version: required(oneOf(['1']), 'Of this format'),
  signers: required(list(pinSchema, { most: 1000, unique: ({ agent, kid }) => `${agent} ${kid}` }), 'The keys'),
})

export type Pin = v.InferOutput<typeof pinSchema>

export const pinFile = (folder: string): string => join(folder, 'allowed_signers.yaml')

/** A LoopError for a file that says something else: what is half understood is not trusted. */
export function readPins(folder: string): readonly Pin[] {
  return pinsIn(pinFile(folder), readIfThere(pinFile(folder)))
}

/** The same again and again, as the file is at that moment: whoever waits hears of a key that is trusted meanwhile. */
export function pinReader(folder: string): () => readonly Pin[] {
  const file = pinFile(folder)
  let known = { text: readIfThere(file), pins: readPins(folder) }
  return () => {
    const text = readIfThere(file)
    if (text !== known.text) known = { text, pins: pinsIn(file, text) }
    return known.pins
  }
}

function pinsIn(file: string, text: string | undefined): readonly Pin[] {
  if (text === undefined) return []
  const read = readDocument(text, fileSchema, { characters: 1_000_000, depth: 8 })
  const [problem] = 'problems' in read ? read.problems : []
  if ('problems' in read) throw new LoopError('bad_pins', { file, problem: `line ${problem?.line}: ${problem?.text}` })
  const wrong = read.value.signers.find(({ kid, jwk }) => kid !== thumbprint(jwk.x))
  if (wrong !== undefined) throw new LoopError('bad_pins', { file, problem: `${wrong.kid} is not the name of its key` })
  return read.value.signers
}

/** Adds keys; what is pinned stays as it is, also what was revoked. Gives those that are new. */
export function addPins(folder: string, pins: readonly Pin[]): readonly Pin[] {
  const before = readPins(folder)
  const isKnown = (pin: Pin) => before.some(({ agent, kid }) => agent === pin.agent && kid === pin.kid)
  const fresh = pins.filter((pin) => !isKnown(pin))
  if (fresh.length > 0)
    writeWhole(pinFile(folder), Buffer.from(renderDocument(fileSchema, { version: 1, signers: [...before, ...fresh] })))
  return fresh
}

const published = v.object({
  kid: v.string(),
  agent: v.string(),
  jwk: v.strictObject({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: v.string() }),
})

/** Puts the public half of a key into the mailbox. */
export function publishKey(root: string, key: SigningKey): void {
  const folder = ensureFolder(root, `agents/${key.agent}/keys`)
  const stub = {
    kid: key.kid,
    jwk: { kty: 'OKP', crv: 'Ed25519', x: key.x },
    agent: key.agent,
    agent_urn: `urn:oacp:agent:${key.domain}:${key.agent}`,
    instance_urn: `urn:uuid:${key.instance}`,
    created_at_utc: key.createdAt,
  }
  writeWhole(join(folder, `${key.kid}.pub.json`), Buffer.from(`${JSON.stringify(stub, null, 2)}\n`))
}

/** For what was signed with it here. */
export function ownPin({ agent, kid, x }: SigningKey): Pin {
  return { agent, kid, jwk: { kty: 'OKP', crv: 'Ed25519', x }, status: 'active' }
}

/** The public keys of an agent that lie in the mailbox, as pins that nobody has made yet. What is no key is left out. */
export function publishedKeys(root: string, agent: string): readonly Pin[] {
  const folder = plainFolder(root, `agents/${agent}/keys`)
  const names = namesIn(folder).filter((name) => name.endsWith('.pub.json'))
  return [...names].sort(compareText).flatMap((name) => {
    const content = readForeign(join(folder, name), 10_000)
    const read = v.safeParse(published, 'text' in content ? parseJson(content.text) : undefined)
    if (!read.success) return []
    const { kid, jwk } = read.output
    const isKey = read.output.agent === agent && fromBase64Url(jwk.x)?.length === 32 && kid === thumbprint(jwk.x)
    return isKey ? [{ agent, kid, jwk, status: 'active' as const }] : []
  })
}
