import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { Post } from '../../src/commands/mail/authoring/post.ts'
import { brokenFeedback } from '../../src/commands/mail/authoring/refuse-broken.ts'
import { sendRequest } from '../../src/commands/mail/authoring/send-request.ts'
import { takeAnswers } from '../../src/commands/mail/authoring/take-answer.ts'
import { namedPacket } from '../../src/commands/mail/named-packet.ts'
import type { ReviewRequest } from '../../src/core/mail/answer-to.ts'
import { answerNote } from '../../src/core/mail/commit-note.ts'
import { readAnswers } from '../../src/core/mail/read-answers.ts'
import type { Outgoing } from '../../src/io/mail/deliver.ts'
import { makeKey } from '../../src/io/mail/keys.ts'
import { makeMailbox } from '../../src/io/mail/layout.ts'
import { openMailbox } from '../../src/io/mail/mailbox.ts'
import { packetHash } from '../../src/io/mail/packets.ts'
import { addPins, ownPin } from '../../src/io/mail/pins.ts'
import { openSigning } from '../../src/io/mail/signing.ts'
import { packet, swap } from '../support/mail.ts'
import { noLeaks } from '../support/mail-host.ts'
import { temporaryFolder } from '../support/repository.ts'
import { attack } from './attack.ts'

// claude waits for an answer of codex in a mailbox where signatures are required. Without the program: the same functions read it.

describe('answers by mail', () => {
  attack('a refusal that somebody made an approval of, after it was signed', async (isAttacked) => {
    const desk = newDesk()
    const request = await desk.ask()
    await desk.approve({ parent_message_id: request.id }, { quality_gate_result: isAttacked ? 'fail' : 'pass' })
    desk.editInbox((text) => text.replace('quality_gate_result: fail', 'quality_gate_result: pass'))
    return desk.conclude(request)
  })

  attack('feedback whose signature was broken, so that only an approval is left', async (isAttacked) => {
    const desk = newDesk()
    const request = await desk.ask()
    if (isAttacked) await desk.refuse({ parent_message_id: request.id })
    desk.editInbox((text) => text.replace('subject: No', 'subject: Nn'))
    await desk.approve({ parent_message_id: request.id })
    return desk.conclude(request)
  })

  attack('a clock set forward, so that only an approval is left', async (isAttacked) => {
    const desk = newDesk()
    const request = await desk.ask()
    if (isAttacked) await desk.refuse({ parent_message_id: request.id, expires_at: '2026-03-01T11:00:00Z' })
    desk.clock.now = new Date('2026-03-01T12:00:00Z')
    await desk.approve({ parent_message_id: request.id })
    return desk.conclude(request)
  })

  attack('a clock set back, so that approvals of an earlier commit are newer than the request', async (isAttacked) => {
    const desk = newDesk()
    const first = await desk.ask('b'.repeat(40))
    desk.clock.now = new Date('2026-03-01T12:00:00Z')
    await desk.approve({ subject: 'Yes' })
    await desk.approve({ subject: 'Yes, as I said' })
    await desk.conclude(first)
    desk.clock.now = new Date(isAttacked ? '2026-03-01T11:00:00Z' : '2026-03-01T13:00:00Z')
    const second = await desk.ask()
    if (!isAttacked) await desk.approve({ subject: 'Yes' })
    return desk.conclude(second)
  })

  attack('a packet that was changed after the approval was signed', async (isAttacked) => {
    const desk = newDesk()
    const request = await desk.ask()
    const path = 'packets/findings/20260213_review_loop_codex_r1.yaml'
    const passing = swap(swap(packet, 'status: open', 'status: fixed'), 'verdict: fail', 'verdict: pass')
    const written = isAttacked ? swap(passing, 'result: pass', 'result: fail') : passing
    desk.mailbox.writePacket(path, written)
    const note = answerNote('a'.repeat(40), packetHash(written))
    const nits = [{ nit_id: 'F-002', tier: 'P3', summary: 'Typo', owner: 'claude', next_action: 'Mend it' }]
    await desk.approve({ parent_message_id: request.id, related_packet: path, context_keys: note }, { nits })
    writeFileSync(join(desk.mailbox.root, path), passing)
    return desk.conclude(request)
  })
})

function newDesk() {
  const folder = temporaryFolder()
  const [root, keys] = [join(folder, 'mail'), join(folder, 'keys')]
  for (const path of [root, keys]) mkdirSync(path)
  const clock = { now: new Date('2026-03-01T10:00:00Z') }
  const names = ['claude', 'codex']
  makeMailbox(root, names)
  addPins(
    keys,
    names.map((name) => ownPin(makeKey(keys, name, clock.now))),
  )
  const signing = openSigning('require', keys)
  const mailbox = openMailbox(root, signing)
  const post: Post = {
    mailbox,
    parties: { as: 'claude', to: 'codex', pr: 86 },
    budget: { turns: 8, seconds: 600 },
    leaks: noLeaks,
    accepts: signing.accepts,
    now: () => clock.now,
    notice: () => {},
  }
  const answer = async (message: object) => {
    const outgoing = { from: 'codex', to: ['claude'], priority: 'P1', related_pr: 86, ...message }
    // The fields of every type are checked when it is sent.
    const sent = await mailbox.deliver(outgoing as unknown as Outgoing, {
      time: clock.now,
      leaks: noLeaks,
      again: true,
    })
    if (sent.status !== 'sent') throw new Error(JSON.stringify(sent))
  }
  return {
    mailbox,
    clock,
    ask: (commit = 'a'.repeat(40)) =>
      sendRequest(post, { round: 1, branch: 'topic', commit, summary: 'Adds a function', after: null }),
    approve: (envelope: object, content: object = {}) => {
      const approval = { quality_gate_result: 'pass', merge_ready: true, ...content }
      return answer({ type: 'review_lgtm', subject: 'Yes', content: approval, ...envelope })
    },
    refuse: (envelope: object) => {
      const content = { findings_packet: 'packets/findings/a_codex_r1.yaml', round: 1, blocking_count: 1 }
      return answer({ type: 'review_feedback', subject: 'No', content, ...envelope })
    },
    editInbox: (edit: (text: string) => string) => {
      const inbox = join(root, 'agents/claude/inbox')
      for (const name of readdirSync(inbox)) {
        writeFileSync(join(inbox, name), edit(readFileSync(join(inbox, name), 'utf8')))
      }
    },
    conclude: async (request: ReviewRequest) => {
      const taken = await takeAnswers(post, request, () => {})
      const answers = taken.map((each) => ({ answer: each, packet: namedPacket(mailbox, each) }))
      const read = readAnswers({ request, answers, broken: brokenFeedback(post, request), ledger: [] })?.read
      const isApproved = read?.counts === true && read.gate.result === 'pass'
      return { code: isApproved ? 0 : 3, stdout: JSON.stringify(read), stderr: '' }
    },
  }
}
