import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedFile, changeOf, rawFinding } from '../../../test/support/change.ts'
import type { DiscardCode, RawFinding } from '../../types.ts'
import { type ValidateInput, validateFindings } from './validate.ts'

const before = Array.from({ length: 30 }, (_, index) => `const old${index + 1} = ${index + 1}`).join('\n')
const after = before.replace('const old15 = 15', 'const fresh15 = load(15)')
const other = 'export const shared = fresh(15)\nexport const unlike = 1\n'

const input: ValidateInput = {
  files: [
    changeOf('src/a.ts', before, after),
    changeOf('src/b.ts', null, other),
    changedFile({ path: 'logo.png', status: 'added', binary: true }),
    {
      ...changeOf('src/new-name.ts', 'one()\ntwo()\n', 'one()\nthree()\n'),
      status: 'renamed',
      oldPath: 'src/old-name.ts',
    },
  ],
  contents: new Map([
    ['src/a.ts', { new: after, old: before }],
    ['src/b.ts', { new: other, old: null }],
    ['src/new-name.ts', { new: 'one()\nthree()\n', old: 'one()\ntwo()\n' }],
  ]),
  unchanged: new Map([['lib/far.ts', ['export function go() {\n  return far(away, 3)\n}\n']]]),
  lines: 'hunk',
  confidenceFloor: 0.5,
}

const nowhere = 'nowhere to be found'

const good = rawFinding({ file: 'src/a.ts', line: 15, evidence: 'const fresh15 = load(15)' })

function validateOne(values: Partial<RawFinding>, more: Partial<ValidateInput> = {}) {
  const { kept, discarded } = validateFindings([{ ...good, ...values }], { ...input, ...more })
  expect(kept.length + discarded.length).toBe(1)
  return kept[0] ?? discarded[0]!
}

