import * as v from 'valibot'
import { readUnknownKeys } from '../../core/agents/unknown-keys.ts'
import { noUsage } from '../../core/cost/usage.ts'
import { discardReasons } from '../../core/findings/discard-reasons.ts'
import { shortened } from '../../core/values/shortened.ts'
import { decideGate, decideVerdict } from '../../core/verdict/gate.ts'
import { LoopError } from '../../errors.ts'
import type { DiscardCode, Finding, Json, RawFinding, ReviewerOutcome, Verdict } from '../../types.ts'
import { readFinding } from './finding-json.ts'
import type { Input } from './input.ts'
import type { Step } from './step.ts'

export const verdict: Step = {
  options: {
    'validate-output': {
      type: 'string',
      value: 'FILE',
      description: 'what validate printed; standard input when not given',
    },
  },
  main: 'validate-output',
  description: [
    'Prints {verdict, label, reason, tag, gate}. verdict: decline (a P0, BLOCKING), needs_attention (a P1, HIGH, or a blocking P2), approve, or inconclusive.',
    'A validate output that is missing, empty or malformed, or that names findings nobody could read or check, is inconclusive.',
  ],
  examples: [['review-loop tool verdict --validate-output validate_output.json', 'may it be merged?']],
  run: async (input) => {
    const { findings, problems } = readOutput(input)
    const gate = decideGate({ findings, reviewers: [validation], emptyChange: false, problems })
    const decided = decideVerdict(gate, findings)
    const reason = shorten(reasonFor(findings, gate.reasons, decided.verdict))
    return { ...decided, reason, tag: tagOf({ verdict: decided.verdict, reason }), gate }
  },
}

interface Validated {
  readonly findings: readonly Finding[]
  readonly problems: readonly string[]
}

const discardedSchema = v.looseObject({
  finding: v.optional(v.unknown()),
  code: v.optional(v.string()),
  effect: v.optional(v.picklist(['unverified', 'none'])),
  reason: v.optional(v.string()),
})

const count = v.optional(v.number(), 0)

const outputSchema = v.looseObject({
  validated: v.array(v.unknown()),
  discarded: v.optional(v.array(discardedSchema), []),
  problems: v.optional(v.array(v.string()), []),
  /** How many of each validate has written. */
  stats: v.optional(v.looseObject({ validated: count, discarded: count, problems: count })),
})

type Output = v.InferOutput<typeof outputSchema>

function readOutput(input: Input): Validated {
  try {
    const output = input.json('validate-output', outputSchema)
    return output === undefined ? nothing('There is no validate output.') : readValidated(output)
  } catch (error) {
    if (error instanceof LoopError) return nothing(error.message)
    throw error
  }
}

function readValidated(output: Output): Validated {
  const { validated, discarded, problems } = output
  const read = validated.map((entry) => readFinding(entry))
  const unverified = discarded
    .filter(mayBlock)
    .map(({ finding, reason }) => `${titleOf(finding)}${reason ?? 'It was discarded without a reason.'}`)
  const broken = read.flatMap((result) =>
    'malformed' in result ? [`A finding cannot be read: ${result.malformed}`] : [],
  )
  return {
    findings: read.flatMap((result) => ('findings' in result ? result.findings.slice(0, 1) : [])).map(asFinding),
    problems: [...new Set([...problems, ...lostFrom(output), ...contradictionsIn(output), ...unverified, ...broken])],
  }
}

/** A key that validate does not write, and that names errors or findings. */
function contradictionsIn(output: Output): readonly string[] {
  const reply = { ...output, findings: output.validated } as Json
  return readUnknownKeys(reply, [...Object.keys(outputSchema.entries), 'findings'], false).contradictions
}

/** What the output counts and does not have any more. */
function lostFrom(output: Output): readonly string[] {
  return (['validated', 'discarded', 'problems'] as const).flatMap((list) => {
    const [counted, there] = [output.stats?.[list] ?? 0, output[list].length]
    return there < counted
      ? [`The validate output counts ${counted} ${list}, but lists ${there}: a part of it is lost.`]
      : []
  })
}

/**
 * Whether somebody discarded a blocking claim that nobody could check. Files of other programs do not say what a reason means
 * for the gate: there the code does, and a code that nobody knows means the worst.
 */
function mayBlock({ finding, code, effect, reason = '' }: v.InferOutput<typeof discardedSchema>): boolean {
  if (effect !== undefined) return effect === 'unverified'
  const named = code ?? /^DISCARD_(\w+)/.exec(reason)?.[1]?.toLowerCase() ?? ''
  if (named === 'low_severity' || (isDiscardCode(named) && discardReasons[named].effect !== 'unverified')) return false
  const read = readFinding(finding)
  return !('findings' in read) || read.findings.some(({ blocking }) => blocking)
}

/** 'Off by one (src/a.ts:3): ', as far as the finding can be read. */
function titleOf(finding: unknown): string {
  const read = readFinding(finding)
  const [first] = 'findings' in read ? read.findings : []
  if (first === undefined) return ''
  const place = first.file === null ? '' : ` (${first.file}${first.line === null ? '' : `:${first.line}`})`
  return `${first.title}${place}: `
}

function isDiscardCode(code: string): code is DiscardCode {
  return Object.hasOwn(discardReasons, code)
}

function nothing(problem: string): Validated {
  return { findings: [], problems: [problem] }
}

/** It has been validated already: for the gate only its weight counts. */
function asFinding({ reviewer, discard: _, discriminator: __, ...finding }: RawFinding): Finding {
  return {
    ...finding,
    id: '',
    fingerprint: '',
    reviewers: [reviewer],
    agreement: 1,
    reportedLine: null,
    verification: null,
  }
}

/** Whoever should have spoken is in the findings that were validated; their silence is one of its problems. */
const validation: ReviewerOutcome = {
  name: 'validate',
  agent: 'builtin',
  status: 'ok',
  reason: null,
  durationMs: 0,
  findings: 0,
  usage: noUsage,
}

function reasonFor(findings: readonly Finding[], reasons: readonly string[], verdict: Verdict): string {
  if (verdict === 'approve') return 'No blocking findings.'
  if (verdict === 'inconclusive') return reasons[0] ?? ''
  const worst = findings.find(({ severity }) => severity === 'P0') ?? findings.find(({ blocking }) => blocking)
  return worst?.title ?? reasons[0] ?? ''
}

const longestReason = 80

function shorten(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), longestReason)
}

/** The reason may quote anything, also the end of the tag. */
function tagOf(content: { readonly verdict: Verdict; readonly reason: string }): string {
  return `<pr_verdict>${JSON.stringify(content).replaceAll('<', '\\u003c')}</pr_verdict>`
}
