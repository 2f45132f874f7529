import { createSecretScanner, type SecretScanner } from './secrets/index.ts'

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
  const known = maskKnown(text, values)
  return known.split('\n').map(redactLine).join('\n')
}

/** Longest first, so that a value inside another one does not leave a rest of it. */
function maskKnown(text: string, values: readonly string[]): string {
  const present = [...new Set(values)].filter((value) => value.length > 3 && text.includes(value))
  return present
    .sort((left, right) => right.length - left.length)
    .reduce((masked, value) => masked.replaceAll(value, () => maskSecret(value)), text)
}

function redactLine(line: string): string {
  const matches = scanner?.scanLine('', line) ?? []
  return matches.reduceRight(
    (masked, { start, end, value }) => masked.slice(0, start) + maskSecret(value) + masked.slice(end),
    line,
  )
}
