import type { OutsideReviewer } from '../outside/reviewer.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { AgentHeard } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import type { Question } from './question.ts'

// What people write on a pull request. Plain commands and a few short replies are understood; nothing else is guessed at.

const commands = ['leave', 'fix', 'stop', 'retry', 'explain'] as const

/** `done`: the person says that it is fixed. */
export type Order = (typeof commands)[number] | 'done'

export interface Given {
  readonly order: Order
  /** The text in which it may name what it is about. */
  readonly about: string
}

export type Meaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'orders'; readonly orders: readonly Given[]; readonly heard?: AgentHeard }
  | { readonly kind: 'unread'; readonly heard?: AgentHeard }

export type Listener = Pick<Question, 'reviewers' | 'heard'>

export function meaningOf(body: string, isReply: boolean, { reviewers, heard }: Listener): Meaning {
  const all = withoutMarks(body).replace(/\r\n?/g, '\n').replace(/[‘’]/g, "'")
  const fences = fencesOf(all)
  const shown = fences.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), all)
  const lines = linesOf(shown)
  const given = lines.flatMap(orderIn)
  const [only, ...others] = given
  if (only !== undefined) return { kind: 'orders', orders: others.length === 0 ? [{ ...only, about: body }] : given }
  const said = lines.filter((line) => !isTrigger(line, reviewers)).join(' ')
  const short =
    shortReplies[
      said
        .toLowerCase()
        .replace(/\p{Extended_Pictographic}/gu, '')
        .replace(/^please |[.!\s]+$/g, '')
    ]
  if (fences.length === 0 && (short === 'nothing' || !hasWords(said))) return { kind: 'nothing' }
  // An exact replacement without a word is what GitHub has for "change this".
  const isSuggestion = fences.length > 0 && !hasWords(said) && fences.every(({ language }) => language === 'suggestion')
  if (isReply && isSuggestion) return { kind: 'orders', orders: [{ order: 'fix', about: '' }] }
  if (isReply && fences.length === 0 && short !== undefined && short !== 'nothing')
    return { kind: 'orders', orders: [{ order: short, about: '' }] }
  return readBy(heard?.get(hashText(body)))
}

function readBy(heard: AgentHeard | undefined): Meaning {
  if (heard === undefined) return { kind: 'unread' }
  if (heard.asks === 'nothing') return { kind: 'nothing' }
  if (heard.asks === 'question') return { kind: 'unread', heard }
  const order = heard.asks === 'change' ? 'fix' : heard.asks
  return { kind: 'orders', orders: [{ order, about: heard.about ?? '' }], heard }
}

/** Quoted lines are the words of somebody else. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s{0,3}>/.test(line))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function orderIn(line: string): readonly Given[] {
  const [, word] = /^\/review-loop\s+(\w+)\b/i.exec(line) ?? []
  const order = commands.find((each) => each === word?.toLowerCase())
  return order === undefined ? [] : [{ order, about: line }]
}

/** The call of a reviewer, with at most two words more: `@coderabbitai full review`. */
function isTrigger(line: string, reviewers: readonly OutsideReviewer[]): boolean {
  const said = wordsOf(line)
  return reviewers.some(({ trigger }) => {
    const call = wordsOf(trigger ?? '')
    const more = /^[@/]/.test(line) ? 2 : 0
    return call.length > 0 && said.length <= call.length + more && said[0] === call[0] && said.at(-1) === call.at(-1)
  })
}

function wordsOf(line: string): readonly string[] {
  return line
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .split(/\s+/)
    .filter(Boolean)
}

/** Without letters, numbers or a sign of refusal it is applause. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}?👎❌🚫⛔]/u.test(text.replace(/@[\w/-]+|:(?!thumbsdown|-1|x:)[\w+-]+:/g, ''))
}

const shortReplies: Readonly<Record<string, Order | 'nothing'>> = {
  'leave it': 'leave',
  'leave it as it is': 'leave',
  'leave as is': 'leave',
  wontfix: 'leave',
  "won't fix": 'leave',
  "don't fix it": 'leave',
  'do not fix it': 'leave',
  fixed: 'done',
  'already fixed': 'done',
  "don't leave it": 'fix',
  'do not leave it': 'fix',
  'fix it': 'fix',
  'not fixed': 'retry',
  'still not fixed': 'retry',
  lgtm: 'nothing',
  thanks: 'nothing',
  'thank you': 'nothing',
  '+1': 'nothing',
}
