import { boldLead, linesOf, plain, type Words } from './inline.ts'
import type { Line } from './lines.ts'
import { means } from './meaning.ts'
import { fileNameOf, linesIn, linkedPlaceIn, placeIn } from './places.ts'
import { type Context, isPlaceOnly, type Problem, placeOf } from './problem.ts'
import { fieldLabel, ownWords, roleOf, weightOf } from './roles.ts'

/** A title, an entry or a paragraph with all that belongs to it. */
export interface Part {
  readonly line: Line
  readonly context: Context
  readonly problem: Problem | undefined
}

/** Whether a part of a text ends where a line begins. */
export function closes({ line: first, context, problem }: Part, line: Line): boolean {
  if (first.depth % 10 === 8 && line.kind !== 'entry') return true
  if (line.depth !== first.depth) return line.depth < first.depth
  if (problem === undefined || line.kind === 'row') return true
  if (context.isByLines) return isLinesFirst(line)
  // A prompt below a list is about all of it.
  if (line.kind === 'title')
    return !(line.isFold && isDetail(line)) || (first.kind === 'entry' && roleOf(line.words) === 'prompt')
  if (first.kind === 'title') return true
  if (fieldLabel(line.words) !== undefined) return fieldLabel(line.words) === 'file' && placeOf(problem) !== undefined
  if (isPlaceOnly(line.words) && placeOf(problem) === undefined) return false
  if (line.kind === 'entry') return first.kind === 'entry' || !isPointOf(line.words, problem)
  return first.kind === 'entry' || begins(line, context)
}

/** A point below a problem that is no problem itself. */
function isPointOf(words: Words, problem: Problem): boolean {
  return (
    boldLead(words) === '' &&
    placeIn(plain(words).slice(0, 120)) === undefined &&
    weightOf(words) === null &&
    placeOf(problem) !== undefined
  )
}

/** "10-12: …" */
export function isLinesFirst({ kind, words }: Line): boolean {
  return (
    (kind === 'text' || kind === 'entry') &&
    /^[`(]?[LR]?\d{1,7}(?:\s*[-–]\s*[LR]?\d{1,7})?[`)]?\s*[:：]/.test(plain(words))
  )
}

/** Begins something new, and does not go on with what is above. */
export function begins(line: Line, context: Context): boolean {
  const { words, kind } = line
  if (context.isByLines) return isLinesFirst(line)
  if (kind === 'entry' || namesIssue(words)) return true
  const [first] = linesOf(words)
  const label = fieldLabel(first!)
  if (label !== undefined) return label === 'file'
  const lead = boldLead(first!)
  if (lead !== '' && ownWords(lead) === 0 && means(lead, 'summary')) return false
  return isGradedOrPlaced(words, context) || (context.role === 'issue' && lead.length > 3)
}

/** Its first line says how grave it is, or where. */
export function isGradedOrPlaced(words: Words, { role, file, isByLines }: Context): boolean {
  const first = linesOf(words)[0]!
  const text = plain(first)
  if (isByLines || fieldLabel(first) !== undefined || isCounts(text)) return false
  if (placeIn(text.slice(0, 200)) !== undefined && (role !== null || text.length < 160)) return true
  return (
    linesIn(text, file) !== undefined ||
    weightOf({ ...first, alts: words.alts }) !== null ||
    linkedPlaceIn([text]) !== undefined
  )
}

/** "Errors: 2 · Warnings: 1" */
function isCounts(text: string): boolean {
  return (text.match(/[:：]\s*\d{1,4}(?![\d:])/g) ?? []).length > 1 && ownWords(text) === 0
}

/** A fold inside a problem only adds to it: "Suggested fix", "Evidence". */
export function isDetail({ words }: Line): boolean {
  return fieldLabel(words) !== undefined || roleOf(words) === 'prompt'
}

/** A heading or a fold for one problem, not for several. */
export function isProblemTitle({ words, isFold }: Line, problem: Problem): boolean {
  const title = plain(words)
  const { role } = problem.context
  const isGraded = weightOf(words) !== null
  const where = placeOf(problem)
  if (role === 'summary')
    return (
      (isGraded && where !== undefined && ownWords(title) > 0) ||
      (isFold && linkedPlaceIn(words.links)?.pathHash != null)
    )
  if (role !== null && role !== 'issue' && role !== 'held' && role !== 'prompt') return false
  const isPlaced = placeIn(title) !== undefined || linkedPlaceIn(words.links) !== undefined
  const isNumbered = numbered.test(title)
  const own = roleOf(words)
  if (own !== null && !isPlaced && (own === 'issue' ? ownWords(title) <= 1 && !isNumbered : true)) return false
  if (isPlaced || (isGraded && ownWords(title) > 1)) return true
  if (fileNameOf(title) !== undefined) return false
  if (isNumbered) return role === 'issue' || where !== undefined
  const label = /^([^:：]{2,20})[:：]/.exec(title)?.[1] ?? ''
  if (where !== undefined && means(label, 'issue') && ownWords(title) > 1) return true
  return role === 'issue' && ownWords(title) > 0 && problem.body.length > 0
}

const numbered = /^[^\p{L}\p{N}]*(?:(?:issue|bug|finding|problem|comment)\s*)?#?\d{1,3}\s*(?:[.):：-]|of\b|\\\.|$)/iu

/** "New issue: …", "**Bug:** …" */
export function namesIssue(words: Words): boolean {
  const text = plain(words)
  return (
    means(boldLead(words), 'issue') &&
    !means(text.slice(0, 120), 'negation') &&
    ownWords(plain(linesOf(words)[0]!)) > 1 &&
    /[:：]/.test(text.slice(0, 80))
  )
}

/** A box that is ticked, or one to tick with a mark for its bot. */
export function isButtonOrDone({ isTicked, words }: Line): boolean {
  return isTicked === true || (isTicked === false && words.hidden.length > 0)
}