describe('what is discarded', () => {
  it.each<[string, Partial<RawFinding>, DiscardCode]>([
    ['taken back by the flag', { discard: true }, 'self_discarded'],
    ['taken back in words', { problem: 'On closer inspection this is fine.' }, 'self_discarded'],
    ['below the floor', { confidence: 0.49 }, 'low_confidence'],
    ['below the floor, even a P0', { confidence: 0.3, severity: 'P0' }, 'low_confidence'],
    ['confidence NaN', { confidence: Number.NaN }, 'unknown_confidence'],
    ['confidence in percent', { confidence: 95 }, 'unknown_confidence'],
    ['confidence below zero', { confidence: -1 }, 'unknown_confidence'],
    ['no file, quote nowhere', { file: null, evidence: nowhere }, 'no_location'],
    ['no file, quote in two files', { file: null, evidence: 'const' }, 'no_location'],
    ['no file, no quote', { file: '', evidence: null }, 'no_location'],
    ['no such file, quote nowhere', { file: 'src/c.ts', evidence: nowhere }, 'unknown_file'],
    ['a path that leads out', { file: '../src/a.ts', evidence: nowhere }, 'unknown_file'],
    [
      'a file outside the change that holds the quote',
      { file: 'lib/far.ts', evidence: 'far(away, 3)' },
      'file_not_changed',
    ],
    ['a file outside the change without the quote', { file: 'lib/far.ts', evidence: nowhere }, 'unknown_file'],
    [
      'an analyser on a file outside the change',
      { file: 'lib/far.ts', rule: 'x/y', evidence: null },
      'file_not_changed',
    ],
    ['an analyser on a file that does not exist', { file: 'lib/gone.ts', rule: 'x/y', evidence: null }, 'unknown_file'],
    ['no evidence', { evidence: null }, 'no_evidence'],
    ['blank evidence', { evidence: ' \n' }, 'no_evidence'],
    ['evidence that is not there', { evidence: 'const fresh15 = store(15)' }, 'evidence_not_found'],
    ['evidence that is not there, in a binary file', { file: 'logo.png', evidence: nowhere }, 'evidence_not_found'],
    ['an unchanged place', { line: 3, evidence: 'const old3 = 3' }, 'line_not_changed'],
  ])('%s', (_, values, code) => {
    expect(validateOne(values)).toMatchObject({ code, reason: expect.stringMatching(/\S.*\.$/) })
  })

  it.each(['src/b.ts', 'src/c.ts', 'c/src/a.ts', '/home/src/c.ts', '/home/../src/a.ts', 'logo.png'])(
    'but not a quote of one changed file under the name %s',
    (file) => {
      expect(validateOne({ file })).toMatchObject({ file: 'src/a.ts', line: 15 })
      expect(validateOne({ file })).not.toHaveProperty('code')
    },
  )

  it('in strict mode what is not on an added line', () => {
    const near = { line: 14, evidence: 'const old14 = 14' }
    expect(validateOne(near, { lines: 'strict' })).toMatchObject({ code: 'line_not_changed' })
    expect(validateOne(near)).toMatchObject({ line: 15, reportedLine: 14 })
  })

  it('under the name of the file that is meant, however unsure and however it is written', () => {
    expect(validateOne({ confidence: 0.3, file: './src/a.ts' })).toMatchObject({
      code: 'low_confidence',
      file: 'src/a.ts',
    })
  })

  it('with harmless values in place of impossible ones', () => {
    const odd = validateOne({ confidence: Number.NaN, line: Number.NaN, endLine: -3 })
    expect(odd).toMatchObject({ confidence: 0, line: null, endLine: null, reason: expect.stringContaining('NaN') })
  })

  it.each<[string, string, DiscardCode | undefined]>([
    ['a bracket', '}', 'no_evidence'],
    ['a single letter', 'n', 'no_evidence'],
    ['a whole line, however short', 'n--', undefined],
    ['a part of a line with a few letters', 'run(n)', undefined],
    ['the path of the file', 'src/c.ts', undefined],
  ])('what somebody quotes who was given the file: %s', (_, evidence, code) => {
    const text = 'while (n > 0) {\n  n--\n  later(() => run(n))\n}\n'
    const given = {
      files: [changeOf('src/c.ts', null, text)],
      contents: new Map([['src/c.ts', { new: text, old: null }]]),
    }
    const readers = new Set(['anna'])
    const found = (more: Partial<ValidateInput>) =>
      validateOne({ file: 'src/c.ts', line: 2, evidence }, { ...given, ...more })
    expect('code' in found({ readers }) ? found({ readers }) : {}).toEqual(
      code === undefined ? {} : expect.objectContaining({ code }),
    )
    expect(found({})).not.toHaveProperty('code')
  })

  it('a bracket beside the change, which does not show that it is about other lines', () => {
    const [old, now] = ['run()\n}\nend()\n', 'run(1)\n}\nend()\n']
    const given = { files: [changeOf('src/c.ts', old, now)], contents: new Map([['src/c.ts', { new: now, old }]]) }
    const bracket = { file: 'src/c.ts', line: 2, evidence: '}' }
    const found = validateOne(bracket, { ...given, lines: 'strict', readers: new Set(['anna']) })
    expect(found).toMatchObject({ code: 'no_evidence' })
    expect(validateOne(bracket, { ...given, lines: 'strict' })).toMatchObject({ code: 'no_evidence' })
    expect(validateOne({ ...bracket, rule: 'no-brackets' }, { ...given, lines: 'strict' })).toMatchObject({
      code: 'line_not_changed',
    })
  })

  it('a severity that is none, which types cannot stop at run time', () => {
    const odd: RawFinding = JSON.parse(JSON.stringify({ ...good, severity: 'banana' }))
    expect(validateFindings([odd], input).discarded).toMatchObject([{ code: 'unknown_severity', severity: 'P3' }])
  })
})

