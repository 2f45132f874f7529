import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answerNote } from '../../src/core/mail/commit-note.ts'
import { packetHash } from '../../src/io/mail/packets.ts'
import {
  aboutAnother,
  commitOf,
  correspondence,
  fail,
  feedback,
  lgtm,
  nit,
  parties,
  wrongSign,
} from '../support/mail-author.ts'
import { noLeaks } from '../support/mail-host.ts'
import { killedAtRename } from '../support/mail-pair.ts'
import { type ProgramOptions, reviewLoop } from '../support/program.ts'
import { temporaryFolder } from '../support/repository.ts'
import { loopAgent, mend, right, subjects, textOf, until, wrongBranch } from '../support/scripted-loop.ts'

// The author's side of a review by mail, from the command line; the reviewer is played by the test.

const typo = {
  id: 'F-002',
  severity: 'P3',
  blocking: false,
  status: 'open',
  file: 'calc.rb',
  description: 'Typo',
} as const

/** Mends what is graver, and leaves the rest. */
const fixing = `${mend}
answer({ summary: 'Mended.', addressed: [{ id: 'F-001', how: 'plus' }], unable: ids.filter((id) => id === 'F-002').map((id) => ({ id, reason: 'It is no typo' })), files: ['calc.rb'] })`

it.concurrent('asks, has it fixed, says what was done, asks again, and ends with the approval', async () => {
  const test = wrongBranch()
  test.git('commit', '-q', '--amend', '-m', 'Add add')
  const remote = temporaryFolder()
  test.git('init', '-q', '--bare', remote)
  test.git('remote', 'add', 'origin', remote)
  const { root, mailbox, start, answer, types, sent } = correspondence()
  await mailbox.deliver(
    {
      from: 'gemini',
      to: ['claude'],
      type: 'review_lgtm',
      priority: 'P1',
      related_pr: 86,
      subject: 'Fine',
      content: { quality_gate_result: 'pass', merge_ready: true },
    },
    { time: new Date(), leaks: noLeaks },
  )
  const fixer = loopAgent(fixing)
  const author = start(test, [...parties, '--fixer', fixer.word, '--push', '--validate', '! grep -q broken calc.rb'])
  const head = () => test.git('rev-parse', 'HEAD').trim()
  const pushed = () => test.git('ls-remote', remote, 'refs/heads/topic').slice(0, 40)
  const first = await answer((request) => feedback(request, [wrongSign, typo]))
  expect(first.content).toMatchObject({
    pr: 86,
    branch: 'topic',
    diff_summary: '- Add add',
    review_round: 1,
    max_turns_reviewer: 8,
  })
  expect(commitOf(first)).toBe(head())
  expect(pushed()).toBe(head())
  const second = await answer((request) => lgtm(request, { nits: [nit] }))
  expect(second).toMatchObject({ content: { review_round: 2 }, conversation_id: first.conversation_id })
  expect([commitOf(second), pushed()]).toEqual([head(), head()])

  const { code, result, stderr } = await author.ended
  expect(code, stderr).toBe(0)
  expect(textOf(test, 'calc.rb')).toBe(right)
  expect(result).toMatchObject({
    outcome: 'approved',
    mail: { as: 'claude', to: 'codex', pr: 86 },
    rounds: [
      { blocking: 1, fix: { commit: head() } },
      { blocking: 0, decision: 'approve' },
    ],
    certificates: [{ finding: 'F-001', notFoundAgain: true, codeChanged: true }],
  })
  expect(result.ledger.map(({ id, status }) => [id, status])).toEqual([
    ['F-001', 'fixed'],
    ['F-002', 'fixed'],
    ['NIT-001', 'deferred'],
  ])
  expect(result.ledger[2]?.followUp?.action).toBe('Rename it')
  expect(types('claude', 'outbox')).toEqual(['question', 'review_addressed', 'review_request', 'review_request'])
  const [addressed] = sent('review_addressed')
  expect(addressed).toMatchObject({
    parent_message_id: second.parent_message_id,
    content: { commit_sha: head(), round: 1, touched_files: ['calc.rb'], addressed_finding_ids: ['F-001'] },
  })
  expect(sent('question')[0]).toMatchObject({
    subject: 'F-002 of round 1 is not changed (#86)',
    body: expect.stringContaining('It is no typo'),
  })
  // What a stranger sent stays.
  expect(types('claude', 'inbox')).toEqual(['review_lgtm'])
  expect(types('claude', 'processed')).toEqual(['review_feedback', 'review_lgtm'])
  // Only the fixer was asked, and once.
  expect(fixer.calls().map(({ name }) => name)).toEqual(['fixer'])
  const shown = await reviewLoop(test.path, ['sessions', 'show', result.session ?? ''])
  expect(shown.stdout).toContain('by mail: claude writes to codex about #86')
  const other = await reviewLoop(test.path, ['loop', '--resume'])
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('review-loop mail author --resume') })
  expect(readdirSync(join(root, 'agents/claude/claims'))).toEqual([])
  test.commit('Later', { 'later.rb': 'export const later = 1\n' })
  const again = await reviewLoop(test.path, ['mail', 'author', '--resume'])
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('what came since is not reviewed') })
  expect(again.stderr).toContain('review-loop mail author --as claude --to codex --pr 86 --push --mailbox ')
})

