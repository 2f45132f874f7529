import { hasChecksum } from './checksum.ts'
import type { SecretMatch, VendorRule } from './rule.ts'
import { entropyOf, isSpecimen } from './value.ts'

/** Every value of the rule's shape that can be real. */
export function findVendorSecrets(rule: VendorRule, text: string): readonly SecretMatch[] {
  const expression = expressionOf(rule)
  expression.lastIndex = 0
  let match = expression.exec(text)
  if (match === null) return none
  const found: SecretMatch[] = []
  for (; match !== null; match = expression.exec(text)) {
    const value = match[1]!
    const certain = rule.checksum === true && hasChecksum(value)
    if (!certain && (entropyOf(value) < (rule.entropy ?? 3) || isSpecimen(value))) continue
    const start = match.index + match[0].lastIndexOf(value)
    const confidence = certain ? 1 : rule.named === undefined ? 0.97 : 0.95
    found.push({ rule: rule.name, title: rule.title, start, end: start + value.length, value, confidence })
  }
  return found
}

const none: readonly SecretMatch[] = []

const compiled = new Map<VendorRule, RegExp>()

/** Compiled when first needed: all at once would cost more than a small review. */
function expressionOf(rule: VendorRule): RegExp {
  let expression = compiled.get(rule)
  if (expression === undefined) {
    expression = compile(rule)
    compiled.set(rule, expression)
  }
  return expression
}

/** What ends in a letter or a digit and is no part of a value: escapes in a string (`\n`) and in an address (`%3D`), the colour of a terminal. */
const notOfValue = [
  '\\\\[nrt]',
  '\\\\u[0-9A-Fa-f]{4}',
  '%[0-9A-Fa-f]{2}',
  '(?:\\x1b|\\\\u001[bB]|\\\\x1[bB])\\[[0-9;]{0,12}m',
]
const begins = `(?:(?<![A-Za-z0-9_])|${notOfValue.map((before) => `(?<=${before})`).join('|')})`
const ends = '(?![A-Za-z0-9_])'
const assigned = '[\\w.-]{0,30}["\'`\\]]{0,2}(?:\\s{0,4}(?:=>|:=|={1,3}|:|,|\\()\\s{0,4}|\\s)["\'`]?'

function compile(rule: VendorRule): RegExp {
  if (rule.named === undefined) return new RegExp(`${begins}(${rule.shape})${ends}`, 'g')
  return new RegExp(`(?:${rule.named})${assigned}(${rule.shape})${ends}`, 'gi')
}
