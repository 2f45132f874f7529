import { createSecretScanner, type SecretScanner } from '../secrets/index.ts'
import { parseJson } from './parse-json.ts'

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
  return maskValues(text, values).split('\n').map(redactLine).join('\n')
}

/**
 * The same for a text that we wrote ourselves. JSON is masked string by string: in `"token": "<uuid>"` only the name of the
 * field looks like a secret, and an id must stay what it is.
 */
export function redactDocument(text: string, values: readonly string[]): string {
  if (isJson(text)) return redactLiterals(text, values)
  const lines = text.split('\n')
  if (!lines.some(isJson)) return redact(text, values)
  return lines.map((line) => (isJson(line) ? redactLiterals(line, values) : redact(line, values))).join('\n')
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && parseJson(text) !== undefined
}

function redactLiterals(text: string, all: readonly string[]): string {
  const values = all.filter((value) => text.includes(inJson(value)))
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const said = JSON.parse(literal) as string
    const safe = redact(said, values)
    return safe === said ? literal : JSON.stringify(safe)
  })
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
    .reduce((masked, { found, shown }) => masked.replaceAll(wholeId(found), () => shown), text)
}

/** Hexadecimal digits may also stand inside of an id of git or a UUID, which is no secret. */
function wholeId(value: string): string | RegExp {
  return /^[0-9a-f-]+$/i.test(value) ? new RegExp(`(?<![0-9a-f-])${value}(?![0-9a-f-])`, 'gi') : value
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function redactLine(line: string): string {
  scanner ??= createSecretScanner()
  return scanner
    .scanLine('', line)
    .reduceRight(
      (masked, { start, end, value }) => masked.slice(0, start) + maskSecret(value) + masked.slice(end),
      line,
    )
}
