import { execFileSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lgtm, note, request, swap } from '../../../test/support/mail.ts'
import { feedbackOn, newMailbox, noLeaks, requestOf } from '../../../test/support/mail-host.ts'
import { temporaryFolder } from '../../../test/support/repository.ts'
import { type Message, parseMessage } from '../../core/mail/message.ts'
import { isAnswerOf } from '../../core/mail/round.ts'
import type { Outgoing } from './deliver.ts'
import { makeMailbox } from './layout.ts'
import { openMailbox } from './mailbox.ts'

const now = new Date('2026-02-13T12:00:00Z')
const options = { time: now, leaks: noLeaks }
const refusal = (code: string) => expect.objectContaining({ code, exitCode: 2 })

function filesIn(root: string, agent: string, box: string): string[] {
  const folder = join(root, 'agents', agent, box)
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

function read(root: string, agent: string, box: string, file: string): string {
  return readFileSync(join(root, 'agents', agent, box, file), 'utf8')
}

function put(root: string, agent: string, file: string, text: string | Uint8Array): void {
  writeFileSync(join(root, 'agents', agent, 'inbox', file), text)
}

function readMessage(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

describe('a message that is delivered', () => {
  it('is the same in every inbox and in the outbox, under a name that says what it is', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    const sent = await mailbox.deliver({ ...requestOf(86), to: ['codex', 'gemini'] }, options)
    const [file = ''] = filesIn(root, 'claude', 'outbox')
    expect(sent).toMatchObject({ status: 'sent', file, message: { to: ['codex', 'gemini'] } })
    expect(file).toMatch(/^20260213120000_claude_review_request_[0-9a-f]{4}\.yaml$/)
    const text = read(root, 'claude', 'outbox', file)
    expect(['codex', 'gemini'].map((agent) => read(root, agent, 'inbox', file))).toEqual([text, text])
    expect(readdirSync(join(root, 'agents/claude'))).not.toContain('sending.lock')
  })

  it.each([
    ['the same round', 'already_sent', requestOf(86)],
    ['the next round', 'sent', requestOf(86, 2)],
    ['another pull request', 'sent', requestOf(87)],
    ['another recipient', 'sent', { ...requestOf(86), to: ['gemini'] }],
  ] as const)('is asked again for %s: %s', async (_, status, again) => {
    const root = newMailbox()
    const first = await openMailbox(root).deliver(requestOf(86), options)
    const second = await openMailbox(root).deliver(again, { ...options, time: new Date('2026-02-13T12:05:00Z') })
    expect(second.status).toBe(status)
    expect(filesIn(root, 'claude', 'outbox')).toHaveLength(status === 'sent' ? 2 : 1)
    if (status === 'already_sent') expect(second).toMatchObject({ ...first, status })
  })

  it('is sent again by who insists', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    await mailbox.deliver(requestOf(86), options)
    expect(await mailbox.deliver(requestOf(86), { ...options, again: true })).toMatchObject({ status: 'sent' })
    expect(filesIn(root, 'codex', 'inbox')).toHaveLength(2)
  })

  it('was sent before if it lies in the inbox only, as another tool leaves it that was cut off', async () => {
    const root = newMailbox()
    const { from, to, type, priority, related_pr, subject, content } = readMessage(request)
    const same = { from, to, type, priority, related_pr, subject, content } as Outgoing
    put(root, 'codex', '20260213100000_claude_review_request_1a2b.yaml', request)
    expect(await openMailbox(root).deliver(same, options)).toMatchObject({ status: 'already_sent' })
  })

  it('is another one after an answer, wherever that lies', async () => {
    for (const box of ['outbox', 'inbox', 'processed', 'lost']) {
      const root = newMailbox()
      const mailbox = openMailbox(root)
      await mailbox.deliver(requestOf(86), options)
      const answer = await mailbox.deliver(feedbackOn(86, 'msg-unknown'), options)
      if (box === 'processed') mailbox.finish((await mailbox.claim('claude', now)).claim!)
      if (box !== 'outbox') rmSync(join(root, 'agents/codex/outbox', 'file' in answer ? answer.file : ''))
      if (box === 'lost') rmSync(join(root, 'agents/claude/inbox', 'file' in answer ? answer.file : ''))
      const again = await mailbox.deliver(requestOf(86), options)
      expect([box, again.status]).toEqual([box, box === 'lost' ? 'already_sent' : 'sent'])
    }
  })

  it('is refused with every problem, and nothing is written', async () => {
    const root = newMailbox()
    const bad = { ...requestOf(86), subject: `token ${`ghp${'_'}zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17`}` }
    const refused = await openMailbox(root).deliver(bad, options)
    expect(refused).toMatchObject({ status: 'refused', problems: [{ text: expect.stringContaining('token') }] })
    expect([filesIn(root, 'claude', 'outbox'), filesIn(root, 'codex', 'inbox')]).toEqual([[], []])
  })

  it.each([
    ['to', { ...requestOf(86), to: ['codex', 'codx'] }],
    ['from', { ...requestOf(86), from: 'claud' }],
  ])('is refused where nobody has the name in "%s"', async (_, outgoing) => {
    const root = newMailbox()
    await expect(openMailbox(root).deliver(outgoing, options)).rejects.toThrow(refusal('unknown_mail_agent'))
    expect(filesIn(root, 'codex', 'inbox')).toEqual([])
    expect(readdirSync(join(root, 'agents'))).toEqual(['claude', 'codex', 'gemini'])
  })
})

