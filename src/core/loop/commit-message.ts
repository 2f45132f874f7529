import type { Finding, FixResult } from '../../types.ts'
import { shortened } from '../values/shortened.ts'
import type { FixCertificate, LedgerEntry } from './types.ts'

export interface FixMessage {
  readonly round: number
  /** Of all tries; the claims of the last one count. */
  readonly results: readonly FixResult[]
  readonly ledger: readonly LedgerEntry[]
  readonly session: string
  /** What is known at this time. */
  readonly certificates?: readonly FixCertificate[]
}

/**
 * The message of a fix. The last paragraph is ours alone, and no other line begins with a word of somebody else, so none can
 * pass for a trailer.
 */
export function commitMessage({ round, results, ledger, session, certificates = [] }: FixMessage): string {
  const addressed = new Set(results.flatMap((result) => result.addressed.map(({ id }) => id)))
  const entries = ledger.filter(({ id }) => addressed.has(id))
  return fixMessage({
    about: `code review round ${round}`,
    findings: entries.map(({ id, severity, finding }) => ({ ...finding, id, severity })),
    proofs: new Map(certificates.map(({ finding, text }) => [finding, text])),
    mark: commitMark(session, `round ${round}`),
  })
}

/** The last line of a commit of ours: by it the commit is known again. */
export const commitMark = (session: string, step: string): string => `${commitTrailer}: ${session} ${step}`

export const commitTrailer = 'Review-Loop'

type Addressed = Pick<Finding, 'id' | 'severity' | 'title' | 'file' | 'line'>

export interface AnyFixMessage {
  /** 'code review round 2' */
  readonly about: string
  readonly findings: readonly Addressed[]
  /** By the id of a finding. */
  readonly proofs?: ReadonlyMap<string, string>
  readonly mark: string
}

/** The same for a fix that is not of a round. */
export function fixMessage({ about, findings, proofs = new Map(), mark }: AnyFixMessage): string {
  const shown = findings.slice(0, mostFindings)
  const items = shown.flatMap((finding) => [...bullet(describe(finding)), ...indented(proofs.get(finding.id) ?? '')])
  const more = findings.length - shown.length
  const body = [...items, ...(more > 0 ? [`- and ${more} more`] : [])]
  const subject = shortened(`fix: address ${about} - ${briefOf(findings)}`, width)
  return [subject, '', ...body, ...(body.length > 0 ? [''] : []), mark, ''].join('\n')
}

const mostFindings = 50
const width = 100

function briefOf(findings: readonly Addressed[]): string {
  const [first, ...others] = findings
  if (first === undefined) return 'no finding'
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `${shortened(plainLine(first.title), 55 - more.length) || first.id}${more}`
}

function describe({ id, severity, title, file, line }: Addressed): string {
  const place = file === null ? '' : ` ${file}${line === null ? '' : `:${line}`}`
  return `${id} ${severity}${place}: ${title}`
}

function bullet(text: string): readonly string[] {
  const [first = '', ...rest] = indented(text)
  return [`-${first.slice(1)}`, ...rest]
}

/** Wrapped, each line after two blanks. */
function indented(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of plainLine(text).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else if (word !== '') lines.push(`  ${shortened(word, longestWord)}`)
  }
  return lines
}

const longestWord = 96

/** What services read out of commit messages as orders: trailers, closed issues, skipped checks, people to call. */
const orders: readonly [pattern: RegExp, replacement: string][] = [
  [/\b([a-z]+(?:-[a-z]+)+)\s*:/gi, '$1'],
  [/#(?=\d)/g, 'no. '],
  [/\bGH-(?=\d)/gi, 'GH '],
  [/\bhttps?:\/\//gi, ''],
  [/\[/g, '('],
  [/\]/g, ')'],
  [/\*{3}/g, ''],
  [/@(?=[\w-])/g, '@ '],
]

/** Titles are the words of an agent: one line, nothing that is not seen, no orders. */
function plainLine(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
  const harmless = orders.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), seen)
  return harmless.trim()
}
