import fc from 'fast-check'
import type { ImportedReview } from '../../src/run/ports.ts'
import type { AgentReply, AgentTask, GateResult, RawFinding } from '../../src/types.ts'
import { rawFinding } from '../support/change.ts'
import type { Asked } from '../support/round.ts'
import { anyChange, type FileChange } from './change.ts'
import { anyClaim, type Claim, claimedPlace, claimsIn, nowhere, placeAnswer, truePlace, wordsOf } from './claims.ts'
import { damagedReply, type ReplyDamage, replyDamage } from './reply-damage.ts'
import { gateOf, type ReviewCase, type Speak } from './review-world.ts'

// A review, from the texts of its agents and the findings of other programs to its gate.

interface Opinion {
  readonly claims: readonly Claim[]
  /** How the reply is written. */
  readonly style: 'bare' | 'fenced' | 'prose'
  readonly fails: AgentReply['status'] | null
}

export interface Case extends Omit<ReviewCase, 'imports'> {
  /** Of the reviewers in turn. */
  readonly opinions: readonly Opinion[]
  readonly reports: readonly Report[]
}

/** What an analyser says, which knows no quotes, or one that does. */
interface Report {
  readonly severity: 'P0' | 'P1' | 'P2'
  readonly at: Claim['at']
  readonly has: 'file and line' | 'file' | 'quote' | 'nothing'
}

const opinion: fc.Arbitrary<Opinion> = fc.record({
  claims: fc.array(anyClaim, { maxLength: 3 }),
  style: fc.constantFrom('bare', 'fenced', 'prose'),
  fails: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.constantFrom<AgentReply['status']>('crashed')),
})

const report: fc.Arbitrary<Report> = fc.record({
  severity: fc.constantFrom('P0', 'P1', 'P2'),
  at: fc.record({ file: fc.nat(3), line: fc.nat(13) }),
  has: fc.constantFrom('file and line', 'file', 'quote', 'nothing'),
})

export const anyCase: fc.Arbitrary<Case> = fc.record({
  change: anyChange,
  opinions: fc.array(opinion, { minLength: 1, maxLength: 2 }),
  reports: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(report, { minLength: 1, maxLength: 2 })),
  passes: fc.constantFrom<ReviewCase['passes']>(1, 1, 1, 2, 2, 2, 'panel'),
  agents: fc.constantFrom(1, 2),
  isVerified: fc.boolean(),
  lines: fc.constantFrom('hunk', 'hunk', 'strict'),
})

export type Harm =
  | {
      readonly to: Asked
      /** Of the reviewers in turn. */
      readonly nth: number
      /** How many of its replies to the same question. */
      readonly calls: 1 | 2 | 99
      readonly damage: ReplyDamage
      /** To what is said when asked again; null: the same. */
      readonly again: ReplyDamage | null
    }
  | { readonly to: 'report'; readonly nth: number; readonly as: 'lost' | Partial<RawFinding> }

const reportDamage = fc.constantFrom<'lost' | Partial<RawFinding>>(
  'lost',
  { file: 'src/nobody.ts' },
  { file: null },
  { file: '' },
  { line: 0 },
  { line: -1 },
  { line: 1.5 },
  { line: 10 ** 9 },
  { evidence: nowhere },
)

export const anyHarm: fc.Arbitrary<Harm> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      to: fc.constantFrom<Asked>('review', 'review', 'review', 'place', 'verify'),
      nth: fc.nat(3),
      calls: fc.constantFrom(1, 2, 99, 99),
      damage: replyDamage,
      again: fc.option(replyDamage, { freq: 2 }),
    }),
  },
  fc.record({ to: fc.constant('report' as const), nth: fc.nat(1), as: reportDamage }),
)

export const gateAfter = (drawn: Case, harms: readonly Harm[] = []): Promise<GateResult> =>
  gateOf({ ...drawn, imports: importsOf(drawn, harms) }, speaker(drawn, harms))

