import { beginning } from '../../values/shortened.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import type { Weight } from '../types.ts'
import { boldLead, linesOf, noWords, plain, type Words } from './inline.ts'
import type { Line } from './lines.ts'
import { weightNamed } from './meaning.ts'
import { fileNameOf, linesIn, linesOnly, linkedPlaceIn, type Place, place, placeIn, withoutPlaces } from './places.ts'
import { fieldLabel, ownWords, type Role, weightOf } from './roles.ts'

/** What the titles around a line say about it. */
export interface Context {
  readonly role: Role | null
  readonly weight: Weight | null
  readonly file: string | null
  /** Small print by its own title: nitpicks, what a reviewer holds back. */
  readonly isRemark: boolean
  /** Every problem begins with its lines: "`10-12`: …". */
  readonly isByLines: boolean
  /** Held back, or suggested and not called a problem. */
  readonly isAside: boolean
}

export const noContext: Context = {
  role: null,
  weight: null,
  file: null,
  isRemark: false,
  isByLines: false,
  isAside: false,
}

/** Something that may be a problem: its first words and all that is said below them. */
export interface Problem {
  readonly head: Words
  readonly body: readonly Line[]
  readonly context: Context
  readonly kind: Line['kind']
  /** A title for several problems. */
  readonly isGroup: boolean
  readonly kids: readonly Problem[]
}

export function createProblem(
  head: Words,
  body: readonly Line[],
  context: Context,
  kind: Line['kind'] = 'text',
): Problem {
  return { head, body, context, kind, isGroup: false, kids: [] }
}

/** More of a line, and more lines, are not looked at: what a stranger writes must not take long to read. */
const [longestLine, mostLines] = [1500, 60]

export function textLines({ head, body }: Pick<Problem, 'head' | 'body'>): readonly Words[] {
  const inner = body.slice(0, mostLines).filter(({ kind }) => kind !== 'code' && kind !== 'rule')
  return [head, ...inner.map(({ words }) => words)]
    .flatMap(linesOf)
    .slice(0, mostLines)
    .map((line) => ({ ...line, marked: line.marked.slice(0, longestLine) }))
}

/** Where a problem says it is: in its headline, in a field, behind a link, alone on a line, in a hidden mark. */
export function placeOf(problem: Problem): Place | undefined {
  const { head, context } = problem
  const first = plain(linesOf(head)[0]!)
  const all = textLines(problem)
  const values = all
    .filter((line) => ['file', 'line'].includes(fieldLabel(line) ?? ''))
    .map((line) => plain(line).replace(/^[^:：]*[:：]/, ''))
  const linked = linkedPlaceIn(head.links)
  const marks = all.flatMap((line) => line.hidden).map((mark) => mark.replace(/\s+/g, ' '))
  const name = firstOf(values, (value) => fileNameOf(value.split(',')[0]!)) ?? context.file
  return (
    placeIn(first) ??
    linesIn(first, context.file) ??
    firstOf(values, placeIn) ??
    twoFields(values) ??
    linked ??
    firstOf(all.slice(1, 8).filter(isPlaceOnly), (line) => placeIn(plain(line))) ??
    firstOf(marks, placeIn) ??
    linkedPlaceIn([...all.map(plain), ...all.flatMap(({ links }) => links)]) ??
    (context.role === 'issue' || problem.kind !== 'text'
      ? firstOf(all.slice(1, 5), (line) => placeIn(plain(line)))
      : undefined) ??
    (name === null ? undefined : place(name, undefined, undefined))
  )
}

function firstOf<From, To>(all: readonly From[], read: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const found = read(one)
    if (found !== undefined) return found
  }
  return undefined
}

function twoFields(values: readonly string[]): Place | undefined {
  const name = firstOf(values, fileNameOf)
  const lines = firstOf(values, linesOnly)
  return name === undefined || lines === undefined ? undefined : place(name, lines[0], lines[1])
}

const placeText = /[\w.@+$()[\]/-]+\.\w+\S*/g

