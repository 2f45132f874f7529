import { expect, it } from 'vitest'
import type { Json } from '../../types.ts'
import type { PanelRole } from './plan-panel.ts'
import { readAnswer } from './read-answer.ts'

const said = { severity: 'P1', title: 'Wrong', problem: 'It is wrong.', line: 1, confidence: 0.9 }
const elsewhere = { ...said, file: 'lib/other.js', evidence: 'call(1)' }
const unquoted = { ...said, file: 'src/a.js', evidence: '' }
const quoted = { ...said, file: './src/a.js', evidence: 'const a = 1' }
const placeless = { ...said, file: null, evidence: 'const a = 1' }

function read(findings: readonly Json[], role: PanelRole = 'bug-hunter') {
  const reply = { text: '', structured: { summary: 'Looked.', findings } }
  return readAnswer(reply, { name: role, role }, new Set(['src/a.js']))
}

it.each<[string, readonly Json[]]>([
  ['without findings', []],
  ['that quotes code of the change', [quoted]],
  ['that quotes code without naming the file', [placeless]],
  ['of which one finding counts', [elsewhere, unquoted, quoted]],
])('takes an answer %s', (_, findings) => {
  expect(read(findings)).toMatchObject({ value: { findings: { length: findings.length } } })
})

it.each<[string, readonly Json[], RegExp]>([
  ['speaks of other files only', [elsewhere], /^findings\.0\.file: lib\/other\.js is not part of the change/],
  ['quotes a bracket', [{ ...quoted, evidence: '});' }], /^findings\.0\.evidence: must quote the code$/],
  ['quotes nothing', [unquoted], /^findings\.0\.evidence: must quote the code$/],
])('is not content with an answer that %s', (_, findings, problem) => {
  expect(read(findings)).toEqual({ problems: [expect.stringMatching(problem)] })
})

it('lets those speak who do not answer for lines', () => {
  expect(read([elsewhere], 'auditor')).toMatchObject({ value: { findings: { length: 1 } } })
})
