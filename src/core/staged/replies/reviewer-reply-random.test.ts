import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReviewerReply, type ReviewerReply } from './reviewer-reply.ts'

const parse = (text: string) => parseReviewerReply(text, { kind: 'code' })
const isApproval = (text: string) => {
  const read = parse(text)
  return 'value' in read && read.value.verdict === 'APPROVE'
}

const sentence = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{1,8}){0,6}$/)
const issue = fc.record({
  text: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((rows) => rows.join('\n')),
  file: fc.constantFrom('a.ts', 'src/with space/b.ts', 'Makefile'),
  line: fc.option(fc.integer({ min: 1, max: 9999 })),
})
const minor = issue.map((found) => ({ ...found, severity: 'MINOR' as const }))
const blocking = issue.map((found) => ({ ...found, severity: 'CRITICAL' as const }))
const rest = { strengths: sentence, questions: fc.array(sentence, { maxLength: 2 }) }
const approval = fc.record({ verdict: fc.constant('APPROVE' as const), issues: fc.array(minor), ...rest })
const refusal = fc.record({
  verdict: fc.constant('REQUEST_CHANGES' as const),
  issues: fc.tuple(blocking, fc.array(minor)).map(([one, others]) => [...others, one]),
  ...rest,
})

describe('any reviewer reply', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.oneof(approval, refusal), (value) => {
        expect(parse(render(value).join('\n\n'))).toEqual({ value })
      }),
    )
  })

  it('is no approval once it is cut off before its strengths, or was none', () => {
    fc.assert(
      fc.property(fc.oneof(approval, refusal), fc.nat(), (value, at) => {
        const text = render(value).join('\n\n')
        const end = value.verdict === 'APPROVE' ? text.indexOf('### Strengths') + '### Strengths\n'.length : text.length
        expect(isApproval(text.slice(0, at % (end + 1)))).toBe(false)
      }),
    )
  })

  it('is no approval with its sections in another order', () => {
    fc.assert(
      fc.property(
        fc.oneof(approval, refusal).chain((value) => {
          const parts = render(value)
          return fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length }))
        }),
        ([parts, shuffled]) => {
          fc.pre(parts.join() !== shuffled.join())
          expect(isApproval(shuffled.join('\n\n'))).toBe(false)
        },
      ),
    )
  })

  it('is no approval with a critical issue in it, whatever the order of its lines', () => {
    fc.assert(
      fc.property(
        refusal.chain((value) => {
          const lines = render({ ...value, verdict: 'APPROVE' })
            .join('\n')
            .split('\n')
          return fc.shuffledSubarray(lines, { minLength: lines.length })
        }),
        (lines) => {
          expect(isApproval(lines.join('\n'))).toBe(false)
        },
      ),
    )
  })
})

function render({ verdict, issues: found, strengths, questions }: ReviewerReply): string[] {
  const entries = found.map(({ severity, text, file, line }) => {
    const place = `File: \`${file}\`${line === null ? '' : `, around line ${line}`}`
    return `- [${severity}] ${[...text.split('\n'), place].join('\n  ')}`
  })
  return [
    `### VERDICT: ${verdict}`,
    `### Issues\n${entries.length === 0 ? '- None.' : entries.join('\n')}`,
    `### Strengths\n${strengths}`,
    ...(questions.length === 0 ? [] : [`### Questions\n${questions.map((text) => `- ${text}`).join('\n')}`]),
  ]
}
