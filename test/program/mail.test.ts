import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { feedback, handoff, lgtm, note, packet, request, swap } from '../support/mail.ts'
import { type ProgramOptions, startProgram } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'

const body = 'pr: 86\nbranch: topic\ndiff_summary: Releases the lock\nreview_round: 1\n'
const asking = [
  'send',
  '--as',
  'claude',
  '--to',
  'codex',
  '--type',
  'review_request',
  '--pr',
  '86',
  '--subject',
  'Review: #86',
]

/** A repository with a mailbox of claude and codex; `mail` runs a command there. */
async function withMailbox(config?: string) {
  const { path, git } = createRepository(config === undefined ? undefined : { '.review-loop/config.yaml': config })
  const env = { HOME: temporaryFolder(), XDG_CONFIG_HOME: undefined, OACP_AGENT: undefined, AGENT_NAME: undefined }
  const mail = (args: readonly string[], options: ProgramOptions = {}) =>
    runInside(path, ['mail', ...args], { ...options, env: { ...env, ...options.env } })
  const made = await mail(['init', '--agents', 'claude,codex'])
  const inbox = (agent: string) => join(path, '.review-loop/mail/agents', agent, 'inbox')
  return { path, git, env, mail, made, inbox }
}

describe.concurrent('mail init', () => {
  it('makes the folders, which git does not see, and changes nothing the second time', async () => {
    const { path, git, mail, made } = await withMailbox()
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('claude, codex') })
    expect(readdirSync(join(path, '.review-loop/mail')).sort()).toEqual(['agents', 'packets'])
    expect(git('status', '--porcelain')).toBe('')
    const again = await mail(['init', '--agents', 'codex,gemini', '--format', 'json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ agents: ['claude', 'codex', 'gemini'], added: ['gemini'] })
  })

  it('takes the agents and the place from the configuration, else needs them said', async () => {
    const { path, mail } = await withMailbox('mail: { root: post, agents: [one, two] }\n')
    expect(await mail(['init'])).toMatchObject({ code: 0 })
    expect(readdirSync(join(path, 'post/agents')).sort()).toEqual(['claude', 'codex', 'one', 'two'])
    const bare = await runInside(createRepository().path, ['mail', 'init'])
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('--agents') })
  })

  it('needs no repository where the mailbox is named', async () => {
    const folder = temporaryFolder()
    expect(await runInside(folder, ['mail', 'init', '--mailbox', 'm', '--agents', 'a,b'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('mail list --as a --mailbox m\n'),
    })
    expect(await runInside(folder, ['mail', 'list', '--mailbox', 'm', '--as', 'a'])).toMatchObject({ code: 0 })
    expect(await runInside(folder, ['mail', 'list', '--as', 'a'])).toMatchObject({ code: 2 })
  })

  it.each([
    ['where there is no mailbox', '.', 'claude,codex'],
    ['for an agent that is not in it', 'm', 'nobody'],
  ])('is proposed for the same mailbox %s', async (_, mailbox, agents) => {
    const folder = temporaryFolder()
    await runInside(folder, ['mail', 'init', '--mailbox', 'm', '--agents', 'a,b'])
    const { code, stderr } = await runInside(folder, ['mail', 'list', '--mailbox', mailbox, '--as', 'nobody'])
    expect(code).toBe(2)
    expect(stderr).toContain(`mail init --agents ${agents} --mailbox ${join(folder, mailbox)}\n`)
  })
})

