import { describe, expect, it } from 'vitest'
import type { Severity } from '../../types.ts'
import {
  isBlocking,
  lighter,
  parseSeverity,
  type SeverityContext,
  severities,
  severityLabel,
  type Vocabulary,
} from './severity.ts'

describe('parseSeverity', () => {
  const rows: [word: string, context: SeverityContext, severity: Severity | undefined, blocking?: boolean][] = [
    ['P0', {}, 'P0', true],
    ['p1', { vocabulary: '000' }, 'P1', true],
    ['P2', { vocabulary: '000' }, 'P2', false],
    [' P3 ', {}, 'P3', false],
    ['Nit', { vocabulary: '000' }, 'P3', false],
    ['[CRITICAL]', { vocabulary: '001', category: 'security' }, 'P0', true],
    ['[CRITICAL]', { vocabulary: '001', category: 'Performance', text: 'It may crash' }, 'P1', true],
    ['[Critical]', { vocabulary: '001', text: 'The server crashes on an empty body' }, 'P0', true],
    ['[CRITICAL]', { vocabulary: '001', category: 'bug', text: 'Rows are lost: data loss on retry' }, 'P0', true],
    ['[CRITICAL]', { vocabulary: '001', text: 'The total is wrong' }, 'P1', true],
    ['[CRITICAL]', { vocabulary: '001', text: 'The total is wrong, with no security impact' }, 'P1', true],
    ['CRITICAL', { vocabulary: '001', text: 'SQL injection' }, 'P0', true],
    ['[MINOR]', { vocabulary: '001' }, 'P3', false],
    ['[CRITICAL]', { text: 'The total is wrong' }, 'P1', true],
    ['BLOCKING', { vocabulary: '002' }, 'P0', true],
    ['high', { vocabulary: '002' }, 'P1', true],
    ['MEDIUM', { vocabulary: '002' }, 'P2', false],
    ['MEDIUM', { vocabulary: '002', priority: 2 }, 'P2', false],
    ['MEDIUM', { priority: 3 }, 'P3', false],
    ['low', { vocabulary: '002' }, 'P3', false],
    ['Critical', { vocabulary: '003' }, 'P0', true],
    ['Important', { vocabulary: '003' }, 'P1', true],
    ['Minor', { vocabulary: '003' }, 'P3', false],
    ['Critical', { vocabulary: '004', category: 'Security' }, 'P0', true],
    ['critical', { vocabulary: '004', text: 'This breaks the build' }, 'P1', true],
    ['Suggestion', { vocabulary: '004', text: 'Replace it with `Object.hasOwn(a, b)`.' }, 'P2', true],
    ['suggestion', { vocabulary: '004', text: '```suggestion\nconst a = 2\n```' }, 'P2', true],
    ['suggestion', { vocabulary: '004', text: 'Consider a better name.' }, 'P3', false],
    ['Style', { vocabulary: '004' }, 'P3', false],
    ['critical', {}, 'P0', true],
    ['Critical', { vocabulary: 'json', text: 'The total is wrong' }, 'P0', true],
    ['important', { vocabulary: 'json' }, 'P1', true],
    ['Important', { vocabulary: '002' }, undefined],
    ['catastrophic', {}, undefined],
    ['', {}, undefined],
    ['P4', {}, undefined],
    ['constructor', {}, undefined],
    ['__proto__', {}, undefined],
    ['[P', {}, undefined],
  ]
  it.each(rows)('reads %j with %j as %s', (word, context, severity, blocking) => {
    expect(parseSeverity(word, context)).toEqual(severity === undefined ? undefined : { severity, blocking })
  })
})

it.each<[Severity, boolean, string | null, boolean]>([
  ['P0', false, null, true],
  ['P1', false, null, true],
  ['P2', true, 'Users lose their draft.', true],
  ['P2', true, null, false],
  ['P2', true, '  ', false],
  ['P2', false, 'Users lose their draft.', false],
  ['P3', true, 'Users lose their draft.', false],
])('a %s declared blocking %s because of %j blocks: %s', (severity, declared, impact, blocks) => {
  expect(isBlocking(severity, declared, impact)).toBe(blocks)
})

it.each<[Vocabulary, readonly string[], string]>([
  ['000', ['P0', 'P1', 'P2', 'P3'], 'P2'],
  ['001', ['[CRITICAL]', '[CRITICAL]', '[MINOR]', '[MINOR]'], '[CRITICAL]'],
  ['002', ['BLOCKING', 'HIGH', 'MEDIUM', 'MEDIUM'], 'MEDIUM'],
  ['003', ['Critical', 'Important', 'Minor', 'Minor'], 'Important'],
  ['004', ['Critical', 'Critical', 'Suggestion', 'Style'], 'Suggestion'],
  ['json', ['P0', 'P1', 'P2', 'P3'], 'P2'],
])('writes the four severities in the words of %s as %j, and a blocking P2 as %s', (vocabulary, labels, blockingP2) => {
  expect(severities.map((severity) => severityLabel(severity, false, vocabulary))).toEqual(labels)
  expect(severityLabel('P2', true, vocabulary)).toBe(blockingP2)
})

it('reads back every label it writes as a known severity', () => {
  for (const vocabulary of ['000', '001', '002', '003', '004', 'json'] as const) {
    for (const severity of severities) {
      expect(parseSeverity(severityLabel(severity, false, vocabulary), { vocabulary })).toBeDefined()
    }
  }
})

it('makes each severity one level lighter, and leaves P3', () => {
  expect(severities.map(lighter)).toEqual(['P1', 'P2', 'P3', 'P3'])
})
