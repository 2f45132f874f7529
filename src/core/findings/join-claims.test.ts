import { expect, it } from 'vitest'
import type { DiscardedFinding } from '../../types.ts'
import { nameFindings } from './identity.ts'
import { joinClaims } from './join-claims.ts'

const base = {
  severity: 'P1',
  blocking: true,
  category: 'bug',
  rule: null,
  title: 'The file is never closed',
  file: 'src/a.ts',
  line: 3,
  endLine: null,
  problem: 'Every call leaks a handle.',
  impact: '',
  fix: '',
  suggestion: null,
  evidence: 'while (isOpen) {',
  confidence: 0.8,
  agreement: 1,
  reportedLine: null,
  verification: null,
  code: 'evidence_not_found',
  reason: 'Its quote is nowhere.',
} as const

type Change = Partial<Omit<DiscardedFinding, 'id' | 'fingerprint'>>

function claims(...changes: readonly Change[]): readonly DiscardedFinding[] {
  const drafts = changes.map((change, index) => ({ ...base, reviewers: [`reviewer ${index}`], ...change }))
  const [names] = nameFindings(drafts.map((draft) => ({ ...draft, discriminator: null })))
  return drafts.map((draft, index) => ({ ...draft, ...names![index]! }))
}

it.each<[string, Change]>([
  ['with the same quote', { evidence: 'while  (isOpen)  {' }],
  ['with the same quote and similar words', { category: 'resource', title: 'The file is never closed again' }],
  ['in the same words, without a quote', { title: 'the file is never closed', evidence: null }],
  ['in the same words, with another quote', { evidence: 'for (;;) {' }],
  ['in the same words, as something graver', { severity: 'P0', evidence: null }],
])('one id for a claim that a second reviewer makes %s', (_, change) => {
  const [first, second] = claims({}, change)
  const { joined, duplicates } = joinClaims([first!, second!], new Set())
  expect(joined).toMatchObject([
    { reviewers: ['reviewer 0', 'reviewer 1'], blocking: true, code: 'evidence_not_found' },
  ])
  expect(duplicates).toMatchObject([{ code: 'duplicate', duplicateOf: joined[0]!.id }])
  expect(joined[0]!.severity).toBe(change.severity ?? 'P1')
})

it.each<[string, Change]>([
  ['of another file', { file: 'src/b.ts' }],
  ['by the same reviewer', { reviewers: ['reviewer 0'], evidence: 'for (;;) {' }],
  [
    'about something else in the same quote',
    { category: 'security', title: 'Injection', problem: 'SQL is built by hand.' },
  ],
  ['in other words, with another quote', { title: 'Race', problem: 'Two threads meet.', evidence: 'for (;;) {' }],
  ['with a severity that nobody knows', { severity: 'P3', blocking: false, code: 'unknown_severity' }],
])('an id of its own for a claim %s', (_, change) => {
  const given = claims({}, change)
  expect(joinClaims(given, new Set())).toEqual({ joined: given, duplicates: [] })
})

it('keeps the id that people have seen, whoever is graver now', () => {
  const [earlier, graver] = claims({ carriedOver: true }, { severity: 'P0', evidence: null, reviewers: ['reviewer 0'] })
  const { joined } = joinClaims([graver!, earlier!], new Set([earlier!.id]))
  expect(joined).toMatchObject([{ id: earlier!.id, severity: 'P0' }])
})
