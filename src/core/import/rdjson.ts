import type { Config, RawFinding, Severity } from '../../types.ts'
import { type LineEdit, wholeLineEdit } from './edit.ts'
import { bareName, pageHint, placelessFinding, rawFinding, reviewerName, usualConfidence } from './finding.ts'
import { describeBreak } from './json-break.ts'
import { createPathReader, type PathReader } from './place.ts'
import type { ImportOptions, ImportResult } from './result.ts'
import { isRecord, listOf, positionOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import { createRemarks, have, type Remarks, results, withoutMessage } from './tally.ts'

/** Expects an object with a list `diagnostics`. */
export function readRdjson(document: UnknownRecord, name: string, options: ImportOptions): ImportResult {
  const diagnostics = listOf(document.diagnostics).map(recordOf)
  if (diagnostics.length > 0 && !diagnostics.some(isRdjson))
    return {
      problems: [
        `${name} has "diagnostics", but none in the form of reviewdog's rdjson ("message" and "location.path").`,
      ],
    }
  const remarks = createRemarks()
  const paths = createPathReader(options.root)
  const source = textOf(recordOf(document.source).name) ?? bareName(name)
  const findings: RawFinding[] = []
  for (const diagnostic of diagnostics) {
    const finding = read(diagnostic, { source, severity: document.severity, options, paths, remarks })
    if (finding !== null) findings.push(finding)
  }
  const speakers = new Set(findings.map(({ reviewer }) => reviewer))
  if (speakers.size === 0 || isRecord(document.source)) speakers.add(reviewerName(source))
  return {
    findings,
    reviewers: [...speakers],
    notes: remarks.notes.sentences().map((note) => `${name}: ${note}`),
    incomplete: remarks.losses.sentences().map((reason) => ({ reviewer: reviewerName(source), reason })),
  }
}

/** Other tools write "diagnostics" too: oxlint with `filename`, Biome with an object for the path. */
function isRdjson(diagnostic: UnknownRecord): boolean {
  const hasPlace = !isRecord(diagnostic.location) || typeof diagnostic.location.path === 'string'
  return typeof diagnostic.message === 'string' && hasPlace && !('filename' in diagnostic)
}

/** rdjsonl: one diagnostic on each line. */
export function readRdjsonLines(text: string, name: string, options: ImportOptions): ImportResult {
  const diagnostics: unknown[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      diagnostics.push(JSON.parse(line))
    } catch {
      return {
        problems: [`${name} is not valid rdjsonl: line ${index + 1}, ${describeBreak(line).replace('line 1, ', '')}.`],
      }
    }
  }
  return readRdjson({ diagnostics }, name, options)
}

interface Surroundings {
  readonly source: string
  readonly severity: unknown
  readonly options: ImportOptions
  readonly paths: PathReader
  readonly remarks: Remarks
}

function read(diagnostic: UnknownRecord, around: Surroundings): RawFinding | null {
  const { notes, losses } = around.remarks
  const message = textOf(diagnostic.message)
  if (message === undefined) {
    losses.add(withoutMessage)
    return null
  }
  if (hasUnknownSeverity(diagnostic)) losses.add(unknownSeverity)
  const location = recordOf(diagnostic.location)
  const path = textOf(location.path)
  const file = path === undefined ? null : around.paths.fromPath(path)
  const { line, endLine } = linesOf(recordOf(location.range))
  const foreign = {
    tool: textOf(recordOf(diagnostic.source).name) ?? around.source,
    rule: textOf(recordOf(diagnostic.code).value) ?? textOf(diagnostic.code),
    message,
    severity: severityOf(diagnostic.severity, around.severity, around.options.severity),
    category: 'static-analysis',
    file: file === '' ? null : file,
    line: file ? line : null,
    endLine: file ? endLine : null,
    fix: pageHint(recordOf(diagnostic.code).url),
    edit: file ? editOf(listOf(diagnostic.suggestions), file, around.options) : null,
    quote: null,
    confidence: usualConfidence,
  }
  return path !== undefined && file === null ? placelessFinding(foreign, path, notes) : rawFinding(foreign)
}

/** An end before the first character of a line does not include that line. */
function linesOf(range: UnknownRecord): { line: number | null; endLine: number | null } {
  const line = positionOf(recordOf(range.start).line) ?? null
  const end = recordOf(range.end)
  const last = positionOf(end.line)
  if (line === null || last === undefined) return { line, endLine: null }
  const included = positionOf(end.column) === 1 ? last - 1 : last
  return { line, endLine: included > line ? included : null }
}

/** Several suggestions are alternatives or parts of one: nobody says which. */
function editOf(suggestions: readonly unknown[], file: string, options: ImportOptions): LineEdit | null {
  const suggestion = recordOf(suggestions[0])
  const range = recordOf(suggestion.range)
  const [start, end] = [recordOf(range.start), recordOf(isRecord(range.end) ? range.end : range.start)]
  const startLine = positionOf(start.line)
  if (suggestions.length !== 1 || startLine === undefined || typeof suggestion.text !== 'string') return null
  const edit = {
    startLine,
    startColumn: positionOf(start.column),
    endLine: positionOf(end.line) ?? startLine,
    endColumn: positionOf(end.column),
    text: suggestion.text,
    unit: 'utf8',
  } as const
  return wholeLineEdit(edit, (line) => options.lineText?.(file, line))
}

function severityOf(own: unknown, overall: unknown, severities: Config['import']): Severity {
  const level = levelOf(own) ?? levelOf(overall) ?? 'warning'
  return severities[level]
}

function hasUnknownSeverity({ severity }: UnknownRecord): boolean {
  return severity != null && levelOf(severity) === undefined && severity !== 'UNKNOWN_SEVERITY' && severity !== 0
}

const unknownSeverity = (count: number): string =>
  `${results(count)} ${have(count)} a severity that rdjson does not know.`

/** By name or by number, as protocol buffers allow. */
function levelOf(value: unknown): 'error' | 'warning' | 'note' | undefined {
  const word = typeof value === 'string' ? value.toUpperCase() : value
  if (word === 'ERROR' || word === 1) return 'error'
  if (word === 'WARNING' || word === 2) return 'warning'
  return word === 'INFO' || word === 3 ? 'note' : undefined
}
