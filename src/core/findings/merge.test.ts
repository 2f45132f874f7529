import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { agreedConfidence, mergeFindings } from './merge.ts'

const words = {
  leak: { title: 'Lock is never released', problem: 'The lock stays taken when the callback throws.' },
  leakToo: {
    title: 'Missing finally around callback',
    problem: 'An exception in the callback keeps the lock taken, it is not released.',
  },
  typo: { title: 'Typo in message', problem: 'The greeting is misspelled.' },
}

let next = 0

function said(reviewer: string, line: number | null, what: keyof typeof words, more: Partial<Finding> = {}): Finding {
  next += 1
  const id = `F-${next.toString(16).padStart(8, '0')}`
  return finding({ id, line, reviewers: [reviewer], evidence: `quote ${next}`, ...words[what], ...more })
}

const inWords = (problem: string) => ({ title: '', problem })

describe('two findings become one', () => {
  it.each<[string, Finding, Finding]>([
    [
      'the same in Russian',
      said('anna', 10, 'leak', inWords('Нет проверки ошибок')),
      said('ben', 10, 'leak', inWords('Нет  проверки\nошибок')),
    ],
    [
      'the same in Chinese',
      said('anna', 10, 'leak', inWords('没有检查空值')),
      said('ben', 12, 'leak', inWords('没有检查空值')),
    ],
    [
      'the same in words that say little',
      said('anna', 10, 'leak', inWords('It is not as it was')),
      said('ben', null, 'leak', inWords('it is  not as it was')),
    ],
    ['same line, similar words', said('anna', 10, 'leak'), said('ben', 10, 'leakToo')],
    [
      'one reviewer again, in a later review and other words',
      said('anna', 10, 'leak', { carriedOver: true }),
      said('anna', 10, 'leakToo'),
    ],
    ['twenty lines apart', said('anna', 10, 'leak'), said('ben', 30, 'leakToo')],
    ['a range that reaches near', said('anna', 10, 'leak', { endLine: 40 }), said('ben', 60, 'leak')],
    ['without a line, by the words', said('anna', null, 'leak'), said('ben', null, 'leakToo')],
    ['without a file, by the words', said('anna', null, 'leak', { file: null }), said('ben', 400, 'leak')],
    ['one with a rule, one without', said('anna', 10, 'leak', { rule: 'a/x' }), said('ben', 12, 'leakToo')],
    [
      'two rules on overlapping lines',
      said('anna', 10, 'leak', { rule: 'a/x', endLine: 12 }),
      said('ben', 12, 'leakToo', { rule: 'b/y' }),
    ],
    ['one reviewer twice, without a line', said('anna', null, 'leak'), said('anna', null, 'leak')],
    [
      'one reviewer twice, same lines and quote',
      said('anna', 10, 'leak', { fingerprint: 'same:1' }),
      said('anna', 10, 'leak', { fingerprint: 'same:2' }),
    ],
  ])('%s', (_, one, other) => {
    const { merged, duplicates } = mergeFindings([one, other])
    expect(merged).toHaveLength(1)
    expect(duplicates).toEqual([
      expect.objectContaining({ code: 'duplicate', reason: expect.stringContaining(merged[0]!.id) }),
    ])
  })
})

