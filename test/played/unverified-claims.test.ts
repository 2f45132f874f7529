import { describe, expect, it } from 'vitest'
import { reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// A blocking claim that cannot be checked never turns into a pass.

const code =
  'export function sum(items) {\n  let total = 0\n  for (let i = 0; i <= items.length; i++) {\n    total += items[i].price\n  }\n  return total\n}\n'

function changed(config = ''): TestRepository {
  const test = createRepository({
    'README.md': '# Test\n',
    ...(config === '' ? {} : { '.review-loop/config.yaml': config }),
  })
  test.commit('Sum', { 'src/sum.rb': code, 'src/other.rb': 'export const unit = 1\n' })
  return test
}

const unsure = 'answer({ findings: ids.map((id) => ({ id, verdict: "confirmed", quote: "nowhere", reason: "so" })) })'

/** Raises one P1 with this place until it is fixed; `again` is its answer when it is asked where that is. */
const claiming = (place: object, again = 'answer({ claims: [] })', verifier = unsure, fixer = 'clean()') =>
  scriptedAgent(`
const { readFileSync: readNow } = await import('node:fs')
if (role === 'verifier') ${verifier}
else if (role === 'fixer') ${fixer}
else if (prompt.includes('could not be found')) ${again}
else if (!readNow('src/sum.rb', 'utf8').includes('<=')) clean()
else answer({ summary: 'Looked.', findings: [finding({ severity: 'P1', title: 'Off by one', file: 'src/sum.rb', line: 3, ...${JSON.stringify(place)} })] })`)

const gone = { evidence: 'while (i <= items.size()) {' }

describe('a claim whose quote is nowhere', () => {
  it('is inconclusive and named, also quietly', async () => {
    const test = changed()
    const { code: exit, result } = await reviewJson(test.path, ['--agent', claiming(gone).word])
    expect(exit).toBe(3)
    expect(result.discarded).toMatchObject([{ code: 'evidence_not_found', severity: 'P1' }])
    const [id] = result.gate.unverified ?? []
    expect(id).toBe(result.discarded[0]?.id)
    const quiet = await reviewLoop(test.path, ['review', '--agent', claiming(gone).word, '--quiet'])
    expect(quiet.code).toBe(3)
    expect(quiet.stdout).toContain(`review-loop answer ${id} accept`)
  })

  it('is asked about once, with the nearest lines, and counts where its reviewer finds it', async () => {
    const agent = claiming(
      gone,
      `answer({ claims: [{ claim: 1, file: 'src/sum.rb', line: 3, evidence: 'for (let i = 0; i <= items.length; i++) {' }] })`,
    )
    const { code: exit, result } = await reviewJson(changed().path, ['--agent', agent.word])
    expect(exit).toBe(1)
    expect(result.findings).toMatchObject([{ title: 'Off by one', file: 'src/sum.rb', line: 3 }])
    const asked = agent.calls().filter(({ prompt }) => prompt.includes('could not be found'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.prompt).toContain('3 for (let i = 0; i <= items.length; i++) {')
  })

  it('leaves where its reviewer withdraws it, and the summary names it', async () => {
    const { code: exit, result } = await reviewJson(changed().path, [
      '--agent',
      claiming(gone, 'answer({ claims: [{ claim: 1, withdraw: true }] })').word,
    ])
    expect(exit).toBe(0)
    expect(result.discarded).toMatchObject([{ code: 'self_discarded' }])
    expect(result.notices.join('\n')).toContain('P1, src/sum.rb:3, Off by one (self discarded)')
  })

  it.each([
    ['placed by the verifier', 'confirmed', '    total += items[i].price', 1],
    ['refuted by the verifier', 'refuted', '  let total = 0', 0],
  ])('is %s', async (_, verdict, quote, expected) => {
    const verifier = `answer({ findings: ids.map((id) => ({ id, verdict: '${verdict}', quote: ${JSON.stringify(quote)}, reason: 'seen' })) })`
    const agent = claiming(gone, 'answer({ claims: [] })', verifier)
    const test = changed()
    const first = await reviewJson(test.path, ['--agent', agent.word])
    expect(first.code).toBe(expected)
    const again = await reviewJson(test.path, ['--agent', agent.word])
    expect(again.result.findings.map(({ id }) => id)).toEqual(first.result.findings.map(({ id }) => id))
  })

  it.each([
    ['no quote', { evidence: '' }],
    ['no file and no quote', { file: null, evidence: '' }],
    ['a file that does not exist', { file: 'src/gone.rb', evidence: 'missing()' }],
    ['a bracket', { evidence: '}' }],
    ['a confidence in words', { evidence: 'let total = 0', confidence: 'high' }],
  ])('so does one with %s', async (_, place) => {
    expect((await reviewJson(changed().path, ['--agent', claiming(place).word])).code).toBe(3)
  })

  it('counts under another file name where its quote is in the change', async () => {
    const agent = claiming({ file: 'src/other.rb', evidence: 'total += items[i].price' })
    const { code: exit, result } = await reviewJson(changed().path, ['--agent', agent.word, '--no-verify'])
    expect(exit).toBe(1)
    expect(result.findings).toMatchObject([{ file: 'src/sum.rb', line: 4 }])
  })

  it('is only listed where the configuration says so', async () => {
    const { code: exit, result } = await reviewJson(changed('unverified: list\n').path, [
      '--agent',
      claiming(gone).word,
    ])
    expect(exit).toBe(0)
    expect(result.notices.join('\n')).toContain('Off by one (evidence not found)')
  })
})

describe('a person decides', () => {
  const decide = async (...words: string[]) => {
    const test = changed()
    const agent = claiming(gone)
    const first = await reviewJson(test.path, ['--agent', agent.word])
    const id = first.result.gate.unverified?.[0] ?? ''
    const answered = await reviewLoop(test.path, ['answer', id, ...words])
    return { answered, again: await reviewJson(test.path, ['--agent', agent.word]), calls: agent.calls().length }
  }

  it('that it counts', async () => {
    const { answered, again } = await decide('accept')
    expect(answered.code).toBe(0)
    expect(again.code).toBe(1)
    expect(again.result.findings).toMatchObject([{ title: 'Off by one', blocking: true }])
  })

  it('that it counts, and neither the verifier nor a review without an agent overrules that', async () => {
    const test = changed()
    const refute = `answer({ findings: ids.map((id) => ({ id, verdict: prompt.includes('F-') ? 'refuted' : 'confirmed', quote: 'nowhere', reason: 'so' })) })`
    const agent = claiming(gone, undefined, refute)
    const id = (await reviewJson(test.path, ['--agent', agent.word])).result.gate.unverified?.[0] ?? ''
    expect((await reviewJson(test.path, [])).code).toBe(3)
    await reviewLoop(test.path, ['answer', id, 'accept'])
    expect((await reviewJson(test.path, ['--agent', agent.word])).code).toBe(1)
    expect((await reviewJson(test.path, [])).code).toBe(1)
    expect((await reviewJson(test.path, ['--agent', agent.word])).code).toBe(1)
  })

  it('that it does not, with a reason, and nobody is paid twice', async () => {
    const { again, calls } = await decide('dismiss', '--why', 'there is no such loop')
    expect(again.code).toBe(0)
    expect(again.result.discarded).toMatchObject([
      { code: 'dismissed', reason: expect.stringContaining('no such loop') },
    ])
    expect(calls).toBe(3)
  })

  it('only with a reason, and only about what there is', async () => {
    expect((await decide('dismiss')).answered).toMatchObject({ code: 2, stderr: expect.stringContaining('--why') })
    const nothing = await reviewLoop(changed().path, ['answer', 'F-00000000', 'accept'])
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('F-00000000') })
  })

  it('by a waiver with its id and title', async () => {
    const test = changed()
    const agent = claiming(gone)
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    const id = result.gate.unverified?.[0] ?? ''
    test.write({ '.review-loop/waivers.yaml': `waivers:\n  - { id: ${id}, title: Off by one, reason: known }\n` })
    const again = await reviewJson(test.path, ['--agent', agent.word])
    expect(again.result.discarded).toMatchObject([{ id, code: 'waived' }])
  })
})

