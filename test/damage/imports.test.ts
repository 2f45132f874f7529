import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { normalise } from '../../src/config/normalise.ts'
import { configSchema } from '../../src/config/schema.ts'
import { readImport } from '../../src/core/import/index.ts'
import { conclude } from '../../src/core/verdict/conclude.ts'
import { judge } from '../../src/core/verdict/judge.ts'
import { fillEvidence, importedReviews, importOutcomes } from '../../src/run/imports.ts'
import type { GateResult } from '../../src/types.ts'
import { changeOf } from '../support/change.ts'
import { damageRuns } from './damage.ts'
import { damageJson, type JsonDamage, jsonDamage, type Path } from './json-damage.ts'

// Damage to the report of another analyser never lets a review pass that it blocked, or left incomplete.

const lines = Array.from({ length: 6 }, (_, index) => `export const value${index} = load(${index * 7})`)
const text = `${lines.join('\n')}\n`
const files = [changeOf('src/a.ts', null, text), changeOf('src/b.ts', null, text.replaceAll('value', 'other'))]
const contents = new Map([
  ['src/a.ts', { old: null, new: text }],
  ['src/b.ts', { old: null, new: text.replaceAll('value', 'other') }],
])
const config = normalise(v.parse(configSchema, { import: { error: 'P1' } }), [])

/** As `review --import` decides with no other reviewer; 'refused' is exit code 2. */
function gateOf(report: string): GateResult | 'refused' {
  const read = readImport(report, 'report.json', { severity: config.import, root: '/repo' })
  if ('problems' in read) return 'refused'
  const reviews = importedReviews(read)
  const raw = fillEvidence(
    reviews.flatMap(({ findings }) => findings),
    contents,
  )
  const scope = { kind: 'branch', base: 'main', head: 'topic', paths: [] } as never
  const judgement = judge(raw, { files, contents, carried: [], config, today: '2026-01-01' })
  const reviewers = importOutcomes(reviews)
  return conclude({ scope, files, judgement, reviewers, notices: [], durationMs: 0, reviewDir: null }).gate.result
}

interface Said {
  readonly grave: boolean
  readonly file: string
  readonly line: number
  readonly quotes: boolean
  /** What says how grave it is. */
  readonly grading: 'level' | 'score' | 'rule'
}

const said: fc.Arbitrary<Said> = fc.record({
  grave: fc.boolean(),
  file: fc.constantFrom('src/a.ts', 'src/b.ts'),
  line: fc.integer({ min: 1, max: 6 }),
  quotes: fc.boolean(),
  grading: fc.constantFrom<Said['grading']>('level', 'score', 'rule'),
})

const quoteAt = ({ file, line }: Said) => contents.get(file)?.new.split('\n')[line - 1] ?? ''

function sarifOf(all: readonly Said[], failure: number): unknown {
  const results = all.map((each) => ({
    ruleId: each.grave && each.grading === 'rule' ? 'grave' : 'minor',
    kind: 'fail',
    ...(each.grading === 'level' && { level: each.grave ? 'error' : 'note' }),
    message: { text: 'It is wrong.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: each.file },
          region: { startLine: each.line, ...(each.quotes && { snippet: { text: quoteAt(each) } }) },
        },
      },
    ],
    properties: each.grave && each.grading === 'score' ? { 'security-severity': '9.8' } : {},
  }))
  const notifications = failure === 1 ? [{ level: 'error', message: { text: 'Out of memory.' } }] : []
  const invocations = [{ executionSuccessful: failure !== 2, toolExecutionNotifications: notifications }]
  const rules = [
    { id: 'grave', defaultConfiguration: { level: 'error' } },
    { id: 'minor', defaultConfiguration: { level: 'note' } },
  ]
  return { version: '2.1.0', runs: [{ tool: { driver: { name: 'Lint', rules } }, invocations, results }] }
}

const diagnosticOf = ({ grave, file, line }: Said) => ({
  message: 'It is wrong.',
  location: { path: file, range: { start: { line, column: 1 } } },
  severity: grave ? 'ERROR' : 'INFO',
})

