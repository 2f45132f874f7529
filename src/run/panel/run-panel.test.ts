import { describe, expect, it } from 'vitest'
import {
  clean,
  found,
  type MemoryAgent,
  memoryAgent,
  memoryCache,
  reviewFiles,
  verified,
} from '../../../test/support/memory-review.ts'

// Who is asked about a change, what they are told, and what their silence means.

const lines = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => `export const ${mark}${index} = ${index}\n`).join('')

/** Large enough for a panel: two partitions of code and one of tests. */
const large = { 'src/a.js': lines(400, 'a'), 'src/b.js': lines(300, 'b'), 'test/a.test.js': lines(80, 't') }
const wrong = { file: 'src/a.js', line: 5, evidence: 'export const a4 = 4' }
const names = ({ calls }: MemoryAgent) => calls.map(({ name }) => name).sort()
const quiet = (name?: string) => memoryAgent(() => clean, name)

describe('a large change', () => {
  it('is given to a panel: bug hunters for the parts, and some for the whole', async () => {
    const agent = quiet()
    const { gate, reviewers } = await reviewFiles(large, agent)
    expect(gate.result).toBe('pass')
    const panel = ['auditor', 'bug-hunter/p1', 'bug-hunter/p2', 'bug-hunter/p3', 'premise']
    expect(names(agent)).toEqual(panel)
    const outcomes = reviewers.map(({ name, status }) => `${name} ${status}`)
    expect(outcomes).toEqual(expect.arrayContaining(panel.map((name) => `${name} ok`)))
  })

  it('is asked about only where it is new, and what was found is kept', async () => {
    const agent = memoryAgent((task, asked) => {
      if (asked === 'verify') return verified(task, 'confirmed', wrong.evidence)
      return task.name === 'bug-hunter/p1' ? found(wrong) : clean
    })
    const result = await reviewFiles(large, agent)
    const before = agent.calls.length
    const more = { ...large, 'src/b.js': `${large['src/b.js']}export const more = 1\n` }
    const { gate, findings } = await reviewFiles(more, agent, { last: { result, files: large, look: 'new' } })
    expect(gate.result).toBe('blocked')
    const [call, ...others] = agent.calls.slice(before)
    expect([call?.name, ...others]).toEqual(['reviewer'])
    expect(call?.prompt).toContain('+export const more = 1')
    expect(call?.prompt).not.toContain('a399')
    expect(findings).toMatchObject([{ file: 'src/a.js', line: 5 }])
  })
})

describe('a reviewer that crashes', () => {
  it('is asked once more', async () => {
    let crashes = 0
    const agent = memoryAgent(({ name }) => (name === 'bug-hunter/p2' && crashes++ === 0 ? undefined : clean))
    const { gate, reviewers } = await reviewFiles(large, agent)
    expect(gate.result).toBe('pass')
    expect(names(agent).filter((name) => name === 'bug-hunter/p2')).toHaveLength(2)
    expect(reviewers.find(({ name }) => name === 'bug-hunter/p2')).toMatchObject({ status: 'ok' })
  })

  it('again makes the review inconclusive, which names the files and is not kept as clean', async () => {
    const agent = memoryAgent(({ name }) => (name === 'bug-hunter/p1' ? undefined : clean))
    const cache = memoryCache()
    const { gate } = await reviewFiles(large, agent, { cache })
    expect(gate.result).toBe('inconclusive')
    expect(gate.reasons.join('\n')).toMatch(/No bug hunter has answered for src\/a\.js \(lines 1-400\)/)
    const before = agent.calls.length
    expect((await reviewFiles(large, agent, { cache })).gate.result).toBe('inconclusive')
    expect(new Set(agent.calls.slice(before).map(({ name }) => name))).toEqual(new Set(['bug-hunter/p1']))
  })

  it('is replaced by another agent if there is one', async () => {
    const [broken, whole] = [memoryAgent(() => undefined, 'broken'), quiet('whole')]
    const { gate, reviewers } = await reviewFiles(large, [broken, whole])
    expect(gate.result).toBe('pass')
    expect(names(whole)).toEqual(names(broken))
    expect(reviewers.find(({ name }) => name === 'auditor')).toMatchObject({ agent: 'whole', status: 'ok' })
  })

  it.each(['auditor', 'premise'])('leaves no pass without the %s either', async (role) => {
    const { gate } = await reviewFiles(
      large,
      memoryAgent(({ name }) => (name === role ? undefined : clean)),
    )
    expect(gate.result).toBe('inconclusive')
    expect(gate.reasons.join('\n')).toContain(`${role} failed`)
  })
})

