import type { Json } from '../../types.ts'

// Keys that no reply has. An agent that adds one may say there what the findings do not.

export interface UnknownKeys {
  /** They contradict an empty list of findings, so the reply does not count. */
  readonly contradictions: readonly string[]
  /** They say something that nobody reads: the agent is asked once to say it where it counts. */
  readonly unread: readonly string[]
}

/** `known` keys were read by the schema. `blocks`: the findings themselves say that the change must not pass. */
export function readUnknownKeys(reply: Json, known: readonly string[], blocks: boolean): UnknownKeys {
  const entries = isObject(reply) ? Object.entries(reply).filter(([key]) => !known.includes(key)) : []
  const contradicting = entries.filter(([key, value]) => holdsList(key, value) || (!blocks && isRefusal(value)))
  const saying = blocks ? [] : entries.filter((entry) => !contradicting.includes(entry) && saysSomething(...entry))
  return {
    contradictions: contradicting.map(
      ([key]) => `${key}: is no key of this answer and contradicts it: what was found belongs under findings`,
    ),
    unread: saying.map(
      ([key]) => `${key}: is no key of this answer: leave it out, and say what you found under findings`,
    ),
  }
}

/** Findings or errors under another name, at any depth: a list of objects, or texts under a key that says what they are. */
function holdsList(key: string, value: Json): boolean {
  if (isList(value)) {
    return value.some(
      (each) => isObject(each) || isList(each) || (isText(each) && /\S/.test(each) && namesTrouble.test(key)),
    )
  }
  if (isText(value)) return namesError.test(key) && !saysNone.test(value)
  return isObject(value) && Object.entries(value).some(([inner, held]) => holdsList(inner, held))
}

const namesError = /error|exception|failure/i
const namesTrouble = /error|exception|failure|fault|bug|issue|problem|finding|vulnerab|defect/i
const saysNone = /^\W*(?:(?:none|no|n\/a|null|nil|0)\b.{0,20})?$/i

/** The whole value is a word for "no", "not done" or "failed", as verdicts and states have it. */
function isRefusal(value: Json): boolean {
  return (
    isText(value) &&
    refusals.has(
      value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    )
  )
}

const refusals: ReadonlySet<string> = new Set([
  'decline',
  'declined',
  'needs_attention',
  'needs_work',
  'needs_changes',
  'changes_requested',
  'request_changes',
  'reject',
  'rejected',
  'block',
  'blocked',
  'blocking',
  'fail',
  'failed',
  'failure',
  'error',
  'errored',
  'aborted',
  'cancelled',
  'canceled',
  'timeout',
  'timed_out',
  'partial',
  'incomplete',
  'inconclusive',
  'review_incomplete',
  'truncated',
])

/** A key that is true or false, or that refuses: nobody knows what it stands for unless it is an approval. */
function saysSomething(key: string, value: Json): boolean {
  if (isObject(value)) return Object.entries(value).some(([inner, held]) => saysSomething(inner, held))
  return typeof value === 'boolean' ? value !== isApproval(key) : isRefusal(value)
}

function isApproval(key: string): boolean {
  return /^(?:is_?)?(?:approved?|pass(?:ed|es)?|ok|clean|correct|completed?|success(?:ful)?|done)$/i.test(key)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isText(value: Json): value is string {
  return typeof value === 'string'
}
