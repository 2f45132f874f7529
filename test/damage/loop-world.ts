import fc from 'fast-check'
import * as v from 'valibot'
import { normalise } from '../../src/config/normalise.ts'
import { configSchema } from '../../src/config/schema.ts'
import { noUsage } from '../../src/core/cost/usage.ts'
import { isUnverified } from '../../src/core/findings/discard-reasons.ts'
import { claimsIn, discardedAs, uncounted } from '../../src/core/findings/discarded-as.ts'
import type { CodePlace, QuotedCode } from '../../src/core/loop/code-place.ts'
import type { LoopState } from '../../src/core/loop/state.ts'
import type { SessionFact, WorkPoint } from '../../src/core/loop/types.ts'
import { decideGate, decideVerdict } from '../../src/core/verdict/gate.ts'
import { judge } from '../../src/core/verdict/judge.ts'
import type { DiscardedFinding, Finding, RawFinding, ReviewerOutcome } from '../../src/types.ts'
import { changeOf, rawFinding } from '../support/change.ts'

// The code that a loop works on, and what reviewers say of it. A tree is a word with one letter for each line of code: `a` is the
// line as it was written, `b`, `c` … what a fixer made of it without mending it, `z` the line without its bug.

export const mended = 'z'
export const lineCount = 5

/** What a reviewer says of a line that has its bug. */
export type Opinion = 'says' | 'overlooks' | 'refuted' | 'waived' | 'unsure'
export const opinions: readonly Opinion[] = ['says', 'overlooks', 'refuted', 'waived', 'unsure']

export interface Line {
  readonly severity: 'P0' | 'P1' | 'P2' | 'P3'
  /** Of a P2. */
  readonly blocking: boolean
  /** In each review that counts; afterwards it is said. */
  readonly said: readonly Opinion[]
}

/** What happens to a review on its way, by the number of its call. */
export type ReviewDamage =
  | { readonly to: 'finding'; readonly call: number; readonly line: number; readonly loses: keyof typeof losses }
  | {
      readonly to: 'reviewer'
      readonly call: number
      readonly status: ReviewerOutcome['status']
      readonly isLost: boolean
    }

const losses = {
  quote: { evidence: null },
  'what it quotes': { evidence: 'const nothing = here(0)' },
  severity: { severity: 'urgent' as never },
  confidence: { confidence: Number.NaN },
  'quote and file': { evidence: 'const nothing = here(0)', file: null },
  'quote and line': { evidence: 'const nothing = here(0)', line: null },
  'quote and name': { evidence: 'const nothing = here(0)', file: 'src/none.ts' },
  'file and line': { file: null, line: null },
} satisfies Record<string, Partial<RawFinding>>

/** Of what counts for little anyway, a wrong file name cannot be told from another file. */
const isNoticed = (loss: keyof typeof losses, opinion: Opinion) => loss !== 'quote and name' || opinion !== 'unsure'

export const anyLoss = fc.constantFrom(...(Object.keys(losses) as (keyof typeof losses)[]))

const titles = ['Lost item', 'Open door', 'Wrong sign', 'Slow query', 'Stale cache']
const problems = ['Alpha is beta.', 'Gamma is delta.', 'Epsilon is zeta.', 'Eta is theta.', 'Iota is kappa.']
/** Lines 0 to 2 are in the first file, the others in the second one. */
const placeOf = (line: number) =>
  line < 3 ? { file: 'src/a.ts', line: line + 1 } : { file: 'src/b.ts', line: line - 2 }
export const lineAt = (file: string | null, line: number | null): number =>
  [0, 1, 2, 3, 4].find((each) => placeOf(each).file === file && placeOf(each).line === line) ?? -1
const fileOf = (line: number): string => placeOf(line).file

const quoteOf = (tree: string, line: number) => `export const value${line} = ${tree[line]?.repeat(4)}Of(${line})`
const textsOf = (tree: string) =>
  [
    [0, 1, 2],
    [3, 4],
  ].map((lines) => `${lines.map((line) => quoteOf(tree, line)).join('\n')}\n`)

export const filesBetween = (before: string, after: string): readonly string[] => [
  ...new Set([...before].flatMap((letter, line) => (letter === after[line] ? [] : [fileOf(line)]))),
]

interface Reviewed {
  readonly findings: readonly Finding[]
  readonly discarded: readonly DiscardedFinding[]
}

/** One bug as it arrives. */
interface Said {
  readonly line: number
  readonly opinion: Opinion
  readonly severity: Line['severity']
  readonly blocking: boolean
  readonly loses: readonly (keyof typeof losses)[]
}

const config = normalise(v.parse(configSchema, {}), [])
const judged = new Map<string, Reviewed>()

/** As a review judges what it was told. No two bugs say the same, so each is judged alone, and once. */
function judgedBy(tree: string, said: Said): Reviewed {
  const { line, opinion, severity, blocking, loses } = said
  const key = `${tree} ${line} ${opinion} ${severity} ${blocking} ${loses}`
  const reviewed = judged.get(key) ?? judgedNow(tree, said)
  judged.set(key, reviewed)
  return reviewed
}

