import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFindings } from '../../src/core/loop/parse-findings.ts'
import { expectValid } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { type ScriptedAgent, scriptedAgent } from '../support/scripted-agent.ts'
import { claim, loop, loopAgent, mend, right, subjects, textOf, wrong, wrongBranch } from '../support/scripted-loop.ts'

// What a loop leaves behind and prints: documents, prompts, results, events. What becomes of findings across rounds.

const findingsFolder = '.review-loop/findings'
const documents = (test: TestRepository) =>
  readdirSync(join(test.path, findingsFolder)).filter((name) => name.endsWith('.md'))

function documentOf(test: TestRepository, round: number, slug = 'topic') {
  const read = parseFindings(textOf(test, `${findingsFolder}/${slug}-review-findings-round-${round}.md`))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.value
}

const promptsOf = (agent: ScriptedAgent, name: string) =>
  agent
    .calls()
    .filter((call) => call.name === name)
    .map(({ prompt }) => prompt)

/** What a reviewer says by what calc.rb holds; the lines run when it fixes. */
function reviewerOf(findings: string, fixing: string, options = {}): ScriptedAgent {
  return scriptedAgent(
    `
import { readFileSync } from 'node:fs'
const code = readFileSync('calc.rb', 'utf8')
const line = (text) => code.split('\\n').findIndex((row) => row.includes(text)) + 1
const about = (evidence, changes) => (code.includes(evidence) ? [finding({ file: 'calc.rb', line: line(evidence), evidence, ...changes })] : [])
if (role === 'verifier') {
  const isWrongly = (id) => /Not so|Wrong sign/.exec(prompt.slice(prompt.indexOf(id)))?.[0] === 'Not so'
  const verdict = (id) => ({ id, verdict: isWrongly(id) && code.includes('a - b') ? 'refuted' : 'confirmed', quote: isWrongly(id) ? 'export const zero = 0' : 'a - b', reason: 'looked' })
  answer({ findings: ids.map(verdict) })
} else if (role === 'reviewer') answer({ summary: 'Looked.', findings: [${findings}] })
else {
${fixing}
}`,
    options,
  )
}

const sign = `...about('a - b', { title: 'Wrong sign', problem: 'It subtracts.', fix: 'Add instead.' })`

describe('what a loop prints', () => {
  it('streams every event, shows its result again in every format, and keeps rounds apart', async () => {
    const [test, agent] = [wrongBranch(), loopAgent()]
    const words = ['loop', '--agent', agent.word, '--no-verify']
    const streamed = await runInside(test.path, [...words, '--format', 'jsonl'])
    expect(streamed.code).toBe(0)
    const events = streamed.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const event of events) expectValid('event', event)
    expect(events.map(({ type }) => type)).toEqual([
      ...['session-started', 'work-recorded', 'round-reviewed', 'intended', 'fix-made', 'intended', 'fix-committed'],
      ...['round-reviewed', 'certified', 'ended'],
    ])
    expect(streamed.stderr).not.toContain('Gate:')

    const again = (format: string) => runInside(test.path, ['loop', '--resume', '--format', format])
    const json = await again('json')
    expect(json.code).toBe(0)
    const result = JSON.parse(json.stdout)
    expectValid('loop', result)
    expect(result).toMatchObject({ outcome: 'approved', resumable: false, session: events[0].session })
    expect((await again('text')).stdout).toMatch(/\nOutcome +Approved after 2 rounds: The gate passed\.\n$/)
    expect((await again('markdown')).stdout).toMatch(/^## review-loop: Approved after 2 rounds\n/)
    const shown = JSON.parse((await runInside(test.path, ['sessions', 'show', '--format', 'json'])).stdout)
    expect(shown.result).toEqual(result)

    expect([1, 2].map((round) => documentOf(test, round).entries.length)).toEqual([1, 0])
    expect(result.rounds.map(({ found }: { found: number }) => found)).toEqual([1, 0])
    const [first, second] = promptsOf(agent, 'reviewer')
    expect(first).not.toBe(second)
    const commit = test.git('log', '-1', '--format=%B').split('\n').filter(Boolean)
    for (const word of ['Wrong sign', 'It subtracts', 'Mended', 'plus', result.ledger[0].id, ...commit]) {
      expect(second).not.toContain(word)
    }
  })

  it('says only what it would do, and touches nothing', async () => {
    const [test, agent] = [wrongBranch(), loopAgent()]
    test.write({ 'calc.rb': `${textOf(test, 'calc.rb')}// not committed\n`, 'new.rb': 'new\n' })
    const before = fingerprint(test.path)
    const refused = await runInside(test.path, ['loop', '--dry-run', '--agent', agent.word])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('uncommitted work: calc.rb, new.rb') })
    const words = ['loop', '--dry-run', '--commit-first', '--agent', agent.word]
    const text = await runInside(test.path, words)
    expect(text.code).toBe(0)
    expect(text.stdout).toMatch(/^.* Would make one commit of uncommitted work first: calc\.rb, new\.rb\n/)
    expect(text.stdout).toMatch(/^(\[DRY-RUN\] Would .+\n)+$/)
    const json = await runInside(test.path, [...words, '--format', 'json'])
    expect(json).toMatchObject({ code: 0, stderr: text.stdout })
    expectValid('loop', JSON.parse(json.stdout))
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'dry_run', session: null })
    expect(fingerprint(test.path)).toEqual(before)
    expect(agent.calls()).toEqual([])
  })

  it('refuses --resume without the reviewer it began with, whose words held a secret', async () => {
    const [test, agent] = [wrongBranch(), loopAgent()]
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await loop(test, { ...agent, word: `${agent.word} ${secret}` }, '--max-rounds', '1')
    await runInside(test.path, ['answer', 'c'])
    const calls = agent.calls().length
    const resumed = await runInside(test.path, ['loop', '--resume'])
    expect(resumed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--reviewer') })
    expect(agent.calls()).toHaveLength(calls)
  })

  it('refuses --resume where there is nothing to resume, and lists what can be resumed elsewhere', async () => {
    const [test, agent] = [wrongBranch(), loopAgent()]
    const none = await loop(test, agent, '--resume')
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.stderr).toContain('There is no session of topic to resume.\n')
    expect(agent.calls()).toEqual([])
    const { result } = await loop(test, agent, '--max-rounds', '1')
    const id = result.session?.slice(0, 8)
    test.git('switch', '--quiet', '-c', 'other')
    for (const command of ['loop', 'loop --push', 'watch', 'mail author', 'run', 'plan']) {
      const { code, stdout, stderr } = await runInside(test.path, [...command.split(' '), '--resume'])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^review-loop: There is no (session of other|run) to resume\.\n/)
      const row = `${id}  topic +\\S+ ago +an answer \\(limit\\) +git switch topic && review-loop answer ${id} a\\|b\\|c\n`
      expect(stderr).toMatch(new RegExp(row))
    }
    const named = await runInside(test.path, ['loop', '--push', '--resume', id ?? ''])
    expect(named).toMatchObject({ code: 2, stdout: '' })
    expect(named.stderr).toContain(`git switch topic && review-loop loop --resume ${id}`)
  })
})

