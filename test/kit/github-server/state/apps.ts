import { createVerify } from 'node:crypto'
import { accountOf } from './accounts.ts'
import type { Access, Scope } from './tokens.ts'
import { newIds, type World } from './world.ts'

/** A GitHub App with one installation. */
export interface App {
  readonly id: number
  readonly slug: string
  readonly publicKey: string
  readonly installation: number
  readonly access: Readonly<Partial<Record<Scope, Access>>>
}

export type NewApp = Pick<App, 'slug' | 'publicKey' | 'access'>

export function addApp(world: World, given: NewApp): App {
  accountOf(world, `${given.slug}[bot]`)
  const app = { ...given, id: newIds(world, 'A').id, installation: newIds(world, 'I').id }
  world.apps.push(app)
  return app
}

// In seconds. GitHub allows ten minutes, and a minute for clocks that differ.
const longestJwt = 11 * 60

/** The app that signed `bearer <header>.<payload>.<signature>`. Whose clock is right is not asked: it is not the same one. */
export function findApp(world: World, authorization: string): App | undefined {
  const [, header, payload, signature] = /^bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? []
  if (header === undefined || payload === undefined || signature === undefined) return undefined
  const { iss, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const app = world.apps.find(({ id }) => String(id) === String(iss))
  if (app === undefined || !(exp - iat > 0 && exp - iat <= longestJwt)) return undefined
  const verifier = createVerify('RSA-SHA256').update(`${header}.${payload}`)
  return verifier.verify(app.publicKey, signature, 'base64url') ? app : undefined
}
