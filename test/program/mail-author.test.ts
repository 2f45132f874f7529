import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSession, openJournal } from '../../src/io/session-store.ts'
import { runInside } from '../support/inside.ts'
import { correspondence, feedback, parties, wrongSign } from '../support/mail-author.ts'
import { noLeaks } from '../support/mail-host.ts'
import { createRepository } from '../support/repository.ts'
import { approvedLoop, timed } from '../support/session.ts'

/** A branch with a change in calc.rb, and who may write to whom. */
function desk() {
  const test = createRepository({ 'calc.rb': 'export const zero = 0\n', 'docs.md': '# Docs\n' })
  test.commit('Add one', { 'calc.rb': 'export const one = 1\n' })
  const mail = correspondence()
  const run = (...words: string[]) => runInside(test.path, ['mail', ...words, '--mailbox', mail.root])
  const author = (...words: string[]) => run('author', ...words)
  const address = (...words: string[]) => run('address', '--as', 'claude', '--pr', '86', ...words)
  return { test, author, address, ...mail }
}

/** Asks, and gets feedback on it while nobody waits for it any more. */
async function answered(finding = wrongSign, values: Readonly<Record<string, unknown>> = {}) {
  const all = desk()
  await all.author(...parties, '--timeout', '1s')
  await all.answer((request) => feedback(request, [finding], values))
  return all
}

const said = (text: string) => ({ code: 2, stdout: '', stderr: expect.stringContaining(text) })

describe.concurrent('mail author', () => {
  it('says what is wrong with what it is told, before anything is sent', async () => {
    const { test, author, types } = desk()
    const cases: [string[], string][] = [
      [['--as', 'claude', '--pr', '86'], '--to is missing'],
      [['--to', 'codex', '--pr', '86'], 'say who you are'],
      [['--as', 'claude', '--to', 'codex', '--pr', '0'], '--pr takes the number'],
      [['--as', 'claude', '--to', 'claude', '--pr', '86'], 'cannot review its own work'],
      [[...parties, '--notify', 'nobody'], 'No agent called nobody'],
      [[...parties, '--timeout', 'soon'], '--timeout takes'],
      [[...parties, '--max-rounds', '4'], 'from 1 to 3'],
      [[...parties, '--push'], 'there is no remote'],
    ]
    await Promise.all(
      cases.map(async ([words, problem]) => {
        expect(await author(...words), words.join(' ')).toMatchObject(said(problem))
      }),
    )
    test.git('switch', '-q', '--detach')
    expect(await author(...parties)).toMatchObject(said('no branch is checked out'))
    expect(types('claude', 'outbox')).toEqual([])
  })

  it('says what it would do, and refuses uncommitted work and the session of another kind', async () => {
    const { test, author, types } = desk()
    const dry = await author(...parties, '--dry-run')
    expect(dry.stdout).toContain('Would review topic against main with codex by mail: round 1 of 2')
    test.write({ 'calc.rb': 'export const two = 2\n' })
    const dirty = await author(...parties)
    expect(dirty).toMatchObject(said('There is uncommitted work: calc.rb'))
    expect(dirty.stderr).not.toContain('--include-dirty')
    const id = createSession(test.path)
    const journal = openJournal(test.path, id)
    for (const event of timed(approvedLoop(id))) journal.append(event)
    journal.close()
    expect(await author('--resume')).toMatchObject(said(`review-loop loop --resume ${id}`))
    expect(types('claude', 'outbox')).toEqual([])
  })

  it('takes no mailbox that git sees', async () => {
    const { test } = desk()
    const run = (...words: string[]) => runInside(test.path, ['mail', ...words, '--mailbox', 'box'])
    const made = await run('init', '--agents', 'claude,codex')
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('the mailbox box is among the files') })
    expect(await run('author', ...parties)).toMatchObject(said('the mailbox box is among the files'))
    expect(await run('address', '--as', 'claude', '--pr', '86')).toMatchObject(said('the mailbox box is among'))
    test.commit('Ignore it', { '.gitignore': 'box/\n' })
    expect(await run('author', ...parties, '--dry-run')).toMatchObject({ code: 0 })
  })

  it('takes no answer for one that may be about another commit', async () => {
    const { test, author, mailbox, types } = desk()
    await author(...parties, '--timeout', '1s')
    test.commit('More', { 'docs.md': 'more\n' })
    await author('--resume', '--timeout', '1s')
    expect(types('claude', 'outbox')).toEqual(['review_request', 'review_request'])
    await mailbox.deliver(
      {
        from: 'codex',
        to: ['claude'],
        type: 'review_lgtm',
        priority: 'P1',
        related_pr: 86,
        subject: 'Fine',
        content: { quality_gate_result: 'pass', merge_ready: true },
      },
      { time: new Date(), leaks: noLeaks },
    )
    const { code, stderr } = await author('--resume', '--timeout', '1s')
    expect(code).toBe(3)
    expect(stderr).toContain('several requests wait for one like it')
    expect(types('claude', 'inbox')).toEqual(['review_lgtm'])
  })

  it('goes on with what an earlier session left, or says what was done since', async () => {
    const { test, author, address, answer, sent } = desk()
    await author(...parties, '--timeout', '1s')
    await answer((request) => feedback(request, [wrongSign]))
    expect(await author('--resume', '--timeout', '1s')).toMatchObject({ code: 4 })
    expect(await author(...parties)).toMatchObject(said('go on with that: review-loop mail author --resume'))
    const head = test.commit('By hand', { 'calc.rb': 'export const one = 11\n' })
    expect(await address('--no-request')).toMatchObject({ code: 0 })
    expect(sent('review_addressed')).toMatchObject([{ content: { commit_sha: head, round: 1 } }])
    expect(await address()).toMatchObject(said('no feedback about #86 waits for claude'))
  })

  it('says in a new session what was done about feedback of one that is over', async () => {
    const { test, author, answer, sent } = desk()
    await author(...parties, '--timeout', '1s', '--on-limit', 'block')
    const { id } = await answer((request) => feedback(request, [wrongSign]))
    expect((await author('--resume', '--timeout', '1s')).stdout).toContain('Blocked after 1 round')
    const head = test.commit('By hand', { 'calc.rb': 'export const one = 11\n' })
    expect(await author(...parties, '--timeout', '1s')).toMatchObject({ code: 3 })
    expect(sent('review_addressed')).toMatchObject([
      { content: { commit_sha: head, round: 1, addressed_finding_ids: ['F-001'] } },
    ])
    expect(sent('review_request').map((request) => request.id)).toHaveLength(2)
    expect(sent('review_request')[0]?.id).toBe(id)
  })
})

