import { noWords, plain } from './inline.ts'
import type { Loose } from './loose.ts'
import { type Concept, means, placesOf, weightNames, without } from './meaning.ts'
import { ownWords, roleOf } from './roles.ts'

/** What a sentence says about the review itself. */
export type Status =
  | 'refused'
  | 'failed'
  | 'partial'
  | 'unreviewed'
  | 'in_progress'
  | 'findings'
  | 'announced'
  | 'clean'

export interface Said {
  readonly status: Status
  readonly sentence: string
  readonly at: Loose['at']
}

/** What the words of a text that are no items say about the review, in their order. */
export function statusesIn(loose: readonly Loose[]): readonly Said[] {
  const title = plain(loose[0]?.words ?? noWords)
  if (means(title, 'elsewhere') && !means(title, 'review')) return []
  const isSeen = loose.some(({ at }) => at === 'heading' || at === 'text')
  return loose
    .filter(
      ({ at, words }) =>
        (!isSeen || at !== 'fold') &&
        !(
          at !== 'text' &&
          roleOf(words) === 'issue' &&
          !means(plain(words), 'review') &&
          !/\bchanges\b/i.test(plain(words))
        ),
    )
    .filter(
      ({ role, at }) =>
        role === null || role === 'issue' || role === 'summary' || (at === 'heading' && role !== 'prompt'),
    )
    .flatMap(({ words, at, role }) =>
      sentencesOf(plain(words)).flatMap((sentence, index) => {
        const status = statusOf(sentence, at === 'heading' || (index === 0 && sentence.length < 80))
        return status === undefined || (role === 'summary' && !isOnReview(sentence, status))
          ? []
          : [{ status, sentence, at }]
      }),
    )
}

/** In a description of the change most sentences are about the change. */
function isOnReview(sentence: string, status: Status): boolean {
  if (status === 'findings' || status === 'announced' || status === 'clean')
    return means(sentence, 'found') || means(sentence, 'reviewed') || changesWanted.test(sentence)
  if (status === 'in_progress') return /\b(?:I'm|I am|we're|we are)\b/i.test(sentence)
  return (status === 'refused' && /\byour?\b/i.test(sentence)) || status === 'partial' || status === 'unreviewed'
}

export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?؟।])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, 200)
}

/** By the combination of what its words mean. `isShort`: a headline or a line of its own, which needs no subject. */
export function statusOf(given: string, isShort: boolean): Status | undefined {
  const sentence = given.replace(aboutCode, ' ')
  const has = (concept: Concept) => means(sentence, concept)
  const isAboutChange = aboutChange.test(sentence) && !/too (?:large|big|many)|limit of|exceeds?\b/i.test(sentence)
  const isReview = has('review') || (isShort && !has('elsewhere'))
  const fails = (has('failed') && !isNotFound(sentence)) || has('timeout')
  if (!isAboutChange) {
    const portion =
      /\b(\d+)\s*(?:\p{L}+\s+){0,2}(?:\/|of|out of|von|sur|de|di|z|из|van)\s*(?:the\s+)?(\d+)/iu.exec(sentence) ??
      /(\d+)\s*(?:件|个|개|中)?[^\d]{0,8}(\d+)/u.exec(sentence)
    if (portion !== null && has('file') && (fails || (has('skipped') && has('limit')))) return 'partial'
    if (((has('limit') && has('reached')) || isUsedUp(sentence)) && !isPromise(sentence)) return 'refused'
    if (has('skipped') && isReview) return 'refused'
    if (fails && isReview && !denies(sentence, 'issue', 3)) return 'failed'
  }
  const isNoFile = isShort && near(sentence, 'negation', 'file', 2) && ownWords(sentence) <= 1
  if ((isNoFile || near(sentence, 'negation', 'reviewed', 3)) && !has('issue') && !has('suggestion'))
    return 'unreviewed'
  const count = countIn(sentence)
  if (count !== undefined && count > 0 && (!has('resolved') || has('open'))) return 'findings'
  if (isAnnounced(sentence) && !isAboutChange) return 'announced'
  if (isShort && changesWanted.test(sentence) && !has('negation')) return 'findings'
  if (isClean(sentence, count)) return 'clean'
  if (has('progress') && isReview && !has('done') && (!isAboutChange || has('reviewed'))) return 'in_progress'
  return undefined
}

/** "Error handling": code that has to do with errors. */
const aboutCode =
  /\b(?:errors?|failures?|exceptions?|timeouts?|limits?)[ -](?:handling|handlers?|messages?|paths?|cases?|codes?|states?|logic)\b/gi

const changesWanted = /\bchanges (?:requested|recommended)\b/i

/** "You have used all of your reviews", "0 free reviews remaining", "You do not have a license" */
function isUsedUp(sentence: string): boolean {
  return (
    /\b(?:used (?:up )?all|r[ua]n out of|out of)\b.{0,30}\breviews?\b|\b(?:0|no) (?:[\w-]+ ){0,3}(?:reviews|credits) (?:left|remain\w*)/i.test(
      sentence,
    ) ||
    (/^\W*to (?:use|get|start|enable|receive|continue|run)\b/i.test(sentence) && means(sentence, 'setup')) ||
    (/\b(?:you|your|author|user|organi[sz]ation|account)\b/i.test(sentence) && near(sentence, 'negation', 'limit', 4))
  )
}

