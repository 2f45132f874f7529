import { describe, expect, it } from 'vitest'
import {
  clean,
  found,
  type MemoryAgent,
  memoryAgent,
  reviewFiles,
  type Tree,
  verified,
} from '../../test/support/memory-review.ts'

// What a review makes of the last one, and of files that are staged otherwise than they are in the work tree.

const files = { 'src/a.rb': 'export const wrong = 0\n', 'src/b.rb': 'export const b = 0\n' }
const wrong = { file: 'src/a.rb', evidence: 'export const wrong = 0' }
const verifications = ({ calls }: MemoryAgent) => calls.filter(({ role }) => role === 'verifier')

/** A finding that is confirmed, and never raised again. */
async function blockedOnce() {
  const agent = memoryAgent((task, asked) => {
    if (asked === 'verify') return verified(task, 'confirmed', wrong.evidence)
    return agent.calls.length === 1 ? found(wrong) : clean
  })
  const result = await reviewFiles(files, agent)
  expect(result.gate.result).toBe('blocked')
  return { agent, finding: result.findings[0]!, last: { result, files, look: 'all' } as const }
}

const more = { 'src/c.rb': 'export const c = 1\n' }

describe('a blocking finding that nobody raises again stays open', () => {
  it.each<[string, Tree, string]>([
    ['after more than is reviewed incrementally', { ...files, 'src/c.txt': 'text\n'.repeat(1501) }, 'src/a.rb'],
    ['when part of the change is taken back', { 'src/a.rb': files['src/a.rb'] }, 'src/a.rb'],
    ['under another name', { 'src/z.rb': files['src/a.rb'], 'src/b.rb': files['src/b.rb'] }, 'src/z.rb'],
  ])('%s', async (_, tree, file) => {
    const { agent, finding, last } = await blockedOnce()
    const { gate, findings, notices } = await reviewFiles(tree, agent, { last })
    expect(gate.result).toBe('blocked')
    expect(findings).toMatchObject([
      { title: finding.title, file, carriedOver: true, verification: { reason: 'seen' } },
    ])
    expect(notices.join('\n')).toMatch(/1 finding is carried over from the last review/)
    expect(verifications(agent)).toHaveLength(file === finding.file ? 1 : 2)
  })

  it('without the agent, which alone can judge it', async () => {
    const { last } = await blockedOnce()
    const { gate, notices } = await reviewFiles({ ...files, ...more }, [], { last })
    expect(gate.result).toBe('blocked')
    expect(notices.join('\n')).toMatch(/carried over .*; --full-review with an agent gives a fresh verdict/)
  })

  it('where no agent was shown its code, although a fresh verdict is asked for', async () => {
    const { agent, last } = await blockedOnce()
    const config = 'panel: { summarise: ["src/a.rb"] }\n'
    const result = await reviewFiles({ ...files, ...more }, agent, { last: { ...last, look: 'fresh' }, config })
    expect(result).toMatchObject({ gate: { result: 'blocked' }, findings: [{ carriedOver: true }] })
    expect(result.notices.join('\n')).toContain('no agent was shown that code')
  })

  it('as grave as it was, after a review that called it less', async () => {
    const { agent, last } = await blockedOnce()
    const config = 'severity: [{ path: "src/", severity: P3 }]\n'
    const milder = await reviewFiles(files, agent, { last, config })
    expect(milder.gate.result).toBe('pass')
    const again = await reviewFiles(files, agent, { last: { ...last, result: milder } })
    expect(again).toMatchObject({ gate: { result: 'blocked' }, findings: [{ severity: 'P1', carriedOver: true }] })
  })
})

it('a finding is only named, not carried over, when a fresh verdict is asked for', async () => {
  const { agent, finding, last } = await blockedOnce()
  const { gate, findings, notices } = await reviewFiles(files, agent, { last: { ...last, look: 'fresh' } })
  expect({ gate: gate.result, findings }).toEqual({ gate: 'pass', findings: [] })
  expect(notices).toContain(
    `1 finding of the last review was not raised again, although the code is still there: ${finding.id} src/a.rb:1 (Wrong).`,
  )
})

it('an agent may say again what is known of a file that is not part of what is new', async () => {
  const agent = memoryAgent((task, asked) =>
    asked === 'verify' ? verified(task, 'confirmed', wrong.evidence) : found(wrong),
  )
  const result = await reviewFiles(files, agent)
  const again = await reviewFiles({ ...files, ...more }, agent, { last: { result, files, look: 'new' } })
  expect(again.gate.result).toBe('blocked')
  expect(again.findings.map(({ id }) => id)).toEqual(result.findings.map(({ id }) => id))
})

it('a staged version that nobody answers for keeps the review from passing', async () => {
  const agent = memoryAgent(({ prompt }) => (prompt.includes('what git has staged') ? undefined : clean))
  const staged = { ...files, 'src/a.rb': 'export const staged = 1\n' }
  const { gate } = await reviewFiles(files, agent, { staged })
  expect(gate.result).toBe('inconclusive')
  expect(gate.reasons.join('\n')).toContain('Staged version: No bug hunter has answered for src/a.rb')
})
