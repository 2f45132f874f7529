import { expect, it } from 'vitest'
import { changeOf } from '../../../test/support/change.ts'
import { readImport } from './index.ts'
import { suppressedByChange } from './suppressed.ts'

const severity = { error: 'P1', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const
const at = (uri: string, startLine?: number) => ({
  physicalLocation: { artifactLocation: { uri }, ...(startLine !== undefined && { region: { startLine } }) },
})

function read(parts: object, place = at('src/a.ts', 20)) {
  const result = { ruleId: 'x', level: 'error', message: { text: 'Bad.' }, locations: [place], ...parts }
  const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 'T' } }, results: [result] }] }
  const imported = readImport(JSON.stringify(log), 't.sarif', { severity, root: '/repo' })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  return imported
}

// Its first line and its last one are new.
const old = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('')
const files = [changeOf('src/a.ts', old, `first\n${old}last\n`)]

it.each<[string, object, object, number]>([
  ['beside the code, which is old', { kind: 'inSource' }, at('src/a.ts', 20), 0],
  ['beside the code, which is new', { kind: 'inSource' }, at('src/a.ts', 42), 1],
  ['at a place that is new', { kind: 'inSource', location: at('src/a.ts', 1) }, at('src/a.ts', 20), 1],
  ['at a place that is old', { kind: 'inSource', location: at('src/a.ts', 19) }, at('src/a.ts', 42), 0],
  ['at a place in a file that is old', { kind: 'inSource', location: at('src/b.ts', 1) }, at('src/a.ts', 42), 0],
  ['accepted, but in the code', { kind: 'inSource', status: 'accepted' }, at('src/a.ts', 42), 1],
  ['in a list that nobody accepted', { kind: 'external' }, at('src/a.ts', 42), 1],
  ['for the whole file', { kind: 'inSource' }, at('src/a.ts'), 1],
])('a suppression %s', (_, suppression, place, count) => {
  const { findings, suppressed = [] } = read({ suppressions: [suppression] }, place as never)
  expect(findings).toEqual([])
  expect(suppressedByChange(suppressed, files)).toHaveLength(count)
})

it('counts a result that passed with the level of an error', () => {
  expect(read({ kind: 'pass' }).findings).toMatchObject([{ severity: 'P1' }])
})

it('says that suppressions cannot be read', () => {
  expect(read({ suppressions: { kind: 'external' } }).incomplete).toHaveLength(1)
})