describe('two findings stay two', () => {
  it.each<[string, Finding, Finding]>([
    [
      'in Russian, with one name in common',
      said('anna', 10, 'leak', inWords('Вызов parse() теряет часовой пояс при переводе даты в строку')),
      said(
        'ben',
        10,
        'leak',
        inWords('Отрицательное число секунд молча проходит через parse(), таймер срабатывает сразу'),
      ),
    ],
    [
      'in Chinese, with one name in common',
      said('anna', 10, 'leak', inWords('parse() 转换日期时丢失时区信息')),
      said('ben', 10, 'leak', inWords('负数秒数通过 parse() 后定时器立即触发')),
    ],
    [
      'in different words that say little',
      said('anna', 10, 'leak', inWords('It is not as it was')),
      said('ben', 10, 'leak', inWords('It was not as it is')),
    ],
    ['other words on the same line', said('anna', 10, 'leak'), said('ben', 10, 'typo')],
    ['twenty-one lines apart', said('anna', 10, 'leak'), said('ben', 31, 'leak')],
    ['another file', said('anna', 10, 'leak'), said('ben', 10, 'leak', { file: 'src/b.ts' })],
    ['one reviewer, another line', said('anna', 10, 'leak'), said('anna', 11, 'leak')],
    ['one reviewer, another quote', said('anna', 10, 'leak'), said('anna', 10, 'leak')],
    ['one reviewer without a line, other words', said('anna', null, 'leak'), said('anna', null, 'leakToo')],
    [
      'one reviewer without a line, two rules',
      said('anna', null, 'leak', { rule: 'a/x' }),
      said('anna', null, 'leak', { rule: 'a/y' }),
    ],
    [
      'one reviewer, same quote, other words',
      said('anna', 10, 'leak', { fingerprint: 'same:1' }),
      said('anna', 10, 'typo', { fingerprint: 'same:2' }),
    ],
    [
      'two rules on neighbouring lines',
      said('anna', 10, 'leak', { rule: 'a/x' }),
      said('ben', 11, 'leak', { rule: 'b/y' }),
    ],
    [
      'no words at all',
      said('anna', 10, 'leak', { title: '', problem: '' }),
      said('ben', 10, 'leak', { title: '', problem: '' }),
    ],
  ])('%s', (_, one, other) => {
    expect(mergeFindings([one, other])).toEqual({ merged: [one, other], duplicates: [] })
  })

  it.each([
    ['Cache key ignores the tenant. Users see data of others.', 'Cache never expires. Stale data of users is served.'],
    ['The error is swallowed. The catch block ignores it.', 'The error has no cause. The catch block drops it.'],
    ['`parse` throws on empty input. Check for it first.', '`parse` accepts less than zero. Check for it first.'],
  ])('where different problems are said of one line: %s', (one, other) => {
    const both = [said('anna', 10, 'leak', inWords(one)), said('ben', 10, 'leak', inWords(other))]
    expect(mergeFindings(both).merged).toHaveLength(2)
  })

  it('although a third stands between them and resembles both (never single link)', () => {
    const [one, bridge, other] = [
      said('anna', 10, 'leak', { title: 'alpha beta gamma delta epsilon zeta eta theta', problem: '' }),
      said('ben', 10, 'leak', { title: 'alpha beta gamma delta epsilon zeta sigma tau rho', problem: '' }),
      said('cleo', 10, 'leak', { title: 'sigma tau rho phi chi psi kappa lambda nu', problem: '' }),
    ]
    const { merged } = mergeFindings([one, bridge, other])
    expect(merged.map(({ reviewers }) => reviewers)).toEqual([['anna', 'ben'], ['cleo']])
  })
})

describe('the survivor', () => {
  it.each<[string, Partial<Finding>, Partial<Finding>]>([
    ['is the gravest', { severity: 'P1', confidence: 0.5 }, { severity: 'P2', suggestion: 'x' }],
    ['then the surest', { confidence: 0.95 }, { confidence: 0.9, suggestion: 'x' }],
    ['then the one with a suggestion', { suggestion: 'x' }, {}],
  ])('%s', (_, better, worse) => {
    const [best, rest] = [said('ben', 11, 'leak', better), said('anna', 10, 'leakToo', worse)]
    const { merged, duplicates } = mergeFindings([rest, best])
    const confidence = agreedConfidence(best.confidence, 2)
    const otherClaims = [words.leakToo]
    expect(merged).toEqual([{ ...best, reviewers: ['anna', 'ben'], agreement: 2, confidence, otherClaims }])
    expect(duplicates).toMatchObject([{ id: rest.id, reviewers: ['anna'], duplicateOf: best.id }])
  })

  it('knows each other claim once, those of an earlier review too', () => {
    const earlier = said('anna', 10, 'leak', { severity: 'P1', otherClaims: [words.leakToo] })
    const { merged } = mergeFindings([
      earlier,
      said('ben', 10, 'leak', words.leakToo),
      said('cleo', 10, 'leak', { problem: words.leak.problem.toUpperCase() }),
    ])
    expect(merged).toMatchObject([{ ...words.leak, otherClaims: [words.leakToo] }])
  })

  it.each<[string, readonly (true | undefined)[], boolean]>([
    ['as carried over when all of it is', [true, true], true],
    ['as found when somebody found it again', [true, undefined], false],
  ])('counts %s', (_, [one, other], expected) => {
    const flag = (carriedOver: true | undefined) => (carriedOver ? { carriedOver } : {})
    const both = [said('anna', 10, 'leak', { severity: 'P1', ...flag(one) }), said('ben', 10, 'leak', flag(other))]
    expect('carriedOver' in mergeFindings(both).merged[0]!).toBe(expected)
  })

  it('remembers the gravest that was said before the configuration had its say', () => {
    const reported = { severity: 'P1', blocking: true } as const
    const earlier = said('anna', 10, 'leak', { severity: 'P3', reported, carriedOver: true })
    const { merged } = mergeFindings([earlier, said('ben', 10, 'leak', { severity: 'P3', confidence: 1 })])
    expect(merged).toMatchObject([{ severity: 'P3', reported }])
    expect('reported' in mergeFindings([said('anna', 10, 'leak'), said('ben', 10, 'leak')]).merged[0]!).toBe(false)
  })

  it('is the one that blocks, so that a refutation takes back just that claim', () => {
    const { merged } = mergeFindings([
      said('anna', 10, 'leak', { confidence: 1, rule: 'js/leak' }),
      said('ben', 10, 'leak', { blocking: true, impact: 'Nobody can log in.' }),
      said('cleo', 10, 'leak', { severity: 'P3' }),
    ])
    expect(merged).toMatchObject([{ blocking: true, impact: 'Nobody can log in.', agreement: 3, rule: null }])
  })

  it('carries the lower of two names that differ in the number only, so that it is the same next time', () => {
    const [one, two] = [
      said('anna', 10, 'leak', { fingerprint: 'abc:1' }),
      said('ben', 10, 'leak', { fingerprint: 'abc:2', severity: 'P0' }),
    ]
    const { merged, duplicates } = mergeFindings([one, two])
    expect(merged).toMatchObject([{ severity: 'P0', id: one.id, fingerprint: 'abc:1' }])
    expect(duplicates).toMatchObject([{ severity: 'P2', id: two.id, fingerprint: 'abc:2' }])
  })
})