describe('a delivery that was cut off', () => {
  async function cutOff(): Promise<{ root: string; file: string; text: string }> {
    const root = newMailbox()
    await openMailbox(root).deliver(requestOf(86), options)
    const [file = ''] = filesIn(root, 'claude', 'outbox')
    const outbox = join(root, 'agents/claude/outbox')
    const text = read(root, 'claude', 'outbox', file)
    renameSync(join(outbox, file), join(outbox, `${file}.pending`))
    return { root, file, text }
  }

  it('before the inbox is finished by the next who sends', async () => {
    const { root, file, text } = await cutOff()
    rmSync(join(root, 'agents/codex/inbox', file))
    await openMailbox(root).deliver(requestOf(87), options)
    expect(read(root, 'codex', 'inbox', file)).toBe(text)
    expect(filesIn(root, 'claude', 'outbox')).toHaveLength(2)
  })

  it('after the inbox is not delivered twice, wherever the message went meanwhile', async () => {
    for (const moved of ['inbox', 'claims', 'processed']) {
      const { root, file } = await cutOff()
      const mailbox = openMailbox(root)
      const { claim } = moved === 'inbox' ? { claim: null } : await mailbox.claim('codex', now)
      if (claim !== null && moved === 'processed') mailbox.finish(claim)
      expect(await mailbox.deliver(requestOf(86), options)).toMatchObject({ status: 'already_sent', file })
      const everywhere = ['inbox', 'claims', 'processed'].flatMap((box) => filesIn(root, 'codex', box))
      expect(everywhere.filter((name) => name.endsWith('.yaml'))).toHaveLength(1)
      expect(filesIn(root, 'claude', 'outbox')).toEqual([file])
    }
  })

  it('and cannot be read stops the next, and says which file', async () => {
    const { root, file } = await cutOff()
    writeFileSync(join(root, 'agents/claude/outbox', `${file}.pending`), 'id: 1\n')
    await expect(openMailbox(root).deliver(requestOf(87), options)).rejects.toThrow(refusal('bad_pending'))
  })
})