describe('a story', () => {
  const story =
    '# Story 4.2: Adding\n\n## Acceptance Criteria\n\n- Adding zero changes nothing\n- Sums are commutative\n'

  it('is given to whoever judges the premise and to the fixer, names the documents, and what is not met is a finding', async () => {
    const test = wrongBranch({}, { 'story.md': story })
    const unmet = `...about('a - b', { category: 'acceptance', title: 'Criterion 2 is not met', problem: 'a - b is not b - a.' })`
    const agent = reviewerOf(`...(name === 'premise' ? [${unmet}] : [])`, `${mend}\n${claim('calc.rb')}`, {
      judgesPremise: true,
    })
    const { code, result } = await loop(test, agent, '--story', 'story.md')
    expect({ code, rounds: result.rounds.length }).toEqual({ code: 0, rounds: 2 })
    for (const name of ['premise', 'fixer']) {
      for (const prompt of promptsOf(agent, name)) expect(prompt).toContain('2. Sums are commutative')
    }
    expect(documents(test)).toEqual([1, 2].map((round) => `story-4-2-review-findings-round-${round}.md`))
    expect(documentOf(test, 1, 'story-4-2')).toMatchObject({
      title: 'Story 4.2',
      entries: [{ title: 'Criterion 2 is not met' }],
    })
  })

  it.each([
    ['none.md', 'there is no such file'],
    ['calc.rb', 'no acceptance criteria'],
  ])('that is %s is refused', async (file, problem) => {
    const run = await runInside(wrongBranch().path, ['loop', '--story', file])
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) })
  })
})

