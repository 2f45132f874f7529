import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { feedback, lgtm, packet, request, swap } from '../../../test/support/mail.ts'
import type { LedgerEntry } from '../loop/types.ts'
import type { ReviewAnswer, ReviewRequest } from './answer-to.ts'
import { parseMessage } from './message.ts'
import { parsePacket } from './packet.ts'
import { contradicting, type ReadAnswer, readAnswer } from './read-answer.ts'

const [commit, another] = ['a'.repeat(40), 'b'.repeat(40)]
const about = (text: string, hash: string) => swap(text, 'subject:', `context_keys: "commit: ${hash}"\nsubject:`)

function message(text: string) {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

/** One finding blocks: so it has to be counted. */
const one = swap(feedback, 'blocking_count: 2', 'blocking_count: 1')

function read(
  answer: string,
  content: string | null = packet,
  { ledger = [], asked = about(request, commit) }: { ledger?: readonly LedgerEntry[]; asked?: string } = {},
): ReadAnswer {
  return readAnswer({
    request: message(asked) as ReviewRequest,
    answer: message(answer) as ReviewAnswer,
    packet: content === null ? null : parsePacket(content),
    ledger,
  })
}

function counting(answer: ReadAnswer) {
  if (!answer.counts) throw new Error(answer.reason)
  return answer
}

const entry = (id: string, blocking: boolean): LedgerEntry => ({
  id,
  finding: finding({ id, file: 'src/a.ts', line: 7 }),
  severity: blocking ? 'P1' : 'P3',
  blocking,
  status: 'open',
  firstRound: 1,
  history: [],
  followUp: null,
})

describe('feedback', () => {
  it('blocks with the findings of its packet, under the names that they have there', () => {
    const { gate, findings, final } = counting(read(one))
    expect(gate).toEqual({
      result: 'blocked',
      reasons: [expect.stringMatching(/^F-001/), expect.stringMatching(/verdict/)],
    })
    expect(findings).toMatchObject([
      { id: 'F-001', severity: 'P1', blocking: true, file: 'src/lock.ts', line: 12, reviewers: ['codex'] },
      { id: 'F-002', severity: 'P3', blocking: false, file: 'docs/lock.md' },
    ])
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
    expect(final).toBeNull()
  })

  it('has what is resolved neither open nor lost', () => {
    const open = 'blocking: true\n    status: open'
    const { findings, waived } = counting(
      read(
        swap(one, 'round: 1', 'round: 1\n  escalation: max_rounds_exceeded'),
        swap(packet, open, 'blocking: true\n    status: wont_fix'),
      ),
    )
    expect(findings.map(({ id }) => id)).toEqual(['F-002'])
    expect(waived.map(({ id }) => id)).toEqual(['F-001'])
  })

  it('makes a finding of a validation command that does not pass, unless it is one already', () => {
    const failing = swap(packet, 'result: pass', 'result: fail')
    const [, , command] = counting(read(one, failing)).findings
    expect(command).toMatchObject({
      severity: 'P1',
      blocking: true,
      file: null,
      title: '`npm test` does not pass where codex works',
    })
    const named = swap(failing, 'id: F-002', `id: ${command?.id}`)
    expect(counting(read(one, named)).findings).toHaveLength(2)
  })

  it('masks secrets that it brings along, and cuts titles', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const long = swap(packet, 'The lock stays taken', `${'x'.repeat(500)} ${token}`)
    const [found] = counting(read(one, long)).findings
    expect(found?.title).toHaveLength(200)
    expect(JSON.stringify(found)).not.toContain(token)
  })

  it.each([
    ['max_rounds_exceeded', /codex gives no further round/],
    ['reviewer_budget_exceeded', /codex used up what it may use/],
    ['needs_a_decision', /codex gives no further round and asks for a person \(needs_a_decision\)/],
    ['true', /asks for a person/],
  ])('with %s is the last word, also where nothing blocks', (escalation, words) => {
    const minor = swap(
      swap(packet, 'severity: P1\n    blocking: true', 'severity: P3\n    blocking: false'),
      'blocking_count: 1',
      'blocking_count: 0',
    )
    const text = swap(one, 'blocking_count: 1', `blocking_count: 0\n  escalation: ${escalation}`)
    expect(counting(read(text, minor))).toMatchObject({
      final: expect.stringMatching(words),
      gate: { result: 'blocked' },
    })
  })

  it.each(['none', 'no', 'False', '""', 'null'])('with the escalation %s has none', (escalation) => {
    const text = swap(one, 'blocking_count: 1', `blocking_count: 1\n  escalation: ${escalation}`)
    expect(counting(read(text)).final).toBeNull()
  })

  it.each([
    ['is not there', null],
    ['cannot be read', 'findings: ['],
    ['contradicts it', swap(packet, 'reviewer: codex', 'reviewer: gemini')],
  ])('with an escalation is the last word also where its packet %s, and closes nothing', (_, content) => {
    const text = swap(one, 'blocking_count: 1', 'blocking_count: 1\n  escalation: reviewer_budget_exceeded')
    const answer = counting(read(text, content, { ledger: [entry('F-007', true), entry('F-008', false)] }))
    expect(answer).toMatchObject({ gate: { result: 'blocked' }, final: expect.stringMatching(/used up/), waived: [] })
    expect(answer.gate.reasons.join(' ')).toContain('Its findings cannot be used: ')
    expect(answer.findings).toMatchObject([
      { id: 'F-007', severity: 'P1', blocking: true },
      { id: 'F-008', severity: 'P3', blocking: false },
    ])
  })

  it('that approves, notes what its packet is, and names none, does not count', () => {
    const noted = swap(lgtm, 'subject:', `context_keys: "commit: ${commit}; packet: ${'c'.repeat(64)}"\nsubject:`)
    expect(read(noted)).toMatchObject({ counts: false, reason: expect.stringContaining('"related_packet" names none') })
  })

  it('counts with a packet whose reviewer is unknown, under the name of who sent it', () => {
    const { findings } = counting(read(one, swap(packet, 'reviewer: codex', 'reviewer: "unknown"')))
    expect(findings.map(({ reviewers }) => reviewers)).toEqual([['codex'], ['codex']])
  })

  it('tells of a P3 that says that it blocks', () => {
    const loud = swap(packet, 'blocking: false', 'blocking: true')
    expect(counting(read(one, loud)).notices).toEqual([expect.stringContaining('F-002 says that it blocks')])
    const only = read(one, swap(loud, 'blocking: true\n    status: open', 'blocking: true\n    status: fixed'))
    expect(only).toMatchObject({ counts: false, reason: expect.stringContaining('F-002 says that it blocks') })
  })

  it.each<[string, string, string | null, RegExp]>([
    ['whose packet is not there', one, null, /20260213_review_loop_codex_r1.yaml is not there/],
    ['whose packet cannot be read', one, 'findings: [', /line 1/],
    ['whose packet is empty', one, '', /./],
    ['that counts more than its packet has', feedback, packet, /it has 1 blocking findings, and the message counts 2/],
    ['that counts less', swap(one, 'count: 1', 'count: 0'), packet, /the message counts 0/],
    [
      'with the packet of somebody else',
      one,
      swap(packet, 'reviewer: codex', 'reviewer: gemini'),
      /its reviewer is gemini/,
    ],
    [
      'with the packet of another round',
      one,
      swap(swap(packet, '_r1', '_r2'), 'round: 1', 'round: 2'),
      /it is of round 2/,
    ],
    ['of another round', swap(one, 'round: 1', 'round: 2'), packet, /it is of round 2, and 1 was asked for/],
  ])('%s does not count, and the reviewer is asked', (_, text, content, words) => {
    const answer = read(text, content)
    expect(answer).toMatchObject({
      counts: false,
      reason: expect.stringMatching(words),
      question: expect.stringMatching(words),
    })
  })

  it.each<[string, string, RegExp]>([
    [
      'nobody recorded a command',
      swap(packet, / {4}- command[\s\S]*?notes: ""\n/.exec(packet)![0], '    []\n'),
      /No validation command is recorded/,
    ],
    ['the verdict alone is against it', packet, /verdict of the reviewer is fail/],
    [
      'nits are left over',
      swap(packet, 'verdict: fail', 'verdict: pass'),
      /carry every open finding as a nit, and there are 1 \(F-002\)/,
    ],
  ])('with nothing to fix does not count where %s', (_, content, words) => {
    const fixed = swap(content, 'blocking: true\n    status: open', 'blocking: true\n    status: fixed')
    expect(read(one, fixed)).toMatchObject({ counts: false, reason: expect.stringMatching(words), question: null })
  })

  it('counts where the other tool counts its own flags, or what is resolved', () => {
    const unflagged = swap(swap(packet, 'blocking: true', 'blocking: false'), 'blocking_count: 1', 'blocking_count: 0')
    expect(counting(read(swap(one, 'count: 1', 'count: 0'), unflagged)).findings[0]).toMatchObject({ blocking: true })
  })
})

