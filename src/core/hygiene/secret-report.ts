import type { SecretMatch } from '../secrets/rule.ts'
import { hashText } from '../values/hash.ts'
import type { Report } from './finding.ts'

export function secretReport({
  rule,
  title,
  value,
  confidence,
}: Pick<SecretMatch, 'rule' | 'title' | 'value' | 'confidence'>): Report {
  return {
    rule: `secret/${rule}`,
    severity: 'P0',
    category: 'security',
    title,
    problem: 'The line holds what looks like a real secret; only its beginning is shown here.',
    impact: 'Whoever can read the repository can use it, and it stays in the history when the line is deleted.',
    fix: 'Revoke or replace the secret where it was issued, then read it from the environment or a secret store.',
    confidence,
    discriminator: hashText(value),
  }
}
