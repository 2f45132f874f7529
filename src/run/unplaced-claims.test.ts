import { describe, expect, it } from 'vitest'
import {
  found,
  type MemoryAgent,
  memoryAgent,
  memoryCache,
  reviewFiles,
  verified,
} from '../../test/support/memory-review.ts'
import type { AgentTask } from '../types.ts'

// A blocking claim that cannot be checked never turns into a pass: the claim is placed, verified, decided, or it stays open.

const files = {
  'src/sum.rb':
    'export function sum(items) {\n  let total = 0\n  for (let i = 0; i <= items.length; i++) {\n    total += items[i].price\n  }\n  return total\n}\n',
  'src/other.rb': 'export const unit = 1\n',
}

const unsure = (task: AgentTask) => verified(task, 'confirmed', 'nowhere')

/** Raises one P1 with this place; `again` is its answer when it is asked where that is. */
const claiming = (place: object, again: object = { claims: [] }, verify: (task: AgentTask) => object = unsure) =>
  memoryAgent((task, asked) => {
    if (asked === 'verify') return verify(task)
    return asked === 'place' ? again : found({ title: 'Off by one', file: 'src/sum.rb', line: 3, ...place })
  })

const gone = { evidence: 'while (i <= items.size()) {' }
const asksWhere = ({ calls }: MemoryAgent) => calls.filter(({ prompt }) => prompt.includes('could not be found'))

describe('a claim whose quote is nowhere', () => {
  it('is inconclusive and named', async () => {
    const { gate, discarded } = await reviewFiles(files, claiming(gone))
    expect(discarded).toMatchObject([{ code: 'evidence_not_found', severity: 'P1' }])
    expect(gate).toMatchObject({ result: 'inconclusive', unverified: [discarded[0]?.id] })
  })

  it('is asked about once, with the nearest lines, and counts where its reviewer finds it', async () => {
    const place = { claim: 1, file: 'src/sum.rb', line: 3, evidence: 'for (let i = 0; i <= items.length; i++) {' }
    const agent = claiming(gone, { claims: [place] })
    const { gate, findings } = await reviewFiles(files, agent)
    expect(gate.result).toBe('blocked')
    expect(findings).toMatchObject([{ title: 'Off by one', file: 'src/sum.rb', line: 3 }])
    expect(asksWhere(agent)).toHaveLength(1)
    expect(asksWhere(agent)[0]?.prompt).toContain('3 for (let i = 0; i <= items.length; i++) {')
  })

  it('leaves where its reviewer withdraws it, and the summary names it', async () => {
    const agent = claiming(gone, { claims: [{ claim: 1, withdraw: true }] })
    const { gate, discarded, notices } = await reviewFiles(files, agent)
    expect(gate.result).toBe('pass')
    expect(discarded).toMatchObject([{ code: 'self_discarded' }])
    expect(notices.join('\n')).toContain('P1, src/sum.rb:3, Off by one (self discarded)')
  })

  it.each([
    ['placed by the verifier', 'confirmed', '    total += items[i].price', 'blocked'],
    ['refuted by the verifier', 'refuted', '  let total = 0', 'pass'],
  ] as const)('is %s, and has the same id in the next review', async (_, verdict, quote, expected) => {
    const agent = claiming(gone, undefined, (task) => verified(task, verdict, quote))
    const cache = memoryCache()
    const first = await reviewFiles(files, agent, { cache })
    expect(first.gate.result).toBe(expected)
    const again = await reviewFiles(files, agent, { cache, last: { result: first, files, look: 'all' } })
    expect(again.findings.map(({ id }) => id)).toEqual(first.findings.map(({ id }) => id))
    expect(first.findings).toHaveLength(expected === 'blocked' ? 1 : 0)
  })

  it.each([
    ['no quote', { evidence: '' }],
    ['no file and no quote', { file: null, evidence: '' }],
    ['a file that does not exist', { file: 'src/gone.rb', evidence: 'missing()' }],
    ['a bracket', { evidence: '}' }],
    ['a confidence in words', { evidence: 'let total = 0', confidence: 'high' }],
  ])('is inconclusive with %s, too', async (_, place) => {
    expect((await reviewFiles(files, claiming(place))).gate.result).toBe('inconclusive')
  })

  it.each([
    ['about a file that does not exist', { file: 'lib/other.rb', evidence: 'call(1)' }, 'there is no such file'],
    ['without a quote', {}, 'It quotes no code'],
  ])('%s is asked for again, and approves nothing', async (_, place, problem) => {
    const agent = claiming(place)
    const { gate } = await reviewFiles(files, agent, { noVerify: true })
    expect(gate.result).toBe('inconclusive')
    expect(gate.reasons.join('\n')).toContain(problem)
    expect(agent.calls).toHaveLength(2)
    expect(agent.calls[1]?.prompt).toContain(problem)
  })

  it('counts under another file name where its quote is in the change', async () => {
    const agent = claiming({ file: 'src/other.rb', evidence: 'total += items[i].price' })
    const { gate, findings } = await reviewFiles(files, agent, { noVerify: true })
    expect(gate.result).toBe('blocked')
    expect(findings).toMatchObject([{ file: 'src/sum.rb', line: 4 }])
  })

  it('is only listed where the configuration says so', async () => {
    const { gate, notices } = await reviewFiles(files, claiming(gone), { config: 'unverified: list\n' })
    expect(gate.result).toBe('pass')
    expect(notices.join('\n')).toContain('Off by one (evidence not found)')
  })
})

describe('a person decides', () => {
  const by = { at: '2026-01-01T00:00:00Z', by: 'Anna', why: 'there is no such loop' }

  async function openClaim(agent = claiming(gone)) {
    const result = await reviewFiles(files, agent)
    return { agent, id: result.gate.unverified?.[0] ?? '', last: { result, files, look: 'all' } as const }
  }

  it('that it counts, and neither the verifier nor a review without an agent overrules that', async () => {
    let isAccepted = false
    const verify = (task: AgentTask) => (isAccepted ? verified(task, 'refuted', '  let total = 0') : unsure(task))
    const { agent, id, last } = await openClaim(claiming(gone, undefined, verify))
    expect((await reviewFiles(files, [], { last })).gate.result).toBe('inconclusive')
    const decisions = [{ ...by, id, decision: 'accept' }] as const
    isAccepted = true
    const again = await reviewFiles(files, agent, { last, decisions })
    expect(again.gate.result).toBe('blocked')
    expect(again.findings).toMatchObject([{ title: 'Off by one', blocking: true }])
    const builtin = await reviewFiles(files, [], { last: { ...last, result: again }, decisions })
    expect(builtin.gate.result).toBe('blocked')
    const later = await reviewFiles(files, agent, { last: { ...last, result: builtin }, decisions })
    expect(later.gate.result).toBe('blocked')
  })

  it('that it does not, with a reason', async () => {
    const { agent, id, last } = await openClaim()
    const { gate, discarded } = await reviewFiles(files, agent, {
      last,
      decisions: [{ ...by, id, decision: 'dismiss' }],
    })
    expect(gate.result).toBe('pass')
    expect(discarded).toMatchObject([{ code: 'dismissed', reason: expect.stringContaining('no such loop') }])
  })

  it('by a waiver with its id and title', async () => {
    const { agent, id, last } = await openClaim()
    const waivers = `waivers:\n  - { id: ${id}, title: Off by one, reason: known }\n`
    expect((await reviewFiles(files, agent, { last, waivers })).discarded).toMatchObject([{ id, code: 'waived' }])
  })
})
