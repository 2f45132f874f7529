import type { Json } from '../../types.ts'
import { refusesInWords } from './refusing-words.ts'

// Keys that no reply has, and the texts of those it has. An agent may say there what the findings do not.

export interface UnknownKeys {
  /** They contradict an empty list of findings, so the reply does not count. */
  readonly contradictions: readonly string[]
  /** They say something that nobody reads: the agent is asked once to say it where it counts. */
  readonly unread: readonly string[]
}

/** `known` keys were read by the schema. `blocks`: the findings themselves say that the change must not pass. */
export function readUnknownKeys(reply: Json, known: readonly string[], blocks: boolean): UnknownKeys {
  const entries = isObject(reply) ? Object.entries(reply).filter(([key]) => !known.includes(key)) : []
  const { findings = null } = isObject(reply) ? reply : {}
  const isEmpty = isList(findings) && findings.length === 0
  const contradicting = entries.filter(
    ([key, value]) =>
      holdsList(key, value) || (isEmpty && claimsTrouble(key, value)) || (!blocks && refuses(key, value)),
  )
  const saying = blocks ? [] : entries.filter((entry) => !contradicting.includes(entry) && saysSomething(...entry))
  return {
    contradictions: [
      ...(blocks ? [] : refusingTexts(reply)),
      ...contradicting.map(
        ([key]) => `${key}: is no key of this answer and contradicts it: what was found belongs under findings`,
      ),
    ],
    unread: saying.map(
      ([key]) => `${key}: is no key of this answer: leave it out, and say what you found under findings`,
    ),
  }
}

/** A summary that begins with "BLOCK:", beside findings of which none blocks. */
function refusingTexts(reply: Json): readonly string[] {
  const texts = isObject(reply) ? Object.entries(reply).filter(([key]) => freeTexts.includes(key)) : []
  return texts.flatMap(([key, value]) =>
    [value].flat().some((text: Json) => isText(text) && refusesInWords(text))
      ? [`${key}: refuses what the findings let pass: what blocks belongs under findings, with its severity`]
      : [],
  )
}

const freeTexts: readonly string[] = ['summary', 'strengths', 'questions']

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

/** Under a key that names findings or errors, at any depth, every value that does not say "none" says that there are some. */
function claimsTrouble(key: string, value: Json): boolean {
  if (namesTrouble.test(key) && (isDenial(key) ? value === false : !isNone(value))) return true
  return isObject(value) && Object.entries(value).some(([inner, held]) => claimsTrouble(inner, held))
}

/** `no_issues`, `bugFree` */
function isDenial(key: string): boolean {
  return /^(?:no|zero|without)(?:[_-]|(?=[A-Z]))|[_-]free$|Free$/.test(key)
}

function isNone(value: Json): boolean {
  if (isText(value)) return saysNone.test(value)
  if (typeof value !== 'object') return value === false || value === 0
  return value === null || Object.values(value).every(isNone)
}

const namesError = /error|exception|failure/i
const namesTrouble = /error|exception|failure|fault|bug|issue|problem|finding|vulnerab|defect/i
/** `None.`, `0`, `No blocking issues were found in the change.`; but `No error handling` is a finding. */
const saysNone =
  /^\W*(?:(?:none|n\/a|null|nil|0)\b.{0,20}|no\W*|no (?:\w+ ){0,2}(?:error|exception|failure|fault|bug|issue|problem|finding|vulnerabilit|defect)(?:s|y|ies)?(?: (?:were |was )?(?:found|detected|identified|seen|reported)\b[^,;:]{0,40})?\W*)?$/i

/** A word that refuses, or an approval that is false. */
function refuses(key: string, value: Json): boolean {
  return isRefusal(value) || (value === false && isVerdict(key))
}

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
  return typeof value === 'boolean' ? value !== (isApproval(key) || isDenial(key)) : isRefusal(value)
}

function isApproval(key: string): boolean {
  return isVerdict(key) || /^(?:is_?)?(?:completed?|done)$/i.test(key)
}

function isVerdict(key: string): boolean {
  return /^(?:is_?)?(?:approved?|lgtm|mergeable|pass(?:ed|es)?|ok|clean|correct|success(?:ful)?)$/i.test(key)
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
