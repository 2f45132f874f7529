import { createSecretScanner, type SecretScanner } from '../secrets/index.ts'

/** The beginning of a secret, enough to know which it is: at most four characters and never more than a quarter. */
export function maskSecret(value: string): string {
  return `${value.slice(0, shownLength(value))}…`
}

/** How many characters of a secret may be seen. Never half of a surrogate pair. */
export function shownLength(value: string): number {
  const length = Math.min(4, Math.floor(value.length / 4))
  const last = value.charCodeAt(length - 1)
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length
}

let scanner: SecretScanner | null = null

/** Masks the given values wherever they stand, and whatever the rules recognise by itself. Line breaks stay where they are. */
export function redact(text: string, values: readonly string[]): string {
  scanner ??= createSecretScanner()
  return maskValues(text, values).split('\n').map(redactLine).join('\n')
}

/**
 * Masks the given values, also where they stand in a string of JSON. Longest first, so that a value inside another one does
 * not leave a rest of it.
 */
export function maskValues(text: string, values: readonly string[], mask = maskSecret): string {
  const forms = [...new Set(values)].flatMap((value) => [
    { found: value, shown: mask(value) },
    { found: inJson(value), shown: inJson(mask(value)) },
  ])
  return forms
    .filter(({ found }) => found.length > 3 && text.includes(found))
    .sort((left, right) => right.found.length - left.found.length)
    .reduce((masked, { found, shown }) => masked.replaceAll(found, () => shown), text)
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function redactLine(line: string): string {
  const matches = scanner?.scanLine('', line) ?? []
  return matches.reduceRight(
    (masked, { start, end, value }) => masked.slice(0, start) + maskSecret(value) + masked.slice(end),
    line,
  )
}
