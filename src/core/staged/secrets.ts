import type { Finding } from '../../types.ts'
import { tokenRules } from '../secrets/index.ts'
import type { ReviewIssue } from './replies/reviewer-issues.ts'

// What the built-in sweep says of secrets, as the security preflight tells it: where, and never the value.

/** A secret in a line, or a file that by its name is one. */
export function isAboutSecrets({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule !== null && (rule.startsWith('secret/') || rule === 'hygiene/sensitive-file')
}

/** Tokens that begin with what tells them, so that many files can be searched for them at once. */
const prefixed = tokenRules.filter(({ shape, keywords }) => {
  const start = shape
    .replace(/^\(\?:/, '')
    .slice(0, 2)
    .toLowerCase()
  return keywords.some((keyword) => keyword.startsWith(start))
})

const certainRules = new Set(['secret/private-key', ...prefixed.map(({ name }) => `secret/${name}`)])

/** Known by its form alone. In code that nobody has changed, what is guessed from a name would block for what people live with. */
export function isCertainSecret({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule !== null && certainRules.has(rule)
}

const prefixes = [...new Set(prefixed.flatMap(({ keywords }) => keywords))]
const words = prefixes.map((prefix) => prefix.replace(/[.+*?()[\]{}|^$\\]/g, '\\$&')).join('|')

/** An extended regular expression for `git grep`, in any case: lines that may hold such a secret, or only speak of one. */
export const certainSecretHint = `PRIVATE KEY( BLOCK)?-----|(${words})[a-z0-9_.$-]{12}`

type Told = Pick<Finding, 'id' | 'blocking' | 'title' | 'rule' | 'file' | 'line'>

/**
 * What the house lets block, each once. Rule and id are what a waiver needs. A file that is named already is told again only for
 * a line in it.
 */
export function secretIssues(findings: readonly Told[], named: readonly string[]): readonly ReviewIssue[] {
  const told = new Map(findings.filter(({ blocking }) => blocking).map((finding) => [finding.id, finding]))
  return [...told.values()]
    .filter(({ file, line }) => line !== null || file === null || !named.includes(file))
    .map(({ title, rule, id, file, line }) => ({ severity: 'CRITICAL', text: `${title} (${rule}, ${id})`, file, line }))
}

/** 'src/a.ts:3 GitHub token (secret/github-token, F-1261c0ee)' */
export function secretPlace({ text, file, line }: ReviewIssue): string {
  return `${file ?? ''}${line === null ? '' : `:${line}`} ${text}`.trim()
}