describe('findings across rounds', () => {
  it('a lesser one that is raised late is put off, in the result, the document and the progress alike', async () => {
    const test = wrongBranch()
    const late = `...about('a + b', { severity: 'P2', blocking: true, title: 'No limit', problem: 'It may overflow.', fix: 'Check the range.' })`
    const { code, result, stderr } = await loop(test, reviewerOf(`${sign}, ${late}`, `${mend}\n${claim('calc.rb')}`))
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
    expect(result.rounds).toMatchObject([{ blocking: 1 }, { found: 1, blocking: 0, verdict: 'approve' }])
    expect(result.ledger[1]).toMatchObject({
      status: 'deferred',
      blocking: false,
      followUp: { owner: 'the author of the change', action: 'Check the range.' },
    })
    expect(documentOf(test, 2).recommendation).toContain('Nothing has to be fixed')
    expect(textOf(test, `${findingsFolder}/topic-review-findings-round-2.md`)).toContain('- **Minor:** 1')
    expect(stderr).toContain('Round 2: 1 finding, 0 blocking')
  })

  it('one that was refuted comes back when the fix changed its file and a verifier confirms it', async () => {
    const test = wrongBranch()
    const wrongly = `...about('zero = 0', { title: 'Not so', problem: 'Zero is not zero here.' })`
    test.commit('Touch it', { 'calc.rb': textOf(test, 'calc.rb').replace('zero = 0', 'zero = 0 ') })
    const agent = reviewerOf(`${sign}, ${wrongly}`, `${mend}\n${claim('calc.rb')}`)
    const run = await runInside(test.path, ['loop', '--agent', agent.word, '--format', 'json'])
    const { outcome, ledger } = JSON.parse(run.stdout)
    expect(outcome).not.toBe('approved')
    expect(ledger.find(({ title }: { title: string }) => title === 'Not so')).toMatchObject({
      blocking: true,
      history: [{ status: 'refuted' }, { status: 'open', why: 'it was refuted, and the verifier confirms it now' }],
    })
  })

  it('a fix that brought more than it closed is reverted', async () => {
    const test = wrongBranch()
    const bred = ['one', 'two'].map(
      (word) => `...about('${word}()', { title: 'Open ${word}', problem: '${word} is open' })`,
    )
    const fixing = `writeFileSync('calc.rb', code.replace('a - b', 'one() + two()'))\n${claim('calc.rb')}`
    const agent = reviewerOf([sign, ...bred].join(', '), fixing)
    const { code, result } = await loop(test, agent, '--max-rounds', '2')
    expect(code).toBe(4)
    expect(result.rounds).toMatchObject([{ blocking: 1, fix: { rolledBack: true } }, { blocking: 2 }])
    expect(result.question?.remaining).toHaveLength(1)
    expect(subjects(test)[0]).toBe('revert: take back the fix of round 1')
    expect(textOf(test, 'calc.rb')).toContain('a - b')
  })

  it('one that asks for what an earlier fix removed goes to a person', async () => {
    const back = `...about('a + b', { title: 'Should subtract', problem: 'It adds, and subtraction is what is meant.', suggestion: 'export const add = (a, b) => a - b' })`
    const there = `...about('a - b', { title: 'Wrong sign', problem: 'It subtracts.', suggestion: 'export const add = (a, b) => a + b' })`
    const whole = (findings: string) =>
      findings.replaceAll(/about\('a (.) b', \{/g, "about('export const add = (a, b) => a $1 b', {")
    const { result } = await loop(wrongBranch(), reviewerOf(whole(`${there}, ${back}`), `${mend}\n${claim('calc.rb')}`))
    expect(result).toMatchObject({ outcome: 'escalated', question: { reason: 'oscillation', round: 2 } })
  })

  it('one about a line that a fix put back as it was goes to a person, with both texts, and to no fixer', async () => {
    const far = Array.from({ length: 9 }, (_, index) => `// note ${index}\n`).join('')
    const test = createRepository({ 'calc.rb': `${right}${far}` })
    test.commit('Subtract', { 'calc.rb': `${wrong}${far}export const more = 1\n` })
    const there = `...about('a - b', { title: 'Wrong sign', problem: 'It subtracts.' })`
    const back = `...about('a + b', { title: 'Numbers overflow', problem: 'Large sums are not exact.' })`
    const agent = reviewerOf(`${there}, ${back}`, `${mend}\n${claim('calc.rb')}`)
    const { code, result } = await loop(test, agent)
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'oscillation' })
    for (const text of ['Wrong sign: It subtracts', 'Numbers overflow: Large sums are not exact'])
      expect(result.question?.text).toContain(text)
    expect(result.ledger).toMatchObject([{ title: 'Numbers overflow', status: 'persisting' }])
    expect(promptsOf(agent, 'fixer')).toHaveLength(1)
  })
})

describe('the documents of an earlier session', () => {
  it('are kept, and so is what a person wrote into one', async () => {
    const [test, agent] = [wrongBranch(), loopAgent()]
    await loop(test, agent, '--max-rounds', '1', '--handsfree')
    const first = `${findingsFolder}/topic-review-findings-round-1.md`
    writeFileSync(join(test.path, first), `${textOf(test, first)}\nMy notes.\n`)
    const { code } = await loop(test, agent)
    expect(code).toBe(0)
    expect(documents(test)).toHaveLength(2)
    const earlier = readdirSync(join(test.path, findingsFolder, 'earlier'))
    expect(earlier.map((name) => textOf(test, `${findingsFolder}/earlier/${name}`))).toEqual([
      expect.stringContaining('My notes.'),
    ])
  })
})

it.each([
  ['../outside', 'must be a folder in the repository'],
  ['docs/progress', 'which git does not ignore'],
])('refuses to write documents to %s', async (folder, problem) => {
  const test = wrongBranch({}, { '.review-loop/config.yaml': `loop:\n  findings: ${folder}\n` })
  const run = await runInside(test.path, ['loop'])
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) })
  expect(run.stderr).toContain('config.yaml:2')
})

/** Every file below a folder, with what is in it. */
function fingerprint(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      const isFile = existsSync(path) && lstatSync(path).isFile()
      return [name, isFile ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder']
    }),
  )
}
