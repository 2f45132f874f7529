import { describe, expect, it } from 'vitest'
import { type AgentName, programOf } from '../kit/agents.ts'
import type { Scenario } from '../kit/model-server/scenario.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { configured, useModelServer } from './harness.ts'

// The whole review, from the command line to the verdict, by a panel of real agent programs.

const server = useModelServer()
const panel: readonly AgentName[] = ['claude', 'codex']
const lines = (mark: string) =>
  Array.from({ length: 260 }, (_, index) => `export const ${mark}${index} = ${index}\n`).join('')

const finding = {
  file: 'src/a.js',
  line: 8,
  endLine: 8,
  severity: 'P1',
  blocking: true,
  category: 'bug',
  title: 'Seven is not seven',
  problem: 'The constant holds another number than its name says.',
  impact: 'Sums are wrong.',
  fix: null,
  suggestion: null,
  evidence: 'export const a7 = 7',
  confidence: 0.9,
}

/** Bug hunters report one finding, the verifier confirms it, the others are content. */
function model({ prompt }: { readonly prompt: string }): Scenario {
  const id = /## (F-[0-9a-f]+)/.exec(prompt)?.[1]
  if (id !== undefined) {
    return {
      steps: [{ json: { findings: [{ id, verdict: 'confirmed', quote: 'export const a7 = 7', reason: 'Read it.' }] } }],
    }
  }
  const found = prompt.includes('You hunt bugs') && prompt.includes('+export const a7 = 7') ? [finding] : []
  return { steps: [{ json: { summary: 'Looked at all of it.', findings: found } }] }
}

function changed(config: object) {
  const test = createRepository({ 'README.md': '# Test\n' })
  test.commit('Add numbers', { 'src/a.js': lines('a') })
  test.write({ '.review-loop/config.yaml': JSON.stringify(config) })
  return test
}

for (const name of panel) {
  describe.skipIf(programOf(name) === null)(name, () => {
    it('reviews a large change as a panel, and a second time from kept replies', async () => {
      server().add(`panel-${name}`, model)
      const { settings, env } = configured(name, `panel-${name}`)
      const test = changed({
        agents: { mine: settings },
        roles: { reviewer: 'mine' },
        concurrency: { overall: 4, per_agent: 4 },
      })
      const first = await reviewJson(test.path, ['--committed'], env)
      expect(first.result.reviewers.map(({ name: who, status }) => `${who} ${status}`)).toEqual(
        expect.arrayContaining(['bug-hunter/p1 ok', 'auditor ok', 'premise ok', 'verifier ok']),
      )
      expect(first.code).toBe(1)
      expect(first.result.findings).toMatchObject([
        { title: 'Seven is not seven', line: 8, reviewers: ['bug-hunter/p1'], verification: { by: 'mine' } },
      ])
      expect(first.result.usage.inputTokens).toBeGreaterThan(0)
      const asked = server().log(`panel-${name}`).length
      const second = await reviewJson(test.path, ['--committed'], env)
      expect(second.result.findings).toEqual(first.result.findings)
      expect(server().log(`panel-${name}`)).toHaveLength(asked)
    })
  })
}

describe.skipIf(panel.some((name) => programOf(name) === null))('claude and codex together', () => {
  it('take turns in the passes, and their agreement counts', async () => {
    server().add('panel-both', model)
    const [claude, codex] = panel.map((name) => configured(name, 'panel-both'))
    const test = changed({
      agents: { one: claude!.settings, other: codex!.settings },
      roles: { reviewer: 'one', verifier: 'none' },
      panel: { agents: ['other'], passes: 2 },
      concurrency: { overall: 4, per_agent: 4 },
    })
    const { result } = await reviewJson(test.path, ['--committed'], { ...claude!.env, ...codex!.env })
    expect(result.reviewers.filter(({ name }) => name.startsWith('bug-hunter')).map(({ agent }) => agent)).toEqual([
      'one',
      'other',
    ])
    expect(result.findings).toMatchObject([{ agreement: 2, confidence: 0.97 }])
  })
})
