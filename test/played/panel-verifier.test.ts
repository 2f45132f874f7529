import { describe, expect, it } from 'vitest'
import { reviewJson } from '../support/program.ts'
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// Who checks what others say, and what becomes of answers about something else.

const code: Files = { 'src/a.rb': 'export const a0 = 0\nexport const a1 = 1\n' }
const claim = `const wrong = finding({ file: 'src/a.rb', line: 1, evidence: 'export const a0 = 0' })
const look = () => answer({ summary: 'Looked.', findings: files.includes('src/a.rb') ? [wrong] : [] })
const verify = (verdict, quote) => answer({ findings: ids.map((id) => ({ id, verdict, quote, reason: 'seen' })) })
`

function changed(files: Files = code, base: Files = {}): TestRepository {
  const test = createRepository({ 'README.md': '# Test\n', ...base })
  test.commit('Add', files)
  return test
}

describe('the verifier', () => {
  it('is another agent when the first one fails, and that one is named', async () => {
    const failing = scriptedAgent(`${claim}if (role === 'verifier') process.exit(1)\nelse look()`)
    const other = scriptedAgent(`${claim}verify('confirmed', 'export const a0 = 0')`)
    const config = `agents:
  failing: { kind: command, command: ${JSON.stringify(failing.command)} }
  other: { kind: command, command: ${JSON.stringify(other.command)} }
roles: { reviewer: failing }
panel: { agents: [other] }
`
    const { code: exit, result } = await reviewJson(changed(code, { '.review-loop/config.yaml': config }).path)
    expect(exit).toBe(1)
    expect(result.findings).toMatchObject([{ verification: { by: 'other', reason: 'seen' } }])
    expect(result.notices.join('\n')).toMatch(/failing failed \(.*\); others answered instead: verifier \(by other\)/)
  })

  it('looks later at what a review without it found, and again when the file changed', async () => {
    const agent = scriptedAgent(`${claim}
if (role === 'verifier') verify(prompt.includes('const a2') ? 'refuted' : 'confirmed', 'export const a1 = 1')
else if (prompt.includes('+export const a0')) look()
else clean()`)
    const test = changed()
    const review = (...more: string[]) => reviewJson(test.path, ['--agent', agent.word, ...more])
    const verifications = () => agent.calls().filter(({ name }) => name === 'verifier').length
    expect((await review('--no-verify')).code).toBe(1)
    test.commit('More', { 'src/b.rb': 'export const b0 = 0\n' })
    const { code: exit, result } = await review()
    expect({ exit, verifications: verifications() }).toEqual({ exit: 1, verifications: 1 })
    expect(result.findings).toMatchObject([{ carriedOver: true, verification: { reason: 'seen' } }])
    expect(result.notices.join('\n')).toMatch(/1 finding is carried over .* --full-review looks at everything/)
    test.commit('Elsewhere', { 'src/c.rb': 'export const c0 = 0\n' })
    expect((await review()).code).toBe(1)
    expect(verifications()).toBe(1)
    test.commit('Beside it', { 'src/a.rb': `${code['src/a.rb']}export const a2 = 2\n` })
    const last = await review()
    expect(last.code).toBe(0)
    expect(last.result.discarded).toMatchObject([{ code: 'refuted' }])
  })

  it('looks again when what it was not shown changed, too', async () => {
    const agent = scriptedAgent(`${claim}
import { readFileSync } from 'node:fs'
const isGuarded = readFileSync('src/a.rb', 'utf8').includes('guard')
if (role === 'verifier') verify(isGuarded ? 'refuted' : 'confirmed', isGuarded ? 'export const guard = true' : 'export const a0 = 0')
else if (prompt.includes('+export const a0')) look()
else clean()`)
    const long = Array.from({ length: 100 }, (_, index) => `export const a${index} = ${index}\n`).join('')
    const test = changed({ 'src/a.rb': long })
    const review = () => reviewJson(test.path, ['--agent', agent.word])
    expect((await review()).code).toBe(1)
    test.commit('Guard', { 'src/a.rb': `${long}export const guard = true\n` })
    expect((await review()).code).toBe(0)
  })

  it('looks again at what was refuted, when the code that showed it is gone', async () => {
    const agent = scriptedAgent(`${claim}
if (role === 'verifier') verify('refuted', 'export const a1 = 1')
else if (prompt.includes('+export const a0')) look()
else clean()`)
    const test = changed()
    expect((await reviewJson(test.path, ['--agent', agent.word])).code).toBe(0)
    test.commit('Elsewhere', { 'src/c.rb': 'export const c0 = 0\n' })
    const second = await reviewJson(test.path, ['--agent', agent.word])
    expect(second).toMatchObject({ code: 0, result: { discarded: [{ code: 'refuted', carriedOver: true }] } })
    expect(agent.calls().filter(({ name }) => name === 'verifier')).toHaveLength(1)
    test.commit('Without it', { 'src/a.rb': 'export const a0 = 0\nexport const a3 = 3\n' })
    const third = await reviewJson(test.path)
    expect(third).toMatchObject({ code: 1, result: { findings: [{ carriedOver: true, verification: null }] } })
    expect(third.result.notices.join('\n')).toContain('Refuted in the last review, but open again')
  })

  it('is told all that reviewers claim of the same code', async () => {
    const agent = scriptedAgent(`${claim}
if (role === 'verifier') verify('refuted', 'export const a1 = 1')
else answer({ summary: 'Looked.', findings: [{ ...wrong, problem: 'It is wrong ' + (name.includes('2') ? 'by a minute.' : 'at night.') }] })`)
    const test = changed(code, { '.review-loop/config.yaml': 'panel: { passes: 2 }\n' })
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(result.discarded.map(({ code: why }) => why).sort()).toEqual(['duplicate', 'refuted'])
    const prompt = agent.calls().find(({ name }) => name === 'verifier')?.prompt
    expect(prompt).toMatch(/It is wrong at night\.[\s\S]*Also claimed: Wrong\nIt is wrong by a minute\./)
    expect(prompt).toContain('`refuted` means that none of them holds')
  })

  it.each([
    ['confirms', 'confirmed', 1],
    ['refutes', 'refuted', 0],
  ])('%s with a line of a changed file that nobody says anything about', async (_, verdict, exit) => {
    const agent = scriptedAgent(`${claim}
if (role === 'verifier') verify('${verdict}', 'export const guard = (a) => a ?? 0')
else look()`)
    const test = changed({ ...code, 'src/guard.rb': 'export const guard = (a) => a ?? 0\n' })
    const { code: ended, result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(ended).toBe(exit)
    expect(result.findings.map(({ verification }) => verification?.reason)).toEqual(exit === 1 ? ['seen'] : [])
    expect(result.discarded.map(({ refutedIn }) => refutedIn)).toEqual(exit === 1 ? [] : [['src/guard.rb']])
  })

  it('is shown the code of a file that is gone, and may quote it', async () => {
    const agent = scriptedAgent(`
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const used = 2', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding({ file: 'src/gone.rb', line: 2, evidence: 'export const used = 2' })] })`)
    const test = createRepository({ 'src/gone.rb': 'export const first = 1\nexport const used = 2\n' })
    test.git('rm', '-q', 'src/gone.rb')
    test.commit('Remove')
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(agent.calls().find(({ name }) => name === 'verifier')?.prompt).toContain('export const first = 1')
    expect(result.findings).toMatchObject([{ verification: { quote: 'export const used = 2' } }])
  })
})

describe('an answer', () => {
  it.each([
    [
      'about other files',
      `finding({ file: 'lib/other.rb', evidence: 'call(1)' })`,
      'lib/other.rb is not part of the change, and there is no such file',
    ],
    ['without a quote', `finding({ file: 'src/a.rb' })`, 'It quotes no code'],
  ])('%s is asked for again, and approves nothing', async (_, made, problem) => {
    const agent = scriptedAgent(
      `answer(prompt.includes('could not be found') ? { claims: [] } : { summary: 'Looked.', findings: [${made}] })`,
    )
    const { code: exit, result } = await reviewJson(changed().path, ['--agent', agent.word, '--no-verify'])
    expect(exit).toBe(3)
    expect(result.gate.reasons.join('\n')).toContain(problem)
    expect(agent.calls()).toHaveLength(2)
    expect(agent.calls()[1]?.prompt).toContain(problem)
  })
})

describe('what is not new', () => {
  it('costs nothing and is not called mechanical', async () => {
    const agent = scriptedAgent('clean()')
    const test = changed()
    await reviewJson(test.path, ['--agent', agent.word])
    const { result } = await reviewJson(test.path, ['--agent', agent.word, '--since-last-review'])
    expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({ status: 'cached', durationMs: 0 })
    test.commit('More', { 'src/b.rb': 'export const b0 = 0\n' })
    await reviewJson(test.path, ['--agent', agent.word])
    const again = await reviewJson(test.path, ['--agent', agent.word, '--since-last-review'])
    const modes = again.result.notices.filter((notice) => notice.startsWith('Review mode:'))
    expect(modes).toEqual([expect.stringContaining('nothing new')])
    expect(again.result.notices.join('\n')).not.toContain('mechanical')
  })
})

it('takes an empty --intent for none: the commits count', async () => {
  const agent = scriptedAgent('clean()')
  await reviewJson(changed().path, ['--agent', agent.word, '--intent', ''])
  expect(agent.calls()[0]?.prompt).toContain('- Add')
})
