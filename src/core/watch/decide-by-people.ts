import type { LineRange } from '../../types.ts'
import { rangeDistance } from '../values/ranges.ts'
import { shortened } from '../values/shortened.ts'
import type { CollectedItem } from './collected-item.ts'
import type { GivenOrder, Order, PersonComment } from './person-comments.ts'
import type { PostedThread } from './snapshot.ts'

/** What people say about an item, taken together. `leftBy`: who wants it left, or says that it is done. */
export type PeopleDecision = Pick<CollectedItem, 'held' | 'wantedBy' | 'heard'> & { readonly leftBy: string | null }

/** Something that people may speak about. */
type Subject = Pick<CollectedItem, 'id' | 'source' | 'file' | 'line' | 'at'>

/** `me`: whose token it is; their order settles what others wrote before in the same place. */
export function decideByPeople(all: readonly Subject[], comments: readonly PersonComment[], me: string) {
  const said = comments.flatMap((comment) =>
    comment.orders.map((given) => ({ ...comment, order: given.order, covers: coverageOf(given, comment, all) })),
  )
  return (subject: Subject): PeopleDecision => {
    const about = said.filter(({ covers }) => covers(subject))
    const orders = about.filter(({ order }) => order !== 'unclear')
    const unclear = about.find(({ order, id, by, createdAt }) => {
      const isBy = (other: string) => subject.source === id || other === by || other === me
      return order === 'unclear' && !orders.some((later) => later.createdAt >= createdAt && isBy(later.by))
    })
    const last = [...new Map(orders.map((each) => [each.by, each])).values()]
    const against = last.filter(({ order }) => order in whyLeft)
    const wanting = last.filter(({ order }) => !(order in whyLeft))
    const reasons = [
      ...against.map(reasonFor),
      ...(against.length > 0 ? wanting.map(({ by }) => `${by} wants it fixed`) : []),
      ...(unclear === undefined ? [] : [reasonFor(unclear)]),
    ]
    return {
      held: reasons.length === 0 ? null : reasons.join(', and '),
      wantedBy: wanting[0]?.by ?? null,
      leftBy: wanting.length === 0 && unclear === undefined ? (against[0]?.by ?? null) : null,
      heard: [...last, unclear].find((each) => each?.heard)?.heard ?? null,
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
  const { id, thread, mayConcern, heard } = comment
  const isUnclear = order === 'unclear'
  const named = namedIn(about, all, isUnclear ? nearby : 0)
  // What a person describes and wants fixed is that, and not everything.
  const isOnlyItself = order === 'fix' && (hasOwnWords(comment) || heard !== null)
  const isUntied = isUnclear || order === 'stop' ? !all.some(named.has) : !named.isAny
  const isWhole = isUntied && !isOnlyItself && !(isUnclear && mayConcern !== 'anything')
  const isTimely = (at: string | null) => isUnclear || order === 'stop' || (at ?? '') <= comment.createdAt
  return (subject: Subject): boolean => {
    if (order === 'explain' || (isUnclear && mayConcern === 'nothing')) return false
    if (thread !== null) return isInThread(thread, subject) || (isUnclear && named.has(subject))
    return subject.source === id || named.has(subject) || (isWhole && isTimely(subject.at))
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
  return start === null || end === null || subject.line === null || isNear(subject.line, { start, end }, nearby)
}

/** Two who speak of the same place seldom name the same line. */
const nearby = 3

const isNear = (at: number, lines: LineRange, most: number): boolean =>
  rangeDistance(lines, { start: at, end: at }) <= most

/** Ids, files and lines that a text names. `reach`: how far from a line, where something stands on it. */
function namedIn(text: string, all: readonly Subject[], reach: number) {
  const ids = new Set(text.match(/\bF-[0-9a-f]{8}\b/g))
  const files = new Set(all.flatMap(({ file }) => (file !== null && isNamed(file, text) ? [file] : [])))
  const found = [...text.matchAll(/(?:\blines? |\bL|:)(\d{1,7})\b(?: ?[-–] ?L?(\d{1,7})\b)?/gi)]
  const ranges = found.map(([, start, end = start]) => ({ start: Number(start), end: Number(end) }))
  const isOn = (line: number | null, most: number) => line !== null && ranges.some((range) => isNear(line, range, most))
  const most = all.some(({ line }) => isOn(line, 0)) ? reach : nearby
  return {
    isAny: ids.size + files.size + ranges.length > 0 || /[\w-]\.[a-z]\w{0,4}\b/i.test(text),
    has: ({ id, file, line }: Subject): boolean => {
      const isAtLine = isOn(line, most)
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