it('lists what no call can take, and passes only if the configuration accepts that', async () => {
  const files = { ...large, 'src/long.js': `export const long = '${'x'.repeat(300_000)}'\n` }
  const { gate } = await reviewFiles(files, quiet())
  expect(gate.result).toBe('inconclusive')
  expect(gate.reasons.join('\n')).toContain('Not reviewed: src/long.js: a line of it is longer')
  const lenient = await reviewFiles(files, quiet(), { config: 'panel: { unreviewed: accept }\n' })
  expect(lenient.gate.result).toBe('pass')
  expect(lenient.notices.join('\n')).toContain('which the configuration accepts: src/long.js')
})

describe('what reviewers say', () => {
  it('counts more when independent passes agree', async () => {
    const agent = memoryAgent(({ name }) =>
      name.startsWith('bug-hunter/p1') ? found({ ...wrong, severity: 'P2', confidence: 0.6 }) : clean,
    )
    const { findings } = await reviewFiles(large, agent, { config: 'panel: { passes: 2 }\n' })
    expect(names(agent)).toContain('bug-hunter/p1/pass-2')
    expect(findings).toMatchObject([
      { agreement: 2, confidence: 0.85, reviewers: ['bug-hunter/p1', 'bug-hunter/p1/pass-2'] },
    ])
  })

  it('counts in any file of the change, but not without a quote from the code, nor as a weak premise', async () => {
    const quote = 'export const t0 = 0'
    const elsewhere = { severity: 'P2', blocking: false, file: 'test/a.test.js', evidence: quote }
    const made = { file: 'src/a.js', evidence: 'export const nothing = 0' }
    const weak = { ...wrong, confidence: 0.6, category: 'Premise' }
    const agent = memoryAgent(({ name }, asked) => {
      if (asked !== 'review') return undefined
      return name === 'bug-hunter/p1' ? found(elsewhere, made) : name === 'premise' ? found(weak) : clean
    })
    const { gate, findings, discarded } = await reviewFiles(large, agent)
    expect(gate.result).toBe('inconclusive')
    expect(findings).toMatchObject([{ file: 'test/a.test.js', severity: 'P2' }])
    expect(discarded.map(({ code }) => code).sort()).toEqual(['evidence_not_found', 'low_confidence'])
  })
})

describe('what reviewers are told', () => {
  it('shares its beginning where all look at the same', async () => {
    const agent = quiet()
    await reviewFiles({ 'src/a.js': lines(450, 'value') }, agent)
    const prompts = agent.calls.map(({ prompt }) => prompt)
    expect(prompts).toHaveLength(3)
    const shared = prompts[0]!.indexOf('# Your part')
    for (const prompt of prompts) {
      expect(prompt.slice(0, shared)).toBe(prompts[0]!.slice(0, shared))
      expect(shared / prompt.length).toBeGreaterThan(0.8)
    }
  })

  it('stays within its limit whatever the commits say', async () => {
    const agent = quiet()
    const commits = ['One', 'Two', 'Three'].map((word) => `${word} ${'x'.repeat(100_000)}`)
    const config = 'limits: { call_tokens: 12000 }\n'
    const { gate } = await reviewFiles({ 'src/a.js': lines(150, 'value') }, agent, { commits, config })
    expect(gate.result).toBe('pass')
    const call = agent.calls.find(({ name }) => name === 'premise')
    expect(call?.prompt).toContain('[cut]')
    expect(call?.prompt.length).toBeLessThan(3 * 12_000)
  })
})
