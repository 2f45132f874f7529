import { parseJson } from '../values/parse-json.ts'
import { repeatedKey } from '../values/repeated-key.ts'
import { shortened } from '../values/shortened.ts'
import { describeBreak } from './json-break.ts'
import { readOwnFindings } from './own.ts'
import { readRdjson, readRdjsonLines } from './rdjson.ts'
import type { ImportOptions, ImportResult } from './result.ts'
import { readSarif } from './sarif.ts'
import { isRecord, type UnknownRecord } from './shape.ts'

export type { ImportedFindings, ImportOptions, ImportResult } from './result.ts'

/**
 * Reads what another analyser found: SARIF 2.1.0, reviewdog's rdjson or rdjsonl, or our own JSON (a review result, a list
 * of findings, an agent's reply). Tolerant where a person would understand the file, and every repair is a note.
 *
 * `evidence` is null where the tool gave no quote of the code, which is the rule: the caller fills it from the named
 * lines of the file before validation, otherwise the finding is discarded for want of evidence.
 */
export function readImport(text: string, name: string, options: ImportOptions): ImportResult {
  const marked = text.startsWith('\ufeff')
  const content = marked ? text.slice(1) : text
  if (content.trim() === '') return { problems: [`${name} is empty; ${expected}.`] }
  const value = parseJson(content)
  const read = value === undefined ? readLines(content, name, options) : recognise(value, name, options)
  return withRepeatedKey(read, content)
}

/** Which of two values is meant nobody knows, and what was in the first is lost. */
function withRepeatedKey(read: ImportResult, text: string): ImportResult {
  const key = 'problems' in read ? undefined : repeatedKey(text)
  if ('problems' in read || key === undefined) return read
  const reason = `The key ${JSON.stringify(shortened(key, 60))} is twice in one object: what the first one says was not read.`
  return { ...read, incomplete: [...read.reviewers.map((reviewer) => ({ reviewer, reason })), ...read.incomplete] }
}

const expected = 'expected SARIF 2.1.0, rdjson, rdjsonl, or findings as review-loop writes them'

/** Not one JSON document: either one document for each line, or broken. */
function readLines(text: string, name: string, options: ImportOptions): ImportResult {
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '')
  const head = parseJson(first)
  if (rest.length > 0 && isRecord(head) && isDiagnostic(head)) return readRdjsonLines(text, name, options)
  return { problems: [`${name} is not valid JSON: ${describeBreak(text)}; ${expected}.`] }
}

function recognise(value: unknown, name: string, options: ImportOptions): ImportResult {
  if (Array.isArray(value)) return recogniseList(value, name, options)
  if (!isRecord(value)) return { problems: [`${name} holds a bare value, not an object; ${expected}.`] }
  if (Array.isArray(value.runs)) return readSarif(value, name, options)
  if (Array.isArray(value.diagnostics)) return readRdjson(value, name, options)
  if (Array.isArray(value.findings)) return readOwnFindings(value, name, options)
  if (isDiagnostic(value)) return readRdjson({ diagnostics: [value] }, name, options)
  return { problems: [`${name} is JSON, but no known format (its keys: ${keysOf(value)}); ${expected}.`] }
}

function recogniseList(values: readonly unknown[], name: string, options: ImportOptions): ImportResult {
  const [first] = values
  if (isRecord(first) && isDiagnostic(first)) return readRdjson({ diagnostics: values }, name, options)
  if (isRecord(first) && 'filePath' in first && 'messages' in first)
    return { problems: [`${name} is ESLint's own JSON, which cannot be read; let ESLint write SARIF instead.`] }
  return readOwnFindings({ findings: values }, name, options)
}

function isDiagnostic(value: UnknownRecord): boolean {
  return typeof value.message === 'string' && isRecord(value.location)
}

function keysOf(value: UnknownRecord): string {
  const keys = Object.keys(value)
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)))
  return `${shown.join(', ') || 'none'}${keys.length > 5 ? ', …' : ''}`
}