describe.concurrent('mail send, list and show', () => {
  it('delivers a request once, lists it for its recipient and shows it', async () => {
    const { mail, inbox } = await withMailbox()
    const first = await mail(asking, { input: body })
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Sent msg-\d{14}-claude-/) })
    const second = await mail([...asking, '--body', body, '--format', 'json'])
    expect(JSON.parse(second.stdout)).toMatchObject({ status: 'already_sent' })
    expect(readdirSync(inbox('codex'))).toHaveLength(1)
    await mail([
      'send',
      '--as',
      'claude',
      '--to',
      'codex',
      '--type',
      'question',
      '--subject',
      'Why?',
      '--body',
      'So?',
      '--priority',
      'p0',
    ])
    const { stdout } = await mail(['list', '--as', 'codex'])
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^1 +claude +codex +question +P0 +Why\?/),
      expect.stringMatching(/^2 +claude +codex +review_request +P1 +Review: #86/),
    ])
    const id = /msg-\S+/.exec(first.stdout)?.[0] ?? ''
    expect((await mail(['show', id])).stdout).toMatch(/^agents\/codex\/inbox\/[\s\S]*branch: topic/)
    const shown = JSON.parse((await mail(['show', id, '--as', 'claude', '--format', 'json'])).stdout)
    expect(shown).toMatchObject({ box: 'outbox', message: { content: { pr: 86, review_round: 1 } } })
  })

  it('delivers the request of the next round and an approval after feedback, none of which names its round', async () => {
    const { mail, inbox } = await withMailbox()
    const say = async (from: string, to: string, type: string, text: string) => {
      const about = ['--pr', '86', '--subject', 'About #86', '--body', text, '--format', 'json']
      const { stdout } = await mail(['send', '--as', from, '--to', to, '--type', type, ...about])
      return JSON.parse(stdout).status
    }
    const bare = 'pr: 86\nbranch: topic\ndiff_summary: Releases the lock\n'
    const answer = (round: number) => `findings_packet: packets/findings/p.yaml\nround: ${round}\nblocking_count: 1\n`
    const passes = 'quality_gate_result: pass\nmerge_ready: true\n'
    const said = [
      await say('claude', 'codex', 'review_request', bare),
      await say('codex', 'claude', 'review_feedback', answer(1)),
      await say('claude', 'codex', 'review_request', bare),
      await say('codex', 'claude', 'review_lgtm', passes),
    ]
    expect(said).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect([readdirSync(inbox('codex')).length, readdirSync(inbox('claude')).length]).toEqual([2, 2])
  })

  it('goes on with a conversation', async () => {
    const { mail } = await withMailbox()
    const ask = [
      'send',
      '--as',
      'claude',
      '--to',
      'codex',
      '--type',
      'question',
      '--subject',
      'Q',
      '--body',
      'Q',
      '--conversation',
      'conv-20260213-claude-1',
    ]
    const id = /msg-\S+/.exec((await mail(ask)).stdout)?.[0] ?? ''
    const reply = [
      'send',
      '--to',
      'claude',
      '--type',
      'notification',
      '--subject',
      'A',
      '--body',
      'A',
      '--reply-to',
      id,
      '--format',
      'json',
    ]
    const { stdout } = await mail(reply, { env: { OACP_AGENT: 'codex' } })
    expect(JSON.parse(stdout).message).toMatchObject({
      from: 'codex',
      conversation_id: 'conv-20260213-claude-1',
      parent_message_id: id,
    })
  })

  it.each([
    ['a body that lacks a field', ['--body', 'pr: 86\n'], 1, /"branch" is missing[\s\S]*"diff_summary" is missing/],
    [
      'a secret',
      ['--body', body.replace('Releases', `ghp${'_'}zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17`)],
      1,
      /token or a secret/,
    ],
    ['an unknown recipient', ['--body', body, '--to', 'codx'], 2, /No agent called codx/],
    ['a time that is none', ['--body', body, '--expires', 'soon'], 2, /--expires takes/],
    ['two bodies', ['--body', body, '--body-file', 'x'], 2, /exclude each other/],
    ['an answer to nothing', ['--body', body, '--reply-to', 'msg-x'], 2, /neither got nor sent/],
  ] as const)('refuses %s and writes nothing', async (_, extra, code, problem) => {
    const { mail, inbox } = await withMailbox()
    const result = await mail([...asking, ...extra])
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(problem) })
    expect(readdirSync(inbox('codex'))).toEqual([])
  })

  it('writes what is handed over as a packet too, and names it', async () => {
    const { mail, path } = await withMailbox()
    const words = handoff.slice(handoff.indexOf('body: |\n') + 8).replaceAll(/^ {2}/gm, '')
    const handing = ['send', '--as', 'claude', '--to', 'codex', '--type', 'handoff', '--subject', 'Yours']
    const { code, stdout } = await mail([...handing, '--body', words, '--format', 'json'])
    expect(code).toBe(0)
    const named: string = JSON.parse(stdout).message.related_packet
    expect(named).toMatch(/^packets\/handoff\/\d{8}T\d{6}Z_claude_to_codex\.yaml$/)
    const file = join(path, '.review-loop/mail', named)
    expect(readFileSync(file, 'utf8')).toContain('intent: Finish the parser')
    expect(await mail(['validate', file])).toMatchObject({ code: 0 })
    const leaking = words.replace('Finish the parser', `See ${path}/a.ts`)
    expect(await mail([...handing, '--body', leaking])).toMatchObject({ code: 1, stdout: '' })
    expect(readdirSync(join(path, '.review-loop/mail/packets/handoff'))).toHaveLength(1)
  })

  it('does not approve against the packet that it names', async () => {
    const { mail, path } = await withMailbox()
    const passing = swap(swap(packet, 'status: open', 'status: fixed'), 'verdict: fail', 'verdict: pass')
    writeFileSync(join(path, '.review-loop/mail/packets/findings/bad.yaml'), packet)
    writeFileSync(join(path, '.review-loop/mail/packets/findings/good.yaml'), passing)
    const approve = async (name: string, words: string) => {
      const sending = [
        'send',
        '--as',
        'codex',
        '--to',
        'claude',
        '--type',
        'review_lgtm',
        '--pr',
        '86',
        '--subject',
        'ok',
      ]
      return mail([...sending, '--packet', `packets/findings/${name}.yaml`, '--body', words])
    }
    const pass = 'quality_gate_result: pass\nmerge_ready: true\n'
    const nits = 'nits:\n  - { nit_id: F-002, tier: P3, summary: A word, owner: claude, next_action: Mend it }\n'
    for (const [name, words, problem] of [
      ['bad', pass + nits, /F-001 \(P1, open\) blocks/],
      ['good', pass, /F-002 \(P3\) is open and in none of the nits/],
      ['none', pass, /cannot be read|no such file/],
    ] as const) {
      expect(await approve(name, words)).toMatchObject({ code: 1, stderr: expect.stringMatching(problem) })
    }
    expect(await approve('good', pass + nits)).toMatchObject({ code: 0 })
  })

  it('never tells where it runs', async () => {
    const { path, mail } = await withMailbox()
    const result = await mail([...asking, '--body', body.replace('Releases', `See ${path}/a.ts:`)])
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('a path of this machine') })
    expect(result.stderr).not.toContain(path)
  })
})

