import type { OutsideReviewer } from '../reviewer.ts'
import type { OutsideItem } from '../types.ts'
import { boldLead, isStruck, linesOf, noWords, plain, type Words } from './inline.ts'
import { isDismissed, itemsOf, onePerPlace } from './item.ts'
import { type Line, readLines } from './lines.ts'
import { means, weightNamed } from './meaning.ts'
import { fileNameOf, linesIn, linkedPlaceIn, placeIn } from './places.ts'
import { type Context, fileIn, isPlaceOnly, type Problem, placeOf } from './problem.ts'
import {
  fieldLabel,
  isEmptyTitle,
  isNitpick,
  isTitle,
  ownWords,
  type Role,
  roleOf,
  saysNone,
  weightOf,
} from './roles.ts'
import { statusOf } from './status.ts'
import { countIn, problemInRow } from './table-rows.ts'

/** What a text holds: problems, sections that should hold some and are empty, and words that are part of neither. */
export interface Contents {
  readonly items: readonly OutsideItem[]
  /** Titles of sections for problems, and whether they are empty. */
  readonly sections: readonly { readonly title: string; readonly isEmpty: boolean }[]
  /** Sums of tables that count problems. */
  readonly counts: readonly number[]
  readonly loose: readonly Loose[]
}

export interface Loose {
  readonly words: Words
  readonly at: 'heading' | 'text' | 'fold' | 'small'
  readonly role: Role | null
}

/** No reviewer has more to say, and what a stranger writes must not take long to read. */
const most = 500

/** A problem that is still being read. */
interface OpenProblem extends Problem {
  readonly body: Line[]
  readonly kids: Problem[]
}

interface Frame {
  readonly line: Line
  readonly context: Context
  readonly problem: OpenProblem | undefined
}

const outside: Context = { role: null, weight: null, file: null, isRemark: false, isByLines: false, isAside: false }

export function readContents(text: string, reviewer?: OutsideReviewer): Contents {
  const { roots, prompts, loose, counts, sections } = collect(readLines(text), outside, reviewer)
  const groups: { title: string; isEmpty: boolean }[] = [...sections]
  const asides = new Set<OutsideItem>()
  const siblings = new Map<OutsideItem, readonly Problem[]>()
  const stated = itemsIn(roots)
  const prompted = itemsIn(prompts).map((item) => ({ ...item, inPrompt: true }))
  const isStated = stated.some(
    ({ remark, file }) => !remark && (file !== null || prompted.every((item) => item.file === null)),
  )
  const items =
    isStated || prompted.length === 0
      ? stated
      : onePerPlace([...prompted, ...stated.filter(({ remark }) => !remark)], siblings)
  return { items, sections: groups, counts, loose }

  /** What is only suggested, or held back, counts where nothing with a place is stated. */
  function itemsIn(problems: readonly Problem[]): readonly OutsideItem[] {
    const all = problems.slice(0, most).flatMap((problem) => resolved(problem, problems))
    const firm = all.filter((item) => !asides.has(item))
    return onePerPlace(firm.some(({ line }) => line !== null) ? firm : all, siblings)
  }

  /**
   * A title with a place of its own is one problem, whatever places are named below it. Without one it is what it holds: several
   * problems, or the one that its only place belongs to.
   */
  function resolved(problem: Problem, list: readonly Problem[]): readonly OutsideItem[] {
    const { isGroup, kids, context, head } = problem
    if (!isGroup && isDismissed(problem)) return []
    const own = isGroup ? [] : itemsOf(problem, reviewer)
    for (const item of own) {
      siblings.set(item, list)
      if (context.isAside && (context.role === 'held' || (item.line === null && (item.severity ?? 'low') === 'low')))
        asides.add(item)
    }
    const isPlaced = placeOf({
      ...problem,
      body: problem.body.filter(({ kind }) => kind !== 'entry' && kind !== 'title'),
    })
    if (!isGroup && own.length > 0 && isPlaced !== undefined && isPlaced.end !== null) return own
    const inner = kids.flatMap((kid) => resolved(kid, kids))
    const firm = inner.filter(({ line, severity }) => line !== null || severity !== context.weight)
    if (isGroup) {
      const text = kids.length > 0 || isEmptyTitle(plain(head)) ? undefined : statementIn(problem)
      const items = text === undefined ? inner : itemsOf(text, reviewer)
      if (!context.isRemark)
        groups.push({
          title: plain(head),
          isEmpty: items.length === 0 && (isEmptyTitle(plain(head)) || isEmpty(problem)),
        })
      return context.role === 'held' ? items.slice(0, 1) : items
    }
    const isOwnPlace = firm.length <= 1 && kids.every(({ kind }) => kind === 'text')
    return own.length > 0 && (firm.length === 0 || isOwnPlace) ? own : inner
  }
}

