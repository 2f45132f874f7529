import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { nameFindings, partsOf, type Substance, withUniqueNames } from './identity.ts'

const substance: Substance = {
  file: 'src/a.ts',
  line: 10,
  rule: null,
  category: 'bug',
  title: 'The lock is never released',
  evidence: 'lock.take()',
  discriminator: null,
}

function nameOf(values: Partial<Substance>): string {
  return nameFindings([{ ...substance, ...values }])[0]![0]!.fingerprint
}

describe('a fingerprint', () => {
  it.each<[string, Partial<Substance>]>([
    ['the line', { line: 99 }],
    ['the words', { title: 'Lock is leaked' }],
    ['white space in the quote', { evidence: '  lock.take()\n' }],
    ['the case of the category', { category: 'Bug' }],
  ])('does not depend on %s', (_, values) => {
    expect(nameOf(values)).toBe(nameOf({}))
  })

  it.each<[string, Partial<Substance>]>([
    ['the file', { file: 'src/b.ts' }],
    ['the quote', { evidence: 'lock.release()' }],
    ['the category', { category: 'security' }],
    ['the rule', { rule: 'locks/leak' }],
    ['the discriminator', { discriminator: 'x' }],
    ['the words where there is no quote', { evidence: null }],
  ])('depends on %s', (_, values) => {
    expect(nameOf(values)).not.toBe(nameOf({}))
  })

  it('depends on the words of a finding about a whole file', () => {
    const whole = { evidence: 'src/a.ts' }
    expect(nameOf({ ...whole, title: 'Too long' })).not.toBe(nameOf({ ...whole, title: 'No tests' }))
  })
})

it('numbers equal ones from the top of the file, whatever the order of the answers', () => {
  const [first, second] = [
    { ...substance, line: 5 },
    { ...substance, line: 50 },
  ]
  const [one, two] = nameFindings([first, second])[0]!
  expect(nameFindings([second, first])[0]).toEqual([two!, one!])
  expect([partsOf(one!.fingerprint).occurrence, partsOf(two!.fingerprint).occurrence]).toEqual([1, 2])
  expect(partsOf(one!.fingerprint).hash).toBe(partsOf(two!.fingerprint).hash)
})

it('does not let what is discarded change the names of what is kept', () => {
  const [kept] = nameFindings([substance], [{ ...substance, line: 1 }])
  expect(kept).toEqual(nameFindings([substance])[0])
})

it('makes short ids from the fingerprint, and longer ones where two would be equal', () => {
  const [names] = nameFindings(Array.from({ length: 200 }, (_, line) => ({ ...substance, line })))
  expect(new Set(names!.map(({ id }) => id)).size).toBe(200)
  expect(names!.every(({ id }) => /^F-[0-9a-f]{8,}$/.test(id))).toBe(true)
  expect(names![0]!.fingerprint.startsWith(names![0]!.id.slice(2))).toBe(true)
})

it('gives a second finding of the same name the next number and leaves the rest', () => {
  const [first, third] = [finding({ id: 'F-0000000a', line: 1 }), finding({ id: 'F-0000000b', line: 9 })]
  const second = { ...first, line: 5 }
  const named = withUniqueNames([first, second, third])
  expect(named.map(({ fingerprint }) => fingerprint)).toEqual(['0000000a:1', '0000000a:2', '0000000b:1'])
  expect(new Set(named.map(({ id }) => id)).size).toBe(3)
  expect([named[0], named[2]]).toEqual([first, third])
})