function judgedNow(tree: string, said: Said): Reviewed {
  const [a = '', b = ''] = textsOf(tree)
  const files = [changeOf('src/a.ts', null, a), changeOf('src/b.ts', null, b)]
  const contents = new Map([
    ['src/a.ts', { old: null, new: a }],
    ['src/b.ts', { old: null, new: b }],
  ])
  const raw = [rawOf(tree, said)]
  const { findings, discarded } = judge(raw, { files, contents, carried: [], config, today: '2026-01-01' })
  const { opinion: code } = said
  if (code !== 'refuted' && code !== 'waived') return { findings, discarded }
  const settled = findings.map((each) => ({ ...each, code, reason: 'It was settled.' }))
  return { findings: [], discarded: [...discarded, ...settled] }
}

function rawOf(tree: string, { line, opinion, severity, blocking, loses }: Said): RawFinding {
  const raw = rawFinding({
    reviewer: reviewerOf(line),
    ...placeOf(line),
    severity,
    blocking,
    impact: 'Somebody loses data.',
    title: titles[line] ?? '',
    problem: problems[line] ?? '',
    evidence: quoteOf(tree, line),
    confidence: opinion === 'unsure' ? 0.01 : 0.9,
  })
  return Object.assign(raw, ...loses.map((loss) => losses[loss]))
}

/** A line of the first file is one reviewer's, a line of the second one the other's. */
const reviewerOf = (line: number) => (line < 3 ? 'anna' : 'bert')

export interface ReviewCall {
  readonly tree: string
  readonly round: number
  /** The number of this call; the damage to others is not looked at. */
  readonly call: number
}

/** What is written down of a review. */
export function reviewFact(
  lines: readonly Line[],
  { tree, round, call }: ReviewCall,
  damages: readonly ReviewDamage[],
  state: LoopState,
): Extract<SessionFact, { type: 'round-reviewed' }> {
  const here = damages.filter((each) => each.call === call)
  const failed = new Map(
    here.flatMap((each) => (each.to === 'reviewer' ? [[call % 2 === 0 ? 'anna' : 'bert', each]] : [])),
  )
  const said = lines.flatMap(({ severity, blocking, said: told }, line): readonly Said[] => {
    const opinion = told[round - 1] ?? 'says'
    if (tree[line] === mended || opinion === 'overlooks' || failed.get(reviewerOf(line))?.isLost) return []
    const loses = here.flatMap((each) => (each.to === 'finding' && each.line === line ? [each.loses] : []))
    return [{ line, opinion, severity, blocking, loses: loses.filter((loss) => isNoticed(loss, opinion)) }]
  })
  const all = said.map((each) => judgedBy(tree, each))
  const findings = all.flatMap((each) => each.findings)
  const discarded = all.flatMap((each) => each.discarded)
  const reviewers = ['anna', 'bert'].map((name) => outcomeOf(name, failed.get(name)?.status ?? 'ok'))
  const unverified = discarded.filter(isUnverified)
  const gate = decideGate({ findings, unverified, reviewers, emptyChange: false })
  const refuted = discardedAs(discarded, 'refuted')
  const waived = discardedAs(discarded, 'waived')
  const last = state.rounds.at(-1)
  return {
    type: 'round-reviewed',
    round,
    point: pointAt(tree),
    changed: last === undefined ? [] : filesBetween(last.point.tree, tree),
    verdict: decideVerdict(gate, findings).verdict,
    gate,
    findings,
    refuted,
    waived,
    uncounted: uncounted(discarded),
    unverified: claimsIn({ discarded, gate }),
    code: codeOf([...findings, ...refuted, ...waived], tree, state),
    usage: noUsage,
    reviewDir: null,
    document: null,
  }
}

export const pointAt = (tree: string): WorkPoint => ({ head: 'head', tree })

/** Lines never move: they stand where they stood as long as nobody changed them. */
function codeOf(raised: readonly Finding[], tree: string, { ledger }: LoopState): QuotedCode {
  const trees = [...new Set(ledger.flatMap(({ code }) => code?.tree ?? []))]
  const isAsIn = (earlier: string, { file, start }: CodePlace) => {
    const line = lineAt(file, start)
    return earlier[line] === tree[line]
  }
  return {
    raised: raised.flatMap(({ id, file, line }) => {
      if (file === null || line === null) return []
      const place = { file, start: line, end: line }
      const stood = trees.filter((earlier) => isAsIn(earlier, place)).map((earlier) => ({ tree: earlier, ...place }))
      return [{ id, place, stood }]
    }),
    standing: ledger.flatMap(({ id, code }) => {
      if (code === undefined || !isAsIn(code.tree, code)) return []
      return [{ id, place: { file: code.file, start: code.start, end: code.end } }]
    }),
  }
}

export function outcomeOf(name: string, status: ReviewerOutcome['status']): ReviewerOutcome {
  const reason = status === 'ok' ? null : 'no answer'
  return { name, agent: 'x', status, reason, durationMs: 1, findings: 0, usage: noUsage }
}
