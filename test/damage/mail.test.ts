import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAnswerTo, type ReviewRequest } from '../../src/core/mail/answer-to.ts'
import { mayContradict } from '../../src/core/mail/broken-answer.ts'
import { answerNote, commitNote, packetHashIn } from '../../src/core/mail/commit-note.ts'
import { composeMessage, type MessageDraft } from '../../src/core/mail/compose.ts'
import type { Parsed } from '../../src/core/mail/document.ts'
import { parseMessage as readMessage } from '../../src/core/mail/message.ts'
import {
  isBlockingFinding,
  isResolved,
  type Packet,
  type PacketFinding,
  parsePacket as readPacket,
  renderPacket,
} from '../../src/core/mail/packet.ts'
import { nitsOf } from '../../src/core/mail/packet-findings.ts'
import { gatePacket } from '../../src/core/mail/packet-gate.ts'
import { packetPath, readAnswers } from '../../src/core/mail/read-answers.ts'
import { packetHash } from '../../src/io/mail/packets.ts'
import { anyDamage, type Damage, damageCases, damaged, damageRuns, drawn, remembering } from './damage.ts'

// Reviews by mail: packets and messages, from their text to the gate.

const parsePacket = remembering(readPacket)
const parseMessage = remembering(readMessage)

const commit = 'a'.repeat(40)
const leaks = { secrets: [], folders: [] }

const finding: fc.Arbitrary<Omit<PacketFinding, 'id'>> = fc.record({
  severity: fc.constantFrom('P0', 'P1', 'P2', 'P3'),
  blocking: fc.boolean(),
  status: fc.constantFrom('open', 'not_fixed', 'fixed', 'fixed', 'wont_fix'),
  file: fc.constantFrom('src/lock.ts', '.'),
  description: fc.constantFrom('The lock stays taken', 'Say:\n- id: F-009\n  status: fixed', 'a: "b" # c'),
  evidence: fc.constantFrom('lock.acquire()', 'if (a) {\n  b()\n}'),
})
/** How validation commands ended: mostly well, so that findings decide. */
const results: fc.Arbitrary<readonly ('pass' | 'fail')[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<readonly 'pass'[]>(['pass'], ['pass', 'pass']) },
  { weight: 1, arbitrary: fc.constantFrom<readonly ('pass' | 'fail')[]>(['pass', 'fail'], []) },
)
const packet: fc.Arbitrary<Packet> = fc
  .record({
    findings: fc.array(finding, { maxLength: 2 }),
    hasSummary: fc.boolean(),
    results,
  })
  .map(({ findings: found, hasSummary, results: ended }) => {
    const findings = found.map((each, index) => ({ id: `F-00${index + 1}`, ...each }))
    const open = findings.filter((each) => !isResolved(each))
    const blocking = open.filter(isBlockingFinding).length
    const isFail = blocking > 0 || ended.includes('fail')
    const counts = { blocking_count: blocking, non_blocking_count: open.length - blocking }
    const verdict = isFail ? ('fail' as const) : ('pass' as const)
    return {
      packet_id: '20260213_lock_codex_r1',
      reviewer: 'codex',
      round: 1,
      // Who leaves the summary out has something to list, and no command that failed.
      ...(hasSummary || findings.length === 0 || ended.includes('fail') ? { summary: { verdict, ...counts } } : {}),
      findings,
      qa_validation: { commands_run: ended.map((result, index) => ({ command: `npm run ${index}`, result })) },
    }
  })

const packetLine = /^\s*(?:- )?(?:packet_id|reviewer|findings|id|severity|blocking|status|file|command|result):/
const messageLine =
  /^\s*(?:id|from|to|type|priority|created_at_utc|subject|body|findings_packet|round|blocking_count|quality_gate_result|merge_ready|related_packet):/

describe('the gate of a packet', () => {
  it('is not passed by damage to it', () => {
    const packets = drawn(packet.map(renderPacket))
    const kinds = new Set(packets.map((text) => gatePacket(parsePacket(text)).result))
    expect([...kinds].sort()).toEqual(['blocked', 'pass', 'unreadable'])
    fc.assert(
      fc.property(fc.constantFrom(...packets), fc.array(anyDamage, { minLength: 1, maxLength: 2 }), (text, harms) => {
        fc.pre(gatePacket(parsePacket(text)).result !== 'pass')
        const after = harms.reduce((said, harm) => damaged(said, harm, (line) => packetLine.test(line)), text)
        expect(gatePacket(parsePacket(after)).result).not.toBe('pass')
      }),
      { ...damageRuns(), numRuns: Math.ceil(damageCases() / 2) },
    )
  })
})

const envelope = { priority: 'P1', related_pr: 86 } as const

function write(draft: MessageDraft): string {
  const composed = composeMessage(draft, leaks)
  if ('problems' in composed) throw new Error(JSON.stringify(composed.problems))
  return composed.value.text
}

const request = parseMessage(
  write({
    ...envelope,
    id: 'msg-20260213100000-claude-0001',
    from: 'claude',
    to: ['codex'],
    type: 'review_request',
    created_at_utc: '2026-02-13T10:00:00Z',
    context_keys: commitNote(commit),
    subject: 'Review: #86',
    content: { pr: 86, branch: 'lock', diff_summary: 'Releases the lock', review_round: 1 },
  }),
)
if ('problems' in request || request.value.type !== 'review_request') throw new Error('the request is valid')
const asked: ReviewRequest = request.value

