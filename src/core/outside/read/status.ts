import { areNear, denies, isNotFound, isOfTopic, near, ownWordsIn, saysMore, wordsIn } from './denial.ts'
import { noWords, plain } from './inline.ts'
import type { Loose } from './loose.ts'
import { type Concept, means, placesOf } from './meaning.ts'
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
    .replace(/:[a-z][a-z_]{1,30}:/g, ' ')
    .split(/(?<=[.!?؟।])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, 200)
}

/** By the combination of what its words mean. `isShort`: a headline or a line of its own, which needs no subject. */
export function statusOf(given: string, isShort: boolean): Status | undefined {
  if (given.length > longestSentence) return undefined
  const sentence = given.replace(commands, ' ').replace(aboutCode, ' ')
  const has = (concept: Concept) => means(sentence, concept)
  const isTooLarge = isOversized(sentence)
  const isAboutChange = aboutChange.test(sentence) && !isTooLarge && !/limit of|exceeds?\b/i.test(sentence)
  const isReview = has('review') || isTooLarge || (isShort && !has('elsewhere'))
  const fails = (isFailure(sentence) && !isNotFound(sentence)) || has('timeout')
  if (!isAboutChange) {
    const portion =
      /\b(\d+)\s*(?:\p{L}+\s+){0,2}(?:\/|of|out of|von|sur|de|di|z|из|van)\s*(?:the\s+)?(\d+)/iu.exec(sentence) ??
      /(\d+)\s*(?:件|个|개|中)?[^\d]{0,8}(\d+)/u.exec(sentence)
    if (portion !== null && has('file') && (fails || (has('skipped') && has('limit')))) return 'partial'
    if (((has('limit') && has('reached')) || isUsedUp(sentence)) && !isPromise(given)) return 'refused'
    if ((has('skipped') || has('oversized')) && isReview) return 'refused'
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
  if (
    has('progress') &&
    isReview &&
    !near(sentence, 'progress', 'elsewhere', 1) &&
    (!has('done') || near(sentence, 'later', 'done', 1)) &&
    (!isAboutChange || has('reviewed'))
  )
    return 'in_progress'
  return undefined
}

/** "`/cancel`" */
const commands = /`[@/][^`]*`/g

/** Lists of files that lost their line breaks are longer. */
const longestSentence = 600

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

/** "This PR is too big for us" */
function isOversized(sentence: string): boolean {
  const subject = aboutChange.exec(sentence)?.[0].length
  return (
    subject !== undefined && placesOf(sentence, 'oversized').some(([at]) => wordsIn(sentence.slice(subject, at)) <= 2)
  )
}

/** What could happen, or what is left: "You have used $0 of your $50 limit so far". */
function isPromise(sentence: string): boolean {
  return /^\W*(?:comment|reply|type|use|try|mention)\b.*`?[@/]\w|\b(?:so far|if you|to avoid|will be counted|per (?:hour|day|month))\b|expires on/i.test(
    sentence,
  )
}

/** "No issues", "did not find any problems", "問題は見つかりませんでした", "LGTM": short, and without a "but". */
function isClean(sentence: string, count: number | undefined): boolean {
  const isMore = (['contrast', 'provisional', 'timeout', 'defect'] as const).some((concept) => means(sentence, concept))
  if (means(sentence, 'resolved') && !means(sentence, 'done')) return false
  if (isMore || sentence.length > 220 || failsBeside(sentence)) return false
  if (count === 0 || means(sentence, 'flawless')) return true
  if (/\bnot\b|n't\b/i.test(sentence) && !means(sentence, 'found') && !/\b(?:any|have)\b/i.test(sentence)) return false
  if (saysMore(sentence) || isOfTopic(sentence)) return false
  if (denies(sentence, 'issue', 4) || denies(sentence, 'suggestion', 3)) return ownWords(sentence) <= 9
  if ((['issue', 'suggestion', 'demand'] as const).some((concept) => means(sentence, concept))) return false
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

/** Something fails that is not the build of the change: "Analyzing CI failures" */
function isFailure(sentence: string): boolean {
  const others = placesOf(sentence, 'elsewhere')
  return placesOf(sentence, 'failed').some((span) => !areNear(sentence, [span], others, 0))
}

/** Besides what is denied, something fails: "No error is shown when the save fails". */
function failsBeside(sentence: string): boolean {
  const issues = placesOf(sentence, 'issue')
  return !isNotFound(sentence) && placesOf(sentence, 'failed').some(([at]) => issues.every(([from]) => from !== at))
}
