import { expect, it } from 'vitest'
import type { FixReply } from '../agents/reply-schemas.ts'
import { checkClaim, unnamedFiles } from './check-claim.ts'

const reply = (values: Partial<FixReply> = {}): FixReply => ({
  summary: 'Done.',
  addressed: [{ id: 'F-1', how: 'mended' }],
  unable: [],
  files: ['a.ts'],
  ...values,
})

const unable = [{ id: 'F-1', reason: 'it is meant so' }]

it.each<[string, FixReply, string[]]>([
  ['a file that changed and is named', reply(), ['a.ts']],
  ['another spelling of the path', reply({ files: ['./a.ts'] }), ['a.ts']],
  ['a name with a backslash', reply({ files: ['sp\\b.js'] }), ['sp\\b.js']],
  ['a backslash between folders', reply({ files: ['sp\\b.js'] }), ['sp/b.js']],
  ['a file that changed and is not named', reply(), ['a.ts', 'a.test.ts']],
  ['nothing done and nothing claimed', reply({ addressed: [], unable, files: [] }), []],
])('accepts %s', (_, claim, changed) => {
  expect(checkClaim(claim, changed, ['F-1'])).toEqual([])
})

it.each<[string, FixReply, string[], RegExp]>([
  ['a file that has not changed', reply({ files: ['a.ts', 'b.ts'] }), ['a.ts'], /git sees no change in b\.ts/],
  ['a path that leads out', reply({ files: ['a.ts', '../b.ts'] }), ['a.ts'], /\.\.\/b\.ts is no path/],
  ['a claim without any change', reply({ files: [] }), [], /names F-1, but no file has changed/],
  ['a change without any claim', reply({ addressed: [], unable, files: [] }), ['a.ts'], /is empty, but .* a\.ts/],
  ['a finding that was not given', reply({ addressed: [{ id: 'F-9', how: 'x' }] }), ['a.ts'], /^F-9: is not one of/],
])('refuses %s', (_, claim, changed, problem) => {
  expect(checkClaim(claim, changed, ['F-1'])).toEqual([expect.stringMatching(problem)])
})

it('tells what changed without being named', () => {
  expect(unnamedFiles(reply({ files: ['./a.ts'] }), ['a.ts', 'b.ts'])).toEqual(['b.ts'])
  expect(unnamedFiles(reply({ files: ['sp\\b.js'] }), ['sp\\b.js'])).toEqual([])
})
