import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { IntentContext } from '../../types.ts'
import { storySection } from '../loop/story.ts'
import { correctionPrompt, fixPrompt, intentSection, verifyPrompt } from './prompts.ts'
import { fillTemplate } from './template.ts'

// Whole prompts as golden files in test/prompts; a change to one is read before it is accepted (npm run test:update).

const template = (name: string) => readFileSync(new URL(`../../../prompts/${name}.md`, import.meta.url), 'utf8')
const golden = (name: string) => `../../../test/prompts/${name}.txt`

const verifier = { verifier: template('verifier'), claims: template('verifier-claims') }
const rules = [{ path: 'AGENTS.md', text: 'Never print passwords.\n' }]
const found = [
  {
    finding: finding({
      id: 'F-1',
      severity: 'P1',
      blocking: true,
      file: 'a.ts',
      line: 2,
      title: 'Off by one',
      problem: 'The last item is lost.',
      impact: 'Orders vanish.',
      evidence: 'i < n - 1',
    }),
    code: '1 a\n2 i < n - 1',
  },
  {
    finding: finding({
      id: 'F-2',
      severity: 'P3',
      blocking: false,
      file: null,
      line: null,
      title: 'Say why',
      problem: 'No reason is given.',
      evidence: null,
    }),
    code: null,
  },
]

const otherClaims = [{ title: 'Never ends', problem: 'For an n of 0 the loop does not end.' }]
const several = found.map((given, index) =>
  index === 0 ? { ...given, finding: { ...given.finding, otherClaims } } : given,
)

describe('assembled prompts', () => {
  it('for a verifier', async () => {
    await expect(verifyPrompt(verifier, found)).toMatchFileSnapshot(golden('verifier'))
  })

  it('for a verifier, where reviewers claim different things of the same code', async () => {
    await expect(verifyPrompt(verifier, several)).toMatchFileSnapshot(golden('verifier-claims'))
  })

  it('for a fixer', async () => {
    await expect(fixPrompt(template('fixer'), rules, several)).toMatchFileSnapshot(golden('fixer'))
  })

  it('for a fixer with a story and a coverage to keep', async () => {
    const criteria = ['A discount never makes a price negative.']
    const story = storySection(template('fixer-story'), { id: null, title: 'Discounts', criteria })
    const prompt = fixPrompt(template('fixer'), rules, found, { story, coverage: 80 })
    await expect(prompt).toMatchFileSnapshot(golden('fixer-story'))
  })

  it('for a second try', async () => {
    const prompt = correctionPrompt(
      'Do the task.\n',
      template('correction'),
      ['findings: expected Array, found undefined'],
      '{"summary": "x"}',
    )
    await expect(prompt).toMatchFileSnapshot(golden('correction'))
  })
})

describe('what the change says about itself', () => {
  const context = { source: 'commits', title: '', body: '', commits: [] } as const
  const section = (changes: Partial<IntentContext>) => intentSection({ ...context, ...changes })

  it('is told as it is', () => {
    expect(section({ title: 'Add a cache', body: 'It is slow.', commits: ['Add it', 'Use it'] })).toContain(
      'Add a cache\nIt is slow.\n- Add it\n- Use it\n',
    )
    expect(section({})).toBe('Nothing.')
  })

  it.each<[string, Partial<IntentContext>, string]>([
    ['a long subject', { commits: ['x'.repeat(100_000), 'Last'] }, `- ${'x'.repeat(200)} [cut]\n- Last\n`],
    ['many commits', { commits: Array(400).fill('One more') }, '- One more\n[cut] and more commits\n'],
    ['a long title', { title: 't'.repeat(100_000), body: 'b' }, `${'t'.repeat(12_000)} [cut]\n`],
    ['a long body', { title: 'Title', body: 'b'.repeat(100_000) }, `${'b'.repeat(12_000 - 6)} [cut]\n`],
  ])('is cut where that can be seen: %s', (_, changes, expected) => {
    const text = section(changes)
    expect(text).toContain(expected)
    expect(text.length).toBeLessThan(13_000)
  })
})

describe('fillTemplate', () => {
  it('refuses a hole without a value and a value without a hole', () => {
    expect(() => fillTemplate('{{a}}', {})).toThrow('called a')
    const hint = expect.stringContaining('npm run build')
    expect(() => fillTemplate('x', { a: '1' })).toThrow(expect.objectContaining({ code: 'other_prompts', hint }))
  })

  it('does not fill holes that come with a value', () => {
    expect(fillTemplate('{{a}}', { a: '{{b}}' })).toBe('{{b}}')
  })
})
