import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { packet } from '../../../test/support/mail.ts'
import type { ValidationResult } from '../loop/types.ts'
import { type Packet, parsePacket, renderPacket } from './packet.ts'
import { fromFinding, fromLedger, nitsOf, toPacket, toRawFindings } from './packet-findings.ts'
import { gatePacket } from './packet-gate.ts'

const leaks = { secrets: ['very-secret-value'], folders: ['/srv/anna/project'] }
const time = new Date('2026-02-13T10:29:00Z')
const passed: ValidationResult = { command: 'npm test', status: 'passed', exitCode: 0, durationMs: 1, output: 'ok' }

const lock = finding({
  id: 'F-00000001',
  severity: 'P2',
  blocking: true,
  line: 12,
  title: 'The lock stays taken',
  problem: 'When the download fails, nobody releases it.\n\nIt happens once a day.',
  impact: 'Nobody can write any more.',
  fix: 'Release it in finally.',
  evidence: '\tlock.acquire()',
})

function packetOf(
  findings: Packet['findings'],
  validations: readonly ValidationResult[] = [passed],
  notRun: readonly string[] = [],
): Packet {
  const input = {
    topic: 'feature/lock & key',
    reviewer: 'codex',
    round: 2,
    time,
    verdict: 'fail',
    findings,
    validations,
    notRun,
  } as const
  const parsed = parsePacket(renderPacket(toPacket(input, leaks)))
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

describe('our findings as a packet', () => {
  it('have a name, a round, and counts', () => {
    expect(packetOf([fromFinding(lock, leaks)])).toMatchObject({
      packet_id: '20260213_feature_lock_key_codex_r2',
      round: 2,
      summary: { blocking_count: 1, non_blocking_count: 0 },
      qa_validation: { commands_run: [{ command: 'npm test', result: 'pass' }] },
    })
  })

  it('come back as they were, as far as a packet has words for it', () => {
    const [back] = toRawFindings(packetOf([fromFinding(lock, leaks)]))
    const { title, problem, impact, fix, severity, blocking, file, line } = lock
    expect(back).toMatchObject({ id: lock.id, raw: { title, problem, impact, fix, severity, blocking, file, line } })
    expect(back?.raw).toMatchObject({ evidence: 'lock.acquire()', reviewer: 'codex', confidence: 1 })
  })

  it.each(['a\nb.js', '\u202egnp.js', `${'d/'.repeat(200)}x.js`, '~home.js', 'C:x.js', 'end '])(
    'name the file %j in words, which has no place in a packet',
    (file) => {
      const [found] = packetOf([fromFinding({ ...lock, file }, leaks)]).findings
      expect(found).toMatchObject({ file: '.', line: 12, description: expect.stringContaining('In the file "') })
    },
  )

  it('are about the whole change where they name no file', () => {
    const [back] = toRawFindings(packetOf([fromFinding({ ...lock, file: null, line: null }, leaks)]))
    expect(back?.raw).toMatchObject({ file: null, line: null })
  })

  it.each([
    ['open', 'open'],
    ['persisting', 'not_fixed'],
    ['regressed', 'not_fixed'],
    ['fixed', 'fixed'],
    ['waived', 'wont_fix'],
    ['refuted', 'wont_fix'],
    ['accepted', 'wont_fix'],
    ['deferred', 'open'],
    ['discarded', 'wont_fix'],
  ] as const)('say what became of them: %s is %s', (status, word) => {
    const entry = {
      id: 'F-1',
      finding: lock,
      severity: 'P2',
      blocking: false,
      status,
      firstRound: 1,
      history: [],
      followUp: null,
    } as const
    expect(fromLedger(entry, leaks)).toMatchObject({ id: 'F-1', status: word, blocking: false })
  })

  it('carry no secrets, no folders of this machine and nothing that cannot be seen', () => {
    const told = fromFinding({ ...lock, problem: 'In /srv/anna/project/a.ts: very-secret-value\u202e\u001b' }, leaks)
    expect(told.description).toContain('In …/a.ts: …\ufffd')
    expect(packetOf([told]).findings).toHaveLength(1)
  })

  it('are cut where they are too long', () => {
    expect(
      packetOf([fromFinding({ ...lock, evidence: 'x'.repeat(30_000) }, leaks)]).findings[0]?.evidence,
    ).toHaveLength(20_000)
  })

  it.each([
    ['failed', 'fail'],
    ['timed_out', 'fail'],
  ] as const)('say that a command %s', (status, result) => {
    expect(packetOf([fromFinding(lock, leaks)], [{ ...passed, status }]).qa_validation?.commands_run).toMatchObject([
      { result },
    ])
  })

  it('say that a command was not run, which is neither a failure nor a pass', () => {
    const made = packetOf([fromFinding(lock, leaks)], [], ['npm test'])
    const notes = expect.stringContaining('not run')
    expect(made.qa_validation?.commands_run).toEqual([{ command: 'npm test', result: 'warn', notes }])
    expect(gatePacket({ value: made }).result).toBe('blocked')
  })
})

describe('a packet of somebody else', () => {
  const parsed = parsePacket(packet)
  const value = 'value' in parsed ? parsed.value : packetOf([])

  it('becomes findings, with a reason where one blocks', () => {
    const blocking = { ...value, findings: value.findings.map((one) => ({ ...one, severity: 'P2' as const })) }
    expect(toRawFindings(blocking).map(({ raw }) => [raw.title, raw.blocking, raw.impact])).toEqual([
      ['The lock stays taken', true, 'codex says that it blocks (round 1).'],
      ['teh lock', false, null],
    ])
  })

  it('leaves out what is resolved', () => {
    const done = { ...value, findings: value.findings.map((one) => ({ ...one, status: 'fixed' })) }
    expect(toRawFindings(done)).toEqual([])
  })

  it('becomes nits that let its own gate pass', () => {
    const nits = nitsOf(value, 'claude')
    expect(nits).toEqual([
      {
        nit_id: 'NIT-001',
        tier: 'P3',
        summary: 'teh lock',
        owner: 'claude',
        next_action: 'look at it after the merge',
        source: 'F-002',
      },
    ])
    expect(gatePacket({ value }, nits).reasons.join()).not.toContain('F-002')
  })
})
