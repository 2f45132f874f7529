import { describe, expect, it } from 'vitest'
import {
  answering,
  approval,
  askingOf,
  change,
  executed,
  plan,
  point,
  refusal,
  reviewed,
  startedWith,
  viewAfter,
  written,
} from '../../../test/support/staged-asking.ts'
import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import type { AgentReply } from '../../types.ts'
import { askReviewer } from './ask-reviewer.ts'

const order = (values: Partial<Step<'review'>> = {}): Step<'review'> => ({
  step: 'review',
  pass: 'exec',
  by: 'reviewer',
  kind: 'look',
  round: 1,
  attempt: 1,
  ...values,
})
const differences = {
  'commit after': [change('src/login.ts'), change('src/old.ts', 'deleted')],
  'before after': [change('src/login.ts')],
}
const review = (reply: string | Partial<AgentReply>) =>
  askReviewer(order(), executed(), askingOf(answering(reply), { differences }))

describe('a reviewer of code', () => {
  it('approves', async () => {
    const agent = answering(approval)
    expect(await askReviewer(order(), executed(), askingOf(agent, { differences }))).toMatchObject({
      type: 'reviewed',
      pass: 'exec',
      kind: 'look',
      round: 1,
      verdict: 'APPROVE',
      issues: [],
      questions: [],
      backend: 'played',
      durationMs: 500,
      point: point('after'),
    })
    const [task] = agent.tasks
    expect(task).toMatchObject({
      role: 'reviewer',
      name: 'exec',
      mayWrite: false,
      files: ['src/login.ts', 'src/old.ts'],
    })
    expect(task?.prompt).toContain('neutral patch from before to after')
    expect(task?.prompt).toContain('deleted src/old.ts')
    expect(task?.prompt).toContain('## Implementation Complete: Limit the log-in')
  })

  it('refuses, and asks', async () => {
    expect(await review(refusal)).toMatchObject({
      verdict: 'REQUEST_CHANGES',
      issues: [
        { severity: 'CRITICAL', text: 'The counter is never reset', file: 'src/login.ts', line: 7 },
        { severity: 'MINOR', text: 'The name is long', file: null },
      ],
      questions: [
        { kind: 'outside', text: 'How many tries does the contract allow?' },
        { kind: 'decision', text: 'Seconds or minutes?' },
      ],
    })
  })

  it.each<[string, string | Partial<AgentReply>, string | null, RegExp]>([
    ['crashes', { status: 'crashed', reason: 'it ended with exit code 1' }, 'command execution', /exit code 1/],
    ['is not logged in', { status: 'not_logged_in', reason: 'log in' }, 'command execution', /log in/],
    ['is out of time', { status: 'timed_out' }, 'command execution', /timed_out/],
    [
      'ends well without a result',
      { status: 'crashed', reason: 'It ended without an answer: it ended with exit code 0 without a result' },
      'missing `result`',
      /without a result/,
    ],
    [
      'prints no JSON',
      { status: 'malformed', reason: 'The answer cannot be used: what it printed last is no JSON' },
      'JSON parsing',
      /no JSON/,
    ],
    [
      'has an empty result',
      { status: 'malformed', reason: 'The answer cannot be used: it is empty' },
      'missing `result`',
      /empty/,
    ],
    ['says something else', 'Looks good to me!', 'schema validation', /missing_verdict/],
    ['has another verdict', approval.replace('APPROVE', 'LGTM'), 'schema validation', /invalid_verdict/],
    [
      'approves of something critical',
      refusal.replace('REQUEST_CHANGES', 'APPROVE'),
      'schema validation',
      /approve_with_critical/,
    ],
    ['has no strengths', '### VERDICT: APPROVE\n', 'schema validation', /missing_strengths/],
    ['names another severity', refusal.replace('[MINOR]', '[HIGH]'), 'schema validation', /invalid_severity/],
    [
      'refuses for nothing',
      approval.replace('APPROVE', 'REQUEST_CHANGES'),
      'schema validation',
      /request_changes_without_issues/,
    ],
    [
      'refuses for trifles',
      refusal.replace('[CRITICAL]', '[MINOR]'),
      'schema validation',
      /request_changes_minor_only/,
    ],
    [
      'marks nothing',
      refusal.replace('[CRITICAL] ', '').replace('[MINOR] ', ''),
      'schema validation',
      /untagged_issue/,
    ],
    ['names no place', refusal.replace(/ {2}File:.*\n/, ''), 'schema validation', /missing_anchor/],
    [
      'approves of work elsewhere',
      approval.replace('Small.', 'The changes were made in another worktree.'),
      'schema validation',
      /unflagged_divergence/,
    ],
  ])('fails when it %s', async (_, reply, kind, reason) => {
    expect(await review(reply)).toMatchObject({
      type: 'reviewer-failed',
      attempt: 1,
      failure: { kind, reason: expect.stringMatching(reason) },
      point: point('after'),
    })
  })

  it('may speak of files by where they are in its copy', async () => {
    expect(await review(approval.replace('Small.', 'Read /tmp/copy/src/login.ts.'))).toMatchObject({ type: 'reviewed' })
  })

  it('refuses work elsewhere without a file', async () => {
    const text = refusal.replace(/The counter.*\n.*\n/, 'Workspace divergence: all of it is in another worktree.\n')
    expect(await review(text)).toMatchObject({ type: 'reviewed', verdict: 'REQUEST_CHANGES' })
  })

  it('sees the change as a whole when no round was written', async () => {
    const agent = answering(approval)
    const target = viewAfter(startedWith({ entry: 'review-only', description: '', target: 'All.' }), {
      type: 'entered',
      pass: 'exec',
    })
    const asking = askingOf(agent, { differences: { 'commit before': [change('src/login.ts')] } })
    expect(await askReviewer(order(), target, asking)).toMatchObject({ type: 'reviewed', point: point('before') })
    expect(agent.tasks[0]?.prompt).toContain('neutral patch from commit to before')
    expect(agent.tasks[0]?.prompt).not.toContain('# What the executor says')
  })

  it('looks at what a later step wrote', async () => {
    const agent = answering(approval)
    const documented = viewAfter(
      startedWith(),
      { type: 'plan-approved', text: plan },
      { type: 'entered', pass: 'docs' },
      written('docs', { delta: [change('README.md')], proseOnly: true }),
    )
    const fact = await askReviewer(
      order({ pass: 'docs', kind: 'replay' }),
      documented,
      askingOf(agent, { differences }),
    )
    expect(fact).toMatchObject({ type: 'reviewed', kind: 'replay', pass: 'docs' })
    expect(agent.tasks[0]).toMatchObject({
      name: 'replay',
      prompt: expect.stringContaining('neutral patch from before to after'),
    })
  })
})

