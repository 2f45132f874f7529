import type { Severity } from '../../types.ts'
import { parseSeverity } from '../findings/severity.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { readInline } from './document-text.ts'
import type { Draft, Report } from './finding-drafts.ts'
import { nothing } from './findings-document.ts'

/** A finding as a document has it. */
export interface DocumentEntry {
  /** 'Critical', 'Important' or 'Minor' */
  readonly label: string
  readonly severity: Severity
  readonly blocking: boolean
  readonly category: string
  readonly title: string
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
  readonly problem: string
  readonly impact: string | null
  readonly fix: string | null
}

/** The numbers run through all sections: one that is missing is a finding that is missing. */
export function readEntries(drafts: readonly Draft[], report: Report): readonly DocumentEntry[] {
  drafts.forEach(({ line, number }, index) => {
    if (number !== index + 1)
      report(line, `This is finding ${index + 1}, and its number is ${number}; numbers run through all sections.`)
  })
  return drafts.map((draft) => readEntry(draft, (text) => report(draft.line, `Finding ${draft.number} ${text}`)))
}

/** A name that is not prose: a path, a branch. A code span around all of it is only dress. */
export function readName(text: string): string {
  return insideSpan(text.trim()) ?? readInline(text.trim())
}

type Complain = (text: string) => void

function readEntry(draft: Draft, complain: Complain): DocumentEntry {
  for (const name of ['File', 'Problem', 'Impact', 'Fix']) {
    const times = draft.fields.filter((field) => field.name === name).length
    if (times > 1) complain(`says **${name}:** ${times} times.`)
    if (times === 0 && (name === 'File' || name === 'Problem')) complain(`has no **${name}:**.`)
  }
  const { label } = draft
  return {
    label,
    ...(parseSeverity(label, { vocabulary: '003' }) ?? { severity: 'P0', blocking: true }),
    ...readTitle(draft, complain),
    ...readPlace(draft, complain),
    problem: proseOf(draft, 'Problem') ?? '',
    impact: proseOf(draft, 'Impact'),
    fix: proseOf(draft, 'Fix'),
  }
}

/** As it stands in the document, on one line. */
function rawOf({ fields }: Draft, name: string): string {
  const lines = fields.find((field) => field.name === name)?.lines ?? []
  return lines
    .map(({ text }) => text.trim())
    .join(' ')
    .trim()
}

function proseOf({ fields }: Draft, name: string): string | null {
  const lines = fields.find((field) => field.name === name)?.lines ?? []
  const text = lines
    .map(({ text, isCode }) => (isCode ? text.replace(/^ {1,5}/, '') : readInline(text.trim())))
    .join('\n')
    .trim()
  return text === '' || text === nothing ? null : text
}

const titleForm = /^\*\*(?:\[((?:\\.|[^\]\\])+)\]|((?:\\.|[^*\\])+?)):?\*\*:?\s*(.*)$/

function readTitle(draft: Draft, complain: Complain): Pick<DocumentEntry, 'category' | 'title'> {
  const [, bracketed, bold = '', title = ''] = titleForm.exec(rawOf(draft, 'Title')) ?? []
  if (title === '') complain('is not written "**[Category]:** description".')
  return { category: readInline(bracketed ?? bold), title: readInline(title) }
}

type Place = Pick<DocumentEntry, 'file' | 'line' | 'endLine'>

const noPlace: Place = { file: null, line: null, endLine: null }

/** 'path', 'path:12' or 'path:12-15', also in a code span. */
function readPlace(draft: Draft, complain: Complain): Place {
  const raw = rawOf(draft, 'File')
  if (raw === '' || raw === nothing || /^(?:n\/a|none|-|—)$/i.test(raw)) return noPlace
  const inside = insideSpan(raw)
  const [, path = '', first, last] = placeForm.exec(inside ?? raw) ?? []
  const name = inside === null ? readInline(path) : path
  const file = repositoryPath(name)
  if (file === undefined) complain(`names a file outside the repository: ${name}`)
  const line = first === undefined ? null : Number(first)
  if (line === 0) complain('names line 0; lines are counted from 1.')
  return { file: file ?? null, line, endLine: last === undefined ? null : Number(last) }
}

const placeForm = /^(.+?)(?:(?<!\\):(\d{1,9})(?:[-–](\d{1,9}))?)?$/

function insideSpan(text: string): string | null {
  return /^(`+)([^`]+)\1$/.exec(text)?.[2]?.trim() ?? null
}
