import { type Parsed, readDocument } from './document.ts'
import { type Check, group, optional, required, type Values } from './fields.ts'
import { renderYaml } from './render-yaml.ts'
import {
  integer,
  itemId,
  list,
  oneLine,
  oneOf,
  pathInside,
  prose,
  relativePath,
  scalar,
  severity,
  truth,
  utcTime,
} from './rules.ts'

// Findings packets: what one reviewer found in one round.

const attachmentFields = {
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
}

const attachments = optional(list(group(attachmentFields), { most: 50 }), 'Files that show it')

/** What stands for a path where a finding is about the change as a whole. */
export const wholeChange = '.'

const place = scalar('a path inside the repository, or "." or nothing for the whole change', (text) =>
  text === wholeChange ? text : pathInside(text),
)

export const packetFindingFields = {
  id: required(itemId, 'Its name in all rounds'),
  severity: required(severity, 'How grave it is; P0 and P1 always block'),
  blocking: required(truth, 'Whether it blocks; decides for a P2'),
  status: required(
    scalar('a word: open, fixed, wont_fix, not_fixed or needs_clarification', (text) =>
      /^[a-z][a-z_]{0,31}$/.test(text) ? text : undefined,
    ),
    'What became of it; resolved is what is fixed or wont_fix, and nothing else',
  ),
  area: optional(oneLine(64), 'What it is about: code, tests, docs, security'),
  file: required(place, 'Where it is', wholeChange),
  line: optional(integer(1, 100_000_000), 'The line in the new version of the file'),
  description: optional(prose(20_000), 'What is wrong'),
  repro: optional(prose(20_000), 'How to see it'),
  expected: optional(prose(20_000), 'What should happen instead'),
  evidence: optional(prose(20_000), 'The code that shows it'),
  recommendation: optional(prose(20_000), 'What to do'),
  evidence_attachments: attachments,
}

export type PacketFinding = Values<typeof packetFindingFields>

const needsWords: Check<typeof packetFindingFields> = ({ id, description, evidence }, complain) => {
  if (description === undefined && evidence === undefined) {
    complain('id', `${id ?? 'a finding'} needs a "description" or "evidence"`)
  }
}

export const summaryFields = {
  verdict: optional(oneOf(['pass', 'fail']), 'What the reviewer says of the whole'),
  blocking_count: optional(integer(0, 10_000), 'How many findings block'),
  non_blocking_count: optional(integer(0, 10_000), 'How many do not'),
}

export const commandFields = {
  command: required(prose(2000), 'What was run'),
  result: required(oneOf(['pass', 'fail', 'warn']), 'How it ended; only pass passes'),
  notes: optional(prose(5000), 'What else is to be said'),
  mcp_tool: optional(oneLine(200), 'The tool it was run with'),
  attachments,
}

export const deploymentFields = {
  ready: optional(truth, 'Whether it may be deployed'),
  rollback_verified: optional(truth, 'Whether it can be taken back'),
  notes: optional(prose(5000), 'What else is to be said'),
}

export const validationFields = {
  commands_run: optional(list(group(commandFields), { most: 100 }), 'Commands that check the change'),
  deployment_check: optional(group(deploymentFields), 'What was checked about the deployment'),
}

export const packetFields = {
  packet_id: required(
    scalar('an id like 20260213_topic_codex_r1 (letters, digits, ".", "_", "-"; at most 200)', (text) =>
      /^[A-Za-z0-9][\w.-]{0,199}$/.test(text) ? text : undefined,
    ),
    'Name of the packet, and of its file',
  ),
  source_review_packet: optional(relativePath, 'The packet that asked for the review'),
  reviewer: required(oneLine(100), 'Who looked; `unknown` is whoever sends it'),
  round: optional(integer(1, 99), 'The round; else what the id ends with'),
  created_at_utc: optional(utcTime, 'When it was written'),
  summary: optional(group(summaryFields), 'What it comes to'),
  findings: required(
    list(group(packetFindingFields, needsWords), { most: 2000, unique: ({ id }) => id }),
    'What was found; an empty list only with the verdict pass',
  ),
  qa_validation: optional(group(validationFields), 'What was run'),
}

export type Packet = Values<typeof packetFields>

/** A packet that contradicts itself lost something on its way. */
const checkPacket: Check<typeof packetFields> = ({ packet_id: id, round, summary, findings }, complain) => {
  const named = id === undefined ? null : roundInId(id)
  if (round !== undefined && named !== null && round !== named) {
    complain('round', `"round" is ${round} and the id says ${named}`)
  }
  if (findings === undefined) return
  if (findings.length === 0 && summary?.verdict !== 'pass') {
    complain('findings', 'no findings, and the summary does not say "verdict: pass"')
  }
  const listed = findings.length
  // Some count whatever says so of itself.
  const blocking = findings.filter((finding) => isBlockingFinding(finding) || finding.blocking).length
  const counted = { blocking: summary?.blocking_count ?? 0, others: summary?.non_blocking_count ?? 0 }
  if (counted.blocking > blocking || counted.blocking + counted.others > listed) {
    const all = counted.blocking + counted.others
    complain(
      'summary',
      `the summary counts ${counted.blocking} blocking of ${all}, the packet lists ${blocking} of ${listed}`,
    )
  }
}

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

const packetRule = group(packetFields, checkPacket)

export function parsePacket(text: string): Parsed<Packet> {
  return readDocument(text, packetRule, { characters: 2_000_000, depth: 8 })
}

export function renderPacket(packet: Packet): string {
  return renderYaml(packetFields, packet)
}
