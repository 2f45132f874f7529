import { expect, it } from 'vitest'
import { base62, crc32, hasChecksum } from './checksum.ts'

it('computes the CRC-32 of the standard check text', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
})

it.each([
  [0, '000000'],
  [61, '00000z'],
  [62, '000010'],
  [0xffffffff, '4gfFC3'],
])('writes %d in base 62 as %s', (value, text) => {
  expect(base62(value)).toBe(text)
})

const body = 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ'

it('accepts a token with its own checksum and no other', () => {
  const token = `gh${'p_'}${body}${base62(crc32(body))}`
  expect(hasChecksum(token)).toBe(true)
  expect(hasChecksum(token.replace('zQWB', 'zQWb'))).toBe(false)
})
