import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { codeOf, type FileTexts, makeCertificate, partOf, proofOf, type TestProof } from './certificate.ts'
import type { ValidationResult } from './types.ts'

const proven: TestProof = {
  proves: true,
  why: 'a test of the fix fails without what was done about it and passes with it',
}
const changedTexts: FileTexts = { before: 'return a\n', after: 'return b\n' }

function certificate(values: Partial<Finding>, texts: FileTexts, foundAgain: boolean | null = false, proof = proven) {
  return makeCertificate({
    finding: { ...finding(), id: 'f1', file: 'a.ts', evidence: 'return a', ...values },
    foundAgain,
    texts,
    proof,
  })
}

describe('the code a finding quotes', () => {
  it.each<[string, Partial<Finding>, string | null, string | null, boolean]>([
    ['is gone', {}, 'return a\n', 'return b\n', true],
    ['is still there', {}, 'return a\n', 'const x = 1\nreturn a\n', false],
    ['has only other white space', {}, 'return a\n', '\treturn   a\n', false],
    ['went with its file', {}, 'return a\n', null, true],
    ['stands once less', {}, 'return a\nreturn a\n', 'return a\n', true],
    ['stands once more', {}, 'return a\n', 'return a\nreturn a\n', false],
    ['spans lines', { evidence: 'if (a) {\n  return a' }, 'if (a) {\n\treturn a\n}', 'if (a) { return a }', false],
    ['carries the marks of a diff', { evidence: '+return a' }, 'return a\n', 'return a // ok\n', false],
    ['is a masked secret that went', { evidence: 'key = "abcd…"' }, 'key = "abcdefgh"\n', 'key = load()\n', true],
    [
      'is a masked secret that stayed',
      { evidence: 'key = "abcd…"' },
      'key = "abcdefgh"\n',
      'key = "abcdefgh"\n',
      false,
    ],
    ['is the file as a whole, changed', { evidence: 'a.ts' }, 'x\n', 'y\n', true],
    ['is the file as a whole, as it was', { evidence: 'a.ts' }, 'x\n', 'x\n', false],
    ['is not known, and the file is as it was', { evidence: null }, 'x\n', 'x\n', false],
    ['is not there on either side', {}, null, null, false],
  ])('%s', (_name, values, before, after, codeChanged) => {
    expect(certificate(values, { before, after })).toMatchObject({ finding: 'f1', codeChanged })
  })
})

it.each<[boolean | null, FileTexts, boolean | null, RegExp]>([
  [
    false,
    changedTexts,
    true,
    /^Proven: the last review does not raise it; the code .* changed; a test of the fix fails without/,
  ],
  [false, changedTexts, null, /^Not proven by a test: .*; no test came with the fix\.$/],
  [false, changedTexts, false, /^Not proven: .*passes without the fix too\.$/],
  [true, changedTexts, true, /^Not proven: the last review raises it again;/],
  [null, changedTexts, true, /^Not proven: it was not reviewed again yet;/],
  [false, { before: 'return a', after: 'return a' }, true, /^Not proven: .*the code it quotes is still there/],
])('says what is proven: found again %s, %o, test %s', (foundAgain, texts, proves, words) => {
  const why = { true: proven.why, false: 'its test passes without the fix too', null: 'no test came with the fix' }
  const made = certificate({}, texts, foundAgain, { proves, why: why[`${proves}`] })
  expect(made.text).toMatch(words)
  expect(made).toMatchObject({ notFoundAgain: foundAgain === false, testProves: proves })
})

const result = (status: ValidationResult['status'], command = 'npm test'): ValidationResult => ({
  command,
  status,
  exitCode: 0,
  durationMs: 1,
  output: '',
})

type Statuses = readonly ValidationResult['status'][]

it.each<[string, Statuses, Statuses, Statuses, boolean | null]>([
  ['fails without and passes with', ['passed'], ['failed'], ['passed'], true],
  ['one of two fails without', ['passed', 'passed'], ['passed', 'failed'], ['passed', 'passed'], true],
  ['passes without', ['passed'], ['passed'], ['passed'], false],
  ['failed before, too', ['failed'], ['failed'], ['passed'], null],
  ['only what failed before fails without', ['failed', 'passed'], ['failed', 'passed'], ['passed', 'passed'], false],
  ['fails with the fix', ['passed'], ['failed'], ['failed'], null],
  ['one of two fails with the fix', ['passed', 'passed'], ['failed', 'passed'], ['passed', 'failed'], null],
  ['runs out of time before', ['timed_out'], ['failed'], ['passed'], null],
  ['runs out of time without', ['passed'], ['timed_out'], ['passed'], null],
  ['runs out of time with', ['passed'], ['failed'], ['timed_out'], null],
])('knows what tests prove: %s', (_name, before, without, fixed, proves) => {
  const of = (statuses: Statuses) => statuses.map((status) => result(status))
  expect(proofOf({ before: of(before), without: of(without), fixed: of(fixed) }, false).proves).toBe(proves)
})

it('says when a proof is of the fix as a whole', () => {
  const runs = { before: [result('passed')], without: [result('failed')], fixed: [result('passed')] }
  const made = certificate({}, changedTexts, false, proofOf(runs, true))
  expect(made).toMatchObject({ testProves: true, shared: true })
  expect(made.text).toMatch(/^Proven for the fix as a whole: /)
})

it.each([
  ['a.ts', ['a.ts', 'b.ts'], { files: ['a.ts'], isShared: false }],
  ['a.ts', ['a.ts', 'a.ts'], { files: ['a.ts'], isShared: true }],
  ['c.ts', ['c.ts'], { files: ['a.ts', 'b.ts'], isShared: false }],
  ['c.ts', ['c.ts', 'a.ts'], { files: ['a.ts', 'b.ts'], isShared: true }],
  [null, [null], { files: ['a.ts', 'b.ts'], isShared: false }],
])('undoes what was done about a finding in %s, of those in %j', (file, mended, part) => {
  expect(partOf(file, ['a.ts', 'b.ts'], mended)).toEqual(part)
})

it.each([
  [['src/a.ts', 'src/a.test.ts', 'tests/b.py'], ['npm test'], ['src/a.ts']],
  [['src/a.ts'], ['npm test'], { proves: null, why: 'no test came with the fix' }],
  [['src/a.test.ts'], ['npm test'], { proves: null, why: 'the fix is in tests only' }],
  [['src/a.ts', 'src/a.test.ts'], [], { proves: null, why: 'there is no command to run its test' }],
])('finds what of a fix is no test: %j with %j', (files, commands, expected) => {
  expect(codeOf(files, commands)).toEqual(expected)
})
