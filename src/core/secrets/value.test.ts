import { describe, expect, it } from 'vitest'
import { characterClasses, entropyOf, isPlaceholder, looksLikeCode, looksRandom } from './value.ts'

it.each([
  ['', 0],
  ['aaaa', 0],
  ['abab', 1],
  ['abcd', 2],
])('the entropy of "%s" is %d', (text, bits) => {
  expect(entropyOf(text)).toBeCloseTo(bits)
})

describe('placeholders', () => {
  const made = [
    'x'.repeat(12),
    '<password>',
    `\${DB_PASSWORD}`,
    '{{ secret }}',
    '$PASSWORD',
    '%PASSWORD%',
    'your-api-key',
    'changeme',
    'Example123!',
    'null',
    '*****',
  ]
  it.each(made)('%s is one', (value) => {
    expect(isPlaceholder(value)).toBe(true)
  })
  it.each(['hunter2!x9', 'S3cr1t-of-9', 'pa$$w0rd!1'])('%s is none', (value) => {
    expect(isPlaceholder(value)).toBe(false)
  })
})

describe('code', () => {
  const code = [
    'config.password',
    'getPassword()',
    'some_long_name',
    'SomeLongName',
    'two words',
    './path/to',
    'https://a.b',
    'a => b',
    'item.Keys[0].Token',
    ':secret',
    '6.hours',
  ]
  it.each(code)('%s looks like it', (value) => {
    expect(looksLikeCode(value)).toBe(true)
  })
  it.each(['.:', 'b.', '?.b', '?.[0]', '[0]', 'b/', '.b/', 'b\\'])('a long row of %s is read to its end', (unit) => {
    expect(looksLikeCode(`a${unit.repeat(1000)}!#`)).toBe(false)
  })
  it.each(['hunter2!x9', 'kD8s0aQ2mZ7p', 'correct9horse8battery'])('%s does not', (value) => {
    expect(looksLikeCode(value)).toBe(false)
  })
})

describe('random text', () => {
  it.each(['kD8s0aQ2mZ7pL1xV', '9f86d081884c7d659a2feaa0c55ad015', 'aFr56HjK3DrB8t3S'])('%s looks so', (value) => {
    expect(looksRandom(value)).toBe(true)
  })
  it.each([
    'short1',
    'some-long-name-of-thing-1',
    'onlylettersinalongword',
    '1111111111111111a',
    'version 1.2.3 of thing',
  ])('%s does not', (value) => {
    expect(looksRandom(value)).toBe(false)
  })
})

it.each([
  ['abc', 1],
  ['aB', 2],
  ['aB1', 3],
  ['aB1-', 4],
])('%s uses %d classes of characters', (value, count) => {
  expect(characterClasses(value)).toBe(count)
})
