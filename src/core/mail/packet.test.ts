import { describe, expect, it } from 'vitest'
import { packet, swap } from '../../../test/support/mail.ts'
import { parsePacket, renderPacket } from './packet.ts'
import { gatePacket, type PacketGate } from './packet-gate.ts'

const first = packet.slice(packet.indexOf('  - id: F-001'), packet.indexOf('  - id: F-002'))
const findings = packet.slice(packet.indexOf('findings:'), packet.indexOf('qa_validation'))
const fixed = swap(swap(packet, 'status: open', 'status: fixed'), 'verdict: fail', 'verdict: pass')
const none = swap(swap(packet, findings, 'findings: []\n'), 'verdict: fail', 'verdict: pass')
const loud = swap(swap(packet, 'blocking: false', 'blocking: true'), 'count: 1\n  non_blocking_count: 1', 'count: 2')
const clean = swap(none, '  blocking_count: 1\n  non_blocking_count: 1\n', '')

describe('a findings packet', () => {
  it.each([
    ['as it comes from a reviewer', packet],
    ['without findings, but with its verdict', clean],
    ['with another word for the status', swap(packet, 'status: open', 'status: needs_clarification')],
    ['with an area of its own', swap(packet, 'area: code', 'area: protocol')],
    ['without a round, which its id says', swap(packet, 'round: 1\n', '')],
    ['about the whole change', swap(packet, 'file: src/lock.ts', 'file: .')],
    ['about a place that was left blank', swap(packet, 'file: src/lock.ts', 'file: ""')],
    ['with a P3 that says that it blocks, and is counted so', loud],
    [
      'with attachments',
      swap(
        packet,
        '    evidence: lock',
        '    evidence_attachments:\n      - {type: screenshot, path: evidence/a.png}\n    evidence: lock',
      ),
    ],
  ])('is read, and is the same when it is written again: %s', (_, text) => {
    const parsed = parsePacket(text)
    expect(parsed).toHaveProperty('value')
    if ('value' in parsed) expect(parsePacket(renderPacket(parsed.value))).toEqual(parsed)
  })

  it.each<[string, string, number, string]>([
    ['an empty file', '', 1, 'found nothing'],
    ['a list', '- a\n', 1, 'found a list'],
    ['no id', swap(packet, 'packet_id: 20260213_review_loop_codex_r1\n', ''), 1, '"packet_id" is missing'],
    ['an id that is a path', swap(packet, '20260213_review', '../review'), 1, '"packet_id" must be an id'],
    ['no reviewer', swap(packet, 'reviewer: codex\n', ''), 1, '"reviewer" is missing'],
    ['a round other than in the id', swap(packet, 'round: 1', 'round: 2'), 4, '"round" is 2 and the id says 1'],
    ['no findings', swap(packet, findings, ''), 1, '"findings" is missing'],
    ['findings that are nothing', swap(packet, findings, 'findings:\n'), 10, '"findings" is empty'],
    ['findings that are text', swap(packet, findings, 'findings: none\n'), 10, '"findings" must be a list'],
    [
      'no finding and no verdict',
      swap(clean, '  verdict: pass\n', '  blocking_count: 0\n'),
      8,
      'does not say "verdict: pass"',
    ],
    ['a summary of more than there is', swap(packet, first, ''), 6, 'counts 1 blocking of 2, the packet lists 0 of 1'],
    ['another verdict', swap(packet, 'verdict: fail', 'verdict: maybe'), 7, '"summary.verdict" must be one of'],
    [
      'a finding without an id',
      swap(packet, '- id: F-001\n    severity', '- severity'),
      11,
      '"findings.1.id" is missing',
    ],
    ['a finding twice', swap(packet, 'F-002', 'F-001'), 23, '"findings.2" repeats "F-001"'],
    ['a finding without a severity', swap(packet, '    severity: P1\n', ''), 11, '"findings.1.severity" is missing'],
    ['a severity in words', swap(packet, 'severity: P1', 'severity: high'), 12, '"findings.1.severity" must be one of'],
    [
      'a finding that does not say whether it blocks',
      swap(packet, '    blocking: true\n', ''),
      11,
      '"findings.1.blocking" is missing',
    ],
    ['a finding without a status', swap(packet, '    status: open\n', ''), 11, '"findings.1.status" is missing'],
    [
      'a status in two words',
      swap(packet, 'status: open', 'status: not fixed'),
      14,
      '"findings.1.status" must be a word',
    ],
    ['a finding without a file', swap(packet, '    file: src/lock.ts\n', ''), 11, '"findings.1.file" is missing'],
    ['a file outside', swap(packet, 'file: src', 'file: ../src'), 16, '"findings.1.file" must be a path'],
    ['a file from the root', swap(packet, 'file: src', 'file: /src'), 16, '"findings.1.file" must be a path'],
    ['a line 0', swap(packet, 'line: 12', 'line: 0'), 17, '"findings.1.line" must be a whole number'],
    [
      'a finding without words',
      swap(packet, "    evidence: 'teh lock'\n", ''),
      23,
      'F-002, which needs a "description" or "evidence"',
    ],
    ['an unknown field', swap(packet, 'area: code', 'owner: anna'), 15, 'unknown field "findings.1.owner"'],
    [
      'a command without its end',
      swap(packet, '      result: pass\n', ''),
      32,
      '"qa_validation.commands_run.1.result" is missing',
    ],
    [
      'an unknown end of a command',
      swap(packet, 'result: pass', 'result: ok'),
      33,
      'result" must be one of pass, fail, warn',
    ],
    [
      'an attachment outside',
      swap(packet, 'repro: Let', 'evidence_attachments: [{type: screenshot, path: /a}]\n    repro: Let'),
      19,
      'evidence_attachments.1.path',
    ],
    ['a finding that says nothing', 'packet_id: a_r1\nreviewer: codex\nfindings:\n  -\n', 4, '"findings.1" is empty'],
    ['a finding that is a word', 'packet_id: a_r1\nreviewer: codex\nfindings: [a]\n', 3, '"findings.1" must be a map'],
    ['a bomb', `findings: ${'- '.repeat(50_000)}`, 1, 'nested more than 8 levels deep'],
  ])('is refused with %s', (_, text, line, problem) => {
    expect(parsePacket(text)).toEqual({
      problems: expect.arrayContaining([{ line, text: expect.stringContaining(problem) }]),
    })
    expect(gatePacket(parsePacket(text)).result).toBe('unreadable')
  })
})

