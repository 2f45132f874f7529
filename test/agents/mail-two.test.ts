import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programOf } from '../kit/agents.ts'
import type { Scenario } from '../kit/model-server/scenario.ts'
import { correspondence, parties } from '../support/mail-author.ts'
import { mailPair } from '../support/mail-pair.ts'
import { configured, useModelServer } from './harness.ts'

// A review by mail with real agent programs on both sides: claude reviews in one clone, codex fixes in the other.

const server = useModelServer()
const line = (sign: string) => `export const add = (a, b) => a ${sign} b`

/** Finds the wrong sign while the change shows it. */
function reviewing({ prompt }: { readonly prompt: string }): Scenario {
  const finding = {
    file: 'calc.js', line: 1, endLine: 1, severity: 'P1', blocking: true, category: 'bug', title: 'Wrong sign',
    problem: 'It subtracts.', impact: 'Sums are wrong.', fix: null, suggestion: null, evidence: line('-'), confidence: 0.9,
  } // biome-ignore format: a finding
  const findings = prompt.includes(`+${line('-')}`) ? [finding] : []
  return { steps: [{ json: { summary: 'Looked at calc.js.', findings } }] }
}

/** Mends it, in the files of the author. */
function fixing(root: string) {
  return ({ prompt }: { readonly prompt: string }): Scenario => {
    const ids = [...prompt.matchAll(/^## (F-[0-9a-f]+)$/gm)].map(([, id]) => id)
    const addressed = ids.map((id) => ({ id, how: 'plus' }))
    const path = join(root, 'calc.js')
    const done = { summary: 'Mended.', addressed, unable: [], files: ['calc.js'] }
    return { steps: [{ read: path }, { edit: { path, old: line('-'), new: line('+') } }, { json: done }] }
  }
}

describe.skipIf(programOf('claude') === null || programOf('codex') === null)('claude and codex', () => {
  it('come to an approval in two rounds', async () => {
    const [claude, codex] = [configured('claude', 'mail-reviewer'), configured('codex', 'mail-fixer')]
    const agents = { finder: claude.settings, mender: codex.settings }
    const config = JSON.stringify({ agents, roles: { reviewer: 'finder', fixer: 'mender' } })
    const { author, box, mail } = mailPair({ '.review-loop/config.yaml': config, 'README.md': '# Calc\n' })
    author.commit('Add add', { 'calc.js': `${line('-')}\n` })
    server().add('mail-reviewer', reviewing)
    server().add('mail-fixer', fixing(author.path))
    const { start, types } = correspondence(box)
    const asking = start(author, [...parties, '--push', '--timeout', '100s'], { env: codex.env })
    const answering = ['--no-verify', '--validate', 'node --check calc.js', '--interval', '1s', '--idle', '100s']
    const served = mail(['serve', '--max', '2', ...answering], { env: claude.env })

    const { code, result, stderr } = await asking.ended
    expect(code, stderr).toBe(0)
    expect(await served).toMatchObject({ code: 0 })
    expect(result).toMatchObject({ outcome: 'approved', ledger: [{ title: 'Wrong sign', status: 'fixed' }] })
    expect(result.rounds).toHaveLength(2)
    expect(readFileSync(join(author.path, 'calc.js'), 'utf8')).toBe(`${line('+')}\n`)
    expect(types('codex', 'outbox')).toEqual(['review_feedback', 'review_lgtm'])
  })
})