const findingOf = (each: Said) => ({
  file: each.file,
  line: each.line,
  severity: each.grave ? 'P1' : 'P3',
  title: 'It is wrong',
  problem: 'It does something else.',
  evidence: quoteAt(each),
  confidence: 0.9,
})

function resultOf(all: readonly Said[], failure: number): unknown {
  const isBlocked = all.some(({ grave }) => grave)
  const status = failure === 2 ? 'failed' : 'ok'
  return {
    schemaVersion: 1,
    verdict: failure > 0 ? 'inconclusive' : isBlocked ? 'needs_attention' : 'approve',
    gate: { result: failure > 0 ? 'inconclusive' : isBlocked ? 'blocked' : 'pass', reasons: [] },
    reviewers: [{ name: 'claude', status }],
    findings: all.map(findingOf),
  }
}

const formats = {
  sarif: sarifOf,
  rdjson: (all: readonly Said[]) => ({ source: { name: 'lint' }, diagnostics: all.map(diagnosticOf) }),
  reply: (all: readonly Said[]) => ({ summary: 'Looked at all of it.', findings: all.map(findingOf) }),
  result: resultOf,
} as const

interface Unnoticed {
  /** May be missing: nothing in the report says that it should be there. */
  readonly missing: RegExp
  /** A list that is empty, or holds something else, may be what the tool meant. */
  readonly emptied: RegExp
  /** Any word may stand there. */
  readonly reworded: RegExp
}

const never = /$^/

const unnoticed: Readonly<Record<keyof typeof formats, Unnoticed>> = {
  sarif: {
    missing:
      /^\/version|\/(?:kind|level|properties|security-severity|ruleId|rules|defaultConfiguration|invocations|toolExecutionNotifications)(?:\/\d+)?$|^\/runs\/\d+$|\/results\/\d+$/,
    emptied: /\/(?:rules|results|invocations|toolExecutionNotifications|defaultConfiguration|properties)$/,
    reworded: /\/(?:ruleId|id)$/,
  },
  rdjson: { missing: /^\/source|\/severity$|\/diagnostics\/\d+$/, emptied: /^\/diagnostics$/, reworded: never },
  reply: { missing: /^\/findings\/\d+$|\/confidence$/, emptied: /^\/findings$/, reworded: never },
  result: { missing: /\/confidence$/, emptied: never, reworded: never },
}

function isNoticed(format: keyof typeof formats) {
  const { missing, emptied, reworded } = unnoticed[format]
  return (path: Path, damage: JsonDamage): boolean => {
    const place = `/${path.join('/')}`
    if (damage.kind === 'remove') return !missing.test(place)
    if (damage.kind !== 'replace') return true
    if (typeof damage.value === 'string') return !reworded.test(place)
    // A run that failed and now says that it did not.
    if (damage.value === true) return !place.endsWith('/executionSuccessful')
    return !(typeof damage.value === 'object' && emptied.test(place))
  }
}

const report = fc.record({
  format: fc.oneof(
    fc.constant('sarif' as const),
    fc.constantFrom('rdjson' as const, 'reply' as const, 'result' as const),
  ),
  all: fc.array(said, { maxLength: 2 }),
  failure: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2)),
})

it('a report counts as it says', () => {
  fc.assert(
    fc.property(report, ({ format, all, failure }) => {
      const hasFailed = failure > 0 && (format === 'sarif' || format === 'result')
      const gate = hasFailed ? 'inconclusive' : all.some(({ grave }) => grave) ? 'blocked' : 'pass'
      expect(gateOf(JSON.stringify(formats[format](all, failure)))).toBe(gate)
    }),
    { numRuns: 500 },
  )
})

it('damage to an imported report never lets a review pass', () => {
  fc.assert(
    fc.property(report, jsonDamage, ({ format, all, failure }, damage) => {
      const whole = JSON.stringify(formats[format](all, failure))
      fc.pre(gateOf(whole) !== 'pass')
      const damaged = damageJson(whole, damage, isNoticed(format))
      expect(damaged === null ? 'nothing happened' : gateOf(damaged)).not.toBe('pass')
    }),
    damageRuns(),
  )
})
