import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type HandoffTexts, readHandoff } from '../../src/core/post/read-handoff.ts'
import { parseJson } from '../../src/core/values/parse-json.ts'
import { decideGate, decideVerdict } from '../../src/core/verdict/gate.ts'
import { reportOf } from '../../src/report/post/post-report.ts'
import { handoffFiles } from '../../src/report/review/handoff.ts'
import type { Finding, ReviewResult, Severity } from '../../src/types.ts'
import { approval } from '../schemas/sample-results.ts'
import { finding } from '../support/change.ts'
import { damageRuns } from './damage.ts'
import { damageJson, type JsonDamage, jsonDamage, withValue } from './json-damage.ts'

// Damage to the files that a review leaves never makes a green check of one that was not.

const anyFinding: fc.Arbitrary<Partial<Finding>> = fc.record({
  severity: fc.constantFrom<Severity>('P0', 'P1', 'P2', 'P3'),
  blocking: fc.boolean(),
  file: fc.constantFrom('src/a.ts', null),
  title: fc.constantFrom('It is wrong', 'Approved without a test', 'Needs Attention', '[P3] is no severity'),
})

const anyReview = fc.record({
  findings: fc.array(anyFinding, { maxLength: 3 }),
  isIncomplete: fc.boolean(),
  hygieneOnly: fc.boolean(),
  /** Another program may have written it. */
  hasLabel: fc.boolean(),
})

type Review = typeof anyReview extends fc.Arbitrary<infer T> ? T : never

function filesOf({ findings: given, isIncomplete, hygieneOnly, hasLabel }: Review): HandoffTexts {
  const findings = given.map((values, index) => {
    const { severity = 'P2', blocking = false } = values
    const blocks = severity < 'P2' || (severity === 'P2' && blocking)
    return finding({ ...values, id: `F-0000000${index}`, blocking: blocks })
  })
  const problems = isIncomplete ? ['claude ran out of time.'] : []
  const gate = decideGate({ findings, reviewers: approval.reviewers, emptyChange: false, problems })
  const result: ReviewResult = { ...approval, ...decideVerdict(gate, findings), gate, findings }
  const threads = { outdated: [], kept: [] }
  const context = { pullRequest: 7, headSha: 'b'.repeat(40), files: [], texts: new Map(), threads, hygieneOnly }
  const [[, all], [, others], [, summary]] = handoffFiles(result, context) as [Named, Named, Named]
  return { findings: all, threads: others, summary: hasLabel ? summary : 'All was looked at.' }
}

type Named = readonly [string, string]

/** Whether the commit would get a green check. Files that are refused post nothing. */
function isGreen(texts: HandoffTexts): boolean {
  const answer = readHandoff(texts)
  return 'handoff' in answer && reportOf(answer.handoff).passed
}

type Damage =
  | { readonly file: 'findings' | 'threads'; readonly damage: JsonDamage }
  | { readonly file: 'summary'; readonly length: number }
  | { readonly file: 'flags'; readonly at: number; readonly field: keyof typeof flags; readonly to: number }

/** What somebody could write there instead, and what would still be read. */
const flags = {
  blocking: [false, true],
  severity: ['BLOCKING', 'HIGH', 'MEDIUM'],
  priority: [0, 1, 2, 3],
  issue: ['[P0] It', '[P1] It', '[P2] It', '[P3] It'],
} as const

const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ file: fc.constant('findings' as const), damage: jsonDamage }) },
  fc.record({ file: fc.constant('threads' as const), damage: jsonDamage }),
  fc.record({ file: fc.constant('summary' as const), length: fc.nat(600) }),
  fc.record({
    file: fc.constant('flags' as const),
    at: fc.nat(9),
    field: fc.constantFrom<keyof typeof flags>('blocking', 'severity', 'priority', 'issue'),
    to: fc.nat(9),
  }),
)

function damaged(texts: HandoffTexts, damage: Damage): HandoffTexts {
  if (damage.file === 'summary') return { ...texts, summary: texts.summary.slice(0, damage.length) }
  if (damage.file !== 'flags') {
    const text = damageJson(texts[damage.file], damage.damage, () => true)
    return text === null ? texts : { ...texts, [damage.file]: text }
  }
  const content = Object(parseJson(texts.findings))
  const length = Array.isArray(content.findings) ? content.findings.length : 0
  if (length === 0) return texts
  const values = flags[damage.field]
  const path = ['findings', damage.at % length, damage.field]
  return { ...texts, findings: JSON.stringify(withValue(content, path, values[damage.to % values.length])) }
}

it('damage to the files of a review never makes its check green', () => {
  fc.assert(
    fc.property(anyReview, fc.array(anyDamage, { minLength: 1, maxLength: 3 }), (review, damages) => {
      const texts = filesOf(review)
      fc.pre(!isGreen(texts))
      expect(isGreen(damages.reduce(damaged, texts))).toBe(false)
    }),
    damageRuns(),
  )
})

it('no word of a finding makes an approval green that it contradicts', () => {
  const words = anyDamage.filter((damage) => damage.file === 'flags')
  fc.assert(
    fc.property(anyReview, fc.array(words, { minLength: 1, maxLength: 2 }), (review, damages) => {
      const written = filesOf({ ...review, isIncomplete: false })
      const content = Object(parseJson(written.findings))
      fc.pre(content.findings.some(({ priority }: { priority: number }) => priority < 2))
      const texts = { ...written, findings: JSON.stringify({ ...content, verdict: 'approve' }), summary: '' }
      expect(isGreen(damages.reduce(damaged, texts))).toBe(false)
    }),
    damageRuns(),
  )
})

it('files without damage are read as they were written', () => {
  fc.assert(
    fc.property(anyReview, (review) => {
      const texts = filesOf(review)
      expect(isGreen(texts)).toBe(JSON.parse(texts.findings).verdict === 'approve')
    }),
    { numRuns: 200 },
  )
})
