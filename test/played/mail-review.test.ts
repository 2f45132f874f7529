import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stateOf } from '../support/busy-repository.ts'
import { killedAtRename, type MailPair, mailPair } from '../support/mail-pair.ts'
import { startProgram } from '../support/program.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// The reviewer of a review by mail: the built program, two clones with one remote, and an agent that is played.

const wrong = 'export const zero = 0\nexport const add = (a, b) => a - b\n'
const right = 'export const zero = 0\nexport const sum = (a, b) => a + b\n'

/** Finds a wrong sign and, always, a short name; confirms what it is asked about. */
const honest = () =>
  scriptedAgent(`
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'export const add = (a, b) => a - b', reason: 'it does' })) })
else {
  const code = prompt.includes('a - b') ? 'export const add = (a, b) => a - b' : 'export const sum = (a, b) => a + b'
  const about = (changes) => finding({ file: 'calc.js', line: 2, evidence: code, ...changes })
  const sign = about({ title: 'Wrong sign', problem: 'It subtracts what it should add.' })
  const name = about({ severity: 'P3', title: 'Short names', problem: 'Nobody knows what a and b are.' })
  answer({ summary: 'Looked.', findings: code.includes('-') ? [sign, name] : [name] })
}`)

const checked = ['--validate', 'node --check calc.js']
const json = (stdout: string) => JSON.parse(stdout)

