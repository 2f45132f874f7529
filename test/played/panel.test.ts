import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type Files, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { withSecret } from '../support/samples.ts'
import { type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.ts'

// The panel, played by tiny programs through the `command` contract.

const lines = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => `export const ${mark}${index} = ${index}\n`).join('')

/** Large enough for the full path: two partitions of code and one of tests. */
const large: Files = {
  'src/a.js': lines(400, 'a'),
  'src/b.js': lines(300, 'b'),
  'test/a.test.js': lines(80, 't'),
}

function changed(files: Files = large, base: Files = {}): TestRepository {
  const test = createRepository({ 'README.md': '# Test\n', ...base })
  test.commit('Add the numbers', files)
  return test
}

const names = (agent: ScriptedAgent) =>
  agent
    .calls()
    .map(({ name }) => name)
    .sort()

/** One at a time is enough for what is tested here, and kinder to the machine. */
const review = (test: TestRepository, agent: ScriptedAgent, ...more: string[]) =>
  reviewJson(test.path, ['--agent', agent.word, ...more])

describe('a large change', () => {
  it('is given to a panel: bug hunters for the parts, and some for the whole', async () => {
    const test = changed()
    const agent = scriptedAgent('clean()')
    const { code, result } = await review(test, agent)
    expect(code).toBe(0)
    expect(names(agent)).toEqual(['auditor', 'bug-hunter/p1', 'bug-hunter/p2', 'bug-hunter/p3', 'premise'])
    expect(result.reviewers.map(({ name, status }) => `${name} ${status}`)).toEqual(
      expect.arrayContaining(['bug-hunter/p1 ok', 'bug-hunter/p2 ok', 'bug-hunter/p3 ok', 'auditor ok', 'premise ok']),
    )
    const folder = join(test.path, result.reviewDir ?? '')
    expect(readFileSync(join(folder, 'patches_p1.txt'), 'utf8')).toContain('a399')
    expect(readFileSync(join(folder, 'agent_bug-hunter_p1.json'), 'utf8')).toContain('"findings": []')
  })

  it('is asked about once: the second review pays for nothing, and says the same', async () => {
    const test = changed()
    const agent = scriptedAgent(`
const wrong = finding({ file: 'src/a.js', line: 5, evidence: 'export const a4 = 4' })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const a4 = 4', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: name === 'bug-hunter/p1' ? [wrong] : [] })`)
    const first = await review(test, agent)
    const paid = agent.calls().length
    const second = await review(test, agent)
    expect(first.code).toBe(1)
    expect(second.code).toBe(1)
    expect(agent.calls()).toHaveLength(paid)
    expect(second.result.findings).toEqual(first.result.findings)
    expect(second.result.findings[0]).toMatchObject({ verification: { quote: 'export const a4 = 4', reason: 'seen' } })
    const agents = second.result.reviewers.filter(({ agent: who }) => who !== 'builtin')
    expect(new Set(agents.map(({ status }) => status))).toEqual(new Set(['cached']))
    await review(test, agent, '--no-cache')
    expect(agent.calls()).toHaveLength(2 * paid)
  })

  it('asks only the reviewers of what is new, and keeps what was found', async () => {
    const test = changed()
    const agent = scriptedAgent(`
const wrong = finding({ file: 'src/a.js', line: 5, evidence: 'export const a4 = 4' })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const a4 = 4', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: name === 'bug-hunter/p1' ? [wrong] : [] })`)
    await review(test, agent)
    const before = agent.calls().length
    test.commit('One more', { 'src/b.js': `${lines(300, 'b')}export const more = 1\n` })
    const { code, result } = await review(test, agent)
    expect(code).toBe(1)
    const after = agent.calls().slice(before)
    expect(after.map(({ name }) => name)).toEqual(['reviewer'])
    expect(after[0]?.prompt).toContain('+export const more = 1')
    expect(after[0]?.prompt).not.toContain('a399')
    expect(result.findings).toMatchObject([{ file: 'src/a.js', line: 5 }])
  })

  it('names lock files and what programs write, without showing them', async () => {
    const test = changed({ ...large, 'package-lock.json': `{\n${'"x": 1,\n'.repeat(3000)}"y": 2 }\n` })
    const agent = scriptedAgent('clean()')
    const { code, result } = await review(test, agent)
    expect(code).toBe(0)
    expect(agent.calls().every(({ prompt }) => prompt.includes('package-lock.json (lock file, added, +3002 -0)'))).toBe(
      true,
    )
    expect(agent.calls().some(({ prompt }) => prompt.includes('"x": 1,'))).toBe(false)
    expect(result.notices.join('\n')).toContain('not shown: package-lock.json')
  })
})

