import { expect, it } from 'vitest'
import { changedFile, finding } from '../../../test/support/change.ts'
import { followRenames, successorsOf } from './follow-renames.ts'

const renamed = changedFile({ path: 'new.ts', oldPath: 'old.ts', status: 'renamed' })

it.each([
  ['a finding in the renamed file', { file: 'old.ts', evidence: 'eval(x)' }, { file: 'new.ts', evidence: 'eval(x)' }],
  ['a finding about the file', { file: 'old.ts', evidence: 'old.ts' }, { file: 'new.ts', evidence: 'new.ts' }],
  ['a finding elsewhere', { file: 'a.ts', evidence: 'old.ts' }, { file: 'a.ts', evidence: 'old.ts' }],
  ['a finding without a file', { file: null, evidence: null }, { file: null, evidence: null }],
])('%s has the name of today', (_, before, after) => {
  expect(followRenames([finding({ id: 'F-1', ...before })], [renamed])).toMatchObject([after])
})

it('a file may have become any new one of its kind, the most alike first', () => {
  const added = ['far/z.ts', 'a/other.ts', 'b/old.ts', 'a/old.js'].map((path) => changedFile({ path, status: 'added' }))
  expect(successorsOf('a/old.ts', [...added, changedFile({ path: 'a/kept.ts' })])).toEqual([
    { path: 'b/old.ts', isClose: true },
    { path: 'a/other.ts', isClose: true },
    { path: 'far/z.ts', isClose: false },
  ])
})
