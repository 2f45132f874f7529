import type { AgentHeard } from '../outside/types.ts'
import { shortened } from '../values/shortened.ts'
import type { Word } from './people.ts'
import type { PostedThread } from './snapshot.ts'
import type { Given, Order } from './words.ts'

/** Something that people may speak about. */
export interface Subject {
  readonly id: string
  /** The id of its thread, or of the text that it stands in. */
  readonly source: string
  readonly file: string | null
  readonly line: number | null
  readonly at: string | null
}

/** What people say about something, taken together. */
export interface Say {
  /** Why it is not fixed automatically; null: nobody is against it. */
  readonly held: string | null
  /** Who of them wants it fixed. */
  readonly wantedBy: string | null
  /** Who wants it left, or says that it is done. */
  readonly leftBy: string | null
  readonly heard: AgentHeard | null
}

type Reach = (subject: Subject) => boolean

/** `me`: whose token it is; their order settles what others wrote before in the same place. */
export function sayAbout(all: readonly Subject[], words: readonly Word[], me: string): (subject: Subject) => Say {
  const reaching = words.map((word) => reachOf(word, all))
  return (subject) => {
    const orders = reaching.flatMap(({ word, orders: given }) =>
      given.filter(({ has }) => has(subject)).map(({ order }) => ({ word, order })),
    )
    const unread = reaching.find(({ word, mayMean }) => {
      if (mayMean === null || !mayMean(subject)) return false
      const isItself = subject.source === word.id
      return !orders.some((each) => each.word.at >= word.at && (isItself || [word.by, me].includes(each.word.by)))
    })?.word
    return taken([...new Map(orders.map((each) => [each.word.by, each])).values()], unread)
  }
}

interface Reaching {
  readonly word: Word
  readonly orders: readonly { readonly order: Order; readonly has: Reach }[]
  /** Null: it was understood, or is over. */
  readonly mayMean: Reach | null
}

function reachOf(word: Word, all: readonly Subject[]): Reaching {
  const { meaning } = word
  if (meaning.kind === 'unread')
    return { word, orders: [], mayMean: word.reach === 'nothing' ? null : reachUnread(word, all) }
  const given = meaning.kind === 'orders' ? meaning.orders.filter(({ order }) => order !== 'explain') : []
  return { word, orders: given.map((each) => ({ order: each.order, has: reachOrder(each, word, all) })), mayMean: null }
}

/** `last`: the last order of each. */
function taken(last: readonly { readonly word: Word; readonly order: Order }[], unread: Word | undefined): Say {
  const against = last.filter(({ order }) => whyLeft[order] !== undefined)
  const wanting = last.filter(({ order }) => whyLeft[order] === undefined)
  const reasons = [
    ...against.map(({ word, order }) => `${word.by} ${whyLeft[order]}${quoteOf(word)}`),
    ...(against.length > 0 ? wanting.map(({ word }) => `${word.by} wants it fixed`) : []),
    ...(unread === undefined ? [] : [unreadText(unread)]),
  ]
  const readings = [...last.map(({ word }) => word), ...(unread === undefined ? [] : [unread])]
  return {
    held: reasons.length === 0 ? null : reasons.join(', and '),
    wantedBy: wanting[0]?.word.by ?? null,
    leftBy: wanting.length === 0 && unread === undefined ? (against[0]?.word.by ?? null) : null,
    heard: readings.map(heardIn).find((heard) => heard !== null) ?? null,
  }
}

const whyLeft: Readonly<Partial<Record<Order, string>>> = {
  leave: 'wants it left as it is',
  done: 'says that it is fixed',
  stop: 'stopped it',
}

function heardIn({ meaning }: Word): AgentHeard | null {
  return meaning.kind === 'nothing' ? null : (meaning.heard ?? null)
}

/** So that a wrong reading is seen. */
function quoteOf(word: Word): string {
  const heard = heardIn(word)
  return heard === null ? '' : ` (read in "${shortened(heard.quote, 80)}")`
}

function unreadText(word: Word): string {
  const heard = heardIn(word)
  if (heard !== null) return `${word.by} asks "${heard.quote}": ${word.url}`
  return `what ${word.by} wrote is for a person to read: ${word.url}`
}

function reachOrder({ order, about }: Given, word: Word, all: readonly Subject[]): Reach {
  const { thread } = word
  if (thread !== null) return (subject) => isInThread(thread, subject)
  const named = namedIn(about, all)
  const isWhole = order === 'stop' ? !all.some(named.has) : !named.isAny
  // What a person describes and wants fixed is that, and not everything.
  const isOnlyItself = order === 'fix' && (hasOwnWords(word) || heardIn(word) !== null)
  return (subject) => {
    if (subject.source === word.id || named.has(subject)) return true
    return isWhole && !isOnlyItself && (order === 'stop' || (subject.at ?? '') <= word.at)
  }
}

/** An order with words beside it: they are something to be done, too. */
export function hasOwnWords({ body }: Pick<Word, 'body'>): boolean {
  return /\p{L}/u.test(body.replace(/^\s*(?:\/review-loop|>).*$/gim, ''))
}

/** What cannot be tied to anything may be about everything. */
function reachUnread({ id, body, thread, reach }: Word, all: readonly Subject[]): Reach {
  const named = namedIn(body, all)
  const isUntied =
    reach === 'anything' && thread === null && !all.some((subject) => subject.source !== id && named.has(subject))
  return (subject) =>
    isUntied || subject.source === id || named.has(subject) || (thread !== null && isInThread(thread, subject))
}

/** A thread that a person began is about its lines, whoever else speaks of them. */
function isInThread({ id, path, line, endLine, comments }: PostedThread, subject: Subject): boolean {
  if (subject.source === id) return true
  if (comments[0]?.author?.isBot !== false || path === null || subject.file !== path) return false
  const [first, last] = [line ?? endLine, endLine ?? line]
  if (first === null || last === null || subject.line === null) return true
  return subject.line >= first - near && subject.line <= last + near
}

/** Two who speak of the same place seldom name the same line. */
const near = 3

interface Named {
  readonly isAny: boolean
  readonly has: (subject: Subject) => boolean
}

/** Ids, files and lines that a text names. */
function namedIn(text: string, all: readonly Subject[]): Named {
  const ids = new Set(text.match(/\bF-[0-9a-f]{8}\b/g))
  const files = new Set(all.flatMap(({ file }) => (file !== null && names(text, file) ? [file] : [])))
  const lines = [...text.matchAll(/(?:\blines? |\bL|:)(\d{1,7})\b(?: ?[-–] ?L?(\d{1,7})\b)?/gi)].map(
    ([, first, last]) => [Number(first), Number(last ?? first)] as const,
  )
  const isAtLine = ({ line }: Subject) =>
    line !== null && lines.some(([first, last]) => line >= first - near && line <= last + near)
  return {
    isAny: ids.size > 0 || files.size > 0 || lines.length > 0 || /[\w-]\.[a-z]\w{0,4}\b/i.test(text),
    has: (subject) => {
      if (ids.has(subject.id)) return true
      if (files.size === 0) return isAtLine(subject)
      return files.has(subject.file ?? '') && (lines.length === 0 || subject.line === null || isAtLine(subject))
    },
  }
}

/** As a whole word: its path, or the last part of that. */
function names(text: string, file: string): boolean {
  return [file, file.split('/').at(-1) ?? file].some((name) => {
    const at = text.indexOf(name)
    return at >= 0 && !/[\w.-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ')
  })
}
