import { mayWrite, permissionOf } from '../state/accounts.ts'
import type { Entity, Repository, Thread } from '../state/entities.ts'
import { refusalOf, type Scope, type Token } from '../state/tokens.ts'
import type { World } from '../state/world.ts'
import { failure, noNode } from './failures.ts'

/** Who asks, and of which world. */
export interface Viewer {
  readonly world: World
  readonly token: Token
}

export type Node = Readonly<Record<string, unknown>>

export function requireAccess({ token }: Viewer, scope: Scope, access: 'read' | 'write'): void {
  const refusal = refusalOf(token, scope, access)
  if (refusal !== undefined) throw failure('FORBIDDEN', refusal)
}

export function canSee({ token: { kind, account } }: Viewer, repository: Repository): boolean {
  return kind === 'app' || permissionOf(repository, account) !== 'none'
}

/** GitHub wants the right to write to the repository for it; that to its pull requests is not enough. */
export function canResolve({ token: { kind, account, access } }: Viewer, { pullRequest }: Thread): boolean {
  if (access.pull_requests !== 'write' || access.contents !== 'write') return false
  return kind === 'app' || account === pullRequest.author || mayWrite(pullRequest.repository, account)
}

/** Something of one of these kinds, by its global id. */
export function entityOf<K extends Entity['kind']>({ world }: Viewer, id: string, ...kinds: readonly K[]) {
  const entity = world.nodes.get(id)
  if (!isOf(entity, kinds)) throw noNode(id)
  return entity
}

function isOf<K extends Entity['kind']>(
  entity: Entity | undefined,
  kinds: readonly K[],
): entity is Extract<Entity, { readonly kind: K }> {
  return entity !== undefined && kinds.some((kind) => kind === entity.kind)
}
