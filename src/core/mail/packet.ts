import * as v from 'valibot'
import { type Parsed, readDocument, renderDocument } from './document.ts'
import {
  integer,
  itemId,
  matching,
  oneLine,
  pathInside,
  prose,
  relativePath,
  severity,
  truth,
  utcTime,
} from './field-types.ts'
import { expectsOf, fields, list, oneOf, optional, required, text } from './fields.ts'

// Findings packets: what one reviewer found in one round.

const attachment = fields({
  type: required(
    oneOf([
      'query_result',
      'screenshot',
      'recording',
      'generated_image',
      'forecast',
      'contribution_analysis',
      'catalog_search',
      'command_output',
    ]),
    'What it is',
  ),
  path: required(relativePath, 'Where it is, below the packet'),
  tool: optional(oneLine(200), 'What made it'),
  summary: optional(prose(2000), 'What it shows'),
})

const attachments = optional(list(attachment, { most: 50 }), 'Files that show it')

/** What stands for a path where a finding is about the change as a whole. */
export const wholeChange = '.'

const path = text('a path inside the repository, or "." or nothing for the whole change', (written) =>
  written === wholeChange ? written : pathInside(written),
)

const place = v.pipe(v.undefinedable(path, wholeChange), v.metadata({ expects: expectsOf(path) }))

export const packetFinding = fields(
  {
    id: required(itemId, 'Its name in all rounds'),
    severity: required(severity, 'How grave it is; P0 and P1 always block'),
    blocking: required(truth, 'Whether it blocks; decides for a P2'),
    status: required(
      matching('a word: open, fixed, wont_fix, not_fixed or needs_clarification', /^[a-z][a-z_]{0,31}$/),
      'What became of it; resolved is what is fixed or wont_fix, and nothing else',
    ),
    area: optional(oneLine(64), 'What it is about: code, tests, docs, security'),
    file: required(place, 'Where it is'),
    line: optional(integer(1, 100_000_000), 'The line in the new version of the file'),
    description: optional(prose(20_000), 'What is wrong'),
    repro: optional(prose(20_000), 'How to see it'),
    expected: optional(prose(20_000), 'What should happen instead'),
    evidence: optional(prose(20_000), 'The code that shows it'),
    recommendation: optional(prose(20_000), 'What to do'),
    evidence_attachments: attachments,
  },
  [
    ['id', 'description', 'evidence'],
    ({ id, description, evidence }) =>
      description === undefined && evidence === undefined
        ? `is ${id}, which needs a "description" or "evidence"`
        : null,
  ],
)

export type PacketFinding = v.InferOutput<typeof packetFinding>

export const packetSummary = fields({
  verdict: optional(oneOf(['pass', 'fail']), 'What the reviewer says of the whole'),
  blocking_count: optional(integer(0, 10_000), 'How many findings block'),
  non_blocking_count: optional(integer(0, 10_000), 'How many do not'),
})

export const packetCommand = fields({
  command: required(prose(2000), 'What was run'),
  result: required(oneOf(['pass', 'fail', 'warn']), 'How it ended; only pass passes'),
  notes: optional(prose(5000), 'What else is to be said'),
  mcp_tool: optional(oneLine(200), 'The tool it was run with'),
  attachments,
})

export const deploymentCheck = fields({
  ready: optional(truth, 'Whether it may be deployed'),
  rollback_verified: optional(truth, 'Whether it can be taken back'),
  notes: optional(prose(5000), 'What else is to be said'),
})

const validation = fields({
  commands_run: optional(list(packetCommand, { most: 100 }), 'Commands that check the change'),
  deployment_check: optional(deploymentCheck, 'What was checked about the deployment'),
})

/** A packet that contradicts itself lost something on its way. */
export const packetSchema = fields(
  {
    packet_id: required(
      matching(
        'an id like 20260213_topic_codex_r1 (letters, digits, ".", "_", "-"; at most 200)',
        /^[A-Za-z0-9][\w.-]{0,199}$/,
      ),
      'Name of the packet, and of its file',
    ),
    source_review_packet: optional(relativePath, 'The packet that asked for the review'),
    reviewer: required(oneLine(100), 'Who looked; `unknown` is whoever sends it'),
    round: optional(integer(1, 99), 'The round; else what the id ends with'),
    created_at_utc: optional(utcTime, 'When it was written'),
    summary: optional(packetSummary, 'What it comes to'),
    findings: required(
      list(packetFinding, { most: 2000, unique: ({ id }) => id }),
      'What was found; an empty list only with the verdict pass',
    ),
    qa_validation: optional(validation, 'What was run'),
  },
  [
    ['round', 'packet_id'],
    ({ round, packet_id: id }) => {
      const named = roundInId(id)
      return round === undefined || named === null || round === named ? null : `is ${round} and the id says ${named}`
    },
  ],
  [
    ['findings', 'summary'],
    ({ findings, summary }) =>
      findings.length === 0 && summary?.verdict !== 'pass'
        ? 'is empty, and the summary does not say "verdict: pass"'
        : null,
  ],
  [
    ['summary', 'findings'],
    ({ summary, findings }) => {
      const { blocking_count: blocking = 0, non_blocking_count: others = 0 } = summary ?? {}
      // Some count whatever says so of itself.
      const listed = findings.filter((finding) => isBlockingFinding(finding) || finding.blocking).length
      return blocking > listed || blocking + others > findings.length
        ? `counts ${blocking} blocking of ${blocking + others}, the packet lists ${listed} of ${findings.length}`
        : null
    },
  ],
)

export type Packet = v.InferOutput<typeof packetSchema>

/** P0 and P1 whatever they say of themselves; a P3 never. */
export function isBlockingFinding({ severity: grade, blocking }: PacketFinding): boolean {
  return grade === 'P0' || grade === 'P1' || (grade === 'P2' && blocking)
}

export function isResolved({ status }: PacketFinding): boolean {
  return status === 'fixed' || status === 'wont_fix'
}

/** As it is written, else as its id says, else the first. */
export function roundOfPacket({ packet_id, round }: Packet): number {
  return round ?? roundInId(packet_id) ?? 1
}

function roundInId(id: string): number | null {
  const [, digits] = /_r([1-9]\d?)$/.exec(id) ?? []
  return digits === undefined ? null : Number(digits)
}

export function parsePacket(text: string): Parsed<Packet> {
  return readDocument(text, packetSchema, { characters: 2_000_000, depth: 8 })
}

export function renderPacket(packet: Packet): string {
  return renderDocument(packetSchema, packet)
}
