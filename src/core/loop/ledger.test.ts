import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { holdsUp } from './entry-status.ts'
import { afterApproval, afterReview, type ReviewedRound } from './ledger.ts'
import { accept } from './person-decisions.ts'
import { rolledBackTo } from './roll-back.ts'
import type { LedgerEntry, LedgerStatus } from './types.ts'

const lock = finding({
  id: 'F-00000001',
  severity: 'P1',
  blocking: true,
  line: 10,
  title: 'The lock is never released',
  problem: 'When the download fails, the lock of the cache stays taken.',
  evidence: 'lock.acquire()',
})
const price = finding({
  id: 'F-00000002',
  severity: 'P2',
  blocking: true,
  line: 80,
  title: 'Prices are rounded twice',
  problem: 'A basket with many items costs some cents too much.',
  evidence: 'round(round(sum))',
})
const door: Finding = {
  ...lock,
  id: 'F-00000003',
  fingerprint: '00000003:1',
  file: 'src/door.ts',
  title: 'Anybody can open the door',
  problem: 'No permission is checked before the handler runs.',
  evidence: 'open(door)',
}

/** The same problem after a fix that did not help: other code, the same words. */
const lockAgain: Finding = {
  ...lock,
  id: 'F-0000000a',
  fingerprint: '0000000a:1',
  line: 14,
  evidence: 'await lock.acquire()',
}

function round(number: number, findings: readonly Finding[], values: Partial<ReviewedRound> = {}): ReviewedRound {
  return { round: number, findings, refuted: [], waived: [], commit: `c${number}`, done: null, ...values }
}

function ledgerAfter(...rounds: readonly ReviewedRound[]): readonly LedgerEntry[] {
  return rounds.reduce<readonly LedgerEntry[]>((ledger, reviewed) => afterReview(ledger, reviewed), [])
}

const shown = (ledger: readonly LedgerEntry[]) => ledger.map(({ id, status }) => `${id} ${status}`)
const path = ({ history }: LedgerEntry) => history.map(({ status }) => status)