describe.concurrent('mail validate', () => {
  it('says OK for each message, and every problem of the others with its line', async () => {
    const folder = temporaryFolder()
    const files = {
      'a.yaml': request,
      'b.yaml': swap(feedback, 'round: 1', 'round: zero').replace('to: claude\n', ''),
      'c.yaml': lgtm,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'packet.yaml'), packet)
    const good = await runInside(folder, ['mail', 'validate', 'a.yaml', 'c.yaml', 'packet.yaml'])
    expect(good).toEqual({ code: 0, stdout: 'OK: a.yaml\nOK: c.yaml\nOK: packet.yaml\n', stderr: '' })
    writeFileSync(join(folder, 'latin.yaml'), Buffer.from([0xe4]))
    const bad = await runInside(folder, ['mail', 'validate', ...Object.keys(files), 'none.yaml', '.', 'latin.yaml'])
    expect(bad).toMatchObject({ code: 1, stderr: '' })
    expect(bad.stdout.split('\n')).toEqual([
      'OK: a.yaml',
      expect.stringMatching(/^ERROR: b\.yaml:1: "to" is missing; it must be the name of an agent /),
      expect.stringMatching(/^ERROR: b\.yaml:10: "round" must be/),
      'OK: c.yaml',
      'ERROR: none.yaml:1: no such file or directory',
      'ERROR: .:1: it is a folder',
      'ERROR: latin.yaml:1: it is not UTF-8',
      '',
    ])
    const piped = await runInside(folder, ['mail', 'validate', '-'], { input: note })
    expect(piped).toMatchObject({ code: 0, stdout: 'OK: -\n' })
  })
})

describe.concurrent('mail gate', () => {
  const passing = swap(swap(packet, 'status: open', 'status: fixed'), 'verdict: fail', 'verdict: pass')
  it.each([
    ['passes', passing, 0, /passes the gate/],
    ['is blocked', packet, 1, /F-001 \(P1, open\) blocks: src\/lock\.ts:12/],
    [
      'does not say that its P1 blocks',
      swap(swap(packet, 'blocking: true', 'blocking: false'), 'verdict: fail', 'verdict: pass'),
      1,
      /F-001/,
    ],
    [
      'names no place, nor who looked, and says that its P3 blocks',
      swap(
        swap(swap(passing, 'file: docs/lock.md', 'file: ""'), 'reviewer: codex', 'reviewer: unknown'),
        'g: false',
        'g: true',
      ),
      0,
      /passes the gate\.\n {2}Note: F-002 says that it blocks, but a P3 never blocks/,
    ],
    ['has no command', passing.replace(/qa_validation:[\s\S]*/, ''), 1, /No validation command is recorded/],
    ['is empty', '', 3, /cannot be judged/],
    ['is no YAML', 'findings: [', 3, /cannot be judged/],
    ['is not there', null, 3, /cannot be judged/],
  ] as const)('a packet that %s', async (_, text, code, said) => {
    const folder = temporaryFolder()
    if (text !== null) writeFileSync(join(folder, 'packet.yaml'), text)
    const result = await runInside(folder, ['mail', 'gate', 'packet.yaml'])
    expect(result).toMatchObject({ code, stderr: '', stdout: expect.stringMatching(said) })
    const json = await runInside(folder, ['mail', 'gate', 'packet.yaml', '--format', 'json'])
    expect(JSON.parse(json.stdout).result).toBe(['pass', 'blocked', '', 'unreadable'][code])
  })
})

