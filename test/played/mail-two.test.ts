import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { correspondence, parties } from '../support/mail-author.ts'
import { reviewLoop } from '../support/program.ts'
import { openedRepository, temporaryFolder } from '../support/repository.ts'
import { loopAgent, right, subjects, textOf, wrongBranch } from '../support/scripted-loop.ts'

// Two processes in two clones that share a mailbox and a remote: one reviews, one has it fixed.

it('comes to an approval in two rounds', async () => {
  const author = wrongBranch()
  const [remote, other] = [temporaryFolder(), temporaryFolder()]
  author.git('init', '-q', '--bare', remote)
  author.git('remote', 'add', 'origin', remote)
  author.git('push', '-q', 'origin', 'main')
  author.git('clone', '-q', '--branch', 'main', remote, other)
  const { root, start, types, sent } = correspondence()
  const [reviewer, fixer] = [loopAgent(), loopAgent()]
  const serving = ['mail', 'serve', '--as', 'codex', '--mailbox', root, '--max', '2', '--interval', '1s']
  const check = '! grep -q broken calc.js'
  const served = reviewLoop(other, [...serving, '--agent', reviewer.word, '--no-verify', '--validate', check])
  const { code, result, stderr } = await start(author, ...parties, '--fixer', fixer.word, '--push').ended

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
  expect([textOf(author, 'calc.js'), subjects(author)]).toEqual([
    right,
    [expect.stringContaining('Wrong sign'), 'Add add'],
  ])
  // Each in its own place: the reviewer's files and branches are as they were.
  const clone = openedRepository(other)
  expect(clone.git('status', '--porcelain', '--branch').trim()).toBe('## main...origin/main')
  expect(readFileSync(join(other, 'calc.js'), 'utf8')).not.toContain('add')
  expect(types('codex', 'outbox')).toEqual(['review_feedback', 'review_lgtm'])
  expect(types('claude', 'outbox')).toEqual(['review_addressed', 'review_request', 'review_request'])
  expect([types('claude', 'inbox'), types('codex', 'inbox')]).toEqual([[], []])
  const [id] = result.ledger.map((entry) => entry.id)
  expect(sent('review_addressed')).toMatchObject([
    { content: { addressed_finding_ids: [id], touched_files: ['calc.js'] } },
  ])
  expect([reviewer, fixer].map((agent) => new Set(agent.calls().map(({ name }) => name)).has('fixer'))).toEqual([
    false,
    true,
  ])
})