describe('the ledger after a review', () => {
  it('keeps the id of a finding whose line moved', () => {
    const ledger = ledgerAfter(round(1, [lock]), round(2, [{ ...lock, line: 400 }]))
    expect(shown(ledger)).toEqual(['F-00000001 persisting'])
    expect(ledger[0]!.finding.line).toBe(400)
  })

  it('keeps the old id when a fix changed the quoted code but not the problem', () => {
    const ledger = ledgerAfter(round(1, [lock]), round(2, [lockAgain]))
    expect(shown(ledger)).toEqual(['F-00000001 persisting'])
    expect(ledger[0]!.finding.evidence).toBe('await lock.acquire()')
  })

  it('does not take another problem at the same place for the old one', () => {
    const other = { ...price, file: lock.file, line: lock.line, severity: 'P1' as const }
    expect(shown(ledgerAfter(round(1, [lock]), round(2, [other])))).toEqual(['F-00000001 fixed', 'F-00000002 open'])
  })

  it('notes the fix commit that closed a finding, and that it came back', () => {
    const ledger = ledgerAfter(round(1, [lock]), round(2, []), round(3, [lock]))
    expect(path(ledger[0]!)).toEqual(['open', 'fixed', 'regressed'])
    expect(ledger[0]!.history.map(({ commit }) => commit)).toEqual([null, 'c2', null])
    expect(holdsUp(ledger[0]!)).toBe(true)
  })

  const done = { files: ['src/other.ts'], addressed: [] as readonly string[] }
  it.each([
    ['nothing was done about it', done, 'open'],
    ['its file was changed', { ...done, files: ['src/a.ts'] }, 'fixed'],
    ['the fixer mended it elsewhere', { ...done, addressed: [lock.id] }, 'fixed'],
    [
      'the fixer could not mend it, and changed its file for something else',
      { ...done, files: ['src/a.ts'], unable: [lock.id] },
      'open',
    ],
    ['nobody knows what was done', null, 'fixed'],
  ] as const)('does not close a finding by silence alone: %s', (_, given, status) => {
    expect(ledgerAfter(round(1, [lock]), round(2, [], { done: given }))[0]!.status).toBe(status)
  })

  const reason = 'Its quote is not in the file.'
  const misquoted = { ...lock, id: 'F-0000000b', fingerprint: '0000000b:1', evidence: 'lock.take()', line: 99, reason }
  const other = { ...misquoted, title: price.title, problem: price.problem, line: lock.line }
  const touched = { files: ['src/a.ts', 'src/moved.ts'], addressed: [lock.id] }
  it.each([
    ['a wrong quote', misquoted],
    ['no place', { ...misquoted, file: null, line: null }],
    ['the same quote and quite other words', { ...price, file: lock.file, evidence: ' lock.acquire()', reason }],
    ['quite other words of its very line, as grave', other],
    ['the same, after the fix moved the line', { ...other, line: 99, earlierLine: lock.line ?? 0 }],
    [
      'quite other words of what stands at its line, moved within the file',
      { ...other, line: 99, lineText: 'lock.acquire()' },
    ],
    ['the same, moved to another file', { ...other, file: 'src/moved.ts', line: 99, lineText: 'await lock.acquire()' }],
    ['the same words in a file to which the fix moved it', { ...misquoted, file: 'src/moved.ts' }],
    ['less sure, in other words', { ...misquoted, title: 'The lock of the cache is never released', line: 12 }],
  ])('does not take for silence what is said with %s', (_, found) => {
    const [entry] = ledgerAfter(round(1, [lock]), round(2, [], { done: touched, uncounted: [found] }))
    expect(entry).toMatchObject({ status: 'persisting', blocking: true, finding: { evidence: 'lock.acquire()' } })
    expect(entry!.history.at(-1)!.why).toContain(reason)
  })

  it.each([
    ['something else', { ...other, line: 99 }],
    ['something minor of its line', { ...other, blocking: false }],
    ['something of a bracket', { ...other, line: 99, lineText: '})' }],
    ['the same of another file', { ...misquoted, file: 'src/door.ts' }],
  ])('closes a finding though a review says, in a way that does not count, %s', (_, found) => {
    const ledger = ledgerAfter(round(1, [lock]), round(2, [], { done: touched, uncounted: [found] }))
    expect(shown(ledger)).toEqual(['F-00000001 fixed'])
  })

  it('takes a claim about the line that a fix put back as it was for the opposite, with both texts', () => {
    const opposite = { ...other, evidence: 'lock.tryAcquire()', earlierLine: lock.line ?? 0, isOutside: true }
    const [entry] = ledgerAfter(round(1, [lock]), round(2, [], { done: touched, uncounted: [misquoted, opposite] }))
    expect(entry).toMatchObject({
      id: lock.id,
      status: 'persisting',
      blocking: true,
      reverses: { round: 2, title: lock.title, problem: lock.problem },
      finding: {
        title: opposite.title,
        evidence: opposite.evidence,
        otherClaims: [{ title: lock.title, problem: lock.problem }],
      },
    })
  })

  const place = { file: 'src/a.ts', start: 10, end: 10 }
  it.each([
    ['is gone, what is said now', [], ['The lock stays taken', lock.title]],
    ['stands, what was said before', [{ id: lock.id, place }], [lock.title, 'The lock stays taken']],
  ])('says first, where its code %s', (_, standing, titles) => {
    const begun = round(1, [lock], { tree: 'a', code: { raised: [{ id: lock.id, place, stood: [] }], standing: [] } })
    const said = { ...misquoted, title: 'The lock stays taken', line: lock.line }
    const next = round(2, [], { done: touched, uncounted: [said], tree: 'b', code: { raised: [], standing } })
    const { finding: now } = ledgerAfter(begun, next)[0]!
    expect([now.title, ...(now.otherClaims ?? []).map(({ title }) => title)]).toEqual(titles)
  })

  it('follows its line from round to round', () => {
    const at = (line: number, earlierLine: number) => ({ done: touched, uncounted: [{ ...other, line, earlierLine }] })
    const first = lock.line ?? 0
    const rounds = [round(2, [], at(first + 1, first)), round(3, [], at(first + 3, first + 1))] as const
    const [entry] = ledgerAfter(round(1, [lock]), ...rounds)
    expect(entry).toMatchObject({ status: 'persisting', finding: { line: first + 3 } })
  })

  it('holds what it held when a later review finds it less grave', () => {
    const [entry] = ledgerAfter(round(1, [lock]), round(2, [{ ...lock, severity: 'P3', blocking: false }]))
    expect(entry).toMatchObject({ status: 'persisting', severity: 'P1', blocking: true })
  })
})