describe.concurrent('mail review', () => {
  it('answers round by round, fetches what it needs, keeps the ids, and leaves everything else alone', async () => {
    const config = 'validate:\n  commands: ["node --check calc.js"]\n'
    const pair = mailPair({ 'calc.js': 'export const zero = 0\n', '.review-loop/config.yaml': config })
    const { reviewer, messages, packet } = pair
    const agent = ['--agent', honest().word]
    reviewer.write({ 'calc.js': 'mine, and not finished\n', 'notes.txt': 'mine too\n' })
    reviewer.git('add', 'notes.txt')
    const before = stateOf(reviewer)

    // What the change says about its own review does not count.
    const first = pair.push({ 'calc.js': wrong, '.review-loop/config.yaml': 'validate: { commands: [exit 7] }\n' })
    const asked = await pair.ask({ review_round: 1, task_id: 'T-1' }, { context_keys: `commit: ${first}` })
    const one = await pair.mail(['review', ...agent, '--format', 'json'])
    expect(one.code).toBe(1)
    const feedback = json(one.stdout)
    expect(feedback).toMatchObject({
      status: 'feedback',
      commit: first,
      base: 'origin/main',
      request: { id: asked, from: 'claude', pr: 86, round: 1, branch: 'topic' },
      answer: { type: 'review_feedback', to: 'claude', escalation: null },
      gate: { result: 'blocked' },
      validations: [{ command: 'node --check calc.js', status: 'passed' }],
    })
    expect(messages('claude', 'inbox')).toMatchObject([
      {
        parent_message_id: asked,
        context_keys: expect.stringContaining(`commit: ${first}; packet: `),
        related_packet: feedback.packet,
        content: {
          findings_packet: feedback.packet,
          round: 1,
          blocking_count: 1,
          task_id: 'T-1',
          telemetry: { turns: 3 },
        },
      },
    ])
    const found = packet(feedback.packet).findings.filter(({ file }) => file === 'calc.js')
    const [sign, name] = found
    expect(found).toMatchObject([
      { severity: 'P1', status: 'open', file: 'calc.js', line: 2 },
      { severity: 'P3', status: 'open' },
    ])

    const second = pair.push({ 'calc.js': right })
    await pair.send({
      from: 'claude', to: ['codex'], type: 'review_addressed', priority: 'P1', related_pr: 86, subject: 'Done',
      content: { commit_sha: second.slice(0, 12), changes_summary: 'Adds now', round: 1, addressed_finding_ids: [sign?.id ?? ''] },
    }) // biome-ignore format: a message
    // Without the commit: then the branch is meant, as the remote has it.
    await pair.ask({ review_round: 2 })
    const two = await pair.mail(['review', ...agent])
    expect(two).toMatchObject({ code: 0, stdout: expect.stringMatching(/^LGTM sent to claude about #86, round 2/) })
    const approval = messages('claude', 'inbox')[1]
    expect(approval).toMatchObject({
      type: 'review_lgtm',
      context_keys: expect.stringContaining(`commit: ${second}; packet: `),
      content: {
        quality_gate_result: 'pass',
        merge_ready: true,
        review_round: 2,
        nits: expect.arrayContaining([expect.objectContaining({ tier: 'P3', owner: 'claude', source: name?.id })]),
      },
    })
    const left = packet(approval?.related_packet ?? '').findings.filter(({ file }) => file === 'calc.js')
    expect(left).toMatchObject([
      { id: name?.id, status: 'not_fixed' },
      { id: sign?.id, status: 'fixed' },
    ])
    expect([messages('codex', 'inbox').length, messages('codex', 'processed').length]).toEqual([0, 3])
    // On another branch nothing was mended, whatever was said.
    pair.author.git('switch', '-q', '-c', 'other', 'main')
    const elsewhere = pair.author.commit('Elsewhere', { 'calc.js': `${wrong}export const other = 1\n` })
    pair.author.git('push', '-q', 'origin', 'other')
    await pair.ask({ review_round: 3, branch: 'other' }, { context_keys: `commit: ${elsewhere}` })
    const three = await pair.mail(['review', '--format', 'json'])
    expect(three.code).toBe(4)
    expect(json(three.stdout).findings).toContainEqual(
      expect.objectContaining({
        id: sign?.id,
        status: 'open',
        description: expect.stringContaining('nothing was changed'),
      }),
    )
    expect(stateOf(reviewer)).toEqual({ ...before, files: expect.anything() })
    const files = (state: Record<string, unknown>) =>
      (state.files as string[]).filter((line) => !line.startsWith('.review-loop/'))
    expect(files(stateOf(reviewer))).toEqual(files(before))
  })

  it('gives up where the budget or the rounds are used up, with what was found so far', async () => {
    const pair = mailPair()
    pair.push({ 'calc.js': wrong })
    const slow = scriptedAgent('setInterval(() => {}, 1000)')
    // One turn is enough to find it, and not to have it verified.
    await pair.ask({ pr: 1, max_turns_reviewer: 1 })
    const turns = await pair.mail(['review', '--agent', honest().word, ...checked, '--format', 'json'])
    await pair.ask({ pr: 2, max_runtime_s_reviewer: 2 })
    const time = await pair.mail(['review', '--agent', slow.word, ...checked, '--format', 'json'])
    await pair.ask({ pr: 3, max_runtime_s_reviewer: 3 })
    const waiting = ['--validate', 'exec sleep 60', '--format', 'json']
    const validation = await pair.mail(['review', '--agent', honest().word, ...waiting])
    for (const { code, stdout } of [turns, time, validation]) {
      expect(code).toBe(4)
      expect(json(stdout)).toMatchObject({
        status: 'escalated',
        answer: { escalation: 'reviewer_budget_exceeded' },
        findings: expect.arrayContaining([expect.objectContaining({ id: 'R-incomplete', severity: 'P1' })]),
      })
    }
    expect(json(turns.stdout).findings).toHaveLength(3)
    expect(json(turns.stdout).telemetry.turns).toBe(1)
    expect(pair.packet(json(time.stdout).packet).summary?.verdict).toBe('fail')
    expect(json(time.stdout).validations).toEqual([{ command: checked[1], status: 'not_run' }])

    // The second of two rounds.
    await pair.send({
      from: 'codex', to: ['claude'], type: 'review_lgtm', priority: 'P1', related_pr: 4, subject: 'Yes',
      content: { quality_gate_result: 'pass', merge_ready: true, review_round: 1 },
    }) // biome-ignore format: a message
    await pair.ask({ pr: 4, review_round: 2 })
    const last = await pair.mail(['review', '--validate', 'exit 3'])
    expect(last).toMatchObject({ code: 4, stdout: expect.stringMatching(/max rounds exceeded: a person is needed/) })
    expect(last.stdout).toMatch(/V-[0-9a-f]{8} P1 open {2}\. {2}The validation command fails: exit 3/)
    expect(pair.messages('claude', 'inbox').at(-1)).toMatchObject({
      content: { escalation: 'max_rounds_exceeded', blocking_count: 1 },
    })
  })

  it.each([
    ['the packet is written', /outbox\/.*\.pending$/, ['2_pr86', 'pr86']],
    ['the answer is delivered', /\/processed\//, ['pr86']],
  ] as const)('answers once when it is killed after %s', async (_, moment, packets) => {
    const pair = mailPair()
    pair.push({ 'calc.js': wrong })
    const agent = honest()
    const words = ['review', '--agent', agent.word, ...checked]
    const id = await pair.ask()
    expect(await pair.mail(words, killedAtRename(moment))).toMatchObject({ code: null })
    expect(pair.messages('codex', 'inbox')).toEqual([])
    const again = await pair.mail(words)
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('Given back')
    expect(pair.messages('claude', 'inbox')).toMatchObject([{ parent_message_id: id, type: 'review_feedback' }])
    expect(pair.messages('codex', 'processed')).toMatchObject([{ id }])
    const names = readdirSync(`${pair.box}/packets/findings`).map((name) => /_((?:\d_)?pr86)_/.exec(name)?.[1])
    expect(names.sort()).toEqual(packets)
    // What was answered before the crash was not asked again.
    expect(agent.calls()).toHaveLength(2)
    expect(await pair.mail(words)).toMatchObject({ code: 3, stdout: 'There is nothing to review.\n' })
  })
})

describe.concurrent('mail serve', () => {
  const serving = (pair: MailPair, words: readonly string[]) => pair.mail(['serve', '--interval', '1s', ...words])

  it('shares an inbox with others, tries again later, and leaves what is not for it', async () => {
    const pair = mailPair()
    pair.push({ 'calc.js': right })
    for (const pr of [1, 2, 3, 4]) await pair.ask({ pr })
    await pair.ask({ pr: 5, branch: 'gone' })
    const question = {
      from: 'claude',
      to: ['codex'],
      type: 'question',
      priority: 'P0',
      subject: 'Why?',
      body: 'So?',
    } as const
    await pair.send(question)
    const words = ['--idle', '2s', '--agent', honest().word, ...checked]
    const both = await Promise.all([serving(pair, words), serving(pair, words)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const lines = both.flatMap(({ stdout }) => stdout.trim().split('\n'))
    expect(lines.filter((line) => line.startsWith('LGTM sent to claude')).map((line) => /#\d/.exec(line)?.[0]).sort()).toEqual([
      '#1', '#2', '#3', '#4',
    ]) // biome-ignore format: numbers
    const failed = lines.filter((line) => line.startsWith('No answer to claude about #5'))
    expect(failed.length).toBeGreaterThan(0)
    // Two processes, each at once, after 30 s and after 90 s at most: there is no time for more.
    expect(failed.length).toBeLessThan(9)
    expect(failed[0]).toMatch(/The branch gone is not in this repository, and origin does not have it/)
    expect(pair.messages('claude', 'inbox')).toHaveLength(4)
    expect(
      pair
        .messages('codex', 'inbox')
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['question', 'review_request'])
  })

  it('gives the request in work back when it is interrupted, and can go on', async () => {
    const pair = mailPair()
    pair.push({ 'calc.js': right })
    const id = await pair.ask()
    const slow = scriptedAgent(`if (once('first')) setInterval(() => {}, 1000)\nelse clean()`)
    const words = ['mail', 'serve', '--as', 'codex', '--mailbox', pair.box, '--agent', slow.word, ...checked]
    const child = startProgram(pair.reviewer.path, words)
    while (slow.calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pair.messages('codex', 'inbox')).toEqual([])
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(pair.messages('codex', 'inbox')).toMatchObject([{ id }])
    expect(pair.messages('claude', 'inbox')).toEqual([])
    const served = await serving(pair, ['--max', '1', '--agent', slow.word, ...checked, '--format', 'json'])
    expect(served.code).toBe(0)
    expect(json(served.stdout)).toMatchObject({ status: 'approved', request: { id } })
  })
})
