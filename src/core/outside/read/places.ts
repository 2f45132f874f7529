import { means } from './meaning.ts'

/** Lines of a file as a text names them. */
export interface Place {
  /** Null where a text names it by the hash of its path only. */
  readonly file: string | null
  readonly pathHash: string | null
  readonly start: number | null
  /** Null when only the file is named. */
  readonly end: number | null
}

const folders = String.raw`(?:[\w.@+$-][\w.@+$()[\]-]{0,254}\/(?:[\w.@+$()[\]-]{1,255}\/){0,60})?`
const file = String.raw`${folders}(?:[\w.@+$-]{0,254}\w\.[A-Za-z]\w{0,11}|\.[A-Za-z][\w-]{2,30}|Dockerfile|Makefile|Jenkinsfile|Gemfile)`
const lines = String.raw`[LR]?(\d{1,7})(?:\s*(?:-|–|—|~|〜|:|to|bis|à|a|до|から)\s*[LR]?(\d{1,7}))?`
const lineWord = String.raw`(?:lines?|zeilen?|lignes?|l[ií]neas?|linhas?|rig(?:a|he)|regels?|lini[ae]|wiersz\p{L}*|строк\p{L}*|sat[ıi]r\p{L}*|行|第|라인|줄|पंक्ति|السطر|سطر|around lines?|ll?\.)`
const between = String.raw`(?::|#|\s*[@,:]?\s*[([]?\s*(?:at |on |around |ab |, )?(?:${lineWord}\.?:?\s*|(?=[LR]\d))|\s+\((?=\d{1,7}\s*[-–]\s*\d)|\s?\[(?=[LR]?\d{1,7}\s*(?:-|–|\])))`
/** `src/a.ts:10:5` is a line and a column. */
const written = new RegExp(
  String.raw`(?<![\w/.@:%\\-])@?(${file})[\x60"]*${between}${lines.replace('|:|', '|')}(?::\d{1,4})?(?![\w.]\w)`,
  'iu',
)
/** "line 12 of src/a.ts" */
const reversed = new RegExp(
  String.raw`${lineWord}\s*${lines}\s*(?:of|in|von|de|du|dans|en|em|di|w|в|,|\()\s*\x60?(${file})(?![\w/])`,
  'iu',
)
const blobLink = /\/blob\/[\w.-]+\/([^\s#)'"<>?]{1,500}?)\/?(?:\?[^#\s]*)?#L(\d{1,7})(?:C\d+)?(?:-L(\d{1,7}))?/
const diffLink = /#diff-([0-9a-f]{64})[RL](\d{1,7})(?:-[RL]?(\d{1,7}))?/
const alone = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:(?:around |at |ab )?${lineWord}\.?:?\s*|(?=[LR]\d)|(?=[\x60]?\d{1,7}(?:\s*[-–]\s*\d{1,7})?[\x60]?\s*[:：]))[\x60]?${lines}\s*(?:行目?|번째)?`,
  'iu',
)
const inside = new RegExp(String.raw`(?<!\p{L})${lineWord}\.?:?\s*${lines}`, 'iu')
/** Nobody writes a place so far from the beginning. */
const longest = 1500
const wholeName = new RegExp(`^(?:${file})$`)

/** `src/a.ts:10-12`, `src/a.ts (L10)`, "line 10 of src/a.ts": the first in the text. */
export function placeIn(text: string): Place | undefined {
  const match = written.exec(text.slice(0, longest))
  if (
    match !== null &&
    (match[1]!.includes('/') || !/\[[LR]?\d+\]/.test(match[0] + text[match.index + match[0].length]))
  )
    return place(match[1]!, match[2], match[3])
  const [, first, last, name] = reversed.exec(text.slice(0, longest)) ?? []
  return name === undefined ? undefined : place(name, first, last)
}

/** The rest, without names of lines and files that only say where it is. */
export function withoutPlaces(text: string): string {
  return text
    .slice(0, longest)
    .replace(new RegExp(String.raw`${alone.source}\s*[\x60)]?\s*[:：]`, 'iu'), ' ')
    .replace(written, ' ')
    .replace(reversed, ' ')
    .replace(/`\s*`/g, ' ')
}

/** Lines of a file that is named elsewhere: "Line 12: …", "`10-12`: …", "L4". */
export function linesIn(text: string, name: string | null): Place | undefined {
  const match = name === null ? null : (alone.exec(text.slice(0, longest)) ?? inside.exec(text.slice(0, longest)))
  return match === null ? undefined : place(name!, match[1], match[2])
}

/** A cell or field with nothing but lines. */
export function linesOnly(text: string): readonly [string, string | undefined] | undefined {
  const match = new RegExp(
    String.raw`^[^\p{L}\p{N}]*(?:${lineWord}\.?:?\s*)?${lines}[^\p{L}\p{N}]*(?:行目?)?$`,
    'iu',
  ).exec(text.trim())
  return match === null ? undefined : [match[1]!, match[2]]
}

/** Where links into a commit or a diff point: those to rules and context come first. */
export function linkedPlaceIn(links: readonly string[]): Place | undefined {
  const diff = links.map((link) => diffLink.exec(link.slice(0, longest))).find((match) => match !== null)
  if (diff !== null && diff !== undefined) return { ...place('a', diff[2], diff[3])!, file: null, pathHash: diff[1]! }
  const match = links.map((link) => blobLink.exec(link.slice(0, longest))).findLast((found) => found !== null)
  return match === null || match === undefined ? undefined : place(decoded(match[1]!), match[2], match[3])
}

/** The text is the name of a file, maybe in backticks, behind a word for it, or with a count. */
export function fileNameOf(text: string): string | undefined {
  if (text.length > 600) return undefined
  const words = text.trim().replace(/(?:\s*[(（]\d+[^)）]{0,20}[)）]\s*[:：]?|\s[-–]\s\d+)$/, '')
  const label = /^[^\p{L}\p{N}]*([\p{L} ]{2,30})[:：]/u.exec(words)?.[0] ?? ''
  const rest = means(label, 'file') ? words.slice(label.length) : words
  const name = rest
    .replace(/^(?:in|review comments at)\s+/i, '')
    .replace(/^[^\p{L}\p{N}@./_-]+|[`*_:：\s"]+$/gu, '')
    .replace(/^@/, '')
  return (wholeName.test(name) || /^(?:[\w.@+-]+\/)+[\w.@+-]+$/.test(name)) && isInside(name) ? name : undefined
}

export function place(name: string, first: string | undefined, last: string | undefined): Place | undefined {
  if (!isInside(name)) return undefined
  const start = first === undefined ? null : Number(first)
  const end = last === undefined ? start : Math.max(Number(first), Number(last))
  return {
    file: name,
    pathHash: null,
    start: start === end || last === undefined ? null : Math.min(Number(first), Number(last)),
    end,
  }
}

/** What is outside the repository is no place in it. */
export function isInside(name: string): boolean {
  return !/^[/~]|^[A-Za-z]:/.test(name) && !name.split('/').includes('..') && !/^(?:https?|www)\b/.test(name)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