describe('an inbox', () => {
  it('is listed by urgency, then by what waits for an answer, then by age; unreadable files apart', () => {
    const root = newMailbox()
    const named = (id: string, text: string) =>
      swap(text, /id: .*/.exec(text)?.[0] ?? '', `id: msg-20260213100000-claude-${id}`)
    put(root, 'codex', 'a.yaml', named('p1', request))
    put(root, 'codex', 'b.yaml', swap(named('p0', request), 'priority: P1', 'priority: P0'))
    put(root, 'codex', 'c.yaml', named('note', swap(note, 'priority: P3', 'priority: P1')))
    put(root, 'codex', 'd.yaml', swap(named('old', request), '13T10:00:00Z', '12T10:00:00Z'))
    put(root, 'codex', 'e.yaml', 'id: [')
    put(root, 'codex', 'f.yaml', Buffer.from([0x69, 0xff, 0xfe]))
    put(root, 'codex', 'g.txt', 'not ours')
    put(root, 'codex', '.h.yaml', 'nor this')
    const { waiting, unreadable } = openMailbox(root).list('codex', now)
    expect(waiting.map(({ header }) => header.id.split('-')[3])).toEqual(['p0', 'old', 'p1', 'note'])
    expect(unreadable.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      expect.stringMatching(/^e\.yaml: line 1: /),
      'f.yaml: it is not UTF-8',
    ])
  })

  it('shows a message that was written slowly when it is whole', () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    put(root, 'codex', 'a.yaml', request.slice(0, 80))
    expect(mailbox.list('codex', now).unreadable).toHaveLength(1)
    put(root, 'codex', 'a.yaml', request)
    expect(mailbox.list('codex', now)).toMatchObject({ waiting: [{ file: 'a.yaml' }], unreadable: [] })
  })

  it('does not follow links and does not wait for pipes', async () => {
    const root = newMailbox()
    const outside = join(temporaryFolder(), 'secret.yaml')
    writeFileSync(outside, request)
    symlinkSync(outside, join(root, 'agents/codex/inbox/link.yaml'))
    execFileSync('mkfifo', [join(root, 'agents/codex/inbox/pipe.yaml')])
    const mailbox = openMailbox(root)
    expect(mailbox.list('codex', now)).toEqual({
      waiting: [],
      unreadable: [
        { file: 'link.yaml', reason: 'it is a link' },
        { file: 'pipe.yaml', reason: 'it is not a regular file' },
      ],
    })
    expect(await mailbox.claim('codex', now)).toEqual({ claim: null, rejected: [], givenBack: [] })
    expect(filesIn(root, 'codex', 'inbox')).toEqual(['link.yaml', 'pipe.yaml'])
  })

  it('that is a link itself is refused, as is everything that leads there', async () => {
    const root = newMailbox()
    const outside = temporaryFolder()
    rmSync(join(root, 'agents/codex/inbox'), { recursive: true })
    symlinkSync(outside, join(root, 'agents/codex/inbox'))
    const mailbox = openMailbox(root)
    expect(() => mailbox.list('codex', now)).toThrow(refusal('linked_mail'))
    await expect(mailbox.claim('codex', now)).rejects.toThrow(refusal('linked_mail'))
    await expect(mailbox.deliver(requestOf(86), options)).rejects.toThrow(refusal('linked_mail'))
    expect(readdirSync(outside)).toEqual([])
  })
})

