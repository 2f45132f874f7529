import type { Weight } from '../types.ts'
import { fileNameOf, linesIn, linesOnly, linkedPlaceIn, type Place, place, placeIn } from './places.ts'
import { ownWords, type Role } from './roles.ts'
import type { Block } from './tree/blocks.ts'
import { boldLead, linesOf, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

/** What stands around a part of a text. */
export interface Context {
  readonly role: Role | null
  readonly weight: Weight | null
  readonly file: string | null
  readonly isRemark: boolean
  /** Held back, or suggested and not called a problem: it counts where there is nothing else. */
  readonly aside: 'held' | 'suggested' | null
}

/** Something that may be a problem: its first words and all that belongs to it. */
export interface Candidate {
  readonly head: Words
  readonly blocks: Block[]
  readonly context: Context
  /** It certainly has a name of its own. */
  readonly isNamed: boolean
  /** What it stands in: one list says two things about one place. */
  readonly list?: unknown
}

export function fileIn(text: string): string {
  const name = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, code]) => fileNameOf(code!))
    .find((found) => found !== undefined && (found.includes('/') || /file$/.test(found)))
  return name === undefined ? '' : `File: ${name}`
}

/** "New issue: …", "**Bug:** …" */
export function namesIssue(head: Words): boolean {
  const lead = boldLead(head)
  return (
    means(lead, 'issue') &&
    !means(plain(head).slice(0, 120), 'negation') &&
    ownWords(plain(linesOf(head)[0]!)) > 1 &&
    /[:：]/.test(plain(head).slice(0, 80))
  )
}

/** A line that says where something is and nothing else. */
export function isPlaceOnly(head: Words): boolean {
  const words = plain(head).slice(0, longestLine)
  return (
    (placeIn(words) !== undefined || linkedPlaceIn([words]) !== undefined) &&
    ownWords(
      words
        .replace(/https?:\S+/g, ' ')
        .replace(placeText, ' ')
        .replace(/`/g, ''),
    ) === 0
  )
}

/** The word for what a line holds: "Severity: …", "File: …". */
export function fieldLabel(line: Words): 'file' | 'line' | 'severity' | 'other' | undefined {
  const words = plain(line).split('\n')[0]!
  const label = /^[^\p{L}\p{N}`]*([^:：`.]{1,40}?)\s*(?:\([^()]{1,60}\))?\s*[:：]/u.exec(words)?.[1]
  if (label === undefined || label.split(/\s+/).length > 4) return undefined
  if (/^\p{L}+$/u.test(label) && means(label, 'line')) return 'line'
  const value = words.slice(words.search(/[:：]/) + 1)
  if (means(label, 'file') && (fileNameOf(value) !== undefined || placeIn(value) !== undefined)) return 'file'
  if (means(label, 'severity')) return 'severity'
  return means(label, 'field') &&
    ownWords(label.replace(/\p{L}+/gu, (word) => (means(word, 'field') ? '' : word))) === 0
    ? 'other'
    : undefined
}

export function textLines({ head, blocks }: Pick<Candidate, 'head' | 'blocks'>): readonly Words[] {
  const inner = blocks.flatMap((block): readonly Words[] => {
    if (block.kind === 'text') return linesOf(block.head)
    if (block.kind === 'entry' || block.kind === 'section')
      return textLines({ head: block.head, blocks: [...block.blocks] })
    return []
  })
  return [...linesOf(head), ...inner].map((line) => ({ ...line, marked: line.marked.slice(0, longestLine) }))
}

/** More of a line is not looked at: what a stranger writes must not take long to read. */
const longestLine = 1500

export function placeOf(candidate: Candidate): Place | undefined {
  const { head, context } = candidate
  const first = plain(linesOf(head)[0]!)
  const all = textLines(candidate).slice(0, 60)
  const fields = all.filter((line) => ['file', 'line'].includes(fieldLabel(line) ?? ''))
  const values = fields.map((line) => plain(line).replace(/^[^:：]*[:：]/, ''))
  const labelled = values.map((value) => placeIn(value)).find((found) => found !== undefined) ?? twoFields(values)
  const alone = all
    .slice(1, 8)
    .map(plain)
    .find((line) => placeIn(line) !== undefined && ownWords(line.replace(placeText, ' ')) === 0)
  const hidden = all
    .flatMap((line) => line.hidden)
    .map((mark) => placeIn(mark.replace(/\s+/g, ' ')))
    .find((found) => found !== undefined)
  const near = all
    .slice(1, 5)
    .map((line) => placeIn(plain(line)))
    .find((found) => found !== undefined)
  const name = values.map((value) => fileNameOf(value.split(',')[0]!)).find((found) => found !== undefined)
  const linked = linkedPlaceIn(head.links)
  const named = linked?.file === null ? (fileNameOf(fileIn(plain(head))) ?? null) : undefined
  if (linked !== undefined && named !== undefined) return { ...linked, file: named }
  return (
    placeIn(first) ??
    linesIn(first, context.file) ??
    labelled ??
    linkedPlaceIn(head.links) ??
    (alone === undefined ? undefined : placeIn(alone)) ??
    hidden ??
    linkedPlaceIn([...all.map(plain), ...all.flatMap(({ links }) => links)]) ??
    (context.role === 'issue' || candidate.isNamed ? near : undefined) ??
    (name === undefined ? undefined : place(name, undefined, undefined)) ??
    (context.file === null ? undefined : place(context.file, undefined, undefined))
  )
}

export const placeText = /[\w.@+$()[\]/-]+\.\w+\S*/g

export function twoFields(values: readonly string[]): Place | undefined {
  const name = values.map((value) => fileNameOf(value)).find((found) => found !== undefined)
  const lines = values.map((value) => linesOnly(value)).find((found) => found !== undefined)
  return name === undefined || lines === undefined ? undefined : place(name, lines[0], lines[1])
}
