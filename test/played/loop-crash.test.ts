import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { type Death, runToItsDeath, script } from '../support/killing-git.ts'
import { reviewLoop } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// Loops that are killed between two calls of git, where files and branch are half done. `npm run bench:loop -- crash` kills
// at random; these are the places where it found something.

const base = 'export const zero = 0\n'
const wrong = `${base}export const add = (a, b) => a - b\n`
const right = `${base}export const add = (a, b) => a + b\n`
const check = '! grep -q broken calc.rb'

const reviewer = `
import { readFileSync } from 'node:fs'
const code = readFileSync('calc.rb', 'utf8')
const known = [['a - b', 'Wrong sign', 'It subtracts.'], ['leak', 'Open leak', 'Memory is never released.'], ['slow', 'Long wait', 'Everybody queues here.']]
const found = known.flatMap(([text, title, problem]) => {
  const line = code.split('\\n').findIndex((one) => one.includes(text)) + 1
  return line === 0 ? [] : [finding({ file: 'calc.rb', line, title, problem, evidence: code.split('\\n')[line - 1] })]
})
const mended = () => answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ['calc.rb'] })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'it does' })) })
else if (role === 'reviewer') answer({ summary: 'Looked.', findings: found })
else `

const honest = `${reviewer} { writeFileSync('calc.rb', code.replace('a - b', 'a + b')); mended() }`
const careless = `${reviewer} { writeFileSync('calc.rb', code.replace('a - b', 'broken')); mended() }`
const harmful = `${reviewer} { writeFileSync('calc.rb', code.replace('a - b', 'a + b') + 'export const leak = 1\\nexport const slow = 2\\n'); mended() }`

interface Case {
  readonly name: string
  readonly agent: string
  readonly at: Death
  readonly hook?: string
  /** Uncommitted work. */
  readonly dirty?: Readonly<Record<string, string>>
  readonly more?: readonly string[]
  readonly end: { readonly reason: string | undefined; readonly code: string; readonly commits: number }
}

const approved = { reason: undefined, code: right, commits: 1 }

const cases: readonly Case[] = [
  {
    name: 'before a fix is committed',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'before' },
    end: approved,
  },
  {
    name: 'before the index knows of a commit',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'after' },
    end: approved,
  },
  {
    name: 'before the index knows that uncommitted work was committed first',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'after' },
    more: ['--commit-first'],
    dirty: { 'more.rb': 'export const more = 1\n' },
    end: { ...approved, commits: 2 },
  },
  {
    name: 'before uncommitted work is committed first',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'before' },
    more: ['--commit-first', '--validate', check],
    dirty: { 'more.rb': 'export const more = 1\n' },
    end: { ...approved, commits: 2 },
  },
  {
    name: 'before the uncommitted work is recorded',
    agent: honest,
    at: { words: 'update-index --add', count: 1, when: 'before' },
    more: ['--include-dirty', '--validate', check],
    dirty: { 'calc.rb': `// draft\n${wrong}` },
    end: { reason: undefined, code: `// draft\n${right}`, commits: 1 },
  },
  {
    name: 'in the middle of a slow hook',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'during' },
    hook: '[ -f .git/slow ] || { echo $$ >.git/slow; exec sleep 60; }',
    end: approved,
  },
  {
    name: 'before a commit has what its hook mended',
    agent: honest,
    at: { words: 'commit --quiet', count: 1, when: 'after' },
    hook: 'grep -q checked calc.rb || echo "// checked" >>calc.rb',
    end: { ...approved, code: `${right}// checked\n` },
  },
  {
    name: 'when a fix that breaks something was taken back',
    agent: careless,
    at: { words: 'checkout-index --force', count: 1, when: 'after' },
    more: ['--validate', check, '--max-rounds', '2'],
    end: { reason: 'limit', code: wrong, commits: 0 },
  },
  {
    name: 'before a fix that made it worse is reverted',
    agent: harmful,
    at: { words: 'commit --quiet', count: 2, when: 'before' },
    more: ['--max-rounds', '2'],
    end: { reason: 'limit', code: wrong, commits: 2 },
  },
]

describe('killed', () => {
  const rows = cases.map((given) => [given.name, given] as const)
  it.concurrent.each(rows)('%s, it ends as if it had not been', async (_, given) => {
    const test = createRepository({ 'calc.rb': base })
    test.commit('', { 'calc.rb': wrong })
    if (given.hook !== undefined) script(join(test.path, '.git', 'hooks', 'pre-commit'), given.hook)
    const { word } = scriptedAgent(given.agent)
    const words = ['loop', '--agent', word, '--format', 'json', ...(given.more ?? [])]
    if (given.dirty !== undefined) test.write(given.dirty)
    await runToItsDeath(test, words, given.at)
    const { stdout, stderr } = await reviewLoop(test.path, ['loop', '--resume', '--format', 'json'])
    expect(stdout, stderr).toMatch(/^\{/)
    const result: LoopResult = JSON.parse(stdout)
    expect(result.outcome).toBe(given.end.reason === undefined ? 'approved' : 'escalated')
    expect(result.question?.reason).toBe(given.end.reason)
    expect(readFileSync(join(test.path, 'calc.rb'), 'utf8')).toBe(given.end.code)
    expect(Number(test.git('rev-list', '--count', 'topic', '^main'))).toBe(given.end.commits + 1)
    expect(test.git('status', '--porcelain')).toBe('')
    expect(isAlive(join(test.path, '.git', 'slow'))).toBe(false)
  })
})

/** The process that wrote its number there. */
function isAlive(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0)
  } catch {
    return false
  }
}
