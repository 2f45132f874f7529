import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { mergeFindings } from '../findings/merge.ts'
import { withBlockingClaims } from './blocking-claims.ts'

const said = (severity: 'P0' | 'P1' | 'P2', problem: string) =>
  finding({ severity, blocking: severity < 'P2', problem, reviewers: [`${severity} ${problem}`] })

it('leaves out joined claims that do not block', () => {
  const merged = mergeFindings([
    said('P0', 'The total is wrong for an empty cart.'),
    said('P1', 'The total is wrong for an empty cart, and so is the tax.'),
    said('P2', 'The total is wrong for an empty cart, and total is not a good name.'),
  ])
  const [first] = merged.merged
  expect(first?.otherClaims).toHaveLength(2)
  expect(withBlockingClaims(first!, merged.duplicates).otherClaims).toMatchObject([
    { problem: 'The total is wrong for an empty cart, and so is the tax.' },
  ])
})

it('keeps claims that were joined in an earlier review', () => {
  const otherClaims = [{ title: 'Lock', problem: 'It is never released.' }]
  expect(withBlockingClaims(finding({ otherClaims }), [])).toEqual(finding({ otherClaims }))
})
