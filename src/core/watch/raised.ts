import type { AskedItem } from '../outside/asked/person-reading.ts'
import type { PostedItem } from '../outside/duplicates.ts'
import type { AgentHeard, OutsideItem } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { isAbout } from './about-head.ts'
import { isUnsettled, lastAnswer, type OwnAnswer, ownOf, talkIn, type Utterance } from './conversation.ts'
import type { Doubt } from './doubts.ts'
import { idOf } from './item-id.ts'
import { isPerson, itemsIn, personItem, readAs, textsIn, unreadIn } from './items-in.ts'
import { marksIn } from './mark.ts'
import { type Word, wordsIn } from './people.ts'
import type { Question } from './question.ts'
import { hasOwnWords, type Say, sayAbout } from './say.ts'
import type { PostedThread, Snapshot } from './snapshot.ts'
import { type Text, textOfThread } from './texts.ts'

/** An item with where it was raised and how it stands. */
export interface RaisedItem extends PostedItem {
  /** Of this item at this place: what our answers name. */
  readonly key: string
  readonly source: Text['source']
  readonly url: string
  /** Who says it, to be named to people. */
  readonly by: string
  /** Nobody has closed it, and whoever has to be answered can be. */
  readonly isOpen: boolean
  /** Null: not answered since it was said. */
  readonly answer: OwnAnswer | Doubt | null
  /** What people with a say added where it was raised. */
  readonly talk: readonly Utterance[]
  /** Why it is not fixed automatically: what people say about it; null: nobody is against it. */
  readonly held: string | null
  /** Who of them wants it fixed. */
  readonly wantedBy: string | null
  /** How an agent read what a person wrote about it. */
  readonly heard: AgentHeard | null
}

/** Before it is known what people say about it. */
type Draft = Omit<RaisedItem, keyof Say> & {
  readonly at: string | null
  /** The text of a person that it is. */
  readonly word: Word | null
}

/**
 * Everything that reviewers and people ask for, with what became of it. Threads count as long as they are not resolved; what is
 * said about the whole counts for the commit that it is about.
 */
export function raisedItems(snapshot: Snapshot, question: Question): readonly RaisedItem[] {
  const answers = ownAnswers(snapshot, question)
  const words = peopleIn(snapshot, question)
  const byId = new Map(words.map((word) => [word.id, word]))
  const threads = snapshot.threads.flatMap((thread) => ofThread(thread, snapshot, question, byId))
  const texts = textsIn(snapshot, question).filter((text) => text.source.kind !== 'thread')
  const whole = texts.flatMap((text) => ofText(text, snapshot, question, answers, byId))
  // What one says again below the same commit is said once.
  const drafts = [...threads, ...new Map(whole.map((item) => [item.key, item])).values()]
  const subjects = new Map(drafts.map((draft) => [draft, subjectOf(draft)]))
  const say = sayAbout([...subjects.values()], words, snapshot.me.login)
  return drafts.map((draft) => judged(draft, say(subjects.get(draft)!)))
}

/** What people with a say wrote. */
export function peopleIn(
  snapshot: Snapshot,
  question: Pick<Question, 'reviewers' | 'heard' | 'writers'>,
): readonly Word[] {
  return wordsIn(snapshot, { ...question, isOwn: ownOf({ ...question, me: snapshot.me }) })
}

/** As an agent is told what a person may speak about. */
export function askedItem({ key, source, by, file, line, title }: RaisedItem): AskedItem {
  return { id: idOf(key), source: source.id, by, file, line, title }
}

function subjectOf({ key, source, file, line, at }: Draft) {
  return { id: idOf(key), source: source.id, file, line, at }
}

function judged({ word, at: _at, ...draft }: Draft, { held, wantedBy, leftBy, heard }: Say): RaisedItem {
  const orders = word?.meaning.kind === 'orders' ? word.meaning.orders : []
  const isStop = orders.some(({ order }) => order === 'stop')
  // What a person wrote and somebody with a say wants left asks for nothing any more; nor does a stop that was taken back.
  const isReleased = word !== null && (isStop ? held === null : leftBy !== null)
  const asks = wantedBy !== null || (held !== null && leftBy === null && draft.talk.length > 0)
  return {
    ...draft,
    actionable: draft.actionable || asks,
    isOpen: draft.isOpen && !isReleased,
    held: isReleased ? null : held,
    wantedBy,
    heard,
  }
}

