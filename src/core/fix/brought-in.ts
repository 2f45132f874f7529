import type { Finding, RawFinding } from '../../types.ts'
import type { ValidationResult } from '../loop/types.ts'

/** Of what the built-in checks find in the lines and files of a fix, what was not there before it: code that is moved or indented is none of its doing. */
export function broughtIn(found: readonly RawFinding[], before: readonly RawFinding[]): readonly RawFinding[] {
  const known = new Set(before.map(keyOf))
  return found.filter((finding) => !known.has(keyOf(finding)))
}

function keyOf({ rule, discriminator, file, evidence }: RawFinding): string {
  return JSON.stringify(discriminator === null ? [rule, file, evidence?.trim()] : [rule, discriminator])
}

/** What blocks counts as a command that fails. It says where and why, and never quotes: anybody may read it. */
export function failingChecks(findings: readonly Finding[]): readonly ValidationResult[] {
  return findings
    .filter(({ blocking }) => blocking)
    .map(({ rule, file, line, title, problem, fix }) => ({
      command: `the built-in check ${rule} (${file}${line === null ? '' : `:${line}`})`,
      status: 'failed',
      exitCode: null,
      durationMs: 0,
      output: [`${title}.`, problem, fix ?? ''].join(' ').trim(),
    }))
}
