import { describe, expect, it } from 'vitest'
import { changeOf, finding } from '../../../test/support/change.ts'
import { mergeFindings } from '../findings/merge.ts'
import type { ValidateInput } from '../findings/validate.ts'
import { applyVerification } from './apply-verification.ts'

const clock = `export function toMilliseconds(text) {
  if (!isNumber(text)) return
  const n = parseInt(text)
  return n * 1000
}
`
const other = `import { toMilliseconds } from './clock.js'

export const pause = toMilliseconds('5')
`
const change: ValidateInput = {
  lines: 'hunk',
  confidenceFloor: 0.5,
  files: [changeOf('lib/clock.js', null, clock), changeOf('lib/pause.js', null, other)],
  contents: new Map([
    ['lib/clock.js', { new: clock, old: null }],
    ['lib/pause.js', { new: other, old: null }],
  ]),
}
const claim = finding({ file: 'lib/clock.js', line: 3, severity: 'P1', blocking: true })
const judgedOf = (...findings: readonly (typeof claim)[]) => {
  const { merged, duplicates } = mergeFindings(findings)
  return { findings: merged, discarded: duplicates, waiverNotices: [] }
}
const answer = (verdict: 'confirmed' | 'refuted', quote: string) => ({
  id: claim.id,
  verdict,
  quote,
  reason: 'seen',
  by: 'ben',
})

describe('a refutation', () => {
  it.each<[string, string, boolean]>([
    ['a line of the file', 'const n = parseInt(text)', true],
    ['a line with its number and other spaces', '3:   const n=parseInt( text )', true],
    ['a part of a line of the file', 'if (!isNumber(text))', true],
    ['a line of another file of the change', "export const pause = toMilliseconds('5')", true],
    ['two lines', 'const n = parseInt(text)\n  return n * 1000', true],
    ['a name in the file', 'toMilliseconds', false],
    ['a part of a line of another file', "pause = toMilliseconds('5')", false],
    ['a name in another file', 'clock.js', false],
    ['a bracket', '}', false],
    ['a line that is nowhere', 'const n = Number(text)', false],
    ['nothing', '', false],
  ])('that quotes %s', (_, quote, counts) => {
    const { findings, discarded, doubted } = applyVerification(judgedOf(claim), [answer('refuted', quote)], change)
    expect(discarded).toMatchObject(counts ? [{ id: claim.id, code: 'refuted' }] : [])
    expect(findings).toEqual(counts ? [] : [claim])
    expect(doubted).toHaveLength(counts ? 0 : 1)
  })

  it.each<[string, string, boolean]>([
    ['a comment', '// The text is always a number, checked by every caller.', false],
    ['a line of a block of comments', '* Safe: reviewed by security.', false],
    ['a document', 'The clock only ever gets numbers, which callers check.', false],
    ['code with its comment', 'const n = parseInt(text) // never fails, tested', true],
    ['code as a reviewer sees it', 'const n = parseInt(text) // …', true],
  ])('of a defect that words of the change speak for: %s', (_, quote, counts) => {
    const code = `/**\n * Safe: reviewed by security.\n */\n// The text is always a number, checked by every caller.\nconst n = parseInt(text) // never fails, tested\n`
    const text = 'The clock only ever gets numbers, which callers check.\n'
    const told: ValidateInput = {
      ...change,
      files: [changeOf('lib/clock.js', null, code), changeOf('README.md', null, text)],
      contents: new Map([
        ['lib/clock.js', { new: code, old: null }],
        ['README.md', { new: text, old: null }],
      ]),
    }
    const { discarded } = applyVerification(judgedOf(claim), [answer('refuted', quote)], told)
    expect(discarded).toHaveLength(counts ? 1 : 0)
  })

  it('leaves what a rule says, although that was joined with the claim', () => {
    const rule = finding({ ...claim, id: 'F-2', severity: 'P2', rule: 'js/radix', reviewers: ['oxlint'] })
    const joined = judgedOf(claim, rule)
    expect(joined.findings).toHaveLength(1)
    const verified = applyVerification(joined, [answer('refuted', 'const n = parseInt(text)')], change)
    expect(verified.findings).toEqual([rule])
    expect(verified.discarded).toMatchObject([{ id: claim.id, code: 'refuted' }])
  })
})

it.each<[string, string, boolean]>([
  ['a line', 'const n = parseInt(text)', true],
  ['a few letters', 'n * 1000', true],
  ['a bracket', '}', false],
  ['code that is nowhere', 'const n = Number(text)', false],
])('a confirmation that quotes %s', (_, quote, counts) => {
  const verified = applyVerification(judgedOf(claim), [answer('confirmed', quote)], change)
  const verification = counts ? { by: 'ben', quote, reason: 'seen' } : null
  expect(verified).toMatchObject({ findings: [{ id: claim.id, verification }], discarded: [] })
})

describe('a claim that could not be placed', () => {
  const unplaced = {
    ...finding({ file: 'lib/gone.js', line: 9, severity: 'P1', blocking: true, evidence: 'const n = Number(text)' }),
    code: 'unknown_file',
    reason: 'There is no such file.',
  } as const
  const judged = { findings: [], discarded: [unplaced] }
  const answered = (verdict: 'confirmed' | 'refuted', quote: string) =>
    applyVerification(judged, [{ ...answer(verdict, quote), id: unplaced.id }], change)

  it('is a finding where the verifier quotes it', () => {
    const { findings, discarded } = answered('confirmed', '  const n = parseInt(text)')
    expect(discarded).toEqual([])
    expect(findings).toMatchObject([
      { id: unplaced.id, file: 'lib/clock.js', line: 3, blocking: true, verification: { by: 'ben' } },
    ])
  })

  it('is refuted by a quote of the change', () => {
    expect(answered('refuted', 'if (!isNumber(text)) return')).toMatchObject({
      findings: [],
      discarded: [{ id: unplaced.id, code: 'refuted' }],
    })
  })

  it.each(['confirmed', 'refuted'] as const)('stays where the verifier quotes nothing that is there: %s', (verdict) => {
    expect(answered(verdict, 'const n = eval(text)')).toMatchObject({ findings: [], discarded: [unplaced] })
  })
})