describe('the gate of a packet', () => {
  it.each<[string, string, PacketGate['result'], string]>([
    ['nothing found and all commands pass', clean, 'pass', ''],
    ['what blocked is fixed', fixed, 'pass', ''],
    ['what blocked will not be fixed', swap(fixed, 'status: fixed', 'status: wont_fix'), 'pass', ''],
    [
      'a P1 is open about the whole',
      swap(packet, 'src/lock.ts', '.').replace('    line: 12\n', ''),
      'blocked',
      'F-001 (P1, open) blocks: the change as a whole.',
    ],
    ['a P1 is open', packet, 'blocked', 'F-001 (P1, open) blocks: src/lock.ts:12.'],
    [
      'a P1 is open and says that it does not block',
      swap(packet, 'blocking: true', 'blocking: false').replace('blocking_count: 1', 'blocking_count: 0'),
      'blocked',
      'F-001',
    ],
    ['a P0 is open and says that it does not block', swap(fixed, 'severity: P3', 'severity: P0'), 'blocked', 'F-002'],
    ['a blocking P2 is open', swap(swap(packet, 'severity: P1', 'severity: P2'), 'fail', 'pass'), 'blocked', 'F-001'],
    ['a status that nobody knows', swap(packet, 'status: open', 'status: done'), 'blocked', 'F-001 (P1, done)'],
    ['it is not fixed', swap(fixed, 'status: fixed', 'status: not_fixed'), 'blocked', 'F-001 (P1, not_fixed)'],
    [
      'the reviewer says fail',
      swap(clean, 'verdict: pass', 'verdict: fail').replace('findings: []', findings.replaceAll('open', 'fixed')),
      'blocked',
      'is fail',
    ],
    ['a command failed', swap(fixed, 'result: pass', 'result: fail'), 'blocked', '`npm test` ended with fail'],
    ['a command warned', swap(fixed, 'result: pass', 'result: warn'), 'blocked', '`npm test` ended with warn'],
    [
      'no command was run',
      swap(fixed, fixed.slice(fixed.indexOf('  commands_run'), fixed.indexOf('  deployment')), ''),
      'blocked',
      'No validation command',
    ],
    [
      'nobody speaks of commands',
      swap(fixed, fixed.slice(fixed.indexOf('qa_validation')), ''),
      'blocked',
      'No validation command',
    ],
  ])('says of a packet where %s', (_, text, result, reason) => {
    const gate = gatePacket(parsePacket(text))
    expect(gate.result).toBe(result)
    expect(gate.reasons.join('\n')).toContain(reason)
    expect(gate.reasons.length === 0).toBe(result === 'pass')
  })

  it('does not let a P3 block that says so, and tells it', () => {
    const gate = gatePacket(
      parsePacket(swap(swap(loud, 'status: open', 'status: fixed'), 'verdict: fail', 'verdict: pass')),
    )
    expect(gate).toEqual({
      result: 'pass',
      reasons: [],
      notices: ['F-002 says that it blocks, but a P3 never blocks: it does not count as blocking.'],
    })
    expect(gatePacket(parsePacket(packet)).notices).toEqual([])
  })

  it('takes a finding without a place for one about the change as a whole', () => {
    const { reasons } = gatePacket(parsePacket(swap(packet, 'file: src/lock.ts', 'file: ""')))
    expect(reasons).toContain('F-001 (P1, open) blocks: the change as a whole.')
  })

  const nit = { nit_id: 'NIT-001', tier: 'P3', summary: 'a typo', owner: 'claude', next_action: 'mend it' } as const
  it.each([
    ['no nits', [], 'blocked'],
    ['a nit of something else', [{ ...nit, source: 'F-009' }], 'blocked'],
    ['a nit that comes from it', [{ ...nit, source: 'F-002' }], 'pass'],
    ['a nit with its name', [{ ...nit, nit_id: 'F-002' }], 'pass'],
  ] as const)('lets an open P3 through only with its nit: %s', (_, nits, result) => {
    expect(gatePacket(parsePacket(fixed), nits).result).toBe(result)
  })
})