const aboutChange =
  /^\W*(?:this|the|these) (?:pr|pull request|changes?|patch|commit|diff)\b|^\W*(?:adds?|fix(?:es)?|introduces?|implements?|refactors?|removes?|updates?|handles?)\b|^\W*(?:dieser?|cette|ce|este|esta|questo|questa|ten|этот|bu) (?:pr|pull request|mr)\b/i

/** What could happen, or what is left: "You have used $0 of your $50 limit so far". */
function isPromise(sentence: string): boolean {
  return /^\W*(?:comment|reply|type|use|try|mention)\b.*`?[@/]\w|\b(?:so far|if you|to avoid|will be counted|per (?:hour|day|month))\b|expires on/i.test(
    sentence,
  )
}

/** "No issues", "did not find any problems", "問題は見つかりませんでした", "LGTM": short, and without a "but". */
function isClean(sentence: string, count: number | undefined): boolean {
  const isMore = (['contrast', 'timeout', 'defect'] as const).some((concept) => means(sentence, concept))
  if (means(sentence, 'resolved') && !means(sentence, 'done')) return false
  if (isMore || sentence.length > 220 || failsBeside(sentence)) return false
  if (count === 0 || means(sentence, 'flawless')) return true
  if (/\bnot\b|n't\b/i.test(sentence) && !means(sentence, 'found') && !/\b(?:any|have)\b/i.test(sentence)) return false
  if (denies(sentence, 'issue', 4) || denies(sentence, 'suggestion', 3)) return ownWords(sentence) <= 9
  return (
    /^\W{0,20}(?:LGTM|looks good to me|ship it)\b/i.test(sentence) ||
    /\b(?:they|changes|everything|all|it|this) (?:all )?looks? (?:good|great|fine)\b/i.test(sentence)
  )
}

/** "I left a few suggestions", "Here is some feedback": it is written elsewhere. */
function isAnnounced(sentence: string): boolean {
  const isNear = near(sentence, 'some', 'suggestion', 3) || near(sentence, 'some', 'issue', 3)
  return (
    isNear &&
    (means(sentence, 'review') || means(sentence, 'found')) &&
    !means(sentence, 'negation') &&
    !means(sentence, 'resolved')
  )
}

/** How many problems a sentence counts: a number beside a word for them. */
function countIn(sentence: string): number | undefined {
  const numbers = [...sentence.matchAll(/(?<![\w.#/:-])(\d{1,4})(?![\w./:%-]*\w)/g)].map(
    (match) => [match.index, match.index + match[0].length, Number(match[1])] as const,
  )
  const things = [...placesOf(sentence, 'issue'), ...placesOf(sentence, 'suggestion')]
  for (const [start, end, number] of numbers)
    for (const [from, to] of things) {
      const gap = from >= end ? sentence.slice(end, from) : sentence.slice(to, start)
      if (
        gap.length <= 30 &&
        ownWordsIn(gap) <= 2 &&
        (from >= end ? !/[.:,;]/.test(gap) : /^\s?\(?$|^[^()]{0,20}[:：]\W{0,3}$/u.test(gap)) &&
        !means(gap, 'file')
      )
        return number
    }
  return undefined
}

/** "No errors", "errors were not found". An error, and something that is not, is an error: "an error occurred and it was not completed". */
function denies(sentence: string, thing: Concept, most: number): boolean {
  const all = denials(sentence)
  const isAnywhere = deniesLast.test(sentence) || means(sentence, 'found')
  const [first] = all
  if (first === undefined) return false
  return areNear(
    sentence,
    all,
    isAnywhere ? placesOf(sentence, thing) : placesOf(sentence, thing).filter(([from]) => from >= first[0]),
    most,
  )
}

/** Besides what is denied, something fails: "No error is shown when the save fails". */
function failsBeside(sentence: string): boolean {
  const issues = placesOf(sentence, 'issue')
  return !isNotFound(sentence) && placesOf(sentence, 'failed').some(([at]) => issues.every(([from]) => from !== at))
}

/** "Could not" is a failure and denies nothing, but "could not find" does. */
function denials(sentence: string): Spans {
  const failures = placesOf(sentence, 'failed')
  const inFailure = ([at]: Spans[number]) => failures.some(([start, end]) => at >= start && at < end)
  return placesOf(sentence, 'negation').filter((span) => isNotFound(sentence) || !inFailure(span))
}

function isNotFound(sentence: string): boolean {
  if (!means(sentence, 'issue') && !means(sentence, 'suggestion')) return false
  const negated = placesOf(sentence, 'failed').filter(([start, end]) =>
    placesOf(sentence, 'negation').some(([at]) => at >= start && at < end),
  )
  return areNear(sentence, negated, placesOf(sentence, 'found'), 1)
}

/** Languages that deny behind what they deny. */
const deniesLast =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]|[ışğ]|\byok\b/u

type Spans = ReturnType<typeof placesOf>

function near(sentence: string, one: Concept, other: Concept, most: number): boolean {
  return areNear(sentence, placesOf(sentence, one), placesOf(sentence, other), most)
}

function areNear(sentence: string, ones: Spans, others: Spans, most: number): boolean {
  return ones.some(([start, end]) =>
    others.some(([from, to]) => {
      const gap = from >= end ? sentence.slice(end, from) : to <= start ? sentence.slice(to, start) : ''
      return ownWordsIn(gap) <= most && gap.length <= 60 && !/[.;:,](?:\s|$)/.test(gap)
    }),
  )
}

/** Words between two others that change what these are about. */
function ownWordsIn(gap: string): number {
  return wordsIn(without(gap, ['small', 'found', 'review', ...weightNames]))
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
}
