import { rangeDistance } from '../values/ranges.ts'
import { shortened } from '../values/shortened.ts'
import type { CollectedItem } from './collect-items.ts'
import type { PersonComment } from './person-comments.ts'
import type { GivenOrder, Order } from './person-text.ts'
import type { PostedThread } from './snapshot.ts'

/** What people say about an item, taken together. */
export interface PeopleDecision extends Pick<CollectedItem, 'held' | 'wantedBy' | 'heard'> {
  /** Who wants it left, or says that it is done. */
  readonly leftBy: string | null
}

/** Something that people may speak about. */
type Subject = Pick<CollectedItem, 'id' | 'source' | 'file' | 'line' | 'at'>

/** `me`: whose token it is; their order settles what others wrote before in the same place. */
export function decideByPeople(
  all: readonly Subject[],
  comments: readonly PersonComment[],
  me: string,
): (subject: Subject) => PeopleDecision {
  const said = comments.flatMap((comment) =>
    comment.orders
      .filter(({ order }) => order !== 'explain' && !(order === 'unclear' && comment.mayConcern === 'nothing'))
      .map((given) => ({ ...comment, order: given.order, covers: coverageOf(given, comment, all) })),
  )
  return (subject) => {
    const about = said.filter(({ covers }) => covers(subject))
    const orders = about.filter(({ order }) => order !== 'unclear')
    const unclear = about.filter(({ order, id, by, at }) => {
      const isSettledBy = (later: PersonComment) =>
        later.at >= at && (subject.source === id || [by, me].includes(later.by))
      return order === 'unclear' && !orders.some(isSettledBy)
    })
    const last = [...new Map(orders.map((each) => [each.by, each])).values()]
    const against = last.filter(({ order }) => order in whyLeft)
    const wanting = last.filter(({ order }) => !(order in whyLeft))
    const reasons = [
      ...against.map(reasonFor),
      ...(against.length > 0 ? wanting.map(({ by }) => `${by} wants it fixed`) : []),
      ...unclear.slice(0, 1).map(reasonFor),
    ]
    return {
      held: reasons.length === 0 ? null : reasons.join(', and '),
      wantedBy: wanting[0]?.by ?? null,
      leftBy: wanting.length + unclear.length === 0 ? (against[0]?.by ?? null) : null,
      heard: [...last, ...unclear.slice(0, 1)].find(({ heard }) => heard !== null)?.heard ?? null,
    }
  }
}

const whyLeft: Readonly<Partial<Record<Order, string>>> = {
  leave: 'wants it left as it is',
  done: 'says that it is fixed',
  stop: 'stopped it',
}

/** With the words that an agent read, so that a wrong reading is seen. */
function reasonFor({ by, order, heard, url }: PersonComment & Pick<GivenOrder, 'order'>): string {
  const read = heard === null ? '' : ` (read in "${shortened(heard.quote, 80)}")`
  if (order !== 'unclear') return `${by} ${whyLeft[order]}${read}`
  return heard === null ? `what ${by} wrote is for a person to read: ${url}` : `${by} asks "${heard.quote}": ${url}`
}

/** What an order is about. An unclear text that cannot be tied to anything may be about everything. */
function coverageOf({ order, about }: GivenOrder, comment: PersonComment, all: readonly Subject[]) {
  const { id, at, thread, mayConcern, heard } = comment
  const named = namedIn(about, all)
  const isUnclear = order === 'unclear'
  // What a person describes and wants fixed is that, and not everything.
  const isOnlyItself = order === 'fix' && (hasOwnWords(comment) || heard !== null)
  const isWhole = isUnclear || order === 'stop' ? !all.some(named.has) : !named.isAny && !isOnlyItself
  return (subject: Subject): boolean => {
    if (thread !== null) return isInThread(thread, subject) || (isUnclear && named.has(subject))
    if (subject.source === id || named.has(subject)) return true
    const isInReach = isUnclear ? mayConcern === 'anything' : order === 'stop' || (subject.at ?? '') <= at
    return isWhole && isInReach
  }
}

/** Words beside an order are something to be done, too. */
export function hasOwnWords({ body }: Pick<PersonComment, 'body'>): boolean {
  return /\p{L}/u.test(body.replace(/^\s*(?:\/review-loop|>).*$/gim, ''))
}

/** A thread that a person began is about its lines, whoever else speaks of them. */
function isInThread({ id, path, line, endLine, comments }: PostedThread, subject: Subject): boolean {
  if (subject.source === id) return true
  if (comments[0]?.author?.isBot !== false || path === null || subject.file !== path) return false
  const [start, end] = [line ?? endLine, endLine ?? line]
  return start === null || end === null || subject.line === null || isNear(subject.line, { start, end })
}

/** Two who speak of the same place seldom name the same line. */
function isNear(line: number, range: { readonly start: number; readonly end: number }): boolean {
  return rangeDistance(range, { start: line, end: line }) <= 3
}

/** Ids, files and lines that a text names. */
function namedIn(text: string, all: readonly Subject[]) {
  const ids = new Set(text.match(/\bF-[0-9a-f]{8}\b/g))
  const files = new Set(all.flatMap(({ file }) => (file !== null && isNamed(file, text) ? [file] : [])))
  const found = [...text.matchAll(/(?:\blines? |\bL|:)(\d{1,7})\b(?: ?[-–] ?L?(\d{1,7})\b)?/gi)]
  const ranges = found.map(([, start, end = start]) => ({ start: Number(start), end: Number(end) }))
  return {
    isAny: ids.size + files.size + ranges.length > 0 || /[\w-]\.[a-z]\w{0,4}\b/i.test(text),
    has: ({ id, file, line }: Subject): boolean => {
      const isAtLine = line !== null && ranges.some((range) => isNear(line, range))
      if (ids.has(id) || files.size === 0) return ids.has(id) || isAtLine
      return files.has(file ?? '') && (ranges.length === 0 || line === null || isAtLine)
    },
  }
}

/** As a whole word: its path, or the last part of that. */
function isNamed(file: string, text: string): boolean {
  return [file, file.split('/').at(-1) ?? file].some((name) => {
    const at = text.indexOf(name)
    return at >= 0 && !/[\w.-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ')
  })
}
