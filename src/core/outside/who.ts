import { isRecord } from '../import/shape.ts'
import type { OutsideReviewer } from './reviewer.ts'
import type { OutsideComment } from './types.ts'

/** `Copilot`, `coderabbitai[bot]` → 'copilot', 'coderabbitai'. */
export function normaliseLogin(login: string): string {
  return login
    .trim()
    .toLowerCase()
    .replace(/\[bot\]$/, '')
}

/**
 * Whose text it is; undefined for people and strangers. The account decides: people quote bots, and whoever says
 * what a bot would say is not that bot, unless the account was named for it.
 */
export function reviewerOf(
  comment: OutsideComment,
  reviewers: readonly OutsideReviewer[],
): OutsideReviewer | undefined {
  const text = comment.body ?? ''
  const told = reviewers.find(({ id }) => id === comment.bot)
  if (comment.surface === 'pr_body') return reviewers.find(({ description }) => description?.test(text)) ?? told
  const login = normaliseLogin(comment.login ?? comment.bot ?? '')
  if (isPerson(comment)) return namedAs(login, text, reviewers)
  const check = checkOwner(comment, reviewers)
  if (check !== undefined) return check
  if (comment.login === null && told !== undefined) return told
  return byLogin(login, text, reviewers)
}

/** Who speaks from an account that a person named for it, whatever kind of account it is. */
export function namedAs(
  login: string,
  text: string,
  reviewers: readonly OutsideReviewer[],
): OutsideReviewer | undefined {
  return byLogin(
    login,
    text,
    reviewers.filter(({ accounts }) => accounts?.includes(login)),
  )
}

function byLogin(login: string, text: string, reviewers: readonly OutsideReviewer[]): OutsideReviewer | undefined {
  return (
    reviewers.find(({ logins }) => logins.includes(login)) ??
    reviewers.find(({ shared }) => shared?.logins.includes(login) === true && shared.mark.test(text))
  )
}

/** A check run has a name and an app where comments have a login. */
function checkOwner(
  { surface, raw }: OutsideComment,
  reviewers: readonly OutsideReviewer[],
): OutsideReviewer | undefined {
  if (surface !== 'check_run' || !isRecord(raw)) return undefined
  const name = typeof raw.name === 'string' ? raw.name.trim().toLowerCase() : undefined
  const app = isRecord(raw.app) && typeof raw.app.slug === 'string' ? raw.app.slug : undefined
  return reviewers.find(({ checks }) => {
    if (checks === undefined) return false
    const isNamed = name !== undefined && checks.names.includes(name)
    return app === undefined ? isNamed : checks.apps.includes(app) || (isNamed && checks.apps.length === 0)
  })
}

/** The API tells accounts of people from those of apps; anyone may own the plain login. */
function isPerson({ raw }: OutsideComment): boolean {
  if (!isRecord(raw)) return false
  const account = isRecord(raw.user) ? raw.user : isRecord(raw.author) ? raw.author : {}
  return account.type === 'User' || account.__typename === 'User'
}
