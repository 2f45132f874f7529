import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { withCode } from './code-around.ts'

const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\r\n')

it('shows the lines around a finding with their numbers', () => {
  const { code } = withCode(finding({ line: 5 }), () => text)
  const lines = code?.split('\n')
  expect(lines).toHaveLength(35)
  expect(lines?.[0]).toBe(' 1 line 1')
  expect(lines?.at(-1)).toBe('35 line 35')
})

it.each([
  ['no file', { file: null }],
  ['no line', { line: null }],
])('has no code for a finding with %s', (_, values) => {
  expect(withCode(finding(values), () => text).code).toBeNull()
})

it('has no code where the file cannot be read', () => {
  expect(withCode(finding({ line: 1 }), () => null).code).toBeNull()
})
