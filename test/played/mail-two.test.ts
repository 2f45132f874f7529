import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { correspondence, parties } from '../support/mail-author.ts'
import { mailPair } from '../support/mail-pair.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { loopAgent, right, subjects, textOf, wrong } from '../support/scripted-loop.ts'

// Two processes in two clones that share a mailbox and a remote: one reviews, one has it fixed.

const reviewing = `
import { readFileSync } from 'node:fs'
const [, line] = readFileSync('calc.js', 'utf8').split('\\n')
if (line.includes('a - b')) answer({ summary: 'Looked.', findings: [finding({ line: 2, title: 'Wrong sign', problem: 'It subtracts.', evidence: line })] })
else clean()`

it('comes to an approval in two rounds', async () => {
  const { author, reviewer, box, mail } = mailPair()
  author.commit('Add add', { 'calc.js': wrong })
  const { start, types, sent } = correspondence(box)
  const [finder, fixer] = [scriptedAgent(reviewing), loopAgent()]
  const check = ['--agent', finder.word, '--no-verify', '--validate', '! grep -q broken calc.js']
  const served = mail(['serve', '--max', '2', '--interval', '1s', '--idle', '5m', ...check])
  const { code, result, stderr } = await start(author, [...parties, '--fixer', fixer.word, '--push']).ended

  expect(code, stderr).toBe(0)
  expect(await served).toMatchObject({ code: 0 })
  expect(result).toMatchObject({
    outcome: 'approved',
    rounds: [
      { blocking: 1, decision: 'fix' },
      { blocking: 0, decision: 'approve' },
    ],
    ledger: [{ title: 'Wrong sign', status: 'fixed', blocking: true }],
  })
  expect(textOf(author, 'calc.js')).toBe(right)
  expect(subjects(author)).toEqual([expect.stringContaining('Wrong sign'), 'Add add'])
  // Each in its own place: the reviewer's files and branches are as they were.
  expect(reviewer.git('status', '--porcelain', '--branch').trim()).toBe('## main...origin/main')
  expect(readFileSync(join(reviewer.path, 'calc.js'), 'utf8')).not.toContain('add')
  expect(types('codex', 'outbox')).toEqual(['review_feedback', 'review_lgtm'])
  expect(types('claude', 'outbox')).toEqual(['review_addressed', 'review_request', 'review_request'])
  expect([types('claude', 'inbox'), types('codex', 'inbox')]).toEqual([[], []])
  const addressed = { addressed_finding_ids: [result.ledger[0]?.id], touched_files: ['calc.js'] }
  expect(sent('review_addressed')).toMatchObject([{ content: addressed }])
  const asked = [finder, fixer].map((agent) => agent.calls().some(({ name }) => name === 'fixer'))
  expect(asked).toEqual([false, true])
})
