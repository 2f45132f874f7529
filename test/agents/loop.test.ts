import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AgentName, programOf } from '../kit/agents.ts'
import type { Scenario } from '../kit/model-server/scenario.ts'
import { reviewLoop } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { configured, useModelServer } from './harness.ts'

// The whole loop by real agent programs: they review, verify, mend a file, and review again.

const server = useModelServer()
const names: readonly AgentName[] = ['claude', 'codex']
const base = 'export const zero = 0\n'
/** A whole line: some programs mend by lines. */
const line = (sign: string) => `export const add = (a, b) => a ${sign} b`
const wrong = `${base}${line('-')}\n`

/** Finds the wrong sign while the change shows it, confirms it, and mends it. */
function model(root: string) {
  return ({ prompt }: { readonly prompt: string }): Scenario => {
    const ids = [...prompt.matchAll(/^## (F-[0-9a-f]+)$/gm)].map(([, id]) => id)
    if (prompt.includes('Repair them in the working tree')) {
      const path = `${root}/calc.js`
      const done = {
        summary: 'Mended.',
        addressed: ids.map((id) => ({ id, how: 'plus' })),
        unable: [],
        files: ['calc.js'],
      }
      return { steps: [{ read: path }, { edit: { path, old: line('-'), new: line('+') } }, { json: done }] }
    }
    if (ids.length > 0) {
      const findings = ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'It subtracts.' }))
      return { steps: [{ json: { findings } }] }
    }
    const finding = {
      file: 'calc.js',
      line: 2,
      endLine: 2,
      severity: 'P1',
      blocking: true,
      category: 'bug',
      title: 'Wrong sign',
      problem: 'It subtracts.',
      impact: 'Sums are wrong.',
      fix: null,
      suggestion: null,
      evidence: 'a - b',
      confidence: 0.9,
    }
    const findings = prompt.includes(`+${line('-')}`) ? [finding] : []
    return { steps: [{ json: { summary: 'Looked at calc.js.', findings } }] }
  }
}

for (const name of names) {
  describe.skipIf(programOf(name) === null)(name, () => {
    it('reviews, mends, and approves what it mended', async () => {
      const test = createRepository({ 'calc.js': base })
      test.commit('Add add', { 'calc.js': wrong })
      server().add(`loop-${name}`, model(test.path))
      const { settings, env } = configured(name, `loop-${name}`)
      test.write({ '.review-loop/.gitignore': '*\n' })
      test.write({
        '.review-loop/config.yaml': JSON.stringify({ agents: { mine: settings }, roles: { reviewer: 'mine' } }),
      })
      const run = await reviewLoop(test.path, ['loop', '--format', 'json'], { env })
      const result = JSON.parse(run.stdout)
      expect(result).toMatchObject({ outcome: 'approved', ledger: [{ title: 'Wrong sign', status: 'fixed' }] })
      expect(result.rounds).toHaveLength(2)
      expect(readFileSync(join(test.path, 'calc.js'), 'utf8')).toBe(wrong.replace('a - b', 'a + b'))
      expect(test.git('log', '-1', '--format=%s')).toContain('fix: address code review round 1 - Wrong sign')
    })
  })
}