function speaker(drawn: Case, harms: readonly Harm[]): Speak {
  const names: string[] = []
  return (asked, task, call) => {
    if (asked === 'review' && !names.includes(task.name)) names.push(task.name)
    const nth = asked === 'verify' ? null : names.indexOf(task.name)
    const reply = replyOf(drawn, asked, task, nth ?? 0)
    const damages = harms.flatMap((each) => {
      if (each.to !== asked || (nth !== null && each.nth % names.length !== nth) || call > each.calls) return []
      return [call > 1 ? (each.again ?? each.damage) : each.damage]
    })
    return damagedReply(reply, damages, drawn.change)
  }
}

function replyOf(drawn: Case, asked: Asked, { prompt }: AgentTask, nth: number): Pick<AgentReply, 'status' | 'text'> {
  const { opinions, change } = drawn
  const all = opinions.flatMap(({ claims }) => claims)
  const place = (index: number) => (all[index] === undefined ? {} : placeAnswer(all[index], change))
  if (asked === 'place') {
    const asked = claimsIn(prompt, /^Claim (\d+):/gm)
    return answer({ claims: asked.map(({ name, claims }) => ({ claim: Number(name), ...place(claims[0] ?? -1) })) })
  }
  if (asked === 'verify') {
    const asked = claimsIn(prompt, /^## (\S+)\n<<<finding /gm)
    return answer({
      findings: asked.map(({ name, claims }) => ({
        id: name,
        ...verification(
          claims.flatMap((claim) => all[claim] ?? []),
          change,
        ),
      })),
    })
  }
  const { claims, style, fails } = opinions[nth % opinions.length]!
  if (fails !== null) return { status: fails, text: '' }
  const findings = claims.map((claim) => findingOf(claim, all.indexOf(claim), change))
  const reply = { summary: 'I looked at all of it.', findings }
  const { text } = answer(reply, style === 'bare' ? 0 : 2)
  const written = { bare: text, fenced: `\`\`\`json\n${text}\n\`\`\`\n`, prose: `See if (a) { b }.\n\n${text}\nDone.` }
  return { status: 'ok', text: written[style] }
}

function answer(value: unknown, indent = 0): { readonly status: 'ok'; readonly text: string } {
  return { status: 'ok', text: JSON.stringify(value, null, indent) }
}

function findingOf(claim: Claim, index: number, change: readonly FileChange[]) {
  const { severity, blocking, confidence, discard } = claim
  const impact = blocking ? 'Every order is wrong.' : null
  return { ...claimedPlace(claim, change), severity, blocking, ...wordsOf(index), impact, confidence, discard }
}

/** What several claims are joined in is refuted only if none of them holds. */
function verification(claims: readonly Claim[], change: readonly FileChange[]) {
  const claim = claims.find(({ verdict }) => verdict === 'confirmed') ?? claims[0]
  if (claim === undefined) return { verdict: 'confirmed', quote: '', reason: 'It seems so.' }
  const quote = claim.proof === 'nowhere' ? nowhere : truePlace(claim, change).evidence
  return { verdict: claim.verdict, quote, reason: 'The line shows it.' }
}

function importsOf({ reports, change }: Case, harms: readonly Harm[]): readonly ImportedReview[] {
  return reports.map((each, index) => {
    const mine = harms.flatMap((one) => (one.to === 'report' && one.nth % reports.length === index ? [one.as] : []))
    const problem = mine.includes('lost') ? 'the report is cut off.' : null
    const changes = mine.flatMap((as) => (as === 'lost' ? [] : [as]))
    const name = `scanner-${index}`
    const finding = rawFinding({ ...reported(each, change), reviewer: name, rule: `rule-${index}` })
    const harmed: RawFinding = Object.assign({}, finding, ...changes.filter((as) => isReportNoticed(finding, as)))
    return { name, findings: problem === null ? [harmed] : [], problem }
  })
}

function reported({ severity, at, has }: Report, change: readonly FileChange[]): Partial<RawFinding> {
  const place = truePlace({ at } as Claim, change)
  const where = {
    'file and line': { ...place, evidence: null },
    file: { file: place.file, line: null, evidence: null },
    quote: place,
    nothing: { file: null, line: null, evidence: null },
  }
  return { ...where[has], severity, blocking: severity < 'P2' }
}

/** A line where there was none makes another claim. */
function isReportNoticed({ line, evidence }: RawFinding, change: Partial<RawFinding>): boolean {
  return (change.line === undefined || line !== null) && (change.evidence === undefined || evidence !== null)
}