it('says which answers contradict each other', () => {
  const answers = [message(one), message(lgtm)] as ReviewAnswer[]
  const words = /of codex contradict each other: msg-20260213T1030Z-codex-001 does not, msg-\S+-codex-002 approves\./
  expect(contradicting(answers)).toMatchObject({ counts: false, reason: expect.stringMatching(words) })
})

describe('an approval', () => {
  it('passes, and what it leaves for later is open and does not block', () => {
    const { gate, findings } = counting(read(lgtm, null))
    expect(gate.result).toBe('pass')
    expect(findings).toMatchObject([
      { id: 'NIT-001', severity: 'P3', blocking: false, file: null, fix: 'Open doc cleanup PR after merge' },
    ])
    expect(findings[0]?.problem).toContain('Owner: claude')
  })

  it.each([
    [entry('F-9', false), { id: 'F-9', file: 'src/a.ts', line: 7 }],
    [entry('F-9', true), { id: 'NIT-001', file: null }],
  ])('names what is known under the name it has, unless that held it up: %#', (known, expected) => {
    const text = swap(lgtm, 'owner: claude', 'owner: claude\n      source: F-9')
    expect(counting(read(text, null, { ledger: [known] })).findings).toMatchObject([expected])
  })

  it('is read in its older form, too', () => {
    const older = `${lgtm.slice(0, lgtm.indexOf('  nits:'))}  follow_ups:\n    - Tidy up\n    - summary: Rename it\n      tier: P2\n`
    const { findings } = counting(read(older, null))
    expect(findings.map(({ id, severity, title }) => [id, severity, title])).toEqual([
      ['FOLLOW-001', 'P3', 'Tidy up'],
      ['FOLLOW-002', 'P2', 'Rename it'],
    ])
    const none = `${lgtm.slice(0, lgtm.indexOf('  nits:'))}  follow_ups: none\n`
    expect(counting(read(none, null)).findings).toEqual([])
  })

  it.each<[string, string, RegExp]>([
    ['says that the gate failed', swap(lgtm, 'result: pass', 'result: fail'), /quality_gate_result is fail/],
    ['is not ready to be merged', swap(lgtm, 'ready: true', 'ready: false'), /merge_ready is false/],
    ['is of another round', swap(lgtm, 'ready: true', 'ready: true\n  review_round: 2'), /approved round 2/],
    ['names another commit in short', about(lgtm, another.slice(0, 8)), /answered about bbbbbbbb, and was asked/],
    ['names two commits', about(lgtm, `${commit}\\ncommit: ${another}`), /answered about bbbbbbbbbb, and was asked/],
    ['is about another commit', about(lgtm, another), /answered about bbbbbbbbbb, and was asked about aaaaaaaaaa/],
  ])('that %s approves nothing', (_, text, words) => {
    expect(read(text, null)).toMatchObject({ counts: false, reason: expect.stringMatching(words), question: null })
  })

  describe('that names a packet', () => {
    const named = swap(
      lgtm,
      'subject:',
      'related_packet: packets/findings/20260213_review_loop_codex_r1.yaml\nsubject:',
    )
    const tracking = swap(named, 'owner: claude', 'owner: claude\n      source: F-002')
    const passing = swap(
      swap(packet, 'blocking: true\n    status: open', 'blocking: true\n    status: fixed'),
      'verdict: fail',
      'verdict: pass',
    )

    const oneMore =
      '  - id: F-003\n    severity: P3\n    blocking: false\n    status: open\n    file: a.js\n    evidence: x\n'

    it('counts where the packet passes the gate', () => {
      expect(counting(read(tracking, passing)).gate.result).toBe('pass')
    })

    it.each<[string, string, string | null, RegExp]>([
      ['has something that blocks', tracking, packet, /F-001 \(P1, open\) blocks/],
      ['has an open finding that is no nit', named, passing, /F-002 \(P3\) is open and in none of the nits/],
      [
        'has two open findings, and one nit with the names of both',
        swap(tracking, 'NIT-001', 'F-003'),
        swap(passing, '  - id: F-002', `${oneMore}  - id: F-002`),
        /F-003 \(P3\) is open and in none of the nits/,
      ],
      ['is not there', tracking, null, /_r1.yaml is not there/],
      ['cannot be read', tracking, 'findings: [', /line 1/],
      ['is of somebody else', tracking, swap(passing, 'reviewer: codex', 'reviewer: gemini'), /its reviewer is gemini/],
    ])('approves nothing where it %s, and the reviewer is asked', (_, text, content, words) => {
      const expected = expect.stringMatching(words)
      expect(read(text, content)).toMatchObject({ counts: false, reason: expected, question: expected })
    })
  })

  it.each([
    [about(lgtm, commit.slice(0, 7)), about(request, commit)],
    [about(lgtm, commit), about(request, commit)],
    [lgtm, about(request, commit)],
    [about(lgtm, another), request],
  ])('counts where the commits are the same, or one of the two does not say: %#', (text, asked) => {
    expect(read(text, null, { asked }).counts).toBe(true)
  })
})
