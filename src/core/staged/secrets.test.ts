import { expect, it } from 'vitest'
import { fillExample, vendorExamples } from '../secrets/rules/examples.ts'
import { certainSecretHint, isAboutSecrets, isCertainSecret, secretIssues, secretPlace } from './secrets.ts'

const token = {
  id: 'F-00000001',
  blocking: true,
  rule: 'secret/github-token',
  title: 'GitHub token',
  file: 'src/a.ts',
  line: 3,
}

it.each([
  ['secret/private-key', true],
  ['hygiene/sensitive-file', true],
  ['hygiene/debugger', false],
  ['secrets-of-mine/x', false],
  [null, false],
])('takes %s for a secret: %s', (rule, expected) => {
  expect(isAboutSecrets({ rule })).toBe(expected)
})

it.each([
  ['secret/private-key', true],
  ['secret/github-token', true],
  ['secret/assigned-credential', false],
  ['hygiene/sensitive-file', false],
  [null, false],
])('takes %s for certain: %s', (rule, expected) => {
  expect(isCertainSecret({ rule })).toBe(expected)
})

it('has a hint for every secret that is certain', () => {
  const hint = new RegExp(certainSecretHint, 'i')
  const certain = Object.entries(vendorExamples).filter(([name]) => isCertainSecret({ rule: `secret/${name}` }))
  const isHinted = (examples: readonly string[]) => examples.some((example) => hint.test(fillExample(example, 1)))
  expect(certain.filter(([, { match }]) => !isHinted(match)).map(([name]) => name)).toEqual([])
  expect(certain.length).toBeGreaterThan(100)
  expect(['-----BEGIN PRIVATE KEY-----', 'Asia is a continent', 'sk_live_'].map((line) => hint.test(line))).toEqual([
    true,
    false,
    false,
  ])
})

it('tells place, rule and id of what blocks, each once', () => {
  const file = { ...token, rule: 'hygiene/sensitive-file', title: 'Key', line: null }
  const told = secretIssues(
    [
      token,
      token,
      { ...token, id: 'F-00000002', blocking: false },
      { ...file, id: 'F-00000003', file: 'a.pem' },
      { ...file, id: 'F-00000004', file: 'new.pem' },
    ],
    ['a.pem'],
  )
  expect(told.map(secretPlace)).toEqual([
    'src/a.ts:3 GitHub token (secret/github-token, F-00000001)',
    'new.pem Key (hygiene/sensitive-file, F-00000004)',
  ])
  expect(told.every(({ severity }) => severity === 'CRITICAL')).toBe(true)
})
