import type { SecretMatch } from '../secrets/rule.ts'
import { shownLength } from '../values/redact.ts'

const longestQuote = 200

/** A literal piece of the line around `at` that holds no secret, at most 200 characters, no half characters at its ends. */
export function quoteLine(text: string, at: number, secrets: readonly SecretMatch[]): string {
  const start = Math.max(0, ...secrets.filter((secret) => secret.end <= at).map((secret) => secret.end))
  const next = secrets.find((secret) => secret.end > at)
  const end = next === undefined ? text.length : Math.max(next.start, start)
  const first = end - start <= longestQuote ? start : Math.max(start, Math.min(at - 40, end - longestQuote))
  return cut(text, first, Math.min(end, first + longestQuote))
}

/** The line up to the first characters of the secret, from after the secret before it. */
export function quoteSecret(text: string, secret: SecretMatch, secrets: readonly SecretMatch[]): string {
  const end = secret.start + shownLength(secret.value)
  const before = Math.max(0, ...secrets.filter((other) => other.end <= secret.start).map((other) => other.end))
  return cut(text, Math.max(before, end - longestQuote), end)
}

function cut(text: string, start: number, end: number): string {
  const from = isSecondHalf(text.charCodeAt(start)) ? start + 1 : start
  const to = end < text.length && isSecondHalf(text.charCodeAt(end)) ? end - 1 : end
  return text.slice(from, to).trim()
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