/** Paragraphs under a title for problems, where nothing else begins one. */
function statementIn({ body, context }: Pick<Problem, 'body' | 'context'>): Problem | undefined {
  const at = body.findIndex(({ kind, words }) => kind === 'text' && ownWords(plain(words)) > 3 && !isAdvert(words))
  return at === -1
    ? undefined
    : { head: body[at]!.words, body: body.slice(at + 1), context, kind: 'text', isGroup: false, kids: [] }
}

function isEmpty({ body }: Problem): boolean {
  return (
    body.length > 0 && body.every(({ kind, words }) => kind === 'rule' || kind === 'title' || saysNone(plain(words)))
  )
}

interface Collected {
  readonly roots: Problem[]
  readonly prompts: Problem[]
  readonly loose: Loose[]
  readonly counts: number[]
  readonly sections: { title: string; isEmpty: boolean }[]
}

function collect(lines: readonly Line[], around: Context, reviewer: OutsideReviewer | undefined): Collected {
  const found: Collected = { roots: [], prompts: [], loose: [], counts: [], sections: [] }
  const frames: Frame[] = []
  const counted = new Set<readonly Words[]>()
  lines.forEach((line, at) => {
    while (frames.length > 0 && closes(frames.at(-1)!, line)) frames.pop()
    const top = frames.at(-1)
    const context = top?.context ?? around
    for (const { problem } of frames) problem?.body.push(line)
    if (line.kind === 'title') openTitle(line, at, context)
    else if (line.kind === 'row') readRow(line, context)
    else if (line.kind === 'code') readPrompt(line, context)
    else if (line.kind !== 'rule' && !isSectionOfNone(line)) readText(line, context)
  })
  return found

  function open(line: Line, context: Context, isProblem: boolean, isGroup = false): void {
    const parent = frames.findLast(({ problem }) => problem !== undefined)?.problem
    const problem: OpenProblem = { head: line.words, body: [], context, kind: line.kind, isGroup, kids: [] }
    if (isProblem) (parent?.kids ?? (context.role === 'prompt' ? found.prompts : found.roots)).push(problem)
    frames.push({ line, context, problem: isProblem ? problem : undefined })
  }

  function openTitle(line: Line, at: number, context: Context): void {
    const { words, depth, isFolded } = line
    const title = plain(words)
    const inner = lines.slice(at + 1, at + 80)
    const end = inner.findIndex((other) => other.depth <= depth)
    const below = end === -1 ? inner : inner.slice(0, end)
    if (!isInProblem()) found.loose.push({ words, at: isFolded ? 'fold' : 'heading', role: context.role })
    if (isStruck(words)) {
      open(line, { ...context, role: 'resolved' }, true)
      return
    }
    const own = reviewer?.remarks?.test(title) === true ? 'held' : ownRole(line)
    const problem: Problem = { head: words, body: below, context, kind: 'title', isGroup: false, kids: [] }
    const file = fileNameOf(title) ?? context.file
    if (isInProblem() ? !isDetail(line) && isGradedOrPlaced(words, context) : isProblemTitle(line, problem)) {
      const role = context.role === 'summary' ? 'issue' : context.role
      open(line, { ...context, role, file }, true)
      return
    }
    const inherited = context.role === 'summary' && means(title, 'review') ? null : context.role
    const role = own === 'summary' && context.role === 'issue' ? 'issue' : (own ?? inherited)
    const weight = (own === 'issue' || own === null ? weightOf(words) : null) ?? context.weight
    const isRemark = context.isRemark || own === 'held' || isNitpick(title)
    const isByLines = file !== null && below.some(isLinesFirst)
    const isAside = own === 'held' || (own === 'issue' ? isSuggestion(title) : context.isAside)
    open(
      line,
      { role, weight, file, isRemark, isByLines, isAside },
      !isInProblem() && (own === 'issue' || own === 'held'),
      true,
    )
  }

  function readText(line: Line, context: Context): void {
    const inProblem = isInProblem()
    const isBegun = inProblem ? isGradedOrPlaced(line.words, context) : begins(line, context)
    if (isBegun && !(line.kind === 'entry' && isButtonOrDone(line))) {
      const isPlain = line.kind === 'text' && context.role === null && namesIssue(line.words)
      open(line, isPlain ? inFile(line, context) : context, true)
    } else if (line.kind === 'text' && !inProblem && context.role === null && asksForChange(line.words))
      open(line, inFile(line, context), true)
    else if (line.kind === 'text' && !inProblem)
      found.loose.push({
        words: line.words,
        at: line.words.isSmall ? 'small' : line.isFolded ? 'fold' : 'text',
        role: context.role,
      })
  }

  function isInProblem(): boolean {
    return frames.some(({ problem }) => problem?.isGroup === false)
  }

  function inFile({ words }: Line, context: Context): Context {
    return { ...context, role: 'issue', file: fileIn(plain(words)) ?? context.file }
  }

  function readRow(line: Line, context: Context): void {
    const { columns, cells } = line
    const status = columns.findIndex((cell) => statusHead.test(plain(cell)))
    if (cells[status] !== undefined) found.loose.push({ words: cells[status], at: 'text', role: context.role })
    const count = countIn(line)
    if (count !== undefined) {
      if (counted.has(columns)) found.counts.push((found.counts.pop() ?? 0) + count)
      else found.counts.push(count)
      counted.add(columns)
      return
    }
    const problem = problemInRow(line, context)
    const parent = frames.findLast((frame) => frame.problem !== undefined)?.problem
    if (problem !== undefined) (parent?.kids ?? found.roots).push(problem)
  }

  /** A prompt for the agents of others often holds the whole list. */
  function readPrompt({ code }: Line, context: Context): void {
    if (context.role !== 'prompt' && !/^<(?:location|violation)\b/m.test(code)) return
    const issues: Context = { ...context, role: 'issue' }
    const inner = readLines(promptText(code))
    const { roots, prompts } = collect(inner, issues, reviewer)
    const whole = roots.length > 0 ? undefined : statementIn({ body: inner, context: issues })
    found.prompts.push(...roots, ...prompts, ...(whole === undefined ? [] : [whole]))
  }

  function isSectionOfNone({ words }: Line): boolean {
    const [, title, rest] = /^([^:：\n]{2,60})[:：]\s*([^\n]{1,60})$/.exec(plain(words)) ?? []
    if (title === undefined || !saysNone(rest!) || !isTitle(title) || roleOf({ ...noWords, marked: title }) !== 'issue')
      return false
    found.sections.push({ title, isEmpty: true })
    return true
  }
}