describe.concurrent('mail watch', () => {
  it('says what comes in, and ends with the first of it', async () => {
    const { path, mail, env } = await withMailbox()
    await mail(asking, { input: body })
    const child = startProgram(
      path,
      ['mail', 'watch', '--as', 'codex', '--once', '--timeout', '50s', '--format', 'json'],
      { env },
    )
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    // What is there when it begins is no news: it may not have begun yet.
    const pester = setInterval(() => {
      mail(['send', '--as', 'claude', '--to', 'codex', '--type', 'notification', '--subject', 'News', '--body', 'x'])
    }, 1500)
    expect(await ended).toBe(0)
    clearInterval(pester)
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      event: 'new_message',
      from: 'claude',
      subject: 'News',
    })
  })

  it('ends without a message when its time is over', async () => {
    const { mail } = await withMailbox()
    expect(await mail(['watch', '--as', 'codex', '--timeout', '1s'])).toEqual({ code: 3, stdout: '', stderr: '' })
  })
})

describe.concurrent('signed mail', () => {
  it('counts when the sender is trusted on this machine, and not before', async () => {
    const { path, mail, env } = await withMailbox('mail: { signing: require }\n')
    const unsigned = await mail(asking, { input: body })
    expect(unsigned).toMatchObject({ code: 2, stderr: expect.stringMatching(/no key.*\n.*mail keygen --as claude/) })
    const made = await mail(['keygen', '--as', 'claude'])
    const kid = /signs with (\S+)/.exec(made.stdout)?.[1] ?? ''
    expect(existsSync(join(env.HOME, '.config/review-loop/mail/claude.json'))).toBe(true)
    expect(await mail(asking, { input: body })).toMatchObject({ code: 0 })
    expect((await mail(['list', '--as', 'codex'])).stdout).toContain('unknown key')
    // Nobody needs to trust themselves; elsewhere it is what is missing.
    expect(await mail(['doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining('mail trust claude') })
    const elsewhere = await mail(['doctor'], { env: { HOME: temporaryFolder() } })
    expect(elsewhere).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/codex +has no key\n[\s\S]*Missing: claude/),
    })
    expect((await mail(['trust', 'claude'])).stdout).toContain(`${kid}  trusted from now on`)
    expect((await mail(['list', '--as', 'codex'])).stdout).toContain('verified')
    expect(readFileSync(join(path, `.review-loop/mail/agents/claude/keys/${kid}.pub.json`), 'utf8')).not.toContain(
      '"d"',
    )
    expect(await mail(['trust', 'codex'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no key') })
  })

  it('has its keys outside of the mailbox', async () => {
    const { mail, path } = await withMailbox()
    writeFileSync(join(path, '.review-loop/config.yaml'), 'mail: { keys: .review-loop/mail/keys }\n')
    expect(await mail(['keygen', '--as', 'claude'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in the mailbox'),
    })
  })

  it('is set up for all agents at once', async () => {
    const { mail } = await withMailbox('mail: { signing: require }\n')
    expect(await mail(['init', '--agents', 'claude,codex', '--sign'])).toMatchObject({ code: 0 })
    expect(await mail(['doctor'])).toMatchObject({ code: 0 })
  })
})

describe.concurrent('mail doctor', () => {
  it('tells what is wrong, and who holds what', async () => {
    const { mail, inbox, path } = await withMailbox()
    writeFileSync(join(inbox('codex'), 'old.yaml'), request)
    writeFileSync(join(inbox('codex'), 'bad.yaml'), 'id: [')
    writeFileSync(join(inbox('codex'), 'body\u001b[31m.yaml'), swap(request, 'pr: 86', 'pr: x'))
    const claims = join(path, '.review-loop/mail/agents/codex/claims')
    writeFileSync(join(claims, '0123456789abcdef.taken.yaml'), request)
    const { code, stdout } = await mail(['doctor'])
    expect(code).toBe(0)
    for (const word of [
      /stale +1 message older/,
      /unreadable +inbox\/bad\.yaml/,
      /unreadable +inbox\/body[^\u001b]*\[31m\.yaml: line 10: "pr" must be/,
      /claim +taken\.yaml: nobody/,
    ]) {
      expect(stdout).toMatch(word)
    }
    const listed = await mail(['list', '--as', 'codex', '--format', 'json'])
    expect(JSON.parse(listed.stdout).boxes[0]).toMatchObject({ messages: { length: 1 }, unreadable: { length: 2 } })
    expect(await mail(['list', '--as', '../../..'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No agent called'),
    })
  })

  it('sees a link in the place of a folder', async () => {
    const { mail, path } = await withMailbox()
    const folder = join(path, '.review-loop/mail/agents/claude/processed')
    rmSync(folder, { recursive: true })
    symlinkSync(temporaryFolder(), folder)
    const { code, stdout } = await mail(['doctor'])
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/agents\/claude\/processed.*is not a folder/),
    })
  })
})