describe('what was settled', () => {
  const settled: readonly (readonly [LedgerStatus, readonly LedgerEntry[]])[] = [
    ['refuted', ledgerAfter(round(1, [], { refuted: [lock] }))],
    ['waived', ledgerAfter(round(1, [], { waived: [lock] }))],
    ['accepted', accept(ledgerAfter(round(1, [lock])), 1, 'Anna', 'known')],
  ]

  it.each(settled)('does not come back with the same quote: %s', (status, ledger) => {
    const next = afterReview(ledger, round(2, [lock], { done: { files: ['src/other.ts'], addressed: [] } }))
    expect(next.map((entry) => entry.status)).toEqual([status])
    expect(next[0]!.history.at(-1)!.why).toBe('raised again without new evidence')
  })

  it.each(settled)('comes back under its id with a new quote: %s', (_, ledger) => {
    const next = afterReview(ledger, round(2, [lockAgain]))
    expect(shown(next)).toEqual(['F-00000001 open'])
    expect(next.filter(holdsUp)).toHaveLength(1)
  })

  it.each(settled)('does not hide something else about the same code: %s', (_, ledger) => {
    const { id, fingerprint, evidence, line } = lock
    const next = afterReview(ledger, round(2, [{ ...price, severity: 'P1', id, fingerprint, evidence, line }]))
    expect(next.filter(holdsUp)).toHaveLength(1)
  })

  const confirmed = { ...lock, verification: { by: 'codex', quote: 'lock.acquire()', reason: 'nothing releases it' } }
  const elsewhere = { files: ['src/other.ts'], addressed: [] }
  it.each(settled)(
    'comes back with the same quote when a verifier confirms it, unless a person decided: %s',
    (status, ledger) => {
      const [entry] = afterReview(ledger, round(2, [confirmed], { done: elsewhere }))
      expect(entry!.status).toBe(status === 'refuted' ? 'open' : status)
      if (status === 'refuted')
        expect(entry!.history.at(-1)!.why).toBe('it was refuted, and the verifier confirms it now')
    },
  )

  it.each([
    ['in its own file, which did not change', undefined, elsewhere, 'refuted'],
    ['in its own file, which changed', undefined, { files: ['src/a.ts'], addressed: [] }, 'open'],
    ['in another file, which did not change', ['src/b.ts'], { files: ['src/a.ts'], addressed: [] }, 'refuted'],
    ['in another file, which changed', ['src/b.ts'], { files: ['src/b.ts'], addressed: [] }, 'open'],
    ['in files that somebody worked on', ['src/b.ts'], null, 'open'],
  ] as const)('is wrong only as long as the code shows it: %s', (_, refutedIn, done, status) => {
    const refuted = [{ ...lock, ...(refutedIn === undefined ? {} : { refutedIn }) }]
    const next = afterReview(ledgerAfter(round(1, [], { refuted })), round(2, [lock], { done }))
    expect(shown(next)).toEqual([`F-00000001 ${status}`])
    // Also when nobody says it again before a later round.
    const silent = ledgerAfter(round(1, [], { refuted }), round(2, [], { done }))
    expect(shown(silent)).toEqual(['F-00000001 refuted'])
    expect(shown(afterReview(silent, round(3, [lock], { done: { files: [], addressed: [] } })))).toEqual([
      `F-00000001 ${status}`,
    ])
    expect(shown(afterReview(silent, round(3, [], { refuted })))).toEqual(['F-00000001 refuted'])
  })

  it('does not lend its name to the same code elsewhere, when that moves up', () => {
    const second = { ...lock, id: 'F-00000009', fingerprint: lock.fingerprint.replace(/:.*/, ':2'), line: 60 }
    const ledger = ledgerAfter(round(1, [second], { refuted: [lock] }))
    const next = afterReview(
      ledger,
      round(2, [{ ...lock, line: 60 }], { done: { files: ['src/a.ts'], addressed: [] } }),
    )
    expect(next.filter(holdsUp)).toHaveLength(1)
  })

  it('leaves its words to the one of the same kind that is still open, whatever its place is called now', () => {
    const elsewhere = { ...lock, id: 'F-00000009', fingerprint: '00000009:1', line: 60 }
    const ledger = ledgerAfter(round(1, [elsewhere], { refuted: [lock] }))
    const next = afterReview(ledger, round(2, [{ ...lockAgain, line: 60 }]))
    expect(shown(next).sort()).toEqual(['F-00000001 refuted', 'F-00000009 persisting'])
  })

  it('ends a finding that the verifier shows to be wrong later', () => {
    const ledger = ledgerAfter(round(1, [lock]), round(2, [], { refuted: [lock], done: { files: [], addressed: [] } }))
    expect(path(ledger[0]!)).toEqual(['open', 'refuted'])
  })

  it('says who accepted what and why, and leaves the rest as it is', () => {
    const ledger = accept(ledgerAfter(round(1, [lock, door]), round(2, [door])), 2, 'Anna', 'shipped on Friday')
    expect(shown(ledger)).toEqual(['F-00000001 fixed', 'F-00000003 accepted'])
    expect(ledger[1]!.history.at(-1)).toMatchObject({ by: 'Anna', why: 'shipped on Friday', round: 2 })
  })
})