describe('in a loop', () => {
  const looping = async () => {
    const test = changed()
    const agent = claiming(
      gone,
      'answer({ claims: [] })',
      undefined,
      `{ const { writeFileSync: write, readFileSync: read } = await import('node:fs'); write('src/sum.rb', read('src/sum.rb', 'utf8').replace('<=', '<')); answer({ summary: 'Fixed.', addressed: ids.map((id) => ({ id, how: 'bound' })), unable: [], files: ['src/sum.rb'] }) }`,
    )
    const first = await reviewLoop(test.path, ['loop', '--agent', agent.word, '--format', 'json'])
    const id = JSON.parse(first.stdout).question.remaining[0]
    return { test, agent, first, id, resume: () => reviewLoop(test.path, ['loop', '--resume', '--format', 'json']) }
  }

  it('a person is asked, once dismissed it is approved without another review', async () => {
    const { test, agent, first, id, resume } = await looping()
    expect(first.code).toBe(4)
    expect(JSON.parse(first.stdout).question).toMatchObject({ reason: 'unverified' })
    expect(first.stdout).toContain(`review-loop answer ${id} dismiss --why TEXT`)
    expect((await resume()).code).toBe(4)
    const calls = agent.calls().length
    await reviewLoop(test.path, ['answer', id, 'dismiss', '--why', 'no such loop'])
    const ended = await resume()
    expect({ code: ended.code, calls: agent.calls().length }).toEqual({ code: 0, calls })
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'approved' })
  })

  it('once accepted it is fixed like any other', async () => {
    const { test, agent, id, resume } = await looping()
    await reviewLoop(test.path, ['answer', id, 'accept'])
    const ended = await resume()
    expect(agent.calls().some(({ prompt }) => prompt.includes(id) && prompt.includes('Off by one'))).toBe(true)
    expect(ended.code).toBe(0)
  })
})
