import { expect, it } from 'vitest'
import { context, fullResult } from '../../test/schemas/sample-results.ts'
import { readImport } from '../core/import/index.ts'
import { reporters } from './index.ts'

const severity = { error: 'P2', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const

const places = fullResult.findings.map(({ file, line, endLine }) => `${file}:${line}-${endLine}`).sort()

it.each(['sarif', 'rdjson'] as const)('reads back the places and suggestions of its own %s', (format) => {
  const imported = readImport(reporters[format](fullResult, context), `x.${format}`, { severity })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  expect(imported.findings.map(({ file, line, endLine }) => `${file}:${line}-${endLine}`).sort()).toEqual(places)
  const token = imported.findings.find(({ rule }) => rule?.endsWith('secret/github-token'))
  expect(token).toMatchObject({ suggestion: '  token: process.env.GITHUB_TOKEN,' })
  expect(imported.findings.find(({ rule }) => rule?.endsWith('no-debugger'))).toMatchObject({ suggestion: '' })
})

it('reads back everything of its own JSON', () => {
  const imported = readImport(reporters.json(fullResult, context), 'x.json', { severity })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  for (const { id: _, fingerprint, reviewers, agreement, reportedLine, ...rest } of fullResult.findings) {
    expect(imported.findings).toContainEqual(
      expect.objectContaining({ title: rest.title, file: rest.file, line: rest.line, severity: rest.severity }),
    )
  }
  expect(imported.findings).toHaveLength(fullResult.findings.length + 1)
})