function ofThread(
  thread: PostedThread,
  snapshot: Snapshot,
  question: Question,
  words: ReadonlyMap<string, Word>,
): readonly Draft[] {
  const opening = textOfThread(thread)
  if (opening === undefined) return []
  const text = readAs(opening, snapshot, question)
  const isOwn = ownOf({ ...question, me: snapshot.me })
  const counts = ({ id }: { readonly id: string }) => speaks(words.get(id), false)
  const after = lastAnswer(thread, isOwn, ({ id }, isFixed) => speaks(words.get(id), !isFixed))
  const again = after?.again
  const asked = again === undefined ? undefined : words.get(again.id)
  const begins = words.get(thread.comments[0]?.id ?? '')
  const first = isPerson(text) ? thread.comments.find(counts) : undefined
  const said = asked !== undefined && (asked.meaning.kind === 'unread' || hasOwnWords(asked)) ? again : first
  const items = said === undefined ? itemsIn(text, question) : [personItem(text, said.body)]
  const talk = talkIn(thread, again ?? null, isOwn, counts).slice(
    first === undefined || first.id === begins?.id ? 0 : 1,
  )
  return items.map(({ reviewer, by, item }, index) => ({
    ...item,
    // Of lines that are not there any more nothing can be replaced; and what people say of a suggestion has to be understood first.
    suggestion: thread.isOutdated || (again === undefined && talk.length > 0) ? null : item.suggestion,
    reviewer,
    by,
    originalLine: thread.originalLine,
    key: index === 0 ? thread.id : `${thread.id}#${index}`,
    source: text.source,
    url: again?.url ?? text.url,
    isOpen: isUnsettled(thread, snapshot.me.login, after),
    answer: after?.answer === 'fixed' ? (question.doubts.get(thread.id) ?? 'fixed') : (after?.answer ?? null),
    talk,
    at: text.at,
    word: isPerson(text) ? (begins ?? null) : null,
  }))
}

/** Whether somebody says more than nothing; who agrees with what we said has said nothing new. */
function speaks(word: Word | undefined, isLeft: boolean): boolean {
  if (word === undefined || word.meaning.kind === 'nothing') return false
  if (word.meaning.kind === 'unread') return true
  return word.meaning.orders.some(
    ({ order }) => order !== 'explain' && order !== 'done' && !(isLeft && order === 'leave'),
  )
}

function ofText(
  text: Text,
  snapshot: Snapshot,
  question: Question,
  answers: ReadonlyMap<string, OwnAnswer>,
  words: ReadonlyMap<string, Word>,
): readonly Draft[] {
  if (ownOf({ ...question, me: snapshot.me })({ author: text.author, body: text.said.body ?? '' })) return []
  const word = words.get(text.source.id) ?? null
  // Beside an approval words are listed, and ask for nothing.
  const isListed = word?.meaning.kind === 'unread' && word.reach === 'named' && text.said.state === 'APPROVED'
  if (isPerson(text) ? !isDemand(word) && !isListed : !isAbout(text, snapshot)) return []
  const found = isPerson(text) ? [personItem(text, text.said.body ?? '', !isListed)] : itemsIn(text, question)
  const items = [...found, ...unreadIn(text, snapshot, question)]
  const names = items.map(({ reviewer, item }) => nameOf(text, reviewer, item))
  return items.map(({ reviewer, by, item }, index) => {
    const twins = names.slice(0, index).filter((name) => name === names[index]).length
    const name = hashText(JSON.stringify([names[index], twins])).slice(0, 16)
    const key = isPerson(text) ? name : `${name}.${snapshot.head.slice(0, 10)}`
    const state = { isOpen: true, answer: answerTo(key, answers), talk: [], at: text.at, word }
    return { ...item, reviewer, by, originalLine: null, key, source: text.source, url: text.url, ...state }
  })
}

/** What nobody has read, what is to be done by its own words, and a stop. */
function isDemand(word: Word | null): boolean {
  if (word === null || word.meaning.kind === 'nothing') return false
  if (word.meaning.kind === 'unread') return word.reach === 'anything'
  const { orders, heard } = word.meaning
  if (orders.some(({ order }) => order === 'stop')) return true
  return orders.some(({ order }) => order === 'fix') && (heard === undefined ? hasOwnWords(word) : heard.about === null)
}

/** What a person says is one thing in one place; a bot says the same again in a new comment for each commit. */
function nameOf(text: Text, reviewer: string, { file, line, title }: OutsideItem): string {
  return JSON.stringify([isPerson(text) ? text.source.id : reviewer, file, line, title])
}

/**
 * Whoever repeats what was left as it is has its answer, about every later commit: nothing about it is new. What was
 * fixed and is said again about a later commit, the fix included, is said anew: the fix is not enough or was undone, and an old
 * "Fixed" would hide that.
 */
function answerTo(key: string, answers: ReadonlyMap<string, OwnAnswer>): OwnAnswer | null {
  const before = answers.get(withoutHead(key))
  return answers.get(key) ?? (before === 'skipped' ? before : null)
}

function withoutHead(key: string): string {
  return key.replace(/\..*$/, '')
}

/** What we said about items that have no thread, by their keys with and without the head: in comments of ours. The last word counts. */
function ownAnswers({ comments, me }: Snapshot, question: Question): ReadonlyMap<string, OwnAnswer> {
  const answers = new Map<string, OwnAnswer>()
  for (const { body } of comments.filter(ownOf({ ...question, me }))) {
    for (const kind of ['fixed', 'skipped'] as const) {
      for (const key of marksIn(body, kind)) answers.set(key, kind).set(withoutHead(key), kind)
    }
  }
  return answers
}
