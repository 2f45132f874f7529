import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository, type Files, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.ts'

// The panel, played by tiny programs through the `command` contract: what is on disk, in git and in the configuration.
// Who is asked, and what their answers come to: src/run/panel/run-panel.test.ts.

const lines = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => `export const ${mark}${index} = ${index}\n`).join('')

/** Large enough for the full path: two partitions of code and one of tests. */
const large: Files = {
  'src/a.js': lines(400, 'a'),
  'src/b.js': lines(300, 'b'),
  'test/a.test.js': lines(80, 't'),
}

const small: Files = { 'src/a.js': lines(3, 'a') }

function changed(files: Files, base: Files = {}): TestRepository {
  const test = createRepository({ 'README.md': '# Test\n', ...base })
  test.commit('Add the numbers', files)
  return test
}

const names = (agent: ScriptedAgent) =>
  agent
    .calls()
    .map(({ name }) => name)
    .sort()

const review = (test: TestRepository, agent: ScriptedAgent, ...more: string[]) =>
  reviewJson(test.path, ['--agent', agent.word, ...more])

it('gives a large change to a panel, with what the project says about its critics, and keeps its working files', async () => {
  const gates = { version: 1, moduleCritics: [{ patterns: ['src'], critics: ['security'] }] }
  const test = changed(large, {
    '.review-loop/critic-gates.json': JSON.stringify(gates),
    '.review-loop/rules/critics/security.md': 'Sessions end after an hour.\n',
  })
  const agent = scriptedAgent('clean()', { judgesPremise: true })
  const { code, result } = await review(test, agent)
  expect(code).toBe(0)
  const panel = ['auditor', 'bug-hunter/p1', 'bug-hunter/p2', 'bug-hunter/p3', 'critic/security', 'premise']
  expect(names(agent)).toEqual(panel)
  expect(result.reviewers.map(({ name, status }) => `${name} ${status}`)).toEqual(
    expect.arrayContaining(panel.map((name) => `${name} ok`)),
  )
  const critic = agent.calls().find(({ name }) => name === 'critic/security')
  expect(critic?.prompt).toContain('Sessions end after an hour.')
  const folder = join(test.path, result.reviewDir ?? '')
  expect(readFileSync(join(folder, 'patches_p1.txt'), 'utf8')).toContain('a399')
  expect(readFileSync(join(folder, 'agent_bug-hunter_p1.json'), 'utf8')).toContain('"findings": []')
})

it('takes another agent of the configuration for the second try', async () => {
  const [broken, whole] = [scriptedAgent('process.exit(1)'), scriptedAgent('clean()')]
  const config = `agents:
  broken: { kind: command, command: ${JSON.stringify(broken.command)} }
  whole: { kind: command, command: ${JSON.stringify(whole.command)} }
roles: { reviewer: broken }
panel: { agents: [whole] }
`
  const test = changed(small, { '.review-loop/config.yaml': config })
  const { code, result } = await reviewJson(test.path)
  expect(code).toBe(0)
  expect([names(broken), names(whole)]).toEqual([['reviewer'], ['reviewer']])
  expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({ agent: 'whole', status: 'ok' })
})

describe('what reviewers see', () => {
  it('is the end of the range, not what is checked out', async () => {
    const seen = join(temporaryFolder(), 'seen.txt')
    const agent = scriptedAgent(
      `const { readFileSync } = await import('node:fs'); writeFileSync(${JSON.stringify(seen)}, readFileSync('src/a.js')); clean()`,
    )
    const test = createRepository({ 'src/a.js': 'export const a = 1\n' })
    test.commit('Change', { 'src/a.js': 'export const a = 2\n' })
    test.git('switch', '-q', 'main')
    test.write({ 'src/a.js': 'export const a = 3\n' })
    const { code } = await reviewJson(test.path, ['main..topic', '--agent', agent.word])
    expect(code).toBe(0)
    expect(readFileSync(seen, 'utf8')).toBe('export const a = 2\n')
    expect(readFileSync(join(test.path, 'src/a.js'), 'utf8')).toBe('export const a = 3\n')
  })
})

it('tells reviewers the beginning of rules that are too long, and the intent of the commits or of --intent', async () => {
  const test = changed(small, { 'AGENTS.md': `${'Be kind.\n'.repeat(5000)}And the last rule.\n` })
  const agent = scriptedAgent('clean()', { judgesPremise: true })
  const { result } = await review(test, agent)
  expect(result.notices).toContainEqual(expect.stringContaining('characters of AGENTS.md'))
  expect(agent.calls()[0]?.prompt).not.toContain('And the last rule.')
  await review(test, agent, '--intent', 'Count to three')
  // An empty one is none, so the reply to the first question is taken.
  await review(test, agent, '--intent', '')
  const told = agent
    .calls()
    .map(({ name, prompt }) => [
      name,
      ...['- Add the numbers', 'Count to three'].filter((words) => prompt.includes(words)),
    ])
  // Who searches for bugs is told of neither, so its reply is taken each time.
  expect(told.sort()).toEqual([['premise', '- Add the numbers'], ['premise', 'Count to three'], ['reviewer']])
})

describe('kept replies', () => {
  it('are paid for once, say the same, and are counted and forgotten by the cache command', async () => {
    const test = changed(small)
    const script = `
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const a1 = 1', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding({ line: 2, evidence: 'export const a1 = 1' })] })`
    const agent = scriptedAgent(script)
    const first = await review(test, agent)
    const second = await review(test, agent)
    expect([first.code, second.code, agent.calls().length]).toEqual([1, 1, 2])
    expect(second.result.findings).toEqual(first.result.findings)
    expect(second.result.findings[0]).toMatchObject({ verification: { quote: 'export const a1 = 1', reason: 'seen' } })
    const asked = second.result.reviewers.filter(({ agent: who }) => who !== 'builtin')
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['cached']))
    await review(test, agent, '--no-cache')
    expect(agent.calls()).toHaveLength(4)
    const other = scriptedAgent(`${script} // in another way`)
    await review(test, other)
    expect(other.calls()).toHaveLength(2)
    const stats = await runInside(test.path, ['cache', 'stats', '--format', 'json'])
    expect(JSON.parse(stats.stdout)).toMatchObject({ replies: 6 })
    expect((await runInside(test.path, ['cache', 'clear'])).stdout).toBe('6 kept replies removed.\n')
    await review(test, agent)
    expect(agent.calls()).toHaveLength(6)
  })

  it('do not count when the change brings them along', async () => {
    const test = changed(small)
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    test.git('add', '--force', '.review-loop/cache/replies')
    test.git('commit', '-q', '-m', 'Reviewed, honestly')
    await review(test, agent)
    expect(agent.calls()).toHaveLength(2)
  })
})
