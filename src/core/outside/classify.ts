import { hashText } from '../values/hash.ts'
import { readByAgent } from './asked/apply-reading.ts'
import { nameOfReaction } from './reactions.ts'
import { type Contents, readContents } from './read/contents.ts'
import { noWords } from './read/inline.ts'
import { createItem } from './read/item.ts'
import { readLines } from './read/lines.ts'
import { isInside, type Place, placeIn } from './read/places.ts'
import { type Context, createProblem, noContext, type Problem, placeOf, severityOf, titleOf } from './read/problem.ts'
import { isPraise, isSettled } from './read/settled.ts'
import { statusOf } from './read/status.ts'
import { hasSign, remarksAlone, type Verdict, verdictOf } from './read/verdict.ts'
import { type Reading, readComment } from './reading.ts'
import type { OutsideReviewer, SignedClass } from './reviewer.ts'
import { knownReviewers } from './reviewers/index.ts'
import type { AgentReading, Classification, CommentClass, OutsideComment, OutsideItem, Surface, Why } from './types.ts'
import { isOwnWord, reviewerOf } from './who.ts'

const notUnderstood: Why = { source: 'nothing', rule: 'nothing said what it is' }

/**
 * What one text means: what the forge says, what is special to its reviewer, what its structure says, what an agent read in it. What
 * is not understood, or not read to its end, is a notice: not ready, never clean and never a failure.
 */
export function classify(
  given: OutsideComment,
  reviewers: readonly OutsideReviewer[] = knownReviewers,
  readings: ReadonlyMap<string, AgentReading> = new Map(),
): Classification {
  const comment = { ...given, surface: given.surface ?? likelySurface(given) }
  const reviewer = reviewerOf(comment, reviewers)
  if (reviewer === undefined) return without(null, 'notice', { ...notUnderstood, rule: 'nobody described its author' })
  if (comment.surface === 'reaction') return classifyReaction(comment, reviewer)
  const reading = readComment(comment, reviewer)
  const isOwn = isOwnWord(comment, reviewer)
  const contents = withStatement(contentsOf(reading, reviewer), reading, reviewer)
  const verdict =
    reading.surface === 'inline' || reading.surface === 'reply'
      ? ofThread(reading, reviewer, contents, isOwn)
      : verdictOf(reading, reviewer, contents)
  const heard = verdict.why.source === 'nothing' ? readings.get(hashText(comment.body ?? '')) : undefined
  const byAgent = heard === undefined ? undefined : readByAgent(heard)
  const said = byAgent ?? verdict
  const isPartOnly = !isOwn || reading.isCut || reviewer.sideReview?.test(reading.text) === true
  const kind = said.class === 'clean' && isPartOnly ? 'notice' : said.class
  const why =
    kind === said.class
      ? said.why
      : {
          ...notUnderstood,
          rule: 'it says that it found nothing, and is not all of its review, or not only its own words',
        }
  const found =
    reading.surface === 'inline'
      ? inlineItems(reading, contents, reviewer)
      : reading.surface === 'reply'
        ? []
        : contents.items
  const items = kind === 'findings' || kind === 'clean' ? [...found, ...(byAgent?.items ?? [])] : []
  const isReady =
    kind === 'findings' ||
    kind === 'clean' ||
    (kind === 'notice' && reading.surface === 'inline' && why.source !== 'nothing') ||
    (kind === 'summary' && reviewer.summaryIsReady)
  const findsElsewhere = kind === 'findings' && why.rule !== remarksAlone && items.every(({ remark }) => remark)
  return {
    reviewer: reviewer.id,
    class: kind,
    ready: isOwn && isReady,
    failure: isOwn && (kind === 'refused' || kind === 'failed'),
    items: items.map(inRepository),
    findsElsewhere,
    why,
  }
}

function without(reviewer: string | null, kind: CommentClass, why: Why): Classification {
  const failure = kind === 'refused' || kind === 'failed'
  return { reviewer, class: kind, ready: kind === 'clean', failure, items: [], findsElsewhere: false, why }
}

function classifyReaction({ body }: OutsideComment, { id, name, reactions }: OutsideReviewer): Classification {
  const kind = reactions[nameOfReaction(body ?? '')]
  return kind === undefined
    ? without(id, 'notice', notUnderstood)
    : without(id, kind, { source: 'reviewer', rule: `a reaction of ${name}` })
}

/** Where nobody says it: only inline comments have a path, only reviews a state. */
function likelySurface({ path, state }: OutsideComment): Surface {
  return path !== null ? 'inline' : state !== null ? 'review' : 'issue_comment'
}

