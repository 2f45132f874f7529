import { accountOf } from './accounts.ts'
import type { Account } from './entities.ts'
import type { World } from './world.ts'

// What a token may do. Names as in a workflow's `permissions`.
export const scopes = [
  'checks',
  'contents',
  'issues',
  'metadata',
  'pull_requests',
  'security_events',
  'statuses',
] as const
export type Scope = (typeof scopes)[number]
export type Access = 'none' | 'read' | 'write'

export interface Token {
  readonly text: string
  readonly account: Account
  /** A person's, or that of an installed app, as in CI. */
  readonly kind: 'user' | 'app'
  readonly access: Readonly<Record<Scope, Access>>
  /** By the clock of the test double. Null: never. */
  readonly expiresAt: number | null
  /** What a classic token shows with every answer: 'repo, read:org'. Null: it is none. */
  readonly classicScopes: string | null
}

export interface NewToken {
  /** 'maria', or 'github-actions[bot]' for the token of an app. */
  readonly login: string
  readonly kind?: Token['kind']
  /** 'write' unless said; checks only with the token of an app. */
  readonly access?: Access | Readonly<Partial<Record<Scope, Access>>>
  readonly expiresAt?: number
  readonly classicScopes?: string
}

/** `access: 'read'` makes one that reads alone; a table leaves out what is not in it. */
export function addToken(world: World, { login, kind, access = 'write', ...rest }: NewToken): string {
  const { expiresAt = null, classicScopes = null } = rest
  const account = accountOf(world, login)
  const chosen = kind ?? (account.kind === 'Bot' ? 'app' : 'user')
  const text = ['test', 'token', account.login, String(world.tokens.size + 1)].join('-')
  const of = (scope: Scope): Access => (typeof access === 'string' ? access : (access[scope] ?? 'none'))
  const table = {
    checks: of('checks'),
    contents: of('contents'),
    issues: of('issues'),
    metadata: 'read' as const,
    pull_requests: of('pull_requests'),
    security_events: of('security_events'),
    statuses: of('statuses'),
  }
  world.tokens.set(text, { text, account, kind: chosen, access: table, expiresAt, classicScopes })
  return text
}

/** `token …` or `bearer …`. */
export function findToken(world: World, authorization: string): Token | undefined {
  const token = world.tokens.get(/^(?:token|bearer) (.+)$/i.exec(authorization)?.[1] ?? '')
  return token?.expiresAt == null || token.expiresAt > world.clock.now() ? token : undefined
}

/** Why a token may not do it. */
export function refusalOf(token: Token, scope: Scope, access: 'read' | 'write'): string | undefined {
  if (scope === 'checks' && access === 'write' && token.kind === 'user')
    return 'You must authenticate via a GitHub App.'
  const given = token.access[scope]
  if (given === 'write' || given === access) return undefined
  return token.kind === 'user'
    ? 'Resource not accessible by personal access token'
    : 'Resource not accessible by integration'
}
