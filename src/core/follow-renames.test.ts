import { expect, it } from 'vitest'
import { changedFile, finding } from '../../test/support/change.ts'
import { followRenames } from './follow-renames.ts'

const renamed = changedFile({ path: 'new.ts', oldPath: 'old.ts', status: 'renamed' })

it.each([
  ['a finding in the renamed file', { file: 'old.ts', evidence: 'eval(x)' }, { file: 'new.ts', evidence: 'eval(x)' }],
  ['a finding about the file', { file: 'old.ts', evidence: 'old.ts' }, { file: 'new.ts', evidence: 'new.ts' }],
  ['a finding elsewhere', { file: 'a.ts', evidence: 'old.ts' }, { file: 'a.ts', evidence: 'old.ts' }],
  ['a finding without a file', { file: null, evidence: null }, { file: null, evidence: null }],
])('%s has the name of today', (_, before, after) => {
  expect(followRenames([finding({ id: 'F-1', ...before })], [renamed])).toMatchObject([after])
})
