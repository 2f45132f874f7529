import { shortened } from '../../values/shortened.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import { severityIn } from '../severity-marks.ts'
import { blankFences, fencesOf } from '../text/fences.ts'
import type { Place } from '../text/places.ts'
import { plainWords, withoutFolded, withoutMarks } from '../text/plain.ts'
import type { OutsideItem, Weight } from '../types.ts'
import { isActionable } from './actionable.ts'

/** A piece of a text that states one problem. */
export interface Statement {
  readonly place: Place | undefined
  readonly pathHash?: string
  /** With its marks, badges and code. */
  readonly markup: string
  readonly title?: string
  /** Where the place in the text says how grave it is; undefined: its own marks do. */
  readonly severity?: Weight | null
  readonly nitpick?: boolean
  /** Written for an agent to carry out. */
  readonly instructed?: boolean
  readonly remark?: boolean
  readonly inPrompt?: boolean
}

export function createItem(statement: Statement, reviewer?: OutsideReviewer): OutsideItem {
  const { place, markup, nitpick = false, remark = false } = statement
  const severity = statement.severity === undefined ? severityIn(markup, reviewer) : statement.severity
  const prose = proseWithCode(markup)
  const title = statement.title ?? titleOf(markup)
  const file = place?.file ?? null
  const isNitpick = nitpick || remark || nitpickMark.test(markup.slice(0, 300))
  return {
    file,
    line: place?.end ?? null,
    startLine: place?.start ?? null,
    severity: severity ?? (isNitpick ? 'low' : null),
    actionable: isActionable({
      file,
      severity,
      title,
      prose,
      markup,
      nitpick: isNitpick,
      onlyBugs: reviewer?.onlyBugs === true,
      instructed: statement.instructed === true,
    }),
    title: title.replace(kindLabel, ''),
    body: markup.trim(),
    pathHash: statement.pathHash ?? null,
    suggestion: fencesOf(markup).find(({ language }) => language === 'suggestion')?.content ?? null,
    nativeId: nativeIdIn(markup, reviewer),
    remark,
    inPrompt: statement.inPrompt === true,
  }
}

/** `issue (bug_risk): `, `P1 (blocking): `: what kind of comment it is, which its severity says already. */
const kindLabel = /^(?:issue|suggestion|nitpick|question|thought|todo|chore|P[0-4])(?:\s*\([\w ,-]{1,40}\))?:\s*(?=\S)/i

const nitpickMark = /🧹 ?_?Nitpick|🔵 ?_?Trivial|🟡 ?\*{0,2}Nit\b|🟣|^\W{0,20}nit\b\W*:/i

/** Its headline: what is emphasised or a heading, else the first sentence. */
export function titleOf(markup: string): string {
  const visible = blankFences(withoutMarks(markup))
  const open = linesOf(withoutFolded(visible))
  const lines = open.length > 0 ? open : linesOf(visible)
  const emphasised = lines.slice(0, 6).find((line) => /^\s*(?:\d+\\?\.\s*|[-*]\s+)?(?:#{1,6}\s|\*\*)/.test(line))
  const line = emphasised ?? lines[0] ?? ''
  const bold = /^\W{0,20}\*\*((?:(?!\*\*).)+)\*\*/.exec(line)?.[1]
  const words = plainWords(bold !== undefined && /\w{2}.{10,}[^:]$/.test(plainWords(bold)) ? bold : line)
  const text = words.replace(/^(?:#{1,6}|[-*]|\d+\\?\.)\s+/, '').trim()
  return oneLine(/^.{20,}?[.!?。](?=\s|$)/u.exec(text)?.[0] ?? text)
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /\p{L}{2}/u.test(plainWords(line)) && !isLabelLine(line))
}

/** `_⚠️ Potential issue_ | _🟠 Major_`, `**High Severity**`, `🟢 **Low** a.ts:3`: how grave it is and where, not what. */
function isLabelLine(line: string): boolean {
  const words = plainWords(line)
    .replace(/`[^`\n]{1,300}:\d[^`\n]{0,20}`/g, '')
    .replace(/[^\p{L}\s|&]/gu, '')
  return (
    /^\s*_[^_]+_(?:\s*\|\s*_[^_]+_)*\s*$/.test(line) ||
    /^\s*(?:(?:critical|high|medium|low)(?: severity)?|severity (?:critical|high|medium|low))\s*$/i.test(words)
  )
}

function oneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), 160)
}

function proseWithCode(markup: string): string {
  const visible = blankFences(markup)
  const open = plainWords(withoutFolded(visible))
  return open === '' ? plainWords(visible) : open
}

function nativeIdIn(markup: string, reviewer: OutsideReviewer | undefined): string | null {
  for (const pattern of reviewer?.nativeIds ?? []) {
    const id = pattern.exec(markup)?.[1]
    if (id !== undefined) return `${reviewer!.id}:${id}`
  }
  return null
}