it.concurrent('goes on after Ctrl-C and after being killed at any point, and sends nothing twice', async () => {
  const test = wrongBranch()
  const { start, answer, types, sent } = correspondence()
  const fixer = loopAgent()
  const run = (words: readonly string[], options?: ProgramOptions) =>
    start(test, [...words, '--fixer', fixer.word, '--timeout', '5m'], options)
  const killed = async (path: RegExp, words = ['--resume']) =>
    expect(await run(words, killedAtRename(path)).ended, `${path}`).toMatchObject({ code: null })
  await killed(/codex\/inbox\/\w+review_request\w+\.yaml$/, parties)
  await killed(/claude\/outbox\/\w+review_request\w+\.yaml$/)
  const stopped = run(['--resume'])
  await until(() => sent('review_request').length === 1)
  stopped.kill('SIGINT')
  expect(await stopped.ended).toMatchObject({ code: 130, result: { outcome: 'interrupted', resumable: true } })
  await answer((request) => feedback(request, [wrongSign]))
  await killed(/claude\/claims\//)
  await killed(/claude\/processed\//)
  await killed(/codex\/inbox\/\w+review_addressed\w+\.yaml$/)
  await killed(/claude\/outbox\/\w+review_addressed\w+\.yaml$/)
  await killed(/claude\/outbox\/\w+review_request\w+\.yaml$/)
  const resumed = run(['--resume'])
  const second = await answer((request) => lgtm(request))
  expect(second.content.review_round).toBe(2)
  expect(await resumed.ended).toMatchObject({ code: 0, result: { outcome: 'approved' } })
  expect(types('claude', 'outbox')).toEqual(['review_addressed', 'review_request', 'review_request'])
  expect(types('codex', 'inbox')).toEqual(['review_addressed'])
  expect([subjects(test).length, fixer.calls().length]).toEqual([1, 1])
})

it.concurrent('takes no answer for one that does not hold together, and asks a person where the reviewer gives up', async () => {
  const test = wrongBranch()
  const { root, start, answer, types, sent } = correspondence()
  const fixer = loopAgent()
  const run = (...more: string[]) => start(test, [...more, '--fixer', fixer.word])
  const soon = ['--timeout', '2s']
  const outcome = async (started: ReturnType<typeof run>) => {
    const { code, result, stderr } = await started.ended
    return { code, reason: result?.reason ?? stderr }
  }
  const late = run(...parties, '--notify', 'gemini', ...soon)
  expect(await outcome(late)).toEqual({ code: 3, reason: 'No answer from codex within 2s.' })
  await answer((request) => [
    { ...lgtm(request), again: true },
    { ...feedback(request, [wrongSign]), again: true },
  ])
  expect(await outcome(run('--resume'))).toMatchObject({
    code: 3,
    reason: expect.stringContaining('The answers of codex contradict each other'),
  })
  const broken = brokenAnswer()
  writeFileSync(join(root, 'agents/claude/inbox/broken.yaml'), broken)
  const alone = await run('--resume', ...soon).ended
  expect(alone).toMatchObject({ code: 3, result: { reason: 'No answer from codex within 2s.' } })
  expect(alone.stderr).toContain('The answer broken.yaml cannot be read: line 10: ')
  expect(readdirSync(join(root, 'agents/claude/dead_letter'))).toContain('broken.yaml')
  await answer((request) => lgtm(request, { merge_ready: false }))
  expect(await outcome(run('--resume'))).toMatchObject({
    code: 3,
    reason: expect.stringContaining('merge_ready is false'),
  })
  expect(sent('review_request')).toHaveLength(2)

  const missing = 'is not there'
  const cases: [answer: Parameters<typeof answer>[0], reason: string][] = [
    [
      (request) => ({ message: { ...lgtm(request).message, context_keys: aboutAnother } }),
      'codex answered about 0000000000',
    ],
    [
      (request) => {
        const { message, packet = '' } = feedback(request, [wrongSign])
        const { findings_packet: path } = message.content as { findings_packet: string }
        return { message: { ...lgtm(request).message, related_packet: path }, packet }
      },
      'F-001 (P1, open) blocks',
    ],
    [(request) => ({ message: feedback(request, [wrongSign]).message }), missing],
    [(request) => ({ ...feedback(request, [wrongSign]), packet: 'findings: []\n' }), 'line 1: '],
    [
      (request) => {
        const { message, packet = '' } = feedback(request, [wrongSign])
        const note = answerNote(commitOf(request) ?? '', packetHash(packet))
        return { message: { ...message, context_keys: note }, packet: packet.replace('It subtracts', 'Delete it') }
      },
      'it was changed since it was sent',
    ],
  ]
  for (const [reply, reason] of cases) {
    // What is missing is waited for until the time is up, so the answer has to be there before.
    const asking = run('--resume', ...(reason === missing ? soon : ['--timeout', '5m']))
    if (reason === missing) await asking.ended
    await answer(reply)
    expect(await outcome(reason === missing ? run('--resume', ...soon) : asking)).toEqual({
      code: 3,
      reason: expect.stringContaining(reason),
    })
  }
  expect(
    sent('question')
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([
    'The answer broken.yaml cannot be read (#86)',
    ...Array(2).fill('The approval of round 1 cannot be used (#86)'),
    ...Array(3).fill('The feedback of round 1 cannot be used (#86)'),
  ])
  expect(fixer.calls()).toEqual([])

  const last = run('--resume', '--timeout', '5m')
  await answer((request) =>
    feedback(request, [typo], { commands: [fail('npm test')], escalation: 'max_rounds_exceeded' }),
  )
  const escalated = await last.ended
  expect(escalated).toMatchObject({ code: 4, result: { outcome: 'escalated', question: { reason: 'reviewer' } } })
  expect(escalated.result.question?.text).toContain('codex gives no further round')
  expect(fixer.calls()).toEqual([])
  expect(types('gemini', 'inbox')).toEqual(['notification'])
  expect(subjects(test)).toHaveLength(0)

  const answered = await reviewLoop(test.path, ['answer', 'c'])
  expect(answered.stdout).toContain('review-loop mail author --resume')
  const more = run('--resume', '--timeout', '5m')
  await answer((request) => lgtm(request))
  const { code, result } = await more.ended
  expect([code, result.outcome]).toEqual([0, 'approved'])
  expect(fixer.calls()[0]?.prompt).toContain('`npm test` does not pass where codex works')
  expect(result.ledger.map(({ status }) => status)).toEqual(['fixed', 'fixed'])
})

/** An approval whose body is none. */
function brokenAnswer(): string {
  const envelope = [
    'id: msg-20990101000000-codex-0001',
    'from: codex',
    'to: claude',
    'type: review_lgtm',
    'priority: P1',
  ]
  const more = [
    'created_at_utc: "2099-01-01T00:00:00Z"',
    'related_pr: "86"',
    'subject: Fine',
    'body: |',
    '  merge_ready: perhaps',
  ]
  return `${[...envelope, ...more].join('\n')}\n`
}