describe('new files where programs write', () => {
  const minified = `export const f=()=>eval(location.hash);${'var x=1;'.repeat(500)}\n`

  it('are shown to agents', async () => {
    const paths = ['vendor/lib.js', 'src/generated/api.ts', 'dist/app.js', 'web/jquery.min.js', 'web/app.bundle.js']
    const test = changed(Object.fromEntries(paths.map((path, at) => [path, `eval('${at}')\n${lines(120, 'a')}`])))
    const agent = scriptedAgent('clean()')
    const { code } = await review(test, agent)
    expect(code).toBe(0)
    const prompts = agent.calls().map(({ prompt }) => prompt)
    expect(paths.filter((_, at) => prompts.some((prompt) => prompt.includes(`+eval('${at}')`)))).toEqual(paths)
  })

  it('are named where they are more than reviewers read, and nobody is asked about them twice', async () => {
    const files = { 'src/a.js': 'export const a = 1\n', 'dist/app.js': minified, 'dist/large.js': minified.repeat(50) }
    const test = changed(files)
    const agent = scriptedAgent('clean()')
    const { code, result } = await review(test, agent)
    expect(code).toBe(3)
    expect(result.gate.reasons).toEqual([
      expect.stringMatching(/^Not reviewed: dist\/large\.js: .*summarise: \["dist\/"\]/),
    ])
    expect(names(agent)).toEqual(['reviewer'])
    expect(result.coverage?.notReviewed).toMatchObject([expect.stringContaining('dist/large.js')])
    test.write({ '.review-loop/config.yaml': 'panel: {summarise: ["dist/"]}\n' })
    expect(await review(test, agent)).toMatchObject({ code: 0 })
  })

  it('of installed packages are named once, with the line for .gitignore, and nobody reads them', async () => {
    const packages = { 'node_modules/a/index.js': withSecret, 'node_modules/b/index.js': minified }
    const test = changed({ 'src/a.js': 'export const a = 1\n', ...packages, '.venv/lib/c.py': 'import os\n' })
    const agent = scriptedAgent('clean()')
    const { code, result } = await review(test, agent)
    expect(code).toBe(3)
    expect(result.gate.reasons).toEqual([
      expect.stringMatching(/1 new file .*Add this line to \.gitignore: \.venv\/ /),
      expect.stringMatching(/2 new files.*Add this line to \.gitignore: node_modules\/ /),
    ])
    expect(result.findings.map(({ rule }) => rule)).toEqual(['hygiene/should-be-ignored', 'hygiene/should-be-ignored'])
    expect(agent.calls().some(({ prompt }) => prompt.includes('node_modules'))).toBe(false)
    test.write({ '.review-loop/config.yaml': 'ignore: ["node_modules/", ".venv/"]\n' })
    expect(await review(test, agent)).toMatchObject({ code: 0 })
  })
})

