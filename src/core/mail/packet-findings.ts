import type { Finding, RawFinding } from '../../types.ts'
import type { LedgerEntry, LedgerStatus, ValidationResult } from '../loop/types.ts'
import { given } from '../values/given.ts'
import type { Nit } from './bodies.ts'
import { pathInside } from './field-types.ts'
import { clean, type LeakValues } from './leaks.ts'
import { packetId } from './names.ts'
import { isBlockingFinding, isResolved, type Packet, type PacketFinding, roundOfPacket, wholeChange } from './packet.ts'
import { openNits } from './packet-gate.ts'
import { hiddenCharacter } from './read-yaml.ts'
import { utcTimeOf } from './time.ts'

// Our findings in the words of the protocol, and back.

export interface PacketInput {
  readonly topic: string
  readonly reviewer: string
  readonly round: number
  readonly time: Date
  readonly verdict: 'pass' | 'fail'
  readonly findings: readonly PacketFinding[]
  readonly validations: readonly ValidationResult[]
  /** Commands for which no time was left. */
  readonly notRun: readonly string[]
}

export function toPacket(input: PacketInput, leaks: LeakValues): Packet {
  const { topic, reviewer, round, time, verdict, findings, validations, notRun } = input
  const open = findings.filter((finding) => !isResolved(finding))
  const blocking = open.filter(isBlockingFinding).length
  return {
    packet_id: packetId({ topic, owner: reviewer, round, time }),
    reviewer,
    round,
    created_at_utc: utcTimeOf(time),
    summary: { verdict, blocking_count: blocking, non_blocking_count: open.length - blocking },
    findings,
    qa_validation: {
      commands_run: [
        ...validations.map((validation) => toCommand(validation, leaks)),
        ...notRun.map((command) => toUnrun(command, leaks)),
      ],
    },
  }
}

/** A finding of a review, which is open. */
export function fromFinding(finding: Finding, leaks: LeakValues, status = 'open'): PacketFinding {
  const words = (text: string | null, most = 20_000) => {
    const safe = text === null ? '' : clean(text, leaks, most).trim()
    return safe === '' ? undefined : safe
  }
  const { id, severity, blocking, file, line, title, problem, impact, fix, suggestion, evidence, category } = finding
  const place = file === null ? wholeChange : placeOf(file)
  const parts = [
    title,
    problem,
    impact === null ? '' : `${impactMark}${impact}`,
    place === null ? `In the file ${JSON.stringify(file)}.` : '',
  ]
  const edit = suggestion === '' ? 'Delete the code.' : `Replace the code with:\n\n${suggestion}`
  const proposals = [fix ?? '', suggestion === null ? '' : edit]
  return {
    id,
    severity,
    blocking,
    status,
    file: place ?? wholeChange,
    ...given({
      area: words(category, 64)?.replaceAll('\n', ' '),
      line: line ?? undefined,
      description: words(paragraphs(parts)),
      evidence: words(evidence),
      recommendation: words(paragraphs(proposals)),
    }),
  }
}

/** Null where a packet has no words for a path: it is too long, or has characters that nobody sees. */
function placeOf(file: string): string | null {
  return pathInside(file) === file && !hiddenCharacter.test(file) ? file : null
}

/** A finding with what became of it. */
export function fromLedger({ id, finding, severity, blocking, status }: LedgerEntry, leaks: LeakValues): PacketFinding {
  return fromFinding({ ...finding, id, severity, blocking }, leaks, statusWords[status])
}

const statusWords: Record<LedgerStatus, string> = {
  open: 'open',
  persisting: 'not_fixed',
  regressed: 'not_fixed',
  deferred: 'open',
  fixed: 'fixed',
  waived: 'wont_fix',
  refuted: 'wont_fix',
  accepted: 'wont_fix',
  discarded: 'wont_fix',
}

/** What is unresolved in a packet, for our own ledger. Ids are kept by the caller: ours come from the quoted code. */
export function toRawFindings(packet: Packet): readonly { readonly id: string; readonly raw: RawFinding }[] {
  return packet.findings
    .filter((finding) => !isResolved(finding))
    .map((finding) => ({ id: finding.id, raw: toRawFinding(finding, packet) }))
}

/** One nit for each open finding that does not block. */
export function nitsOf(packet: Packet, owner: string): readonly Nit[] {
  return openNits(packet).map((finding, index) => ({
    nit_id: `NIT-${String(index + 1).padStart(3, '0')}`,
    tier: finding.severity === 'P3' ? 'P3' : 'P2',
    summary: firstLine(finding.description ?? finding.evidence ?? finding.id).slice(0, 1000),
    owner,
    next_action: (finding.recommendation ?? 'look at it after the merge').slice(0, 1000).trim(),
    source: finding.id,
  }))
}

const impactMark = 'Impact: '

export function toRawFinding(finding: PacketFinding, packet: Packet): RawFinding {
  const { title, problem, impact } = readDescription(finding)
  const blocking = isBlockingFinding(finding)
  return {
    ...noDetails,
    reviewer: packet.reviewer,
    file: finding.file === wholeChange ? null : finding.file,
    line: finding.line ?? null,
    severity: finding.severity,
    blocking,
    category: finding.area ?? 'code',
    title,
    problem,
    // A P2 blocks for a reason; that the other side insists is one.
    impact: impact ?? (blocking ? `${packet.reviewer} says that it blocks (round ${roundOfPacket(packet)}).` : null),
    fix: finding.recommendation ?? null,
    evidence: finding.evidence ?? null,
  }
}

/** What no message tells of a finding. */
export const noDetails = {
  endLine: null,
  rule: null,
  suggestion: null,
  discriminator: null,
  confidence: 1,
  discard: false,
}

/** A finding of another agent under the name it gave: nothing of it was checked against the files. */
export function namedFinding(raw: RawFinding, id: string, fingerprint: string): Finding {
  const { reviewer, discard: _discard, discriminator: _discriminator, ...finding } = raw
  return { ...finding, id, fingerprint, reviewers: [reviewer], agreement: 1, reportedLine: null, verification: null }
}

function readDescription(finding: PacketFinding): { title: string; problem: string; impact: string | null } {
  const text = finding.description ?? finding.evidence ?? finding.id
  const [title = '', ...rest] = text.split('\n')
  const parts = rest.join('\n').trim().split('\n\n')
  const impact = parts.find((part) => part.startsWith(impactMark))
  const extra = [finding.repro, finding.expected === undefined ? undefined : `Expected: ${finding.expected}`]
  const problem = paragraphs([...parts.filter((part) => part !== impact), ...extra.map((part) => part ?? '')])
  return { title, problem: problem === '' ? text : problem, impact: impact?.slice(impactMark.length) ?? null }
}

/** Only how it ended: what it printed stays on this machine. */
function toCommand({ command, status }: ValidationResult, leaks: LeakValues) {
  const result = status === 'passed' ? ('pass' as const) : ('fail' as const)
  const notes = status === 'timed_out' ? { notes: 'It ran out of time.' } : {}
  return { command: clean(command, leaks, 2000), result, ...notes }
}

/** Nobody knows how it ends, which is no pass. */
function toUnrun(command: string, leaks: LeakValues) {
  const notes = 'It was not run: the time was used up before.'
  return { command: clean(command, leaks, 2000), result: 'warn' as const, notes }
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