describe('the severity ratchet', () => {
  it.each([
    ['a blocking P2 in round 1', 1, price, 'open', true],
    ['a blocking P2 first raised later', 2, price, 'deferred', false],
    ['a P1 first raised later', 2, door, 'open', true],
    ['a P0 first raised later', 3, { ...door, severity: 'P0' as const }, 'open', true],
  ] as const)('%s', (_, number, raised, status, blocking) => {
    expect(ledgerAfter(round(number, [raised]))[0]).toMatchObject({ status, blocking })
  })

  it('gives a nit an owner and a next action', () => {
    const [entry] = ledgerAfter(round(2, [{ ...price, fix: 'Round once.' }]))
    expect(entry!.followUp).toEqual({ owner: 'the author of the change', action: 'Round once.' })
  })

  it('lets a regression of a P2 hold the loop up', () => {
    const [entry] = ledgerAfter(round(1, [price]), round(2, []), round(3, [price]))
    expect(entry).toMatchObject({ status: 'regressed', blocking: true })
  })

  it('lets a nit hold the loop up once it turns out to be grave', () => {
    const grave: Finding = { ...price, severity: 'P1' }
    const [entry] = ledgerAfter(round(2, [price]), round(3, [grave]))
    expect(entry).toMatchObject({ status: 'open', blocking: true, severity: 'P1', followUp: null })
  })

  it('does not let a nit in through a roll-back', () => {
    const ledger = ledgerAfter(round(2, [{ ...price, severity: 'P1' }]))
    const back = rolledBackTo([], ledger, { round: 2, commit: 'r', isOfFix: () => true })
    expect(afterReview(back, round(3, [price]))[0]).toMatchObject({ status: 'deferred', blocking: false })
  })
})

describe('a roll-back', () => {
  const earlier = ledgerAfter(round(1, [lock, price]))
  const rolledBack = {
    round: 2,
    commit: 'revert',
    isOfFix: ({ finding: { file } }: LedgerEntry) => file === 'src/a.ts',
  }

  it('gives the earlier ledger back and keeps what happened in between', () => {
    const now = afterReview(earlier, round(2, [price]))
    const back = rolledBackTo(earlier, now, rolledBack)
    expect(shown(back)).toEqual(['F-00000001 open', 'F-00000002 open'])
    expect(path(back[0]!)).toEqual(['open', 'fixed', 'open'])
    expect(back.map(({ finding: raised, blocking }) => [raised, blocking])).toEqual([
      [lock, true],
      [price, true],
    ])
  })

  it('discards what was found in the fix, and keeps what was there all along', () => {
    const bred: Finding = { ...door, id: 'F-00000004', fingerprint: '00000004:1', file: 'src/a.ts', line: 12 }
    const now = afterReview(earlier, round(2, [door, bred]))
    const back = rolledBackTo(earlier, now, rolledBack)
    expect(shown(back).slice(2)).toEqual(['F-00000003 open', 'F-00000004 discarded'])
    expect(back.at(-1)!.history.at(-1)).toMatchObject({ by: 'the loop', commit: 'revert' })
  })

  it('does not forget what was shown to be wrong meanwhile', () => {
    const now = afterReview(earlier, round(2, [price], { refuted: [lock] }))
    const back = rolledBackTo(earlier, now, rolledBack)
    expect(back[0]!.status).toBe('refuted')
    // Who showed it had the fix before them.
    const next = afterReview(back, round(3, [lock], { done: { files: [], addressed: [] } }))
    expect(next[0]).toMatchObject({ status: 'open', blocking: true })
  })
})

