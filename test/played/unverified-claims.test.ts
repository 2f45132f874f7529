import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// A blocking claim that cannot be checked never turns into a pass: what it says on the terminal, keeps on disk and asks in a loop.
// How a claim is placed, verified and decided: src/run/unplaced-claims.test.ts.

const code =
  'export function sum(items) {\n  let total = 0\n  for (let i = 0; i <= items.length; i++) {\n    total += items[i].price\n  }\n  return total\n}\n'

function changed(): TestRepository {
  const test = createRepository()
  test.commit('', { 'src/sum.rb': code, 'src/other.rb': 'export const unit = 1\n' })
  return test
}

const unsure = 'answer({ findings: ids.map((id) => ({ id, verdict: "confirmed", quote: "nowhere", reason: "so" })) })'

/** Raises one P1 with this place until it is fixed, and does not know where that is. */
const claiming = (place: object, fixer = 'clean()') =>
  scriptedAgent(`
const { readFileSync: readNow } = await import('node:fs')
if (role === 'verifier') ${unsure}
else if (role === 'fixer') ${fixer}
else if (prompt.includes('could not be found')) answer({ claims: [] })
else if (!readNow('src/sum.rb', 'utf8').includes('<=')) clean()
else answer({ summary: 'Looked.', findings: [finding({ severity: 'P1', title: 'Off by one', file: 'src/sum.rb', line: 3, ...${JSON.stringify(place)} })] })`)

const gone = { evidence: 'while (i <= items.size()) {' }

describe('in a review', () => {
  it('is inconclusive and named until a person decides, whoever reviews, and nobody is paid twice', async () => {
    const test = changed()
    const agent = claiming(gone)
    const review = (...words: string[]) => reviewJson(test.path, words)
    const first = await review('--agent', agent.word)
    expect(first.code).toBe(3)
    expect(first.result.discarded).toMatchObject([{ code: 'evidence_not_found', severity: 'P1' }])
    const [id = ''] = first.result.gate.unverified ?? []
    expect(id).toBe(first.result.discarded[0]?.id)
    const quiet = await runInside(test.path, ['review', '--quiet'])
    expect(quiet).toMatchObject({ code: 3, stdout: expect.stringContaining(`review-loop answer ${id} accept`) })

    const answer = (...words: string[]) => runInside(test.path, ['answer', ...words])
    expect(await answer(id, 'dismiss')).toMatchObject({ code: 2, stderr: expect.stringContaining('--why') })
    const nothing = await answer('F-00000000', 'accept')
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('F-00000000') })
    expect((await answer(id, 'accept')).code).toBe(0)
    const accepted = await review()
    expect(accepted.code).toBe(1)
    expect(accepted.result.findings).toMatchObject([{ title: 'Off by one', blocking: true }])
    expect((await answer(id, 'dismiss', '--why', 'there is no such loop')).code).toBe(0)
    const dismissed = await review('--agent', agent.word)
    expect(dismissed.code).toBe(0)
    expect(dismissed.result.discarded).toMatchObject([
      { code: 'dismissed', reason: expect.stringContaining('no such loop') },
    ])
    expect(agent.calls()).toHaveLength(3)
  })
})

describe('in a loop', () => {
  const looping = async () => {
    const test = changed()
    const agent = claiming(
      gone,
      `{ const { writeFileSync: write, readFileSync: read } = await import('node:fs'); write('src/sum.rb', read('src/sum.rb', 'utf8').replace('<=', '<')); answer({ summary: 'Fixed.', addressed: ids.map((id) => ({ id, how: 'bound' })), unable: [], files: ['src/sum.rb'] }) }`,
    )
    const first = await runInside(test.path, ['loop', '--agent', agent.word, '--format', 'json'])
    const { session, claims } = JSON.parse(first.stdout)
    const resume = () => runInside(test.path, ['loop', '--resume', session, '--format', 'json'])
    return { test, agent, first, id: claims[0].id, resume }
  }

  it('a person is asked, once dismissed it is approved without another review', async () => {
    const { test, agent, first, id, resume } = await looping()
    expect(first.code).toBe(4)
    expect(JSON.parse(first.stdout).question).toMatchObject({ reason: 'unverified' })
    expect(first.stdout).toContain(`review-loop answer ${id} dismiss --why TEXT`)
    expect((await resume()).code).toBe(4)
    const handsfree = await runInside(test.path, ['loop', '--agent', agent.word, '--handsfree'])
    expect(handsfree.code).toBe(4)
    for (const how of ['accept', 'dismiss --why "your reason"'])
      expect(handsfree.stdout).toContain(`review-loop answer ${id} ${how}`)
    const calls = agent.calls().length
    await runInside(test.path, ['answer', id, 'dismiss', '--why', 'no such loop'])
    const ended = await resume()
    expect({ code: ended.code, calls: agent.calls().length }).toEqual({ code: 0, calls })
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'approved' })
  })

  it('once accepted it is fixed like any other', async () => {
    const { test, agent, id, resume } = await looping()
    await runInside(test.path, ['answer', id, 'accept'])
    const ended = await resume()
    expect(agent.calls().some(({ prompt }) => prompt.includes(id) && prompt.includes('Off by one'))).toBe(true)
    expect(ended.code).toBe(0)
  })
})
