import type { Finding, RawFinding } from '../../types.ts'
import { nameFindings } from '../findings/identity.ts'
import { isActive } from '../loop/entry-status.ts'
import type { LedgerEntry } from '../loop/types.ts'
import { hashText } from '../values/hash.ts'
import { beginning } from '../values/shortened.ts'
import type { Nit } from './bodies.ts'
import type { MessageOf } from './message.ts'
import type { Packet } from './packet.ts'
import { namedFinding, noDetails, toRawFindings } from './packet-findings.ts'

// What the other side found, as findings of our own ledger. Its quotes may be masked and its lines moved: nothing is checked
// against the files, and the names it gave are kept.

type Named = { readonly id: string; readonly raw: RawFinding }

/** What is unresolved in a packet, and the validation commands that did not pass where it was reviewed. */
export function findingsOf(packet: Packet): readonly Finding[] {
  return asFindings([...toRawFindings(packet), ...failedCommands(packet)])
}

/** What the other side lets be. */
export function waivedIn(packet: Packet): readonly Finding[] {
  const waived = packet.findings.filter(({ status }) => status === 'wont_fix')
  return asFindings(toRawFindings({ ...packet, findings: waived.map((finding) => ({ ...finding, status: 'open' })) }))
}

/** What is open in the ledger: for an answer that says nothing that can be used about it. */
export function stillOpen(ledger: readonly LedgerEntry[]): readonly Finding[] {
  return ledger.filter(isActive).map(({ id, finding, severity, blocking }) => ({ ...finding, id, severity, blocking }))
}

/** What an approval leaves for later. One that is known already keeps its name, unless it held the loop up: that is closed. */
export function laterFindings(
  { content, from }: MessageOf<'review_lgtm'>,
  ledger: readonly LedgerEntry[],
): readonly Finding[] {
  const { nits = [], follow_ups: older = [] } = content
  const known = new Map(ledger.filter(({ blocking }) => !blocking).map((entry) => [entry.id, entry]))
  const taken = new Set<string>()
  const named = (nits.length > 0 ? nits : older === 'none' ? [] : older.map(asNit)).map((nit) => {
    const entry = nit.source === undefined || taken.has(nit.source) ? undefined : known.get(nit.source)
    const id = entry?.id ?? nit.nit_id
    taken.add(id)
    const { file = null, line = null, evidence = null } = entry?.finding ?? {}
    return { id, raw: { ...rawNit(nit, from), file, line, evidence } }
  })
  return asFindings(named)
}

/** About the change as a whole: whoever fixes has to see them. A reviewer of ours has them among its findings. */
function failedCommands({ reviewer, findings, qa_validation: validation }: Packet): readonly Named[] {
  const failed = (validation?.commands_run ?? [])
    .filter(({ result }) => result !== 'pass')
    .map((command) => ({ ...command, id: `V-${hashText(command.command).slice(0, 8)}` }))
    .filter(({ id }) => !findings.some((finding) => finding.id === id))
  return failed.map(({ id, command, result, notes }) => ({
    id,
    raw: {
      ...about(reviewer, `\`${command}\` does not pass where ${reviewer} works`),
      severity: 'P1',
      blocking: true,
      category: 'validation',
      problem: [`${reviewer} ran \`${command}\`, and it ended with ${result}.`, notes ?? ''].join('\n\n').trim(),
      impact: 'Without it the quality gate does not pass.',
    },
  }))
}

type LaterItem = Exclude<NonNullable<MessageOf<'review_lgtm'>['content']['follow_ups']>, 'none'>[number]

/** The same in an older form, which has no names. */
function asNit(item: LaterItem, index: number): Nit {
  const { summary, tier = 'P3', owner, next_action: action } = typeof item === 'string' ? { summary: item } : item
  return {
    nit_id: `FOLLOW-${String(index + 1).padStart(3, '0')}`,
    tier,
    summary,
    owner: owner ?? 'the author of the change',
    next_action: action ?? 'look at it after the merge',
  }
}

function rawNit({ tier, summary, owner, next_action: action, tracking_ref: tracking }: Nit, from: string): RawFinding {
  return {
    ...about(from, summary),
    severity: tier,
    category: 'later',
    problem: `${summary}\n\nOwner: ${owner}${tracking === undefined ? '' : `; tracked as ${tracking}`}`,
    fix: action,
  }
}

function about(reviewer: string, title: string): RawFinding {
  return {
    ...noDetails,
    reviewer,
    file: null,
    line: null,
    severity: 'P3',
    blocking: false,
    category: 'code',
    title,
    problem: title,
    impact: null,
    fix: null,
    evidence: null,
  }
}

const longestTitle = 200

function asFindings(named: readonly Named[]): readonly Finding[] {
  const raws = named.map(({ raw }) => ({ ...raw, title: beginning(raw.title, longestTitle) }))
  const [names = []] = nameFindings(raws)
  return raws.map((raw, index) => namedFinding(raw, named[index]?.id ?? '', names[index]?.fingerprint ?? ''))
}
