import { describe, expect, it } from 'vitest'
import { fillExample } from './rules/examples.ts'
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
    'a1B[...]9c8',
    'O$(openssl rand 6)',
    '000102030405060708090A0B0C0D0E0F',
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
    '--remote',
    '[A-Za-z0-9._~+/-]+=*',
    '!important',
    'Password*',
    '_auth_user_id',
    'secret_with_at_least_32_characters',
    'sha1$salt1$0f1e2d3c4b5a',
  ]
  it.each(code)('%s looks like it', (value) => {
    expect(looksLikeCode(value)).toBe(true)
  })
  it.each(['.:', 'b.', '?.b', '?.[0]', '[0]', 'b/', '.b/', 'b\\'])('a long row of %s is read to its end', (unit) => {
    expect(looksLikeCode(`a${unit.repeat(1000)}!#`)).toBe(false)
  })
  it.each(['hunter2!x9', 'kD8s0aQ2mZ7p', 'correct9horse8battery', `v1.${fillExample('{h40}', 3)}`])(
    '%s does not',
    (value) => {
      expect(looksLikeCode(value)).toBe(false)
    },
  )
})

describe('random text', () => {
  it.each(['kD8s0aQ2mZ7pL1xV', '9f86d081884c7d659a2feaa0c55ad015', 'aFr56HjK3DrB8t3S', fillExample('{U32}', 3)])(
    '%s looks so',
    (value) => {
      expect(looksRandom(value)).toBe(true)
    },
  )
  it.each([
    'short1',
    'some-long-name-of-thing-1',
    'onlylettersinalongword',
    'SOMEWORDSINCAPITALLETTER',
    'name4net-k8s-plugin',
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