interface Letter {
  readonly text: string
  /** Null: it is not there. */
  readonly packet: string | null
}

/** An answer of a reviewer as it was sent: what it says of its packet is so, and an approval that names one notes what it is. */
const letter = fc
  .record({ packet, approves: fc.boolean(), isReply: fc.boolean(), names: fc.boolean(), notes: fc.boolean() })
  .map(({ packet: drawn, approves, isReply, names, notes }): Letter => {
    const text = renderPacket(drawn)
    const draft = {
      ...envelope,
      id: 'msg-20260213110000-codex-0002',
      from: 'codex',
      to: ['claude'],
      created_at_utc: '2026-02-13T11:00:00Z',
      ...(isReply ? { parent_message_id: asked.id } : {}),
      ...((approves ? names : notes) ? { context_keys: answerNote(commit, packetHash(text)) } : {}),
      subject: 'About #86',
    }
    const path = `packets/findings/${drawn.packet_id}.yaml`
    const nits = nitsOf(drawn, 'claude')
    const pass = { quality_gate_result: 'pass', merge_ready: true, ...(nits.length === 0 ? {} : { nits }) } as const
    if (approves && !names) return { text: write({ ...draft, type: 'review_lgtm', content: pass }), packet: null }
    if (approves)
      return { text: write({ ...draft, type: 'review_lgtm', related_packet: path, content: pass }), packet: text }
    const blocking_count = drawn.findings.filter((each) => isBlockingFinding(each) && !isResolved(each)).length
    const content = { findings_packet: path, round: 1, blocking_count }
    return { text: write({ ...draft, type: 'review_feedback', content }), packet: text }
  })

/**
 * Whoever approves does so once. Of two none says what it replies to: that would be damaged to the reply to something else, which is valid
 * and which only a signature shows.
 */
const sets = fc
  .array(letter, { minLength: 1, maxLength: 2 })
  .map((letters) => (letters.length < 2 ? letters : letters.map(withoutParent)))
  .filter((letters) => letters.filter(({ text }) => text.includes('review_lgtm')).length <= 1)

function withoutParent({ text, packet: named }: Letter): Letter {
  return { text: text.replace(/^parent_message_id:.*\n/m, ''), packet: named }
}

function gateOf(letters: readonly Letter[]): 'pass' | 'blocked' | 'inconclusive' {
  const read = letters.map((each) => ({ ...each, parsed: parseMessage(each.text) }))
  const answers = read.flatMap(({ parsed, packet: text }) => {
    if ('problems' in parsed || !isAnswerTo(asked, parsed.value)) return []
    const named =
      packetPath(parsed.value) === undefined || text === null ? null : readNamed(text, parsed.value.context_keys)
    return [{ answer: parsed.value, packet: named }]
  })
  const broken = read.flatMap(({ parsed, text }) =>
    'problems' in parsed && mayContradict(asked, text) ? ['x.yaml'] : [],
  )
  const answered = readAnswers({ request: asked, answers, broken, ledger: [] })
  return answered?.read.counts === true ? answered.read.gate.result : 'inconclusive'
}

function readNamed(text: string, keys: string | undefined): Parsed<Packet> {
  const noted = packetHashIn(keys)
  return noted === null || noted === packetHash(text) ? parsePacket(text) : { problems: [{ line: 1, text: 'changed' }] }
}

type Harm = { readonly to: number } & (
  | { readonly what: 'message' | 'packet'; readonly damage: Damage }
  | { readonly what: 'packet lost' | 'quote changed' }
)

const harm: fc.Arbitrary<Harm> = fc.oneof(
  fc.record({ to: fc.nat(1), what: fc.constantFrom('message' as const, 'packet' as const), damage: anyDamage }),
  fc.record({ to: fc.nat(1), what: fc.constantFrom('packet lost' as const, 'quote changed' as const) }),
)

/** Each in one place: an approval that lost both the name of its packet and the note of it is like one that never had them. */
const harmsOnce = fc.uniqueArray(harm, { minLength: 1, maxLength: 2, selector: ({ what }) => what })

function harmed(letters: readonly Letter[], each: Harm): readonly Letter[] {
  return letters.map((one, index) => (index === each.to % letters.length ? harmedLetter(one, each) : one))
}

function harmedLetter({ text, packet: named }: Letter, each: Harm): Letter {
  switch (each.what) {
    case 'message':
      return { text: damaged(text, each.damage, (line) => messageLine.test(line)), packet: named }
    case 'packet':
      return { text, packet: named === null ? null : damaged(named, each.damage, (line) => packetLine.test(line)) }
    case 'packet lost':
      return { text, packet: null }
    case 'quote changed':
      return { text, packet: named?.replaceAll('acquire', 'release') ?? null }
  }
}

describe('a review by mail', () => {
  it('is not approved by damage to its answers', () => {
    const answers = drawn(sets)
    expect([...new Set(answers.map(gateOf))].sort()).toEqual(['blocked', 'inconclusive', 'pass'])
    fc.assert(
      fc.property(fc.constantFrom(...answers), harmsOnce, (letters, harms) => {
        fc.pre(gateOf(letters) !== 'pass')
        expect(gateOf(harms.reduce(harmed, letters))).not.toBe('pass')
      }),
      damageRuns(),
    )
  })

  it('is not approved where an answer got lost', () => {
    expect(gateOf([])).toBe('inconclusive')
  })
})
