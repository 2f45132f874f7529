import { describe, expect, it } from 'vitest'
import { programOf } from '../kit/agents.ts'
import type { Scenario } from '../kit/model-server/scenario.ts'
import { mailPair } from '../support/mail-pair.ts'
import { configured, useModelServer } from './harness.ts'

// The real claude as the reviewer of a review by mail: feedback, approval, and an end to its turns.

const server = useModelServer()
const line = (sign: string) => `export const add = (a, b) => a ${sign} b\n`

/** Finds the wrong sign while the change shows it, and confirms it. Asked to take its time, it reads on and on. */
function model({ prompt }: { readonly prompt: string }): Scenario {
  const ids = [...prompt.matchAll(/^## (F-[0-9a-f]+)$/gm)].map(([, id]) => id)
  if (ids.length > 0) {
    const findings = ids.map((id) => ({ id, verdict: 'confirmed', quote: line('-').trim(), reason: 'It subtracts.' }))
    return { steps: [{ json: { findings } }] }
  }
  const finding = {
    file: 'calc.js', line: 1, endLine: 1, severity: 'P1', blocking: true, category: 'bug', title: 'Wrong sign',
    problem: 'It subtracts.', impact: 'Sums are wrong.', fix: null, suggestion: null, evidence: line('-').trim(), confidence: 0.9,
  } // biome-ignore format: a finding
  const findings = prompt.includes(`+${line('-')}`) ? [finding] : []
  const done = { json: { summary: 'Looked at calc.js.', findings } }
  const reads = Array.from({ length: 6 }, () => ({ read: 'calc.js' }))
  return { steps: prompt.includes('Take your time') ? [...reads, done] : [done] }
}

describe.skipIf(programOf('claude') === null)('claude', () => {
  it('reviews what another agent asks for by mail', async () => {
    server().add('mail-review', model)
    const { settings, env } = configured('claude', 'mail-review')
    const config = { agents: { mine: settings }, roles: { reviewer: 'mine' } }
    const pair = mailPair({ '.review-loop/config.yaml': JSON.stringify(config), 'README.md': '# Calc\n' })
    const review = async () => {
      const words = ['review', '--validate', 'node --check calc.js', '--format', 'json']
      const { code, stdout } = await pair.mail(words, { env })
      return { code, ...JSON.parse(stdout) }
    }

    pair.push({ 'calc.js': line('-') })
    await pair.ask({ review_round: 1 })
    const first = await review()
    expect(first).toMatchObject({
      code: 1,
      status: 'feedback',
      findings: [{ severity: 'P1', file: 'calc.js', line: 1 }],
    })
    expect(first.telemetry).toMatchObject({ model: settings.model, est_cost_usd: expect.any(Number) })
    expect(first.telemetry.turns).toBeGreaterThanOrEqual(2)
    expect(first.telemetry.output_tokens).toBeGreaterThan(0)

    pair.push({ 'calc.js': line('+') })
    await pair.ask({ review_round: 2 })
    expect(await review()).toMatchObject({ code: 0, status: 'approved', findings: [{ status: 'fixed' }] })

    await pair.ask({ pr: 87, diff_summary: 'Take your time', max_turns_reviewer: 2 })
    expect(await review()).toMatchObject({ code: 4, answer: { escalation: 'reviewer_budget_exceeded' } })
  })
})
