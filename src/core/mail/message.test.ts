import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressed,
  feedback,
  followUp,
  handoff,
  handoffComplete,
  lgtm,
  note,
  request,
  swap,
} from '../../../test/support/mail.ts'
import { messageTypes } from './bodies.ts'
import { type Message, parseMessage, renderMessage } from './message.ts'
import { peekMessage } from './peek.ts'

const examples = { request, feedback, addressed, lgtm, note, handoff, handoffComplete, followUp }

function valid(text: string): Message {
  const parsed = parseMessage(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

describe('the examples', () => {
  it.each(Object.entries(examples))('are valid and stay what they are when they are written again: %s', (_, text) => {
    const message = valid(text)
    const written = renderMessage(message)
    expect(valid(written)).toEqual(message)
    expect(renderMessage(valid(written))).toBe(written)
  })

  it('are read with the values that they have', () => {
    expect(valid(request)).toMatchObject({
      to: ['codex'],
      related_pr: 86,
      content: { pr: 86, branch: 'claude/review-loop-protocol', max_turns_reviewer: 8, max_runtime_s_reviewer: 600 },
    })
    expect(valid(lgtm)).toMatchObject({ content: { merge_ready: true, nits: [{ nit_id: 'NIT-001', tier: 'P3' }] } })
    expect(valid(note)).toMatchObject({ to: ['codex', 'gemini'], content: null, body: 'Nothing to do.\n' })
  })

  it.each(messageTypes.filter((type) => /task|question|notification|brainstorm/.test(type)))(
    'may say anything where the type has no fields: %s',
    (type) => expect(valid(note.replace('type: notification', `type: ${type}`)).type).toBe(type),
  )
})

it('writes the fields in one order, quoting what other readers take for a time', () => {
  const names = renderMessage(valid(note)).match(/^\w+(?=:)/gm)
  expect(names?.join(' ')).toBe(
    'id from to type priority created_at_utc expires_at channel autonomy_hint related_packet related_pr conversation_id ' +
      'parent_message_id context_keys subject body',
  )
  expect(renderMessage(valid(note))).toContain('created_at_utc: "2026-03-01T08:30:00Z"\n')
})

/** A valid message with parts of it cut out, doubled, exchanged and mixed with what YAML finds remarkable. */
const mangled = fc
  .tuple(
    fc.constantFrom(...Object.values(examples)),
    fc.array(
      fc.tuple(
        fc.nat(900),
        fc.nat(40),
        fc.oneof(
          fc.constantFrom(
            ': ',
            '- ',
            '\n',
            '\n  ',
            '"',
            "'",
            '#',
            ' #',
            '|',
            '>',
            '&a ',
            '*a',
            '!!str ',
            '[',
            ']',
            '{',
            '}',
          ),
          fc.constantFrom(
            '~',
            'null',
            '\t',
            '\r\n',
            '<<',
            '---\n',
            '...\n',
            '? ',
            '%',
            ',',
            'é',
            '😀',
            '\u200f',
            '\\',
            'P0',
            '0',
          ),
          fc.string({ maxLength: 12 }),
          fc.string({ unit: 'binary', maxLength: 6 }),
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((left, [at, cut, put]) => left.slice(0, at) + put + left.slice(at + (cut > 20 ? 0 : cut)), text),
  )

const seeded = { seed: 7, numRuns: 1000 } as const

it.each(['👩‍💻', '❤️‍🔥', '✔︎', '1️⃣', '👍🏽', '🏳️‍🌈', 'می\u200cخواهم', 'ක්\u200dෂ'])(
  'carries what is seen, also where it is put together: %s',
  (text) => {
    expect(parseMessage(swap(note, 'Nothing', text))).toMatchObject({ value: { body: expect.stringContaining(text) } })
  },
)

describe('any text', () => {
  it('never throws, has problems on lines that exist, and is accepted only if writing it again changes nothing', () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const parsed = parseMessage(text)
        if ('problems' in parsed) {
          const lines = text.split('\n').length
          expect(parsed.problems.length).toBeGreaterThan(0)
          expect(parsed.problems.every(({ line }) => line >= 1 && line <= lines)).toBe(true)
          return
        }
        const { auth, ...unsigned } = parsed.value
        expect(parseMessage(renderMessage(parsed.value))).toEqual({ value: unsigned })
      }),
      seeded,
    )
  }, 120_000)

  it('is peeked at only where the parser says the same', () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const header = peekMessage(text)
        const parsed = parseMessage(text)
        if (header !== null && 'value' in parsed) expect(parsed.value).toMatchObject(header)
        if (header !== null && 'value' in parsed) expect('expires_at' in parsed.value).toBe('expires_at' in header)
      }),
      seeded,
    )
  }, 120_000)

  it('of a body or a subject comes back as it was', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(line, fc.array(line, { minLength: 1, maxLength: 8 }), (subject, lines) => {
        const message: Message = { ...valid(note), subject, body: lines.join('\n') } as Message
        const parsed = parseMessage(renderMessage(message))
        if ('value' in parsed) expect(parsed.value).toMatchObject({ subject, body: message.body })
        else expect(parsed.problems.every(({ text }) => /is empty|not allowed|must be one line/.test(text))).toBe(true)
      }),
      seeded,
    )
  }, 120_000)
})

it('peeks at what we write ourselves', () => {
  for (const text of [request, feedback, addressed, lgtm, handoff]) {
    const message = valid(text)
    const header = peekMessage(renderMessage(message))
    expect(header).not.toBeNull()
    expect(message).toMatchObject({ ...header })
  }
})
