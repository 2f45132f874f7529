import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashText } from '../values/hash.ts'
import { fence } from './fence.ts'

it('is the same for the same text', () => {
  expect(fence('diff', 'text')).toBe(fence('diff', 'text'))
})

it('cannot be closed from inside', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [first = '', ...rest] = fence('diff', text).split('\n')
      const boundary = first.replace('<<<diff ', '')
      expect(rest.slice(0, -1).join('\n')).not.toContain(boundary)
      expect(rest.at(-1)).toBe(`diff ${boundary}>>>`)
    }),
  )
})

it('finds another boundary for a text that contains the first', () => {
  // The attempt number is part of what is hashed, so a text cannot contain all of them.
  const text = `x ${hashText('0:x')}`
  const boundary = fence('diff', text).split('\n')[0]?.replace('<<<diff ', '') ?? ''
  expect(text).not.toContain(boundary)
})