describe('coverage', () => {
  it('asks a reviewer that crashed once more', async () => {
    const test = changed()
    const agent = scriptedAgent(`if (name === 'bug-hunter/p2' && once(name)) process.exit(1)
clean()`)
    const { code, result } = await review(test, agent)
    expect(code).toBe(0)
    expect(names(agent).filter((name) => name === 'bug-hunter/p2')).toHaveLength(2)
    expect(result.reviewers.find(({ name }) => name === 'bug-hunter/p2')).toMatchObject({ status: 'ok' })
  })

  it('is inconclusive and names the files when it fails again, and does not keep that as clean', async () => {
    const test = changed()
    const agent = scriptedAgent(`if (name === 'bug-hunter/p1' && files.includes('src/a.js')) process.exit(1)
clean()`)
    const { code, result } = await review(test, agent)
    expect(code).toBe(3)
    expect(result.gate.reasons.join('\n')).toMatch(/No bug hunter has answered for src\/a\.js \(lines 1-400\)/)
    const before = agent.calls().length
    const again = await review(test, agent)
    expect(again.code).toBe(3)
    expect(
      new Set(
        agent
          .calls()
          .slice(before)
          .map(({ name }) => name),
      ),
    ).toEqual(new Set(['bug-hunter/p1']))
  })

  it('takes another agent for the second try if there is one', async () => {
    const [broken, whole] = [scriptedAgent('process.exit(1)'), scriptedAgent('clean()')]
    const config = `agents:
  broken: { kind: command, command: ${JSON.stringify(broken.command)} }
  whole: { kind: command, command: ${JSON.stringify(whole.command)} }
roles: { reviewer: broken }
panel: { agents: [whole] }
`
    const test = changed(large, { '.review-loop/config.yaml': config })
    const { code, result } = await reviewJson(test.path)
    expect(code).toBe(0)
    expect(names(whole)).toEqual(names(broken))
    expect(result.reviewers.find(({ name }) => name === 'auditor')).toMatchObject({ agent: 'whole', status: 'ok' })
  })

  it.each([
    ['auditor', 3],
    ['premise', 3],
  ])('does not pass without the %s either', async (role, expected) => {
    const test = changed()
    const agent = scriptedAgent(`if (name === '${role}') process.exit(1)
clean()`)
    const { code, result } = await review(test, agent)
    expect(code).toBe(expected)
    expect(result.gate.reasons.join('\n')).toContain(`${role} failed`)
  })

  it('lists what no call can take, and passes only if the configuration accepts that', async () => {
    const files = { ...large, 'src/long.js': `export const long = '${'x'.repeat(300_000)}'\n` }
    const agent = scriptedAgent('clean()')
    const strict = await review(changed(files), agent)
    expect(strict.code).toBe(3)
    expect(strict.result.gate.reasons.join('\n')).toContain('Not reviewed: src/long.js: a line of it is longer')
    const lenient = changed(files, { '.review-loop/config.yaml': 'panel: { unreviewed: accept }\n' })
    const { code, result } = await review(lenient, agent)
    expect(code).toBe(0)
    expect(result.notices.join('\n')).toContain('which the configuration accepts: src/long.js')
  })
})