describe('a second try', () => {
  const again = (failure: Fact<'reviewer-failed'>['failure']) => {
    const { type: _, verdict, issues, questions, kind, ...work } = reviewed('exec')
    const facts = [
      startedWith(),
      { type: 'plan-approved', text: plan },
      { type: 'entered', pass: 'exec' },
      written('exec'),
    ] as const
    return viewAfter(...facts, { type: 'reviewer-failed', attempt: 1, failure, ...work })
  }

  it('is told what was wrong, with the answer', async () => {
    const agent = answering('Fine.', approval)
    const asking = askingOf(agent, { differences })
    const first = await askReviewer(order(), executed(), asking)
    if (first.type !== 'reviewer-failed') throw new Error('it must fail')
    await askReviewer(order({ attempt: 2 }), again(first.failure), asking)
    expect(agent.tasks[1]?.prompt).toContain('missing_verdict')
    expect(agent.tasks[1]?.prompt).toMatch(/<<<answer \w+\nFine\.\n/)
  })

  it('is the same call when there was no answer', async () => {
    const agent = answering(approval)
    await askReviewer(order({ attempt: 2 }), again({ kind: 'command execution', reason: 'crashed' }), askingOf(agent))
    expect(agent.tasks[0]?.prompt).not.toContain('# Again')
  })
})

describe('a reviewer of a plan', () => {
  const planned = viewAfter(
    startedWith(),
    { type: 'entered', pass: 'plan' },
    written('plan', { point: point('before') }),
  )

  it('is shown the draft, and need not name files', async () => {
    const agent = answering(refusal.replace(/ {2}File:.*\n/, ''))
    const fact = await askReviewer(order({ pass: 'plan' }), planned, askingOf(agent))
    expect(fact).toMatchObject({ type: 'reviewed', verdict: 'REQUEST_CHANGES', point: point('before') })
    expect(agent.tasks[0]?.prompt).toContain('## Solution Plan: Limit the log-in')
    expect(agent.tasks[0]?.prompt).not.toContain('patch from')
  })
})
