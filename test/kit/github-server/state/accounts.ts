import type { Account, Permission, Repository } from './entities.ts'
import { newIds, register, type World } from './world.ts'

// Ids that others know them by.
const knownIds: Readonly<Record<string, number>> = {
  'copilot-pull-request-reviewer': 175_728_472,
  'copilot-swe-agent': 198_982_749,
  'chatgpt-codex-connector': 199_175_422,
  'github-actions': 41_898_282,
}

export function isCopilot({ kind, login }: Account): boolean {
  return kind === 'Bot' && login === 'copilot-pull-request-reviewer'
}

/** 'maria' is a person, 'maria[bot]' would be a bot and somebody else. Made when first heard of. */
export function accountOf(world: World, name: string): Account {
  const known = world.accounts.get(name)
  if (known !== undefined) return known
  const isBot = name.endsWith('[bot]')
  const login = isBot ? name.slice(0, -'[bot]'.length) : name
  const { id, nodeId } = newIds(world, isBot ? 'BOT' : 'U')
  const account: Account = {
    kind: isBot ? 'Bot' : 'User',
    login,
    nodeId,
    id: (isBot ? knownIds[login] : undefined) ?? id,
  }
  world.accounts.set(name, account)
  return register(world, account)
}

export function restLogin({ kind, login }: Account): string {
  return kind === 'Bot' ? `${login}[bot]` : login
}

export function permissionOf(repository: Repository, account: Account): Permission {
  if (isOwner(repository, account)) return 'admin'
  const given = repository.collaborators.get(restLogin(account))
  return given ?? (repository.isPrivate || account.kind === 'Bot' ? 'none' : 'read')
}

export function mayWrite(repository: Repository, account: Account): boolean {
  return ['write', 'maintain', 'admin'].includes(permissionOf(repository, account))
}

export function associationOf(repository: Repository, account: Account | null): string {
  if (account === null) return 'NONE'
  if (isOwner(repository, account)) return 'OWNER'
  return repository.collaborators.has(restLogin(account)) ? 'COLLABORATOR' : 'NONE'
}

export function isOwner({ owner }: Repository, { kind, login }: Account): boolean {
  return kind === 'User' && login === owner
}