describe('what reviewers say', () => {
  it('counts more when independent passes agree', async () => {
    const agent = scriptedAgent(`
const wrong = finding({ severity: 'P2', file: 'src/a.js', line: 5, evidence: 'export const a4 = 4', confidence: 0.6 })
answer({ summary: 'Looked.', findings: name.startsWith('bug-hunter/p1') ? [wrong] : [] })`)
    const test = changed(large, { '.review-loop/config.yaml': 'panel: { passes: 2 }\n' })
    const { result } = await review(test, agent)
    expect(names(agent)).toContain('bug-hunter/p1/pass-2')
    expect(result.findings).toMatchObject([
      { agreement: 2, confidence: 0.85, reviewers: ['bug-hunter/p1', 'bug-hunter/p1/pass-2'] },
    ])
  })

  it('counts in any file of the change, but not without a quote from the code, nor as a weak premise', async () => {
    const agent = scriptedAgent(`
const elsewhere = finding({ severity: 'P2', blocking: false, file: 'test/a.test.js', evidence: 'export const t0 = 0' })
const made = finding({ file: 'src/a.js', evidence: 'export const nothing = 0' })
const weak = finding({ file: 'src/a.js', line: 2, evidence: 'export const a1 = 1', confidence: 0.6, category: 'Premise' })
answer({ summary: 'Looked.', findings: name === 'bug-hunter/p1' ? [elsewhere, made] : name === 'premise' ? [weak] : [] })`)
    const { code, result } = await review(changed(), agent)
    expect(code).toBe(3)
    expect(result.findings).toMatchObject([{ file: 'test/a.test.js', severity: 'P2' }])
    expect(result.discarded.map(({ code: why }) => why).sort()).toEqual(['evidence_not_found', 'low_confidence'])
  })

  it('is verified in portions, and a refutation must quote the code', async () => {
    const agent = scriptedAgent(`
const at = (number) => finding({ file: 'src/a.js', line: number + 1, title: 'Wrong ' + number, problem: 'Number ' + number + ' is off.', evidence: 'export const a' + number + ' = ' + number })
if (role === 'verifier') answer({ findings: ids.map((id, index) => ({ id, verdict: 'refuted', quote: index % 2 ? 'nowhere to be found' : 'export const a0 = 0', reason: 'it is fine' })) })
else answer({ summary: 'Looked.', findings: name === 'bug-hunter/p1' ? [0, 20, 40, 60, 80, 100, 120, 140, 160, 180].map(at) : [] })`)
    const { code, result } = await review(changed(), agent)
    expect(code).toBe(1)
    expect(names(agent).filter((name) => name.startsWith('verifier'))).toEqual(['verifier', 'verifier/2'])
    expect(result.findings).toHaveLength(5)
    expect(result.discarded.filter(({ code: why }) => why === 'refuted')).toHaveLength(5)
    const unverified = await review(changed(), agent, '--no-verify')
    expect(unverified.result.findings).toHaveLength(10)
  })
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

describe('what reviewers are told', () => {
  it('is the beginning of rules that are too long, which is said', async () => {
    const agent = scriptedAgent('clean()')
    const test = createRepository({ 'AGENTS.md': `${'Be kind.\n'.repeat(5000)}And the last rule.\n` })
    test.commit('Add', { 'src/a.js': 'export const a = 1\n' })
    const { result } = await reviewJson(test.path, ['--agent', agent.word])
    expect(result.notices).toContainEqual(expect.stringContaining('characters of AGENTS.md'))
    expect(agent.calls()[0]?.prompt).not.toContain('And the last rule.')
  })

  it('is the intent from the commits, or from --intent', async () => {
    const test = changed({ 'src/a.js': lines(3, 'a') })
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    await review(test, agent, '--intent', 'Count to three')
    expect(
      agent.calls().map(({ prompt }) => [prompt.includes('Add the numbers'), prompt.includes('Count to three')]),
    ).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('is what the project says about a critic', async () => {
    const gates = { version: 1, moduleCritics: [{ patterns: ['auth'], critics: ['security'] }] }
    const test = changed(
      { 'src/auth/a.js': lines(300, 'a') },
      {
        '.review-loop/critic-gates.json': JSON.stringify(gates),
        '.review-loop/rules/critics/security.md': 'Sessions end after an hour.\n',
      },
    )
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    const critic = agent.calls().find(({ name }) => name === 'critic/security')
    expect(critic?.prompt).toContain('Sessions end after an hour.')
  })

  it('shares its beginning where all look at the same', async () => {
    const test = changed({ 'src/a.js': lines(450, 'value') })
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    const prompts = agent.calls().map(({ prompt }) => prompt)
    expect(prompts).toHaveLength(3)
    const shared = prompts[0]!.indexOf('# Your part')
    for (const prompt of prompts) {
      expect(prompt.slice(0, shared)).toBe(prompts[0]!.slice(0, shared))
      expect(shared / prompt.length).toBeGreaterThan(0.8)
    }
  })
})

describe('kept replies', () => {
  it('are counted and forgotten by the cache command', async () => {
    const test = changed({ 'src/a.js': lines(3, 'a') })
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    const stats = await reviewLoop(test.path, ['cache', 'stats', '--format', 'json'])
    expect(JSON.parse(stats.stdout)).toMatchObject({ replies: 1 })
    expect((await reviewLoop(test.path, ['cache', 'clear'])).stdout).toBe('1 kept reply removed.\n')
    await review(test, agent)
    expect(agent.calls()).toHaveLength(2)
  })

  it('do not count when the change brings them along', async () => {
    const test = changed({ 'src/a.js': lines(3, 'a') })
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    test.git('add', '--force', '.review-loop/cache/replies')
    test.git('commit', '-q', '-m', 'Reviewed, honestly')
    await review(test, agent)
    expect(agent.calls()).toHaveLength(2)
  })

  it('are not taken for an agent whose program changed', async () => {
    const test = changed({ 'src/a.js': lines(3, 'a') })
    const agent = scriptedAgent('clean()')
    await review(test, agent)
    const other = scriptedAgent('clean() // in another way')
    await review(test, other)
    expect(other.calls()).toHaveLength(1)
  })
})
