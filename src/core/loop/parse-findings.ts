import { readInline } from './document-text.ts'
import { type DocumentLine, numberedLines, type Report, readDrafts } from './finding-drafts.ts'
import { sections } from './findings-document.ts'
import { type DocumentEntry, readEntries, readName } from './parse-finding-entries.ts'

/** A findings document as it was read back. */
export interface FindingsDocument {
  readonly title: string
  readonly round: number
  readonly reviewer: string
  /** 'YYYY-MM-DD HH:MM' */
  readonly date: string
  readonly branch: string
  readonly entries: readonly DocumentEntry[]
  readonly recommendation: string
}

export interface DocumentProblem {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

export type ParsedFindings = { readonly value: FindingsDocument } | { readonly problems: readonly DocumentProblem[] }

/** Reads a findings document, ours or one written by hand. What the summary counts must be what the body holds. */
export function parseFindings(markdown: string): ParsedFindings {
  const problems: DocumentProblem[] = []
  const report: Report = (line, text) => void problems.push({ line, text })
  const parts = splitParts(numberedLines(markdown))
  const head = readHead(parts, report)
  checkOrder(parts, report)
  const found = parts.filter(({ name }) => sections.some(({ label }) => label === name))
  const entries = readEntries(
    found.flatMap(({ name, lines }) => readDrafts(name, lines, report)),
    report,
  )
  const recommendation = readSummary(parts, entries, report)
  if (problems.length > 0) return { problems: problems.sort((one, other) => one.line - other.line) }
  return { value: { ...head, entries, recommendation } }
}

/** What stands below one heading. */
interface Part {
  /** 'Critical', 'Important', 'Minor', 'Summary', 'title' for the first one, or the heading itself. */
  readonly name: string
  readonly heading: string
  readonly line: number
  readonly lines: readonly DocumentLine[]
}

const partName = /^(critical|important|minor)(?: issues| findings)?(?: \(.*\))?$|^(summary)$/i

function splitParts(lines: readonly DocumentLine[]): readonly Part[] {
  const starts = lines.filter(({ text, isCode }) => !isCode && /^#{1,6} /.test(text))
  return starts.map(({ text, number }, index) => {
    const heading = text.replace(/^#+ +|[ #]+$/g, '')
    const [, label, summary] = partName.exec(text.startsWith('## ') ? heading : '') ?? []
    const end = starts[index + 1]?.number ?? Number.POSITIVE_INFINITY
    return {
      name: index === 0 && text.startsWith('# ') ? 'title' : capital(label ?? summary ?? '') || heading,
      heading,
      line: number,
      lines: lines.filter((line) => line.number > number && line.number < end),
    }
  })
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

const order: readonly string[] = ['title', ...sections.map(({ label }) => label), 'Summary']

/** A heading that does not belong here could hide findings; so could one that comes twice. */
function checkOrder(parts: readonly Part[], report: Report): void {
  let last = -1
  for (const { name, heading, line } of parts) {
    const position = order.indexOf(name)
    if (position === -1) report(line, `"${heading}" is no heading of a findings document.`)
    else if (position === last) report(line, `"${heading}" is there twice.`)
    else if (position < last) report(line, `"${heading}" comes too late: the order is ${order.slice(1).join(', ')}.`)
    last = Math.max(last, position)
  }
}

type Head = Pick<FindingsDocument, 'title' | 'round' | 'reviewer' | 'date' | 'branch'>

function readHead([first]: readonly Part[], report: Report): Head {
  const [, title = '', round = ''] =
    (first?.name === 'title' && /^(.+?) Code Review Findings *[-–—] *Round (\d{1,6})$/i.exec(first.heading)) || []
  if (title === '') report(1, 'The document begins with "# <what> Code Review Findings - Round <n>".')
  const value = (label: string): string => {
    const found = first?.lines.flatMap(({ text }) => labelled(label).exec(text)?.[1] ?? []) ?? []
    if (found.length !== 1)
      report(first?.line ?? 1, `**${label}:** is expected once below the title, found ${found.length} times.`)
    return readName(found[0] ?? '')
  }
  const head = {
    title: readInline(title),
    round: Number(round),
    reviewer: value('Reviewer'),
    date: value('Date'),
    branch: value('Branch'),
  }
  if (head.date !== '' && !/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/.test(head.date))
    report(first?.line ?? 1, `**Date:** is written YYYY-MM-DD HH:MM, found "${head.date}".`)
  return head
}

/** '**Label:** value', as a line or as an item of a list. */
function labelled(label: string): RegExp {
  return new RegExp(`^ {0,3}(?:[-*+] +)?\\*\\*${label}(?::\\*\\*|\\*\\*:)[ \\t]*(.*?)[ \\t\\\\]*$`, 'i')
}

function readSummary(parts: readonly Part[], entries: readonly DocumentEntry[], report: Report): string {
  const summary = parts.find(({ name }) => name === 'Summary')
  if (summary === undefined) {
    report(parts.at(-1)?.line ?? 1, 'There is no "## Summary".')
    return ''
  }
  const count = (label: string, actual: number): void => {
    const [found, ...more] = find(label)
    if (found === undefined || more.length > 0) report(summary.line, `The summary says **${label}:** once.`)
    else if (found.value !== String(actual))
      report(found.line, `The summary says ${label}: ${found.value}, the document has ${actual}.`)
  }
  count('Total findings', entries.length)
  for (const { label } of sections) count(label, entries.filter((entry) => entry.label === label).length)
  const recommended = find('Recommendation')
  if (recommended.length !== 1) report(summary.line, 'The summary says **Recommendation:** once.')
  return readInline(recommended[0]?.value ?? '')

  function find(label: string) {
    const lines = summary?.lines.filter(({ isCode }) => !isCode) ?? []
    return lines.flatMap(({ text, number }) => {
      const value = labelled(label).exec(text)?.[1]
      return value === undefined ? [] : [{ value, line: number }]
    })
  }
}
