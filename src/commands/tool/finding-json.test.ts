import { expect, it } from 'vitest'
import { printFinding, readFinding } from './finding-json.ts'

const words = { issue: '[P1] Wrong sum', explanation: 'Counted twice.', severity: 'HIGH' }

it.each([
  ['BLOCKING', {}, 'P0', true],
  ['high', {}, 'P1', true],
  ['MEDIUM', { priority: 2 }, 'P2', false],
  ['MEDIUM', { priority: 3 }, 'P3', false],
  ['P2', { blocking: true, impact: 'Every page is wrong.' }, 'P2', true],
  ['P2', { blocking: true }, 'P2', false],
  ['HIGH', { category: 'Premise', priority: 0 }, 'P0', true],
  ['HIGH', { category: 'Style', priority: 0 }, 'P1', true],
])('reads the severity %s with %j as %s', (severity, more, expected, blocking) => {
  expect(readFinding({ ...words, severity, ...more })).toMatchObject({ findings: [{ severity: expected, blocking }] })
})

it.each([
  [undefined, null, 0],
  [null, null, 0],
  [7, 7, 0],
  ['7', 7, 0],
  [0, null, 1],
  [-3, null, 1],
  [1.5, null, 1],
  ['seven', null, 1],
  [{}, null, 1],
])('reads the line %j as %j', (line, expected, warnings) => {
  const read = readFinding({ ...words, line })
  expect(read).toMatchObject({ findings: [{ line: expected }] })
  expect('warnings' in read ? read.warnings.length : -1).toBe(warnings)
})

it.each([
  ['nonsense', 'malformed'],
  [null, 'malformed'],
  [['a'], 'malformed'],
  [{ severity: 'P1' }, 'malformed'],
  [{ ...words, file: 5 }, 'malformed'],
  [{ ...words, confidence: 2 }, 'malformed'],
  [{ ...words, blocking: 'yes' }, 'malformed'],
  [{ ...words, category: 'Premise', priority: [0] }, 'malformed'],
  [{ ...words, category: {}, priority: 0 }, 'malformed'],
  [{ ...words, impact: ['Every sum.'] }, 'malformed'],
  [{ reviewer: 'bhb', error: 'agent_bhb.json: it is empty' }, 'malformed'],
  [{ ...words, severity: 'constructor' }, 'unknown_severity'],
  [{ ...words, severity: 1 }, 'unknown_severity'],
])('calls %j malformed', (value, code) => {
  expect(readFinding(value)).toMatchObject({ malformed: expect.stringMatching(/\S/), code })
})

it('gives one finding for each reviewer who said it', () => {
  const read = readFinding({ ...words, reviewers: ['one', 'two', 'one'] })
  expect(read).toMatchObject({ findings: [{ reviewer: 'one' }, { reviewer: 'two' }] })
})

it('reads back what it prints', () => {
  const read = readFinding({
    ...words,
    file: 'src/a.ts',
    line: 3,
    category: 'security',
    rule: 'secret/token',
    impact: 'Anybody has it.',
    recommendation: 'Take it out.',
    code_snippet: "key = 'ab…'",
    confidence: 0.8,
  })
  const [finding] = 'findings' in read ? read.findings : []
  expect(finding).toMatchObject({ title: 'Wrong sum', problem: 'Counted twice.', discriminator: '' })
  for (const wording of ['002', 'own'] as const) {
    expect(readFinding(printFinding(finding!, wording))).toMatchObject({ findings: [finding] })
  }
  expect(printFinding(finding!, '002')).toMatchObject({ severity: 'HIGH', priority: 1, issue: '[P1] Wrong sum' })
  expect(printFinding(finding!, 'own')).toMatchObject({ severity: 'P1' })
})

it('places an absolute path inside the repository', () => {
  expect(readFinding({ ...words, file: '/repo/src/a.ts' }, '/repo')).toMatchObject({ findings: [{ file: 'src/a.ts' }] })
  expect(readFinding({ ...words, file: '/etc/passwd' }, '/repo')).toMatchObject({ findings: [{ file: '/etc/passwd' }] })
})