describe.concurrent('mail address', () => {
  it('tells what was committed since the request, and asks for the next round', async () => {
    const { test, root, address, types, sent } = await answered()
    expect(await address()).toMatchObject(said('nothing was committed since codex looked at'))
    test.git('switch', '-q', '-c', 'elsewhere')
    expect(await address()).toMatchObject(said('check out topic, the branch that was reviewed'))
    test.git('switch', '-q', 'topic')
    test.write({ 'docs.md': 'changed\n' })
    expect(await address()).toMatchObject(said('docs.md is not committed'))
    const head = test.commit('Write it down', { 'calc.rb': 'export const one = 11\n' })
    expect(await address('--fixed', 'F-009')).toMatchObject(said('there is no open finding F-009'))
    // What is refused stays where it was.
    expect(types('claude', 'inbox')).toEqual(['review_feedback'])
    const done = await address()
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Asked codex for the next round') })
    const [feedbackId, request] = [sent('review_addressed')[0]?.parent_message_id, sent('review_request').at(-1)]
    expect(sent('review_addressed')).toMatchObject([
      {
        content: {
          commit_sha: head,
          round: 1,
          changes_summary: '- Write it down',
          touched_files: ['calc.rb', 'docs.md'],
          addressed_finding_ids: ['F-001'],
        },
      },
    ])
    expect(request).toMatchObject({
      content: { review_round: 2 },
      context_keys: `commit: ${head}`,
      parent_message_id: feedbackId,
    })
    expect([types('claude', 'inbox'), types('claude', 'processed')]).toEqual([[], ['review_feedback']])
    expect(await address()).toMatchObject(said('no feedback about #86 waits for claude'))
    expect(readdirSync(join(root, 'agents/claude/claims'))).toEqual([])
  })

  it('names what it is told, and asks for nothing where it should not', async () => {
    const { test, address, sent } = await answered(wrongSign, { escalation: 'max_rounds_exceeded' })
    test.commit('Elsewhere', { 'docs.md': 'changed\n' })
    const done = await address('--fixed', 'F-001', '--summary', 'By hand', '--format', 'json')
    expect(JSON.parse(done.stdout)).toMatchObject({ request: null, addressed: { type: 'review_addressed' } })
    expect(sent('review_addressed')).toMatchObject([
      { content: { changes_summary: 'By hand', addressed_finding_ids: ['F-001'], touched_files: ['docs.md'] } },
    ])
    expect(sent('review_request')).toHaveLength(1)
  })
})
