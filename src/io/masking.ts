import { mapStrings } from '../core/values/map-strings.ts'
import { redact, redactDocument } from '../core/values/redact.ts'

// Everything that leaves the program is masked here: files, journals, the terminal, prompts, requests, events. The values are
// kept for the whole process: what one part learns to be a secret, no other part may tell.

const known = new Set<string>()

/** Hides these values from now on. Gives all that are hidden. */
export function hideValues(values: readonly string[]): readonly string[] {
  for (const value of values) known.add(value)
  return [...known]
}

/** For words of others: agents, programs, servers. */
export function mask(text: string): string {
  return redact(text, [...known])
}

/** For a text that we wrote: see `redactDocument`. */
export function maskDocument(text: string): string {
  return redactDocument(text, [...known])
}

/** For data: every string in it. */
export function maskStrings<T>(value: T): T {
  return mapStrings(value, mask)
}
