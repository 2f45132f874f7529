import { placeLabels } from './labels.ts'
import { plainWords } from './plain.ts'

/** Lines of a file as a text names them. */
export interface Place {
  readonly file: string
  /** Null when only the file is named. */
  readonly start: number | null
  readonly end: number | null
}

const folders = String.raw`(?:[\w.@+$-][\w.@+$()[\]-]{0,254}\/(?:[\w.@+$()[\]-]{1,255}\/){0,60})?`
const file = String.raw`${folders}(?:[\w.@+$-]{0,254}\w\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Jenkinsfile|Gemfile)`
const lines = String.raw`L?(\d{1,7})(?:\s*(?:-|–|to)\s*L?(\d{1,7}))?`

const between = String.raw`(?::|#|(?:,? at|,)? [Ll]ines? | \([Ll]ines? |(?:,? | \()(?=L\d))`
const named = String.raw`(?<![\w/.@:-])(${file})\x60?${between}${lines}(?![\w.])`
const written = new RegExp(named)
const allWritten = new RegExp(named, 'g')
/** "line 12 of src/a.ts" */
const reversed = new RegExp(String.raw`\b[Ll]ines? ${lines} (?:of|in) \x60?(${file})(?![\w/])`)
const blobLink = /\/blob\/([0-9a-f]{7,40}|[\w.-]+)\/([^\s#)'"<>]{1,500})#L(\d{1,7})(?:C\d+)?(?:-L(\d{1,7}))?/g

/** `src/a.ts:10-12`, `src/a.ts#L10`, `src/a.ts (lines 10-12)`: the first in the text, else "line 10 of src/a.ts". */
export function placeIn(text: string): Place | undefined {
  const match = written.exec(text)
  if (match !== null) return place(match[1]!, match[2], match[3])
  const [, first, last, name] = reversed.exec(text) ?? []
  return name === undefined ? undefined : place(name, first, last)
}

/** A line that says where something is and nothing else: "**File:** `src/a.ts:3`", "`src/a.ts`, line 3 ([link](…))". */
export function placeLineIn(line: string): Place | undefined {
  const rest = withoutLabel(line)
  const where = placeIn(rest)
  const others = rest.replace(allWritten, ' ').replace(/\b(?:link|and|see|also)\b/gi, ' ')
  return where === undefined || /\p{L}/u.test(others) ? undefined : where
}

/** What fields of a text say: "Location: src/a.ts:3-5", or "File: src/a.ts" and "Line: 3". */
export function labelledPlaceIn(text: string): Place | undefined {
  const rows = text.split('\n').filter(isPlaceField)
  const where = rows.map(placeLineIn).find((found) => found !== undefined)
  if (where !== undefined) return where
  const name = rows.map((row) => fileNameOf(withoutLabel(row))).find((found) => found !== undefined)
  const [, first, last] = rows.map((row) => lineLabel.exec(plainWords(row))).find((found) => found !== null) ?? []
  return name === undefined || first === undefined ? undefined : place(name, first, last)
}

/** "File: src/a.ts", where nothing is said about lines. */
export function labelledFileIn(text: string): Place | undefined {
  const labels = text.split('\n').filter(isPlaceLabel)
  const name = labels
    .map((row) => fileNameOf(withoutLabel(row).split(/[\s,]/)[0] ?? ''))
    .find((found) => found !== undefined)
  return name === undefined ? undefined : place(name, undefined, undefined)
}

/** It begins with a word for a place, and one follows. */
export function isPlaceLabel(line: string): boolean {
  const rest = withoutLabel(line)
  return (
    rest !== plainWords(line) && (placeIn(rest) !== undefined || fileNameOf(rest.split(/[\s,]/)[0] ?? '') !== undefined)
  )
}

/** That, or "Line: 3". */
export function isPlaceField(line: string): boolean {
  return isPlaceLabel(line) || lineLabel.test(plainWords(line))
}

function withoutLabel(line: string): string {
  return plainWords(line).replace(placeLabel, '')
}

const placeLabel = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:\d{1,2}[.)]\s+)?(?:${placeLabels})[^\p{L}\p{N}_]{1,4}(?=[\w.\x60])`,
  'iu',
)

const lineLabel = new RegExp(String.raw`^\W*lines?\W{0,3}:\W*${lines}\W*$`, 'i')

const openingLines = new RegExp(String.raw`^\W*(?:[Ll]ines? |(?=L\d))${lines}\b`)

/** "Line 12: …", "**Lines 3-4** …" of a file that is named elsewhere. */
export function linesIn(text: string, name: string | undefined): Place | undefined {
  const match = openingLines.exec(text)
  return match === null || name === undefined ? undefined : place(name, match[1], match[2])
}

/** Where the last link into a commit points: links to rules and context come first. */
export function linkedPlaceIn(text: string): Place | undefined {
  const match = [...text.matchAll(blobLink)].at(-1)
  return match === undefined ? undefined : place(decoded(match[2]!), match[3], match[4])
}

/** `<!-- LOCATIONS START src/a.ts#L10-L12 … LOCATIONS END -->`: where a reviewer keeps it for programs. */
export function hiddenPlaceIn(text: string): Place | undefined {
  const match = /<!--\s*LOCATIONS START\s+(\S{1,1000}?)#L(\d{1,7})(?:-L(\d{1,7}))?/.exec(text)
  return match === null ? undefined : place(match[1]!, match[2], match[3])
}

const wholeName = new RegExp(`^(?:${file})$`)

/** The text from its first to its last character is the name of a file, maybe in backticks or emphasis. */
export function fileNameOf(text: string): string | undefined {
  const name = text.trim().replace(/^[`*@]+|[`*]+$/g, '')
  return wholeName.test(name) || /^(?:[\w.@+-]+\/)+[\w.@+-]+$/.test(name) ? name : undefined
}

export function place(name: string, first: string | undefined, last: string | undefined): Place {
  const start = first === undefined ? null : Number(first)
  const end = last === undefined ? start : Number(last)
  return { file: name, start: start === end ? null : start, end }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
