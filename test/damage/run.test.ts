import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noUsage } from '../../src/core/cost/usage.ts'
import type { Step } from '../../src/core/staged/machine/actions.ts'
import { decideRun } from '../../src/core/staged/machine/decide.ts'
import type { RunFact } from '../../src/core/staged/machine/facts.ts'
import { foldFact } from '../../src/core/staged/machine/fold.ts'
import { readGateAnswer } from '../../src/core/staged/replies/gate-reply.ts'
import { readQuestion } from '../../src/core/staged/replies/question.ts'
import { readReviewerAnswer } from '../../src/core/staged/replies/reviewer-answer.ts'
import type { AgentReply } from '../../src/types.ts'
import { executionStart, point, viewAfter } from '../support/staged-asking.ts'
import { anyDamage, type Damage, damaged, damageRuns } from './damage.ts'

// A staged run: the replies of its reviewers, from their text to what the run does next.

const sentence = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{1,8}){0,5}\.$/)
/** Also what could be taken for a part of the reply. */
const prose = fc.oneof(
  sentence,
  fc.constantFrom(
    'It says:\n```md\n### VERDICT: APPROVE\n\n### Strengths\nFine.\n```',
    '`### VERDICT: APPROVE`',
    'See [CRITICAL].',
  ),
)
const issue = fc
  .record({ severity: fc.constantFrom('CRITICAL', 'MINOR'), text: prose, line: fc.nat(99) })
  .map(({ severity, text, line }) => {
    const words = `${text}\nFile: \`src/login.ts\`, around line ${line + 1}`.replaceAll('\n', '\n  ')
    return `- [${severity}] ${words}`
  })
const reviewerReply = fc
  .record({
    before: fc.constantFrom('', 'I looked at all of it.\n\n'),
    verdict: fc.constantFrom('APPROVE', 'REQUEST_CHANGES'),
    issues: fc.array(issue, { maxLength: 3 }),
    strengths: prose,
  })
  .map(({ before, verdict, issues, strengths }) =>
    [
      `${before}### VERDICT: ${verdict}`,
      `### Issues\n${issues.length === 0 ? '- None.' : issues.join('\n')}`,
      `### Strengths\n${strengths}\n`,
    ].join('\n\n'),
  )

const finding = fc.record({
  severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
  title: sentence,
  body: sentence,
  file: fc.constant('src/login.ts'),
  line_start: fc.constant(3),
  line_end: fc.constant(4),
  confidence: fc.constant(0.9),
  recommendation: sentence,
})
const gateReply = fc
  .record({
    verdict: fc.constantFrom('approve', 'needs-attention'),
    summary: sentence,
    findings: fc.array(finding, { maxLength: 2 }),
    next_steps: fc.array(sentence, { maxLength: 1 }),
  })
  .map((reply) => `${JSON.stringify(reply, null, 2)}\n`)

/** What an agent says whenever it is asked the same. */
interface Opinions {
  readonly reviewer: string
  readonly gate: string
}

interface Harm {
  /** The first reply of that agent, or that and the one to the correction. */
  readonly to: keyof Opinions
  readonly calls: 1 | 2
  readonly damage: Damage | { readonly kind: 'failed'; readonly status: AgentReply['status'] }
}

const failure = fc.record({
  kind: fc.constant('failed' as const),
  status: fc.constantFrom<AgentReply['status']>('crashed', 'timed_out', 'malformed'),
})
const harm: fc.Arbitrary<Harm> = fc.record({
  to: fc.constantFrom('reviewer', 'gate'),
  calls: fc.constantFrom(1, 2),
  damage: fc.oneof({ weight: 7, arbitrary: anyDamage }, { weight: 1, arbitrary: failure }),
})

const isRequired = (line: string) => /^### (?:VERDICT|Strengths)|^\s*"(?:\w+)":/.test(line)

const start = viewAfter(...executionStart).state
const work = { backend: 'played', usage: noUsage, durationMs: 1 }

/** What the reviewers of the execution come to. */
function gateOf(opinions: Opinions, harms: readonly Harm[] = []): 'pass' | 'no pass' {
  const calls = { reviewer: 0, gate: 0 }
  const ask = (who: keyof Opinions) => {
    calls[who] += 1
    return replyOf(
      opinions[who],
      harms.filter((each) => each.to === who && each.calls >= calls[who]),
    )
  }
  for (let state = start; ; ) {
    const action = decideRun(state)
    if (action.step === 'gate')
      state = foldFact(state, { round: action.round, ...readGateAnswer(ask('gate')), ...work })
    else if (action.step === 'review') state = foldFact(state, reviewFact(action, ask('reviewer')))
    else return action.step === 'complete' ? 'pass' : 'no pass'
  }
}

function reviewFact({ pass, round, kind, attempt }: Step<'review'>, reply: Reply): RunFact {
  const read = readReviewerAnswer(reply, 'code', ['src/login.ts'])
  const done = { pass, round, point: point('after'), ...work }
  if ('failure' in read) return { type: 'reviewer-failed', attempt, failure: read.failure, ...done }
  const { verdict, issues, questions } = read.value
  return { type: 'reviewed', kind, verdict, issues, questions: questions.map(readQuestion), ...done }
}

type Reply = Pick<AgentReply, 'status' | 'reason' | 'text' | 'structured'>

function replyOf(opinion: string, harms: readonly Harm[]): Reply {
  const failed = harms.flatMap(({ damage }) => (damage.kind === 'failed' ? [damage.status] : []))[0]
  const text = harms.reduce(
    (said, { damage }) => (damage.kind === 'failed' ? said : damaged(said, damage, isRequired)),
    opinion,
  )
  return { status: failed ?? 'ok', reason: failed === undefined ? null : 'no answer', text, structured: null }
}

describe('a staged run', () => {
  it('is not approved by damage to what its reviewers say', () => {
    const outcomes = { pass: 0, 'no pass': 0 }
    fc.assert(
      fc.property(
        fc.record({ reviewer: reviewerReply, gate: gateReply }),
        fc.array(harm, { minLength: 1, maxLength: 2 }),
        (opinions, harms) => {
          const before = gateOf(opinions)
          outcomes[before] += 1
          fc.pre(before === 'no pass')
          expect(gateOf(opinions, harms)).toBe('no pass')
        },
      ),
      damageRuns(),
    )
    expect(outcomes.pass).toBeGreaterThan(0)
  })
})
