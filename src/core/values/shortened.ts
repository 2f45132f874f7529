import { redact } from './redact.ts'

/** At most so long, with the sign that something is missing. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length - 1).trimEnd()}…`
}

/**
 * At most so long. Secrets are masked before the cut, since half of one is not recognised. Never half of a surrogate pair.
 */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  const masked = redact(text.slice(0, length + longestSecret), [])
  return masked.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

const longestSecret = 4096
