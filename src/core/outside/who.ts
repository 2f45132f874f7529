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
  if (told !== undefined) return told
  const { login, bot, surface, body } = comment
  const account = normaliseLogin(login ?? bot ?? '')
  const find = isPerson(comment) ? namedAs : byLogin
  if (find === byLogin && surface === 'check_run') return checkOwner(comment, reviewers)
  const owner = find(account, body ?? '', reviewers)
  // Around the part of a reviewer in a description are the words of others, and of two parts one may be forged.
  const hasOnePart = owner?.description !== undefined && body?.split(owner.description.start).length === 2
  return surface !== 'pr_body' || hasOnePart ? owner : undefined
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
  const { logins } = reviewer
  return logins.length === 0 || logins.includes(accountOfCheck(comment) ?? '')
}

/** Who speaks from an account that a person named for it, whatever kind of account it is. */
export function namedAs(
  login: string,
  text: string,
  reviewers: readonly OutsideReviewer[],
): OutsideReviewer | undefined {
  const named = reviewers.filter(({ accounts }) => accounts?.includes(login))
  return byLogin(login, text, named)
}

function byLogin(login: string, text: string, reviewers: readonly OutsideReviewer[]): OutsideReviewer | undefined {
  return (
    reviewers.find(({ logins }) => logins.includes(login)) ??
    reviewers.find(({ shared }) => shared?.logins.includes(login) === true && shared.mark.test(text))
  )
}

/** A check counts by the account that made it, else by its name. */
function checkOwner(comment: OutsideComment, reviewers: readonly OutsideReviewer[]): OutsideReviewer | undefined {
  const account = accountOfCheck(comment)
  if (account === undefined) return undefined
  const name = textAt(comment.raw, 'name')?.trim().toLowerCase() ?? ''
  return (
    reviewers.find(({ logins }) => logins.includes(account)) ?? reviewers.find(({ checks }) => checks.includes(name))
  )
}

/** The login of an app is its slug. */
function accountOfCheck({ login, raw }: OutsideComment): string | undefined {
  return textAt(raw, 'app', 'slug') ?? (login === null ? undefined : normaliseLogin(login))
}

/** The account of a bot, as the API or the ending of its login says; undefined for a person, and where nobody knows. */
export function botLogin(comment: OutsideComment): string | undefined {
  const { login, bot, raw } = comment
  const isBot = login === null || /\[bot\]$/i.test(login) || accountKinds(raw).includes('Bot')
  const name = comment.surface === 'check_run' ? accountOfCheck(comment) : undefined
  return name ?? (isBot && (login ?? bot) !== null ? normaliseLogin(login ?? bot!) : undefined)
}

/** The API tells accounts of people from those of apps; anyone may own the plain login. */
function isPerson({ raw }: OutsideComment): boolean {
  return accountKinds(raw).includes('User')
}

function accountKinds(raw: unknown): readonly (string | undefined)[] {
  return ['user', 'author'].flatMap((role) => [textAt(raw, role, 'type'), textAt(raw, role, '__typename')])
}

function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = names.reduce((at, name) => (isRecord(at) ? at[name] : undefined), value)
  return typeof found === 'string' ? found : undefined
}