describe('a message that is claimed', () => {
  it('is nobody else’s until it is released, and then anybody’s', async () => {
    const root = newMailbox()
    const [one, other] = [openMailbox(root), openMailbox(root)]
    await one.deliver(requestOf(86), options)
    const { claim } = await one.claim('codex', now)
    expect(claim).toMatchObject({ message: { content: { pr: 86 } }, answer: null, signature: 'unchecked' })
    expect(await other.claim('codex', now)).toMatchObject({ claim: null })
    expect(claim && one.release(claim)).toBe(true)
    expect(claim && one.release(claim)).toBe(false)
    expect(await other.claim('codex', now)).toMatchObject({ claim: { message: { content: { pr: 86 } } } })
  })

  it('is among the processed ones when it is finished, and leaves nothing behind', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    await mailbox.deliver(requestOf(86), options)
    const { claim } = await mailbox.claim('codex', now)
    expect(claim && mailbox.finish(claim)).toBe(true)
    expect([filesIn(root, 'codex', 'inbox'), filesIn(root, 'codex', 'claims')]).toEqual([[], []])
    expect(filesIn(root, 'codex', 'processed')).toEqual(filesIn(root, 'claude', 'outbox'))
  })

  it('is the first that is wanted and has not expired', async () => {
    const root = newMailbox()
    put(root, 'codex', 'note.yaml', swap(note, 'priority: P3', 'priority: P0'))
    put(root, 'codex', 'old.yaml', swap(request, 'subject:', 'expires_at: "2026-02-13T11:00:00Z"\nsubject:'))
    const mailbox = openMailbox(root)
    const isRequest = ({ type }: { type: string }) => type === 'review_request'
    expect(await mailbox.claim('codex', now, isRequest)).toMatchObject({ claim: null })
    expect(await mailbox.claim('codex', new Date('2026-02-13T10:30:00Z'), isRequest)).toMatchObject({
      claim: { file: 'old.yaml' },
    })
  })

  it('has its answer with it, if that was delivered before a crash', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    await mailbox.deliver(requestOf(86), options)
    const { claim } = await mailbox.claim('codex', now)
    const answer = await mailbox.deliver(feedbackOn(86, claim?.message.id ?? ''), options)
    if (claim !== null) mailbox.release(claim)
    const again = await openMailbox(root).claim('codex', now)
    expect(again.claim?.answer).toMatchObject({ message: { id: 'message' in answer && answer.message.id } })
  })

  it('has no answer with it that was given to another one under the same id', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    const id = 'msg-20260213T1000Z-claude-001'
    await mailbox.deliver(feedbackOn(86, id), options)
    put(root, 'codex', 'again.yaml', swap(request, 'pr: 86', 'pr: 86\n  review_round: 2'))
    expect((await mailbox.claim('codex', now)).claim).toMatchObject({ message: { id }, answer: null })
    const content = { findings_packet: 'packets/findings/x.yaml', round: 2, blocking_count: 1 }
    const second = { ...feedbackOn(86, id), type: 'review_feedback', content } as const
    expect(await mailbox.deliver(second, options)).toMatchObject({ status: 'sent' })
  })

  it('gets one answer of a reviewer that says what is the same, and another one of who writes by hand', async () => {
    const mailbox = openMailbox(newMailbox())
    const sent = await mailbox.deliver(requestOf(86), options)
    const parent = 'message' in sent ? sent.message.id : ''
    await mailbox.deliver(feedbackOn(86, parent), options)
    const content = { quality_gate_result: 'pass', merge_ready: true } as const
    const approval = { ...feedbackOn(86, parent), type: 'review_lgtm', content } as const
    const asked = 'message' in sent ? sent.message : readMessage(request)
    const once = { ...options, isSame: (earlier: Message) => isAnswerOf(asked, earlier) }
    expect(await mailbox.deliver(approval, once)).toMatchObject({
      status: 'already_sent',
      message: { type: 'review_feedback' },
    })
    expect(mailbox.sentAbout('codex', 86)).toHaveLength(1)
    expect(await mailbox.deliver(approval, options)).toMatchObject({ status: 'sent' })
  })
})

describe('a dead letter', () => {
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['has a bad body', swap(request, '  pr: 86\n', ''), /"pr" is missing/],
    ['is for somebody else', swap(request, 'to: codex', 'to: gemini'), /it is addressed to gemini/],
    ['has no form', 'id: [', /line 1/],
  ]

  it.each(wrong)('%s: it is copied with the reason, and the original stays', async (_, text, reason) => {
    const root = newMailbox()
    put(root, 'codex', 'bad.yaml', text)
    put(root, 'codex', 'good.yaml', swap(request, 'priority: P1', 'priority: P3'))
    const mailbox = openMailbox(root)
    const first = await mailbox.claim('codex', now)
    expect(first).toMatchObject({ claim: { file: 'good.yaml' }, rejected: [{ file: 'bad.yaml' }] })
    expect(read(root, 'codex', 'inbox', 'bad.yaml')).toBe(text)
    expect(read(root, 'codex', 'dead_letter', 'bad.yaml')).toBe(text)
    expect(read(root, 'codex', 'dead_letter', 'bad.yaml.reason.txt')).toMatch(reason)
    expect(await mailbox.claim('codex', now)).toEqual({ claim: null, rejected: [], givenBack: [] })
  })

  it('never replaces another one, and does not stand for a message that was put right', async () => {
    const root = newMailbox()
    const mailbox = openMailbox(root)
    for (const text of ['id: [', 'id: {']) {
      put(root, 'codex', 'a.yaml', text)
      await mailbox.claim('codex', now)
    }
    expect(filesIn(root, 'codex', 'dead_letter')).toHaveLength(4)
    expect(read(root, 'codex', 'dead_letter', 'a.yaml')).toBe('id: [')
    put(root, 'codex', 'a.yaml', request)
    expect(await mailbox.claim('codex', now)).toMatchObject({ claim: { file: 'a.yaml' } })
  })
})

