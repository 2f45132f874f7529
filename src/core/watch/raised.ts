import { classify } from '../outside/classify.ts'
import type { PostedItem } from '../outside/duplicates.ts'
import type { OutsideReviewer } from '../outside/reviewer.ts'
import { withPaths } from '../outside/shown-item.ts'
import { fencesOf } from '../outside/text/fences.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import type { AgentReading, OutsideComment, OutsideItem } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { beginning } from '../values/shortened.ts'
import { isSameAccount } from './account.ts'
import { isAsking } from './asking.ts'
import { isUnsettled, lastAnswer, leftBy, type OwnAnswer, ownOf, talkIn, type Utterance } from './conversation.ts'
import type { Doubt } from './doubts.ts'
import { saysSomething } from './heard.ts'
import { marksIn } from './mark.ts'
import { verdictOf } from './objectors.ts'
import { asPosted } from './posted-review.ts'
import { isRefusal } from './refusal.ts'
import { isAbout } from './seats.ts'
import type { PostedThread, Snapshot, ThreadMessage } from './snapshot.ts'
import { type Text, textOfThread, textsOf } from './texts.ts'

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
  /** Who of them wants it left as it is; null: nobody. */
  readonly leftBy: string | null
}

export interface RaisedQuestion {
  readonly reviewers: readonly OutsideReviewer[]
  /** People whose word counts. */
  readonly writers: ReadonlySet<string>
  /** By the SHA-256 of the path: some name their files so. */
  readonly pathOf: ReadonlyMap<string, string>
  /** What an agent made of unclear texts. */
  readonly readings?: ReadonlyMap<string, AgentReading>
  /** By the ids of threads. */
  readonly doubts: ReadonlyMap<string, Doubt>
}

/**
 * Everything that reviewers and people ask for, with what became of it. Threads count as long as they are not resolved; what is
 * said about the whole counts for the commit that it is about.
 */
export function raisedItems(snapshot: Snapshot, question: RaisedQuestion): readonly RaisedItem[] {
  const answers = ownAnswers(snapshot, question)
  const threads = snapshot.threads.flatMap((thread) => ofThread(thread, snapshot, question))
  const texts = textsIn(snapshot, question).filter((text) => text.source.kind !== 'thread')
  const whole = texts.flatMap((text) => ofText(text, snapshot, question, answers))
  // What one says again below the same commit is said once.
  return [...threads, ...new Map(whole.map((item) => [item.key, item])).values()]
}

function textsIn(snapshot: Snapshot, question: RaisedQuestion): readonly Text[] {
  return textsOf(snapshot).map((text) => readAs(text, snapshot, question))
}

function readAs(text: Text, { me }: Snapshot, { writers }: RaisedQuestion): Text {
  return asPosted(text, (login) => (login === me.login && !me.isBot) || writers.has(login))
}

function ofThread(thread: PostedThread, snapshot: Snapshot, question: RaisedQuestion): readonly RaisedItem[] {
  const opening = textOfThread(thread)
  if (opening === undefined) return []
  const text = readAs(opening, snapshot, question)
  const hasWord = (message: ThreadMessage) =>
    mayWrite(message, question) && saysSomething(message.body, snapshot, question.reviewers)
  const isOwn = ownOf({ ...question, me: snapshot.me })
  const left = leftBy(thread, isOwn, (message) => hasWord(message) || refuses(message, question))
  const after = lastAnswer(thread, isOwn, hasWord)
  const again = left === null ? after?.again : undefined
  const items = again === undefined ? itemsIn(text, snapshot, question) : [personItem(text, again.body)]
  const talk = talkIn(thread, again ?? null, isOwn, hasWord)
  return items.map(({ reviewer, by, item }, index) => ({
    ...item,
    // Whatever its reviewer calls it: a person who speaks of it without wanting it left wants something done.
    actionable: item.actionable || (talk.length > 0 && left === null),
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
    leftBy: left,
  }))
}