function ownRole({ words, isFold }: Line): Role | null {
  const title = plain(words)
  return roleOf(words) ?? (isFold && means(title, 'reviewed') && !means(title, 'issue') ? 'extra' : null)
}

/** Whether a part of a text ends where a line begins. */
function closes({ line: first, context, problem }: Frame, line: Line): boolean {
  const isNear = Math.floor(first.depth / 10) === Math.floor(line.depth / 10)
  if (first.depth % 10 === 8 && isNear && line.kind !== 'entry') return true
  if (line.depth !== first.depth) return line.depth < first.depth
  if (problem === undefined || line.kind === 'row') return true
  if (context.isByLines) return isLinesFirst(line)
  if (line.kind === 'title') return !(line.isFold && isDetail(line))
  if (line.kind === 'rule') return context.role !== 'issue'
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
function isLinesFirst({ kind, words }: Line): boolean {
  return (
    (kind === 'text' || kind === 'entry') &&
    /^[`(]?[LR]?\d{1,7}(?:\s*[-–]\s*[LR]?\d{1,7})?[`)]?\s*[:：]/.test(plain(words))
  )
}

/** Begins something new, and does not go on with what is above. */
function begins(line: Line, context: Context): boolean {
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
function isGradedOrPlaced(words: Words, { role, file, isByLines }: Context): boolean {
  const first = linesOf(words)[0]!
  const text = plain(first)
  if (isByLines || fieldLabel(first) !== undefined) return false
  if (placeIn(text.slice(0, 200)) !== undefined && (role !== null || text.length < 160)) return true
  return (
    linesIn(text, file) !== undefined ||
    weightOf({ ...first, alts: words.alts }) !== null ||
    linkedPlaceIn([text]) !== undefined
  )
}

/** A fold inside a problem only adds to it: "Suggested fix", "Evidence". */
function isDetail({ words }: Line): boolean {
  return fieldLabel(words) !== undefined || plain(words) === '' || roleOf(words) === 'prompt'
}

/** A heading or a fold for one problem, not for several. */
function isProblemTitle({ words, isFold }: Line, problem: Problem): boolean {
  const title = plain(words)
  const { role } = problem.context
  const isGraded = weightOf(words) !== null
  const where = placeOf(problem)
  if (role === 'summary')
    return (isGraded && where !== undefined) || (isFold && linkedPlaceIn(words.links)?.pathHash != null)
  if (role !== null && role !== 'issue' && role !== 'held' && role !== 'prompt') return false
  const isPlaced = placeIn(title) !== undefined || linkedPlaceIn(words.links) !== undefined
  const isNumbered = numbered.test(title)
  if (roleOf(words) !== null && ownWords(title) <= 1 && !isPlaced && !(isNumbered && roleOf(words) === 'issue'))
    return false
  if (isPlaced || (isGraded && ownWords(title) > 1)) return true
  if (fileNameOf(title) !== undefined) return false
  if (isNumbered) return role === 'issue' || where !== undefined
  const label = /^([^:：]{2,20})[:：]/.exec(title)?.[1] ?? ''
  if (where !== undefined && means(label, 'issue') && ownWords(title) > 1) return true
  return role === 'issue' && ownWords(title) > 0 && problem.body.length > 0
}

const numbered = /^[^\p{L}\p{N}]*(?:(?:issue|bug|finding|problem|comment)\s*)?#?\d{1,3}\s*(?:[.):：-]|of\b|\\\.|$)/iu

/** "New issue: …", "**Bug:** …" */
function namesIssue(words: Words): boolean {
  const text = plain(words)
  return (
    means(boldLead(words), 'issue') &&
    !means(text.slice(0, 120), 'negation') &&
    ownWords(plain(linesOf(words)[0]!)) > 1 &&
    /[:：]/.test(text.slice(0, 80))
  )
}

/** A problem in prose: code is named, something is wrong with it, and a change is asked for. */
function asksForChange(words: Words): boolean {
  const text = plain(words)
  const isStatus = (one: string) => ['failed', 'refused', 'unreviewed'].includes(statusOf(one, false) ?? '')
  if (words.isSmall || text.split(/(?<=[.!?。])\s*/).some(isStatus)) return false
  if (/^\W*(?:this|the|these) (?:pr|pull request|changes?|patch|commit)\b/i.test(text)) return false
  if (!/`[^`]+`|\w\/\w/.test(text.replace(/`[/@][^`]*`|https?:\S+/g, ''))) return false
  const signs = (['contrast', 'defect', 'demand'] as const).filter((concept) => means(text, concept))
  return signs.length >= 2 || (signs.length === 1 && fileIn(text) !== undefined)
}

const statusHead =
  /^\W*(?:status|statut|state|stan|estado|stato|статус|durum|状态|狀態|ステータス|상태|स्थिति|الحالة)\W*$/iu

/** "Suggestions", "Minor issues": not problems by name. */
function isSuggestion(title: string): boolean {
  const weight = weightNamed(title)
  return weight === 'low' || (weight === null && !means(title, 'issue'))
}

/** How to use or set up the bot. */
function isAdvert(words: Words): boolean {
  return words.isSmall || (words.links.length > 0 && means(plain(words), 'extra'))
}

/** A box that is ticked, or one to tick with a mark for its bot. */
function isButtonOrDone({ isTicked, words }: Line): boolean {
  return isTicked === true || (isTicked === false && words.hidden.length > 0)
}

/** A line that names a file stands alone, so that the list below is about it. */
function promptText(text: string): string {
  return text
    .replace(/<(\w*context\w*)>[\s\S]{0,4000}?<\/\1>/g, '')
    .replace(/<\/?\w+_\w+>/g, '\n\n')
    .replace(/^(In|Review comments at)[ \n]+(?=`?@)/gm, '\n$1 ')
    .replace(/^(In .*:)\n(?=- )/gm, '$1\n\n')
}