it('removes what was left half written, but neither what somebody may be at nor what others wrote', async () => {
  const root = newMailbox()
  const mailbox = openMailbox(root)
  const boxes = ['codex/outbox', 'codex/claims', 'codex/inbox', 'codex/dead_letter', 'claude/inbox']
  const folders = [...boxes.map((name) => `agents/${name}`), 'packets/findings'].map((name) => join(root, name))
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const folder of folders) {
    for (const name of ['old.yaml.7.tmp', 'new.yaml.8.tmp', 'other.7.tmp']) writeFileSync(join(folder, name), 'x')
    for (const name of ['old.yaml.7.tmp', 'other.7.tmp']) utimesSync(join(folder, name), old, old)
  }
  await mailbox.claim('codex', now)
  await mailbox.deliver(feedbackOn(86, 'msg-1'), { time: now, leaks: noLeaks })
  mailbox.writePacket('packets/findings/20260213_lock_codex_r1.yaml', lgtm)
  const left = folders.map((folder) => readdirSync(folder).filter((name) => name.endsWith('.tmp')))
  const young = ['new.yaml.8.tmp', 'other.7.tmp']
  // Whoever sends has the lock, so that nobody else is at the outbox.
  expect(left).toEqual([['other.7.tmp'], young, young, young, young, young])
})

describe('a packet', () => {
  it('is written once and read back', () => {
    const mailbox = openMailbox(newMailbox())
    const path = 'packets/findings/20260213_lock_codex_r1.yaml'
    expect(mailbox.readPacket(path)).toMatchObject({ isMissing: true })
    expect([mailbox.writePacket(path, lgtm), mailbox.writePacket(path, lgtm)]).toEqual(['written', 'written'])
    expect(mailbox.writePacket(path, note)).toBe('taken')
    expect(mailbox.readPacket(path)).toMatchObject({ text: lgtm })
  })

  it('that lies elsewhere is neither read nor written', () => {
    const root = newMailbox()
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'a.yaml'), 'secret')
    symlinkSync(outside, join(root, 'packets/findings/link'))
    symlinkSync(join(outside, 'a.yaml'), join(root, 'packets/findings/a.yaml'))
    const mailbox = openMailbox(root)
    for (const path of ['../a.yaml', '/etc/hosts', 'packets/findings/link/a.yaml', 'packets/findings/a.yaml']) {
      expect(mailbox.readPacket(path)).toMatchObject({ problem: expect.any(String), isMissing: false })
    }
    for (const path of ['packets/../../a.yaml', 'agents/codex/inbox/a.yaml', 'packets/findings/link/b.yaml']) {
      expect(() => mailbox.writePacket(path, 'x')).toThrow(refusal('linked_mail'))
    }
    expect(mailbox.writePacket('packets/findings/a.yaml', 'x')).toBe('taken')
    expect(readdirSync(outside)).toEqual(['a.yaml'])
  })
})

describe('a mailbox', () => {
  it('is not where there is none', () => {
    expect(() => openMailbox(temporaryFolder())).toThrow(refusal('no_mailbox'))
  })

  it('keeps what is there when agents are added', () => {
    const root = newMailbox()
    put(root, 'codex', 'a.yaml', request)
    expect(makeMailbox(root, ['codex', 'qwen'])).toEqual(['qwen'])
    expect(openMailbox(root).agents()).toEqual(['claude', 'codex', 'gemini', 'qwen'])
    expect(filesIn(root, 'codex', 'inbox')).toEqual(['a.yaml'])
  })

  it('has no two agents whose names differ in capitals only', () => {
    const root = newMailbox()
    expect(() => makeMailbox(root, ['qwen', 'Qwen'])).toThrow(refusal('bad_mail_agent'))
    expect(readdirSync(join(root, 'agents'))).toEqual(['claude', 'codex', 'gemini'])
  })

  it.each(['..', '.', 'a/b', '', '-x', 'Codex', 'x'.repeat(65)])('has no agent called %j', (name) => {
    const root = newMailbox()
    expect(() => makeMailbox(root, [name])).toThrow(refusal('bad_mail_agent'))
    expect(readdirSync(join(root, 'agents'))).toEqual(['claude', 'codex', 'gemini'])
    for (const box of ['inbox', 'outbox'] as const) {
      expect(() => openMailbox(root).files(name, box)).toThrow(refusal('unknown_mail_agent'))
    }
  })
})