it('tells two findings apart that came with one name', () => {
  const carried = said('anna', 10, 'leak')
  const { merged } = mergeFindings([carried, { ...carried, line: 90 }])
  expect(new Set(merged.map(({ id }) => id)).size).toBe(2)
})

it('keeps the order of the input', () => {
  const findings = [said('anna', 90, 'typo'), said('ben', 10, 'leak'), said('cleo', 50, 'typo')]
  expect(mergeFindings(findings).merged).toEqual(findings)
})

describe('whatever is said by whom', () => {
  const vocabulary = 'lock cache query token parse index bounds retry header cookie stream close'.split(' ')
  const drawn = fc.record({
    reviewer: fc.constantFrom('anna', 'ben', 'cleo', 'dora'),
    line: fc.option(fc.integer({ min: 1, max: 60 })),
    file: fc.option(fc.constantFrom('a.ts', 'b.ts')),
    rule: fc.option(fc.constantFrom('x/1', 'x/2')),
    hash: fc.constantFrom('aa', 'bb', 'cc'),
    title: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }),
  })
  const findingsOf = fc.array(drawn, { maxLength: 25 }).map((all) =>
    all.map(({ reviewer, hash, title, ...rest }, index) =>
      finding({
        ...rest,
        id: `F-${index.toString(16).padStart(8, '0')}`,
        fingerprint: `${hash}${index}:1`,
        reviewers: [reviewer],
        title: title.join(' '),
        problem: '',
      }),
    ),
  )

  it('every id comes out once, and duplicates name a survivor', () => {
    fc.assert(
      fc.property(findingsOf, (findings) => {
        const { merged, duplicates } = mergeFindings(findings)
        expect([...merged, ...duplicates].map(({ id }) => id).sort()).toEqual(findings.map(({ id }) => id).sort())
        const survivors = new Set(merged.map(({ id }) => id))
        for (const { reason } of duplicates) expect(survivors).toContain(/F-[0-9a-f]+/.exec(reason)?.[0])
        for (const { reviewers, agreement } of merged) expect(new Set(reviewers).size).toBe(agreement)
      }),
    )
  })

  it('the clusters do not depend on the order', () => {
    fc.assert(
      fc.property(findingsOf, fc.infiniteStream(fc.nat()), (findings, numbers) => {
        const shuffled = findings
          .map((each) => ({ each, key: numbers.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ each }) => each)
        expect(clustersOf(shuffled)).toEqual(clustersOf(findings))
      }),
    )
  })

  function clustersOf(findings: readonly Finding[]): readonly string[] {
    const { merged, duplicates } = mergeFindings(findings)
    return merged
      .map(({ id }) =>
        [id, ...duplicates.filter(({ reason }) => reason.includes(id)).map((each) => each.id)].sort().join(),
      )
      .sort()
  }
})

it('manages many findings in one place', () => {
  const crowd = Array.from({ length: 2000 }, (_, index) =>
    finding({
      id: `F-${index.toString(16).padStart(8, '0')}`,
      fingerprint: `${index}:1`,
      reviewers: [`reviewer ${index % 4}`],
      title: `lock ${index % 7} cache ${index % 11} token ${index % 13}`,
    }),
  )
  const { merged, duplicates } = mergeFindings(crowd)
  expect(merged.length + duplicates.length).toBe(2000)
  expect(merged.every(({ agreement }) => agreement <= 4)).toBe(true)
})
