import { isCopilot, restLogin } from '../../state/accounts.ts'
import type { Account } from '../../state/entities.ts'
import { type Filled, filled } from '../fill.ts'

export const api = 'https://api.github.com'
export const site = 'https://github.com'

/** Null: the account is gone. */
export function userBody(account: Account | null, schema = 'simple-user'): Filled | null {
  return account === null ? null : named(account, restLogin(account), schema)
}

/** Copilot has another name everywhere but on its reviews. */
export function userBodyBesideReviews(account: Account | null): Filled | null {
  return account !== null && isCopilot(account) ? named(account, 'Copilot', 'simple-user') : userBody(account)
}

/** Where reactions are listed, Codex is no bot. */
export function reactingUserBody(account: Account): Filled {
  const body = named(account, restLogin(account), 'simple-user')
  return account.login === 'chatgpt-codex-connector' ? { ...body, type: 'User' } : body
}

function named({ kind, id, nodeId, login }: Account, shown: string, schema: string): Filled {
  const url = `${api}/users/${encodeURIComponent(shown)}`
  const html = kind === 'Bot' ? `${site}/apps/${login}` : `${site}/${login}`
  return filled(schema, { login: shown, id, node_id: nodeId, type: kind, url, html_url: html })
}
