import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { validation } from '../../../test/support/loop-journal.ts'
import type { Finding } from '../../types.ts'
import type { ValidationResult } from '../loop/types.ts'
import { type Packet, type PacketFinding, parsePacket, renderPacket } from './packet.ts'
import { toPacket } from './packet-findings.ts'
import { type EarlierRound, type Reviewed, type RewrittenTexts, reviewedFindings } from './reviewed-findings.ts'

const leaks = { secrets: [], folders: [] }
const lock = finding({
  id: 'F-0000000a',
  severity: 'P1',
  blocking: true,
  file: 'src/lock.ts',
  title: 'The lock stays taken',
  problem: 'When the download fails, nobody releases the lock.',
  evidence: 'lock.acquire()',
})
const name = finding({ id: 'F-0000000b', severity: 'P3', file: 'src/lock.ts', line: 9, title: 'A short name' })
const slow = finding({
  id: 'F-0000000c',
  severity: 'P2',
  blocking: true,
  file: 'src/list.ts',
  title: 'The list is read twice',
  impact: 'It takes twice as long.',
})

const passed = { result: 'pass', reasons: [] } as const

function review(findings: readonly Finding[], values: Partial<Reviewed> = {}): Reviewed {
  const round = values.earlier == null ? 1 : 2
  const result = { findings, discarded: [], gate: passed }
  return { round, result, validations: [], end: { kind: 'complete' }, earlier: null, ...values }
}

