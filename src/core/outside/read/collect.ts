import type { OutsideReviewer } from '../reviewer.ts'
import { linesOf, noWords, plain } from './inline.ts'
import { type Line, readLines } from './lines.ts'
import type { Loose } from './loose.ts'
import { means, weightNamed } from './meaning.ts'
import { fileNameOf } from './places.ts'
import { type Context, createProblem, type Problem, statementIn } from './problem.ts'
import { isNitpick, isTitle, type Role, roleOf, saysNone, weightOf } from './roles.ts'
import { begins, closes, isButtonOrDone, isDetail, isGradedOrPlaced, isLinesFirst, isProblemTitle } from './starts.ts'
import { statusOf } from './status.ts'
import { countIn, problemInRow } from './table-rows.ts'

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

export interface Collected {
  readonly roots: Problem[]
  readonly prompts: Problem[]
  /** What a prompt inside a problem says again. */
  readonly nested: Problem[]
  readonly loose: Loose[]
  readonly counts: number[]
  readonly sections: { title: string; isEmpty: boolean }[]
}

export function collect(lines: readonly Line[], around: Context, reviewer: OutsideReviewer | undefined): Collected {
  const found: Collected = { roots: [], prompts: [], nested: [], loose: [], counts: [], sections: [] }
  const frames: Frame[] = []
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
    const own = reviewer?.remarks?.test(title) === true ? 'held' : ownRole(line)
    const problem = createProblem(words, below, context, 'title')
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
    const isNone = !inProblem && line.kind === 'text' && statusOf(plain(line.words), true) === 'clean'
    if (isBegun && !isNone && !(line.kind === 'entry' && isButtonOrDone(line))) {
      open(line, context, true)
    } else if (line.kind === 'text' && !inProblem)
      found.loose.push({
        words: line.words,
        at: line.isFolded ? 'fold' : 'text',
        role: context.role,
      })
  }

  function isInProblem(): boolean {
    return frames.some(({ problem }) => problem?.isGroup === false)
  }

  function readRow(line: Line, context: Context): void {
    const { columns, cells } = line
    const status = columns.findIndex((cell) => statusHead.test(plain(cell)))
    if (cells[status] !== undefined) found.loose.push({ words: cells[status], at: 'text', role: context.role })
    const count = countIn(line)
    if (count !== undefined) {
      found.counts.push(count)
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
    const said = isInProblem() ? found.nested : found.prompts
    said.push(...roots, ...prompts, ...(whole === undefined ? [] : [whole]))
  }

  /** "Critical issues: none", on each of its lines. */
  function isSectionOfNone({ words }: Line): boolean {
    const titles = linesOf(words).map((line) => {
      const [, title = '', rest = ''] = /^([^:：]{2,60})[:：]\s*(.{1,60})$/.exec(plain(line)) ?? []
      const isIssue = isTitle(title) && roleOf({ ...noWords, marked: title }) === 'issue'
      return isIssue && saysNone(rest) ? [{ title, isEmpty: true }] : []
    })
    if (!titles.every(({ length }) => length > 0)) return false
    found.sections.push(...titles.flat())
    return true
  }
}

function ownRole({ words, isFold }: Line): Role | null {
  const title = plain(words)
  const role = roleOf(words)
  if (role !== null || !isFold) return role
  if (means(title, 'prompt') && weightOf(words) === null) return 'prompt'
  return means(title, 'reviewed') && !means(title, 'issue') ? 'extra' : null
}

const statusHead =
  /^\W*(?:status|statut|state|stan|estado|stato|статус|durum|状态|狀態|ステータス|상태|स्थिति|الحالة)\W*$/iu

/** "Suggestions", "Minor issues": not problems by name. */
function isSuggestion(title: string): boolean {
  const weight = weightNamed(title)
  return weight === 'low' || (weight === null && !means(title, 'issue'))
}

/** A line that names a file stands alone, so that the list below is about it. */
function promptText(text: string): string {
  return text
    .replace(/^<{7}[\s\S]{0,8000}?^>{7}.*$/gm, '')
    .replace(/<(\w*context\w*)>[\s\S]{0,4000}?<\/\1>/g, '')
    .replace(/<\/?\w+_\w+>/g, '\n\n')
    .replace(/^(In|Review comments at)[ \n]+(?=`?@)/gm, '\n$1 ')
    .replace(/^(In .*:)\n(?=- )/gm, '$1\n\n')
}
