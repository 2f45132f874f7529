import type { Finding } from '../../types.ts'
import { normaliseQuote } from '../evidence/evidence.ts'
import { compareText } from '../values/compare-text.ts'
import { hashText } from '../values/hash.ts'

/** What of a finding stays the same while the lines around it move, whoever says it. */
export interface Substance {
  readonly file: string | null
  readonly line: number | null
  readonly rule: string | null
  readonly category: string
  readonly title: string
  readonly evidence: string | null
  readonly discriminator: string | null
}

export interface Name {
  readonly id: string
  readonly fingerprint: string
}

/**
 * Names the findings of one result. A fingerprint is `<hash>:<n>`, the n-th of its kind in the file from the top.
 * Later groups (what was discarded) are numbered after earlier ones and do not disturb their names.
 */
export function nameFindings(...groups: readonly (readonly Substance[])[]): readonly (readonly Name[])[] {
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  return groups.map((group) => {
    const names: Name[] = new Array(group.length)
    for (const index of readingOrder(group)) {
      const hash = substanceHash(group[index]!)
      const occurrence = (counts.get(hash) ?? 0) + 1
      counts.set(hash, occurrence)
      names[index] = nameOf(hash, occurrence, taken)
    }
    return names
  })
}

/** Gives a second finding of the same name (one carried over from the last round) the next free number. */
export function withUniqueNames(findings: readonly Finding[]): readonly Finding[] {
  const taken = new Set(findings.map(({ id }) => id))
  if (taken.size === findings.length) return findings
  const fingerprints = new Set(findings.map(({ fingerprint }) => fingerprint))
  const seen = new Set<string>()
  return findings.map((finding) => {
    if (!seen.has(finding.id)) {
      seen.add(finding.id)
      return finding
    }
    const { hash } = partsOf(finding.fingerprint)
    let occurrence = 2
    while (fingerprints.has(`${hash}:${occurrence}`)) occurrence += 1
    fingerprints.add(`${hash}:${occurrence}`)
    return { ...finding, ...nameOf(hash, occurrence, taken) }
  })
}

/** The hash is the same for all that say the same about the same quote; the number tells them apart. */
export function partsOf(fingerprint: string): { readonly hash: string; readonly occurrence: number } {
  const colon = fingerprint.lastIndexOf(':')
  if (colon === -1) return { hash: fingerprint, occurrence: 1 }
  return { hash: fingerprint.slice(0, colon), occurrence: Number(fingerprint.slice(colon + 1)) }
}

/** From the top of the file down, so that numbers do not depend on who answered first. */
function readingOrder(group: readonly Substance[]): readonly number[] {
  return group
    .map((_, index) => index)
    .sort((one, other) => {
      const [first, second] = [group[one]!, group[other]!]
      return (first.line ?? 0) - (second.line ?? 0) || compareText(first.title, second.title) || one - other
    })
}

function substanceHash(substance: Substance): string {
  const { file, rule, category, title, discriminator } = substance
  const quote = meaningfulQuote(substance)
  const words = quote === '' ? normaliseQuote(title).toLowerCase() : quote
  return hashText(JSON.stringify([file, rule ?? category.trim().toLowerCase(), words, discriminator]))
}

/** A reviewer that quotes the path of the file means all of it, which tells nothing about the problem. */
function meaningfulQuote({ file, rule, evidence }: Pick<Substance, 'file' | 'rule' | 'evidence'>): string {
  const quote = normaliseQuote(evidence ?? '')
  return rule === null && quote === file ? '' : quote
}

function nameOf(hash: string, occurrence: number, taken: Set<string>): Name {
  const fingerprint = `${hash}:${occurrence}`
  const id = freeId(occurrence === 1 ? hash : hashText(fingerprint), taken)
  taken.add(id)
  return { id, fingerprint }
}

function freeId(digits: string, taken: ReadonlySet<string>): string {
  for (let length = 8; length <= digits.length; length += 1) {
    const id = `F-${digits.slice(0, length)}`
    if (!taken.has(id)) return id
  }
  return freeId(digits + hashText(digits), taken)
}