describe('an approval by whoever has the last word', () => {
  const minor = {
    ...price,
    id: 'F-00000004',
    severity: 'P3',
    blocking: false,
    title: 'Typo',
    problem: 'A letter.',
  } as const
  const untouched = { done: { files: [], addressed: [], unable: [minor.id] }, isBinding: true }

  it('closes what held it up and what it does not name, whatever was done about it', () => {
    const ledger = ledgerAfter(round(1, [lock, price, minor]))
    expect(afterApproval(ledger, round(2, [], untouched)).map(({ status }) => status)).toEqual([
      'fixed',
      'fixed',
      'fixed',
    ])
    const named = afterApproval(ledger, round(2, [minor], untouched))
    expect(named.map(({ status }) => status)).toEqual(['fixed', 'fixed', 'persisting'])
    expect(named.some(holdsUp)).toBe(false)
  })

  it.each<[string, ReviewedRound['done'], LedgerStatus]>([
    ['was addressed', { files: [], addressed: [lock.id] }, 'fixed'],
    ['is in a file that somebody changed', { files: [lock.file ?? ''], addressed: [] }, 'fixed'],
    ['nobody did anything about', { files: ['other.ts'], addressed: [] }, 'waived'],
    [
      'the fixer left, though it changed the file',
      { files: [lock.file ?? ''], addressed: [], unable: [lock.id] },
      'waived',
    ],
    ['may have been mended', null, 'fixed'],
  ])('closes on a pull request what is not shown there any more, as what it is: what %s', (_, done, status) => {
    const ledger = ledgerAfter(round(1, [lock]))
    const pass = round(2, [], { done, isBinding: true, isComplete: true })
    expect(afterApproval(ledger, pass)).toMatchObject([{ status }])
    expect(afterReview(ledger, pass)).toMatchObject([{ status }])
    const again = round(3, [lock], { done: { files: [], addressed: [] }, isBinding: true, isComplete: true })
    expect(afterReview(afterApproval(ledger, pass), again).some(holdsUp)).toBe(true)
  })

  it.each<[string, Finding, readonly string[]]>([
    ['the same in a new thread', lockAgain, ['regressed']],
    [
      'another problem beside it',
      { ...lockAgain, title: 'The lock is shared', problem: 'Two users of the cache get the lock of one download.' },
      ['fixed', 'open'],
    ],
  ])('tells on a pull request what was fixed from what comes after it: %s', (_, later, statuses) => {
    const complete = { done: { files: [], addressed: [lock.id] }, isBinding: true, isComplete: true }
    const fixed = afterApproval(ledgerAfter(round(1, [lock])), round(2, [], complete))
    expect(afterReview(fixed, round(3, [later], complete)).map(({ status }) => status)).toEqual(statuses)
  })

  it('is not taken back by what it leaves for later, though it says the same', () => {
    const later = { ...lock, id: 'NIT-001', fingerprint: '1:1', severity: 'P3', blocking: false } as const
    const after = afterApproval(ledgerAfter(round(1, [lock])), round(2, [later], untouched))
    expect(after).toMatchObject([{ id: lock.id, status: 'regressed', blocking: false }])
  })

  it('is not given as long as it says that something blocks, however late', () => {
    expect(ledgerAfter(round(1, []), round(2, [price])).some(holdsUp)).toBe(false)
    expect(ledgerAfter(round(1, []), round(2, [price], { isBinding: true })).some(holdsUp)).toBe(true)
  })
})