function ofText(
  text: Text,
  snapshot: Snapshot,
  question: RaisedQuestion,
  answers: ReadonlyMap<string, OwnAnswer>,
): readonly RaisedItem[] {
  if (ownOf({ ...question, me: snapshot.me })({ author: text.author, body: text.said.body ?? '' })) return []
  if (isPerson(text) ? !isDemand(text, snapshot, question) : !isAbout(text, snapshot)) return []
  const items = [...itemsIn(text, snapshot, question), ...unreadIn(text, snapshot, question)]
  const names = items.map(({ reviewer, item }) => nameOf(text, reviewer, item))
  return items.map(({ reviewer, by, item }, index) => {
    const twins = names.slice(0, index).filter((name) => name === names[index]).length
    const name = hashText(JSON.stringify([names[index], twins])).slice(0, 16)
    const key = isPerson(text) ? name : `${name}.${snapshot.head.slice(0, 10)}`
    const state = { isOpen: true, answer: answerTo(key, answers), talk: [], leftBy: null }
    return { ...item, reviewer, by, originalLine: null, key, source: text.source, url: text.url, ...state }
  })
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

function isPerson({ author, source }: Text): boolean {
  return author !== null && !author.isBot && source.kind !== 'description'
}

/**
 * Of people: a review that asks for changes and was not taken back; of others than the author of the change also a comment, and
 * a review that is nothing but its words, unless they approved since. With an approval, or beside threads, words that ask for something.
 */
function isDemand({ source, author, said }: Text, snapshot: Snapshot, { writers }: RaisedQuestion): boolean {
  if (author === null || !writers.has(author.login)) return false
  const isAuthor = author.login === snapshot.author?.login
  if (source.kind === 'comment') return !isAuthor
  const own = snapshot.reviews.filter((review) => isSameAccount(review.author, author))
  const verdict = verdictOf(snapshot, author)
  const asks = isAsking(said.body ?? '')
  if (verdict?.id === source.id) return verdict.state === 'changes_requested' || (verdict.state === 'approved' && asks)
  const since = own.slice(own.findIndex(({ id }) => id === source.id))
  const isAlone = !snapshot.threads.some(({ comments }) => comments.some(({ review }) => review === source.id))
  return (
    !isAuthor &&
    (isAlone || asks) &&
    since[0]?.state === 'commented' &&
    !since.some(({ state }) => state === 'approved')
  )
}

interface Said {
  readonly reviewer: string
  readonly by: string
  readonly item: OutsideItem
}

function itemsIn(
  text: Text,
  snapshot: Snapshot,
  { reviewers, writers, pathOf, readings }: RaisedQuestion,
): readonly Said[] {
  if (isPerson(text)) {
    const counts =
      text.author !== null && writers.has(text.author.login) && saysSomething(text.said.body ?? '', snapshot, reviewers)
    return counts ? [personItem(text, text.said.body ?? '')] : []
  }
  const { reviewer, items } = classify(text.said, reviewers, readings)
  const name = reviewers.find(({ id }) => id === reviewer)?.name
  if (reviewer === null || name === undefined) return []
  return withPaths(items, pathOf).flatMap((item) => (item.remark ? [] : [{ reviewer, by: name, item }]))
}

/**
 * A reviewer that has something against this commit which is nowhere to be read: that is to be dealt with, too, or the end
 * would be an approval. What stands in its threads, open or closed, is read there; its last word about the commit counts.
 */
function unreadIn(text: Text, snapshot: Snapshot, question: RaisedQuestion): readonly Said[] {
  const { reviewers, readings } = question
  const { reviewer, findsElsewhere } = classify(text.said, reviewers, readings)
  const name = reviewers.find(({ id }) => id === reviewer)?.name
  if (isPerson(text) || !findsElsewhere || name === undefined || text.said.state === 'DISMISSED') return []
  const { kind, id } = text.source
  const others = textsIn(snapshot, question).filter(
    (each) => !(each.source.kind === kind && each.source.id === id) && isAbout(each, snapshot),
  )
  const isRead = others.some((each) => {
    const means = classify(each.said, reviewers, readings)
    if (means.reviewer !== reviewer) return false
    if (each.source.kind === 'thread' || means.items.some(({ remark }) => !remark)) return true
    return (means.class === 'clean' || means.findsElsewhere) && (each.at ?? '') > (text.at ?? '')
  })
  const title = `${name} says it has findings, which could not be read: ${text.url}`
  return isRead ? [] : [{ reviewer: reviewer!, by: name, item: plainItem(text.said, title, text.said.body ?? '') }]
}

/** What a person with a say writes is to be dealt with: whether it is taste is not for us to judge. */
function personItem({ author, said }: Text, body: string): Said {
  const line =
    withoutMarks(body)
      .split('\n')
      .map((each) => each.replace(/^[#>\s*-]+/, '').trim())
      .find((each) => each !== '') ?? ''
  const by = author?.login ?? 'somebody'
  return { reviewer: `@${by}`, by, item: plainItem(said, beginning(line, 120), body) }
}

function plainItem({ path, line }: OutsideComment, title: string, body: string): OutsideItem {
  const suggestion = fencesOf(body).find(({ language }) => language === 'suggestion')?.content ?? null
  const nothing = { startLine: null, severity: null, pathHash: null, nativeId: null, remark: false, inPrompt: false }
  return { ...nothing, file: path, line, actionable: true, title, body, suggestion }
}

/** Also where it is said to the bot. */
function refuses(message: ThreadMessage, question: RaisedQuestion): boolean {
  return mayWrite(message, question) && isRefusal(message.body)
}

function mayWrite({ author }: ThreadMessage, { writers }: RaisedQuestion): boolean {
  return author !== null && !author.isBot && writers.has(author.login)
}

/** What we said about items that have no thread, by their keys with and without the head: in comments of ours. The last word counts. */
function ownAnswers({ comments, me }: Snapshot, question: RaisedQuestion): ReadonlyMap<string, OwnAnswer> {
  const answers = new Map<string, OwnAnswer>()
  for (const { body } of comments.filter(ownOf({ ...question, me }))) {
    for (const kind of ['fixed', 'skipped'] as const) {
      for (const key of marksIn(body, kind)) answers.set(key, kind).set(withoutHead(key), kind)
    }
  }
  return answers
}
