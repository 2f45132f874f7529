import { createGate, type Gate, type GateResult } from './gate.ts'
import { addressRule, assignmentRule, type GuessingRule, headerRule } from './generic.ts'
import { partsAround, wholeLineLimit } from './parts.ts'
import type { SecretMatch, VendorRule } from './rule.ts'
import { cloudRules } from './rules/cloud.ts'
import { codeHostingRules } from './rules/code-hosting.ts'
import { intelligenceRules } from './rules/intelligence.ts'
import { serviceRules } from './rules/services.ts'
import { privateKeyRule, tokenRule } from './structured.ts'
import { findVendorSecrets } from './vendor.ts'

export type { SecretMatch } from './rule.ts'

export const vendorRules: readonly VendorRule[] = [
  ...codeHostingRules,
  ...cloudRules,
  ...intelligenceRules,
  ...serviceRules,
]

/** Those whose values are known by themselves, wherever they stand. */
export const tokenRules: readonly VendorRule[] = vendorRules.filter(({ named }) => named === undefined)

const guessingRules: readonly GuessingRule[] = [privateKeyRule, tokenRule, addressRule, headerRule, assignmentRule]
/** From this group on, rules go by names and places; those before know the value by itself. */
const firstNamed = vendorRules.length + guessingRules.indexOf(addressRule)

/** One group of keywords per rule, in the order in which rules win over each other. */
export const secretKeywords: readonly (readonly string[])[] = [...vendorRules, ...guessingRules].map(
  (rule) => rule.keywords,
)

export interface SecretScanner {
  /** Every secret in the line, from left to right, not overlapping. */
  scanLine(path: string, text: string): readonly SecretMatch[]
  /** The same for who has already passed the line through a gate whose first groups are `secretKeywords`. */
  scanHits(path: string, text: string, hits: GateResult): readonly SecretMatch[]
}

const none: readonly SecretMatch[] = []

export function createSecretScanner(): SecretScanner {
  let gate: Gate | null = null
  return { scanLine, scanHits }

  function scanLine(path: string, text: string): readonly SecretMatch[] {
    gate ??= createGate(secretKeywords)
    return scanHits(path, text, gate.scan(text))
  }

  function scanHits(path: string, text: string, hits: GateResult): readonly SecretMatch[] {
    const groups = secretGroups(hits)
    if (groups.length === 0) return none
    const found: SecretMatch[] = []
    for (const group of groups) {
      for (const match of applyRule(group, path, text, hits)) {
        if (!found.some((other) => match.start < other.end && other.start < match.end)) found.push(match)
      }
    }
    return found.sort((left, right) => left.start - right.start)
  }
}

function secretGroups(hits: GateResult): readonly number[] {
  if (hits.groups.length === 0) return []
  const groups = hits.groups.filter((group) => group < secretKeywords.length)
  return groups.length < 2 ? groups : [...new Set(groups)].sort((left, right) => left - right)
}

function applyRule(group: number, path: string, text: string, hits: GateResult): readonly SecretMatch[] {
  if (text.length <= wholeLineLimit) return findIn(group, path, text)
  // A name and its value are found where people write them, not in packed programs.
  if (group >= firstNamed) return none
  return partsAround(text, group, hits).flatMap(({ text: part, offset }) =>
    findIn(group, path, part).map((match) => ({ ...match, start: match.start + offset, end: match.end + offset })),
  )
}

function findIn(group: number, path: string, text: string): readonly SecretMatch[] {
  const vendor = vendorRules[group]
  return vendor === undefined
    ? guessingRules[group - vendorRules.length]!.find(path, text)
    : findVendorSecrets(vendor, text)
}