/** The packet of a round, as it is read back in the next one. */
function packetAfter(reviewed: Reviewed): Packet {
  const findings = reviewedFindings(reviewed, leaks)
  const verdict = findings.length === 0 ? 'pass' : 'fail'
  const time = new Date('2026-02-13T10:29:00Z')
  const input = {
    topic: 'x',
    reviewer: 'codex',
    round: 1,
    time,
    verdict,
    findings,
    validations: [],
    notRun: [],
  } as const
  const parsed = parsePacket(renderPacket(toPacket(input, leaks)))
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

/** Another history: what is known of the files now, and of what was there when they were reviewed. */
const rewritten = (now: Iterable<readonly [string, string]>, values: Partial<RewrittenTexts> = {}): RewrittenTexts => {
  return { now: new Map(now), before: null, areQuotesKnown: true, ...values }
}

const touched = { files: ['src/lock.ts', 'src/list.ts'], addressed: [], texts: null }

function earlierRound(first: Reviewed, values: Partial<EarlierRound> = {}): EarlierRound {
  return { packet: packetAfter(first), wasCutShort: false, done: touched, ...values }
}

const lines = (findings: readonly PacketFinding[]) =>
  findings.map(({ id, severity, blocking, status }) => `${id} ${severity} ${blocking ? 'blocks' : '-'} ${status}`)

describe('the first round', () => {
  it('lists what was found, the gravest first', () => {
    expect(lines(reviewedFindings(review([name, slow, lock]), leaks))).toEqual([
      'F-0000000a P1 blocks open',
      'F-0000000c P2 blocks open',
      'F-0000000b P3 - open',
    ])
  })

  it('does not list what was taken back at once', () => {
    const discarded = [
      { ...lock, code: 'refuted', reason: 'no' } as const,
      { ...name, code: 'waived', reason: 'ok' } as const,
    ]
    expect(reviewedFindings(review([], { result: { findings: [], discarded, gate: passed } }), leaks)).toEqual([])
  })

  it.each<[ValidationResult['status'], string]>([
    ['failed', 'exit code 1'],
    ['timed_out', 'in time'],
  ])('lists a validation command that %s, without what it printed', (status, words) => {
    const [found, ...more] = reviewedFindings(review([], { validations: [validation(status)] }), leaks)
    expect(found).toMatchObject({ severity: 'P1', blocking: true, status: 'open', file: '.' })
    expect(found?.id).toMatch(/^V-[0-9a-f]{8}$/)
    expect(found?.description).toContain('npm test')
    expect(found?.description).toContain(words)
    expect(more).toEqual([])
  })

  it('says that it is not complete where it was cut short, with what was found so far', () => {
    const end = { kind: 'cut_short', reasons: ['reviewer ran out of budget.'] } as const
    const found = reviewedFindings(review([name], { end, validations: [validation('timed_out')] }), leaks)
    expect(lines(found)).toEqual(['R-incomplete P1 blocks open', 'F-0000000b P3 - open'])
    expect(found[0]?.description).toContain('ran out of budget')
  })
})

describe('a later round', () => {
  const first = review([lock, name])

  it.each<[string, EarlierRound['done'], string]>([
    ['is fixed where its file was touched', { files: ['src/lock.ts'], addressed: [], texts: null }, 'fixed'],
    ['stays open where nothing was done about it', { files: ['x'], addressed: [], texts: null }, 'open'],
  ])('what is not found again %s', (_, done, status) => {
    const found = reviewedFindings(review([], { earlier: earlierRound(first, { done }) }), leaks)
    expect(found.map((each) => each.status)).toEqual([status, status])
  })

  it('believes the word of the author where nothing blocks, and says so where something does', () => {
    const done = { files: ['x'], addressed: ['F-0000000a', 'F-0000000b'], texts: null }
    const second = review([], { earlier: earlierRound(first, { done }) })
    const found = reviewedFindings(second, leaks)
    expect(lines(found)).toEqual(['F-0000000a P1 blocks open', 'F-0000000b P3 - fixed'])
    expect(found[0]?.description).toMatch(/^The lock stays taken\n[\s\S]*nothing was changed that shows it\.$/)
    const third = reviewedFindings(review([], { earlier: earlierRound(second, { done }) }), leaks)
    expect(third[0]?.description?.split('nothing was changed')).toHaveLength(2)
  })

  it.each<[string, [string, string][], string]>([
    ['is fixed where its file is there without the quoted code', [['src/lock.ts', 'using lock\n']], 'fixed'],
    ['stays open where the quoted code is there', [['src/lock.ts', 'x\r\n\tlock.acquire()\n']], 'open'],
    ['stays open where there is no such file', [], 'open'],
  ])('what is not found again on another branch %s', (_, texts, status) => {
    const done = { files: ['src/lock.ts'], addressed: ['F-0000000a'], texts: rewritten(texts) }
    const found = reviewedFindings(review([], { earlier: earlierRound(review([lock]), { done }) }), leaks)
    expect(found.map((each) => each.status)).toEqual([status])
  })

  it.each<[string, [string, string][], string, boolean]>([
    ['is fixed where its file is there without the quoted code', [['src/lock.ts', 'using lock\n']], 'fixed', false],
    ['stays open where the quoted code is there, which is said', [['src/lock.ts', 'lock.acquire()\n']], 'open', true],
    ['stays open where there is no such file, which is said', [], 'open', true],
  ])('what is not found again %s, where the commit of the last round is not here', (_, texts, status, isSaid) => {
    const done = { files: null, addressed: [], texts: rewritten(texts) }
    const [found] = reviewedFindings(review([], { earlier: earlierRound(review([lock]), { done }) }), leaks)
    expect(found?.status).toBe(status)
    expect(found?.description?.includes('is not known here')).toBe(isSaid)
  })

  it.each<[string, Partial<RewrittenTexts>, string]>([
    ['is fixed where the quoted code was there', { before: new Map([['src/lock.ts', 'lock.acquire()\n']]) }, 'fixed'],
    ['stays open where it never was', { before: new Map([['src/lock.ts', 'lock.take()\n']]) }, 'open'],
    ['stays open where nobody knows whether it was', { areQuotesKnown: false }, 'open'],
  ])('what is not found again in a rewritten history %s', (_, values, status) => {
    const done = { files: null, addressed: [], texts: rewritten([['src/lock.ts', 'using lock\n']], values) }
    const [found] = reviewedFindings(review([], { earlier: earlierRound(review([lock]), { done }) }), leaks)
    expect(found?.status).toBe(status)
  })

  it('closes nothing without a quote where the commit of the last round is not here, and doubts nothing that is found', () => {
    const earlier = earlierRound(review([{ ...lock, evidence: null }, slow]), {
      done: { files: null, addressed: [], texts: rewritten([['src/lock.ts', 'using lock\n']]) },
    })
    const found = reviewedFindings(review([slow], { earlier }), leaks)
    expect(lines(found)).toEqual(['F-0000000a P1 blocks open', 'F-0000000c P2 blocks not_fixed'])
    expect(found.map(({ description }) => description?.includes('is not known here'))).toEqual([true, false])
  })

  it('knows a quote that was masked, on another branch too', () => {
    const secret = { ...lock, evidence: 'password = very-secret-value' }
    const known = { secrets: ['very-secret-value'], folders: [] }
    const { packet } = earlierRound(review([secret]))
    const masked = { ...packet, findings: reviewedFindings(review([secret]), known) }
    const done = { files: [], addressed: [], texts: rewritten([['src/lock.ts', 'password = very-secret-value\n']]) }
    const earlier = { packet: masked, wasCutShort: false, done }
    expect(reviewedFindings(review([], { earlier }), known).map(({ status }) => status)).toEqual(['open'])
  })

  it('keeps the id of what is found again in other words at the same place, and says that it is not fixed', () => {
    const again = { ...lock, id: 'F-000000ff', fingerprint: 'ff:1', evidence: 'await lock.acquire()' }
    const found = reviewedFindings(review([again], { earlier: earlierRound(first) }), leaks)
    expect(lines(found)).toEqual(['F-0000000a P1 blocks not_fixed', 'F-0000000b P3 - fixed'])
    expect(found[0]?.evidence).toBe('await lock.acquire()')
  })

  it('does not block for what could have been found before, unless it is grave', () => {
    const grave = { ...lock, id: 'F-000000dd', file: 'src/other.ts', title: 'Quite another thing' }
    const found = reviewedFindings(review([slow, grave], { earlier: earlierRound(review([name])) }), leaks)
    expect(lines(found)).toEqual(['F-000000dd P1 blocks open', 'F-0000000c P2 - open', 'F-0000000b P3 - fixed'])
  })

  it('blocks for it where the first round is asked for again, as in a new session', () => {
    const found = reviewedFindings(review([slow], { round: 1, earlier: earlierRound(first) }), leaks)
    expect(lines(found)).toEqual(['F-0000000c P2 blocks open', 'F-0000000a P1 blocks fixed', 'F-0000000b P3 - fixed'])
  })

  it('blocks for it after a review that was cut short, of which nothing else is left', () => {
    const cut = review([], { end: { kind: 'cut_short', reasons: [] } })
    const found = reviewedFindings(review([slow], { earlier: earlierRound(cut, { wasCutShort: true }) }), leaks)
    expect(lines(found)).toEqual(['F-0000000c P2 blocks open'])
  })

  it('closes nothing when it is cut short', () => {
    const end = { kind: 'cut_short', reasons: [] } as const
    const found = reviewedFindings(review([], { end, earlier: earlierRound(first) }), leaks)
    expect(lines(found)).toEqual(['R-incomplete P1 blocks open', 'F-0000000a P1 blocks open', 'F-0000000b P3 - open'])
  })

  it('closes a validation command that passes now, whatever was touched', () => {
    const broken = review([], { validations: [validation('failed')] })
    const earlier = earlierRound(broken, { done: { files: ['x'], addressed: [], texts: null } })
    const found = reviewedFindings(review([], { validations: [validation('passed')], earlier }), leaks)
    expect(found.map(({ status }) => status)).toEqual(['fixed'])
    const still = reviewedFindings(review([], { validations: [validation('failed')], earlier }), leaks)
    expect(still.map(({ status }) => status)).toEqual(['not_fixed'])
  })

  it('does not believe a packet that says wont_fix, which anybody may have written', () => {
    const { packet } = earlierRound(first)
    const settled = { ...packet, findings: packet.findings.map((found) => ({ ...found, status: 'wont_fix' })) }
    const found = reviewedFindings(review([lock], { earlier: { ...earlierRound(first), packet: settled } }), leaks)
    expect(lines(found)).toEqual(['F-0000000a P1 blocks open'])
  })

  it('knows what was fixed in all rounds, and what came back', () => {
    const second = review([], { earlier: earlierRound(first) })
    const third = reviewedFindings(review([lock], { earlier: earlierRound(second) }), leaks)
    expect(lines(third)).toEqual(['F-0000000a P1 blocks not_fixed', 'F-0000000b P3 - fixed'])
  })

  it('lists what the verifier refutes now as something that will not be mended', () => {
    const discarded = [{ ...lock, code: 'refuted', reason: 'no' } as const]
    const result = { findings: [], discarded, gate: passed }
    const found = reviewedFindings(review([], { result, earlier: earlierRound(review([lock])) }), leaks)
    expect(lines(found)).toEqual(['F-0000000a P1 blocks wont_fix'])
  })
})

it('tells the author of a blocking claim that could not be checked', () => {
  const claim = { ...lock, code: 'evidence_not_found', reason: 'The quoted code is nowhere in the file.' } as const
  const gate = { result: 'inconclusive', reasons: ['so'], unverified: [lock.id] } as const
  const [told] = reviewedFindings(review([], { result: { findings: [], discarded: [claim], gate } }), leaks)
  expect(told).toMatchObject({ id: lock.id, severity: 'P1', blocking: true, status: 'open' })
  expect(told?.description).toContain('Nobody could check this against the code: The quoted code is nowhere')
})
