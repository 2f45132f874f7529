import { isRecord } from '../import/shape.ts'
import { type Line, proseOf, readLines } from './read/lines.ts'
import type { OutsideReviewer } from './reviewer.ts'
import { normalised, unquoted } from './text/plain.ts'
import type { OutsideComment, Surface } from './types.ts'

/** A comment in the forms in which it is looked at. */
export interface Reading {
  readonly surface: Surface | null
  readonly state: string | null
  /** How a check run ended. */
  readonly conclusion: string | null
  /** A check run that has not ended. */
  readonly isUnfinished: boolean
  readonly path: string | null
  readonly line: number | null
  readonly startLine: number | null
  /** Its end is not looked at. */
  readonly isCut: boolean
  /** All of it. */
  readonly written: string
  readonly lines: readonly Line[]
  /** The same without marks of quotation. */
  readonly text: string
  /** What a reader sees first. */
  readonly prose: string
  /** The beginning of that; of a text that is folded as a whole, of what is inside. */
  readonly opening: string
}

export function readComment(comment: OutsideComment, reviewer: OutsideReviewer): Reading {
  const { surface, raw, path, line } = comment
  const body = bodyOf(comment, reviewer)
  const written = normalised(body.slice(0, longestText))
  const lines = readLines(written)
  const prose = proseOf(lines.filter(({ isFolded }) => !isFolded))
  const object = isRecord(raw) ? raw : {}
  // One API writes these in capitals.
  const status = textOf(object.status)?.toLowerCase() ?? null
  return {
    surface,
    state: comment.state?.toUpperCase() ?? null,
    conclusion: textOf(object.conclusion)?.toLowerCase() ?? null,
    isUnfinished: surface === 'check_run' && status !== null && status !== 'completed',
    path,
    line,
    startLine: typeof object.start_line === 'number' ? object.start_line : null,
    isCut: body.length > longestText,
    written,
    lines,
    text: unquoted(written),
    prose,
    opening: (prose || proseOf(lines)).slice(0, surface === 'inline' ? inlineOpening : opening),
  }
}

/** More than GitHub keeps of a comment: what a stranger writes must not take long to read. */
const longestText = 70_000
const opening = 600
/** An inline comment speaks about code from its first sentence on. */
const inlineOpening = 120

function bodyOf({ surface, body, raw }: OutsideComment, { description }: OutsideReviewer): string {
  const text = body ?? ''
  if (surface === 'pr_body') return partOf(text, description)
  if (surface !== 'check_run' || !isRecord(raw) || !isRecord(raw.output)) return text
  const { title, summary, text: details } = raw.output
  const said = [title, summary, details].flatMap((part) => textOf(part) ?? [])
  return said.some((part) => part === text) || text === '' ? said.join('\n\n') : [...said, text].join('\n\n')
}

function partOf(text: string, marks: OutsideReviewer['description']): string {
  const [, part] = marks === undefined ? [] : text.split(marks.start)
  return marks === undefined || part === undefined ? text : (part.split(marks.end)[0] ?? '')
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