describe('what is kept', () => {
  it.each<[string, Partial<RawFinding>, object]>([
    [
      'as it was',
      {},
      { file: 'src/a.ts', line: 15, endLine: null, reportedLine: null, reviewers: ['anna'], agreement: 1 },
    ],
    ['exactly at the floor', { confidence: 0.5 }, { line: 15 }],
    ['under its clean path', { file: './src\\a.ts' }, { file: 'src/a.ts' }],
    ['under its path without the prefix of a diff', { file: 'b/src/a.ts' }, { file: 'src/a.ts' }],
    ['under its path below the root', { file: '/home/anna/project/src/a.ts' }, { file: 'src/a.ts' }],
    ['under its path below a drive', { file: 'C:\\project\\src\\a.ts' }, { file: 'src/a.ts' }],
    [
      'with the code as the file has it',
      { evidence: '15: const fresh15=load( 15 )' },
      { line: 15, evidence: 'const fresh15 = load(15)' },
    ],
    [
      'under its new name',
      { file: 'src/old-name.ts', line: 2, evidence: 'three()' },
      { file: 'src/new-name.ts', line: 2 },
    ],
    ['with the line remembered that was wrong', { line: 2 }, { line: 15, reportedLine: 2 }],
    ['with a line from nowhere', { line: null }, { line: 15, reportedLine: null }],
    ['in the only file with the quote', { file: null, line: null }, { file: 'src/a.ts', line: 15 }],
    [
      'by the path of the file alone',
      { file: null, line: null, evidence: 'logo.png' },
      { file: 'logo.png', line: null },
    ],
    ['about a file as a whole', { file: 'logo.png', line: null, evidence: 'logo.png' }, { line: null, endLine: null }],
    ['not blocking without a reason', { blocking: true }, { blocking: false }],
    ['blocking with a reason', { blocking: true, impact: 'Loads twice.' }, { blocking: true }],
    ['a P1 blocks by itself', { severity: 'P1' }, { blocking: true }],
  ])('%s', (_, values, expected) => {
    const found = validateOne(values)
    expect(found).not.toHaveProperty('code')
    expect(found).toMatchObject(expected)
    expect(found).not.toHaveProperty('discriminator')
    expect(found).not.toHaveProperty('discard')
  })

  it('in the file with the quote, when an absolute path fits two', () => {
    const twin = 'export const twin = 2\n'
    const more = {
      files: [...input.files, changeOf('a.ts', null, twin)],
      contents: new Map([...input.contents, ['a.ts', { new: twin, old: null }]]),
    }
    const at = (evidence: string) => validateOne({ file: '/project/src/a.ts', evidence, line: null }, more)
    expect(at('const fresh15 = load(15)')).toMatchObject({ file: 'src/a.ts', line: 15 })
    expect(at('export const twin = 2')).toMatchObject({ file: 'a.ts', line: 1 })
    expect(at('neither of them')).toMatchObject({ code: 'no_location' })
  })

  it.each<[string, Partial<RawFinding>, string | null]>([
    ['stays with its lines', { endLine: 15 }, 'x'],
    ['moves with all its lines', { line: 9, endLine: 9 }, 'x'],
    ['goes when only a part of its lines was found', { line: 4, endLine: 7 }, null],
    ['goes when the finding moves to the next changed line', { line: 14, evidence: 'const old14 = 14' }, null],
    ['goes when it never had a line', { line: null }, null],
  ])('a suggestion %s', (_, values, suggestion) => {
    expect(validateOne({ suggestion: 'x', ...values })).toMatchObject({ suggestion })
  })
})

it('never throws, and lets every finding out exactly once', () => {
  const number = fc.oneof(fc.integer({ min: -3, max: 40 }), fc.double(), fc.constantFrom(1e12, Number.MAX_VALUE))
  const words = fc.oneof(
    fc.string(),
    fc.constantFrom('const fresh15 = load(15)', '}', 'const', '', 'src/a.ts', 'const old14 = 14', '```\n```', '+a\n-b'),
  )
  const raw = fc.record<RawFinding>({
    reviewer: fc.string(),
    file: fc.option(fc.oneof(fc.constantFrom('src/a.ts', 'src/b.ts', 'logo.png', '../x', '__proto__'), fc.string())),
    line: fc.option(number),
    endLine: fc.option(number),
    severity: fc.constantFrom('P0', 'P1', 'P2', 'P3'),
    blocking: fc.boolean(),
    category: fc.string(),
    rule: fc.option(fc.string()),
    title: words,
    problem: words,
    impact: fc.option(fc.string()),
    fix: fc.option(fc.string()),
    suggestion: fc.option(fc.string()),
    evidence: fc.option(words),
    confidence: fc.oneof(fc.constant(0.9), fc.double()),
    discard: fc.boolean(),
    discriminator: fc.option(fc.string()),
  })
  fc.assert(
    fc.property(fc.array(raw, { maxLength: 20 }), fc.constantFrom('hunk', 'strict'), (findings, lines) => {
      const { kept, discarded } = validateFindings(findings, { ...input, lines })
      const out = [...kept, ...discarded]
      expect(out.map(({ title }) => title).sort()).toEqual(findings.map(({ title }) => title).sort())
      expect(new Set(out.map(({ id }) => id)).size).toBe(findings.length)
      for (const { line, endLine, confidence } of out) {
        expect(line === null || (Number.isSafeInteger(line) && line > 0)).toBe(true)
        expect(endLine === null || (line !== null && endLine >= line)).toBe(true)
        expect(confidence >= 0 && confidence <= 1).toBe(true)
      }
    }),
  )
})
