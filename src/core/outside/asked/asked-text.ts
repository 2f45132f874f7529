import type * as v from 'valibot'
import { fence } from '../../agents/fence.ts'
import type { RawReply } from '../../agents/raw-reply.ts'
import { type ReadReply, readReply } from '../../agents/read-reply.ts'
import { holdsQuote, indexText, quotesOf } from '../../evidence/evidence.ts'
import { asTheFileHasIt } from '../../evidence/quote-spelling.ts'
import { beginning } from '../../values/shortened.ts'

/** A text that an agent is asked about. One in a call: then a kept answer serves wherever the text stands. */
export interface AskedText {
  readonly body: string
  /** Who wrote it, and where. */
  readonly where: string
  /** What it is a reply to; null: to nothing. */
  readonly repliesTo: string | null
  /** Sources of items that are this text itself. */
  readonly own?: readonly string[]
}

/** Of a longer text an agent sees the beginning only: then it cannot say that nothing is in it. */
const longestText = 20_000
const longestContext = 2000

export function isCut({ body }: AskedText): boolean {
  return body.length > longestText
}

export function describeText(text: AskedText): string {
  const { where, body, repliesTo } = text
  return [
    fence('where', where),
    ...(repliesTo === null ? [] : ['A reply to:', fence('before', beginning(repliesTo, longestContext))]),
    fence('text', isCut(text) ? `${beginning(body, longestText)}\n[cut]` : body),
  ].join('\n')
}

/**
 * The reading in a reply, or null: none. What is wrong with a reply is asked for once more; then it counts as none, so that it is
 * not paid for again. `check` gives what is wrong, or the reading.
 */
export function readChecked<const S extends v.GenericSchema, Reading extends object>(
  reply: RawReply,
  schema: S,
  check: (entry: v.InferOutput<S>) => string | Reading | null,
): ReadReply<Reading | null> {
  const read = readReply(reply, schema)
  if ('problems' in read) return { value: null, doubts: read.problems }
  const checked = check(read.value)
  return typeof checked === 'string' ? { value: null, doubts: [checked] } : { value: checked }
}

/** What of these is not in the text. Searched as quotes of code are; marks of emphasis may be left out. */
export function notQuoted({ body }: AskedText, quotes: readonly string[]): string | undefined {
  const unknown = quotes.find((quote) => !holds(body, quote) && !holds(withoutEmphasis(body), withoutEmphasis(quote)))
  return unknown === undefined ? undefined : `the text does not contain ${JSON.stringify(unknown)}`
}

function holds(body: string, quote: string): boolean {
  if (!/[\p{L}\p{N}\p{S}?]/u.test(quote)) return false
  const text = indexText(body)
  return quotesOf(asTheFileHasIt({ new: text, old: null }, quote)).new.some((each) => holdsQuote(text, each))
}

function withoutEmphasis(text: string): string {
  return text.replace(/[*_`~]+/g, '')
}