/** A review that is a comment on code itself: an emphasised sentence, and the reason below it. */
function withStatement(contents: Contents, { surface, text }: Reading, reviewer: OutsideReviewer): Contents {
  const title = surface === 'review' && contents.items.length === 0 ? statement.exec(text)?.[1] : undefined
  if (title === undefined || statusOf(title, true) !== undefined) return contents
  return { ...contents, items: [createItem({ where: undefined, markup: text, title, severity: null }, reviewer)] }
}

const statement = /^\s*\*\*((?:(?!\*\*).){20,}\.)\*\*\s*\n\s*\n\s*[^\n<|#*]{40,}/

/** Of a summary of what inline comments say, too, only what has none is its own. */
function contentsOf({ written }: Reading, reviewer: OutsideReviewer): Contents {
  const { itemsBelow, ignored } = reviewer
  const text = ignored === undefined ? written : written.replace(ignored, '')
  const contents = readContents(text, reviewer)
  if (itemsBelow === undefined) return contents
  const headline = itemsBelow.exec(text)
  const below = headline === null ? '' : text.slice(headline.index + headline[0].length)
  return { ...contents, sections: [], items: readContents(`### Issues\n${below}`, reviewer).items }
}

/** An inline comment is a problem unless it says why there is no review, or that nothing is left to do. */
function ofThread(reading: Reading, reviewer: OutsideReviewer, contents: Contents, isOwn: boolean): Verdict {
  const isSigned = (kind: SignedClass) => hasSign(reading, reviewer, kind, reading.opening)
  const isFirm = contents.items.some(({ severity }) => severity !== null)
  if (reading.surface === 'reply') {
    const status = isSigned('notice') || verdictOf(reading, reviewer, contents).class === 'refused'
    return { class: status ? 'notice' : 'reply', why: { source: 'forge', rule: 'an answer in a thread' } }
  }
  const said =
    isFirm || reading.text.length > shortText ? undefined : verdictOf(reading, reviewer, { ...contents, items: [] })
  if (said?.class === 'failed' || said?.class === 'refused')
    if (isSigned(said.class) || /^\W{0,12}[\p{L} ]{0,40}(?:error|failed)/iu.test(reading.opening)) return said
  const isEmpty =
    reading.opening === '' ||
    isSettled(reading.opening) ||
    isPraise(reading.prose) ||
    /^\W{0,20}(?:[✅✓☑]\W*Resolved in\b|\*\*LGTM\b(?!\W*(?:but|however|except)\b))/im.test(reading.text)
  if (isOwn && isEmpty) return { class: 'notice', why: { source: 'structure', rule: 'a thread that asks for nothing' } }
  return { class: 'findings', why: { source: 'forge', rule: 'a thread on lines of the change' } }
}

const shortText = 700

/** One problem at its place; some add where else the same is. */
function inlineItems(
  { text, path, line, startLine }: Reading,
  contents: Contents,
  reviewer: OutsideReviewer,
): readonly OutsideItem[] {
  if (text.trim() === '') return []
  const lines = readLines(text)
  const at = lines.findIndex(({ kind }) => kind !== 'code' && kind !== 'rule')
  const head = lines[at]?.words ?? noWords
  const context: Context = { ...noContext, role: 'issue' }
  const problem = createProblem(head, lines.slice(at + 1), context)
  const [title, severity] = [titleOf(problem), severityOf(problem, reviewer)]
  const where: Place | undefined =
    path === null ? placeWritten(contents, problem) : { file: path, pathHash: null, start: startLine, end: line }
  const item = createItem({ where, markup: text, title, severity }, reviewer)
  const others = elsewhere(text).map((other) => ({
    ...item,
    file: other.file,
    line: other.end,
    startLine: other.start,
  }))
  return [item, ...others]
}

/** Where the API object is not at hand: a prompt for agents has the whole path, the headline may have its end only. */
function placeWritten({ prompted }: Contents, problem: Problem): Place | undefined {
  const said = prompted.find(({ file, line }) => file !== null && line !== null)
  return said === undefined ? placeOf(problem) : { ...said, start: said.startLine, end: said.line }
}

/** "Also found in 1 other location: `src/b.ts:12`" */
function elsewhere(text: string): readonly Place[] {
  const list = /\balso found in\b(?:(?!<\/details>)[\s\S])*/i.exec(text)?.[0] ?? ''
  return list.split('\n').flatMap((row) => placeIn(row) ?? [])
}

/** What is outside the repository is no place in it. */
function inRepository(item: OutsideItem): OutsideItem {
  return item.file === null || isInside(item.file) ? item : { ...item, file: null, line: null, startLine: null }
}