/** A line that says where something is and nothing else. */
export function isPlaceOnly(head: Words): boolean {
  const words = plain(head).slice(0, longestLine)
  if (placeIn(words) === undefined && linkedPlaceIn([words]) === undefined) return false
  return (
    ownWords(
      words
        .replace(/https?:\S+/g, ' ')
        .replace(placeText, ' ')
        .replace(/`/g, ''),
    ) === 0
  )
}

/** How grave its reviewer calls it: in its headline, in a field, just below, or as a number from 1 to 10. */
export function severityOf(problem: Problem, reviewer?: OutsideReviewer): Weight | null {
  const lines = textLines(problem).slice(0, 12)
  const shown = lines.flatMap((line) => [plain(line), ...line.alts])
  const special = reviewer?.severities?.find(([mark]) => shown.some((words) => mark.test(words)))
  const field = lines.find((line) => fieldLabel(line) === 'severity' && weightOf(line) !== null)
  const hidden = lines.flatMap((line) => line.hidden).find((mark) => /^[\s*]*\w+ severity[\s*]*$/i.test(mark))
  const [next] = problem.body
  return (
    special?.[1] ??
    weightOf({ ...linesOf(problem.head)[0]!, alts: problem.head.alts }) ??
    (field === undefined ? null : weightOf(field)) ??
    (hidden === undefined ? null : weightNamed(hidden)) ??
    (next?.kind === 'text' || next?.kind === 'title' ? weightOf(linesOf(next.words)[0]!) : null) ??
    (problem.context.weight === null ? importanceIn(lines) : null)
  )
}

/** "Suggestion importance[1-10]: 8" */
function importanceIn(lines: readonly Words[]): Weight | null {
  const number = firstOf(lines, (line) => /\bimportance(?:\[1-10\])?: ?(\d{1,2})\b/i.exec(plain(line))?.[1])
  return number === undefined ? null : Number(number) >= 9 ? 'high' : Number(number) >= 7 ? 'medium' : 'low'
}

/** The first line that says more than where and how grave it is. */
export function titleOf(problem: Problem): string {
  const lines = textLines(problem).filter((line) => plain(line) !== '')
  const isTelling = (line: Words) =>
    ownWords(withoutPlaces(plain(line)).replace(placeText, ' ')) > 0 && [undefined, 'other'].includes(fieldLabel(line))
  const telling = lines.find(isTelling) ?? lines[0] ?? noWords
  const bold = boldLead(telling)
  const words = ownWords(withoutPlaces(bold)) > 1 ? bold : plain(telling)
  return beginning(
    words
      .replace(linesBefore, '')
      .replace(/^[^\p{L}\p{N}`[(]+/u, '')
      .replace(/\s+/g, ' '),
    160,
  )
}

/** "`10-14`: ", "Line 3: " */
const linesBefore = /^\W{0,4}(?:lines? )?[LR]?\d{1,7}(?:\s*[-–]\s*[LR]?\d{1,7})?\W{0,3}[:：]\s*/i

/** Paragraphs under a title for problems, where nothing else begins one. */
export function statementIn({ body, context }: Pick<Problem, 'body' | 'context'>): Problem | undefined {
  const at = body.findIndex(({ kind, words }) => kind === 'text' && ownWords(plain(words)) > 3)
  return at === -1 ? undefined : createProblem(body[at]!.words, body.slice(at + 1), context)
}

/** As text again, for people and agents who act upon it. */
export function rendered({ head, body }: Pick<Problem, 'head' | 'body'>): string {
  const marks = (words: Words) => [plain(words), ...words.hidden.map((mark) => `<!--${mark}-->`)].join('\n')
  const parts = body.map(({ kind, words, language, code }) =>
    kind === 'code' ? `\`\`\`${language}\n${code}\`\`\`` : `${kind === 'entry' ? '- ' : ''}${marks(words)}`,
  )
  return [marks(head), ...parts].filter((words) => words.trim() !== '').join('\n\n')
}
