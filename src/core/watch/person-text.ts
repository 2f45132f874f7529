import type { OutsideReviewer } from '../outside/reviewer.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { AgentHeard } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'

// What people write on a pull request. Commands and a few short replies are understood; nothing else is guessed at.

const commands = ['leave', 'fix', 'stop', 'retry', 'explain'] as const

/** `done`: the person says that it is fixed. `unclear`: a person has to read it. */
export type Order = (typeof commands)[number] | 'done' | 'unclear'

export interface GivenOrder {
  readonly order: Order
  /** The text in which it may name what it is about. */
  readonly about: string
}

/** Without orders it asks for nothing. */
export interface PersonText {
  readonly orders: readonly GivenOrder[]
  /** How an agent read it; null: no agent did. */
  readonly heard: AgentHeard | null
}

export interface PersonContext {
  readonly reviewers: readonly OutsideReviewer[]
  /** What an agent made of texts of people, by the hash of each. */
  readonly heard?: ReadonlyMap<string, AgentHeard>
}

export function readPersonText(body: string, isReply: boolean, { reviewers, heard }: PersonContext): PersonText {
  const all = withoutMarks(body).replace(/\r\n?/g, '\n').replace(/[‘’]/g, "'")
  const fences = fencesOf(all)
  const shown = fences.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), all)
  // Quoted lines are the words of somebody else.
  const lines = shown.split('\n').flatMap((line) => (/^\s{0,3}>/.test(line) ? [] : line.trim() || []))
  const [first, ...others] = lines.flatMap(commandIn)
  if (first !== undefined) return ordered(...(others.length === 0 ? [{ ...first, about: body }] : [first, ...others]))
  const said = lines.filter((line) => !isTrigger(line, reviewers)).join(' ')
  const plain = said.toLowerCase().replace(/\p{Extended_Pictographic}|^please |[.!\s\p{Extended_Pictographic}]+$/gu, '')
  const short = shortReplies.find(([, replies]) => replies.includes(plain))?.[0]
  if (fences.length === 0 && (short === 'nothing' || !hasWords(said))) return ordered()
  // A suggestion without a word is what GitHub has for "change this".
  const isSuggestion = !hasWords(said) && fences.every(({ language }) => language === 'suggestion')
  const order = fences.length === 0 ? short : isSuggestion ? 'fix' : undefined
  if (isReply && order !== undefined && order !== 'nothing') return ordered({ order, about: '' })
  return readByAgent(body, heard?.get(hashText(body)) ?? null)
}

function ordered(...orders: readonly GivenOrder[]): PersonText {
  return { orders, heard: null }
}

function readByAgent(body: string, heard: AgentHeard | null): PersonText {
  const { asks = 'question', about = null } = heard ?? {}
  if (asks === 'nothing') return ordered()
  if (asks === 'question') return { orders: [{ order: 'unclear', about: body }], heard }
  return { orders: [{ order: asks === 'change' ? 'fix' : asks, about: about ?? '' }], heard }
}

function commandIn(line: string): readonly GivenOrder[] {
  const [, word] = /^\/review-loop\s+(\w+)\b/i.exec(line) ?? []
  const order = commands.find((each) => each === word?.toLowerCase())
  return order === undefined ? [] : [{ order, about: line }]
}

/** The call of a reviewer, with at most two words more: `@coderabbitai full review`. */
function isTrigger(line: string, reviewers: readonly OutsideReviewer[]): boolean {
  const wordsOf = (text: string) => text.toLowerCase().match(/[^\s.!]\S*?(?=[.!]*$|\s)/g) ?? []
  const said = wordsOf(line)
  return reviewers.some(({ trigger }) => {
    const call = wordsOf(trigger ?? '')
    const more = /^[@/]/.test(line) ? 2 : 0
    return call.length > 0 && said.length <= call.length + more && said[0] === call[0] && said.at(-1) === call.at(-1)
  })
}

/** Without letters, numbers or a sign of refusal it is applause. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}?👎❌🚫⛔]/u.test(text.replace(/@[\w/-]+|:(?!thumbsdown|-1|x:)[\w+-]+:/g, ''))
}

const shortReplies: readonly (readonly [Order | 'nothing', readonly string[]])[] = [
  ['leave', ['leave it', 'leave it as it is', 'leave as is', 'wontfix', "won't fix", "don't fix it", 'do not fix it']],
  ['done', ['fixed', 'already fixed']],
  ['fix', ["don't leave it", 'do not leave it', 'fix it']],
  ['retry', ['not fixed', 'still not fixed']],
  ['nothing', ['lgtm', 'thanks', 'thank you', '+1']],
]
