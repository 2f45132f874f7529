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
  const told = comment.login === null ? reviewers.find(({ id }) => id === comment.bot) : undefined
  const owner = told ?? byAccount(comment, reviewers)
  return comment.surface === 'pr_body' && owner !== told && !hasOnePart(comment, owner) ? undefined : owner
}

function byAccount(comment: OutsideComment, reviewers: readonly OutsideReviewer[]): OutsideReviewer | undefined {
  const login = normaliseLogin(comment.login ?? comment.bot ?? '')
  if (isPerson(comment)) return namedAs(login, comment.body ?? '', reviewers)
  if (comment.surface === 'check_run') return checkOwner(comment, reviewers)
  return byLogin(login, comment.body ?? '', reviewers)
}

/** What is around the part of a reviewer are the words of others, and of two parts one may be forged. */
function hasOnePart({ body }: OutsideComment, reviewer: OutsideReviewer | undefined): boolean {
  if (reviewer?.description === undefined) return false
  return (body ?? '').split(reviewer.description.start).length === 2
}

/**
 * Whether a text of a reviewer is its own word as it stands. What others edited is not, nor is a check by its name that an app
 * of others ran: anybody can name a job of a workflow.
 */
export function isOwnWord(comment: OutsideComment, reviewer: OutsideReviewer): boolean {
  const { editedBy, bot, login } = comment
  if (editedBy === null) return false
  if (editedBy !== undefined && !(editedBy.isBot && reviewer.logins.includes(editedBy.login))) return false
  if (comment.surface !== 'check_run' || (login === null && bot === reviewer.id) || isPerson(comment)) return true
  const accounts = accountsOfChecks(reviewer)
  return accounts.length === 0 || accounts.includes(accountOfCheck(comment) ?? '')
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

/** A check counts by the account that made it; by its name only where its reviewer has checks of other apps. */
function checkOwner(comment: OutsideComment, reviewers: readonly OutsideReviewer[]): OutsideReviewer | undefined {
  const account = accountOfCheck(comment)
  if (account === undefined) return undefined
  const name =
    isRecord(comment.raw) && typeof comment.raw.name === 'string' ? comment.raw.name.trim().toLowerCase() : ''
  const withChecks = reviewers.filter(({ checks }) => checks !== undefined)
  return (
    withChecks.find((reviewer) => accountsOfChecks(reviewer).includes(account)) ??
    withChecks.find(({ checks }) => checks?.apps.length === 0 && checks.names.includes(name))
  )
}

function accountsOfChecks({ checks, logins }: OutsideReviewer): readonly string[] {
  return [...(checks?.apps ?? []), ...logins]
}

/** The login of an app is its slug. */
function accountOfCheck({ login, raw }: OutsideComment): string | undefined {
  const slug = isRecord(raw) && isRecord(raw.app) && typeof raw.app.slug === 'string' ? raw.app.slug : undefined
  return slug ?? (login === null ? undefined : normaliseLogin(login))
}

/** The API tells accounts of people from those of apps; anyone may own the plain login. */
function isPerson({ raw }: OutsideComment): boolean {
  if (!isRecord(raw)) return false
  const account = isRecord(raw.user) ? raw.user : isRecord(raw.author) ? raw.author : {}
  return account.type === 'User' || account.__typename === 'User'
}
