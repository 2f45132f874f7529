import type { Finding } from '../../types.ts'
import type { ReviewIssue } from './replies/reviewer-issues.ts'

// What the built-in sweep says of secrets, as the security preflight tells it: where, and never the value.

/** A secret in a line, or a file that by its name is one. */
export function isAboutSecrets({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule !== null && (rule.startsWith('secret/') || rule === 'hygiene/sensitive-file')
}

export function isPrivateKey({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule === 'secret/private-key'
}

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
