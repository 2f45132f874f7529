/** Lines of a file as a text names them. */
export interface Place {
  readonly file: string
  /** Null when only the file is named. */
  readonly start: number | null
  readonly end: number | null
}

const folders = String.raw`(?:[\w.@+$-][\w.@+$()[\]-]*\/(?:[\w.@+$()[\]-]+\/)*)?`
const file = String.raw`${folders}(?:[\w.@+$-]*\w\.[A-Za-z]\w{0,11}|Dockerfile|Makefile|Jenkinsfile|Gemfile)`
const lines = String.raw`L?(\d{1,7})(?:\s*(?:-|–|to)\s*L?(\d{1,7}))?`

const written = new RegExp(
  String.raw`(?<![\w/.@:-])(${file})\x60?(?::|#|, lines? | \(lines? | lines? )${lines}(?![\w.])`,
)
const blobLink = /\/blob\/([0-9a-f]{7,40}|[\w.-]+)\/([^\s#)'"<>]+)#L(\d{1,7})(?:C\d+)?(?:-L(\d{1,7}))?/g

/** `src/a.ts:10-12`, `src/a.ts#L10`, `src/a.ts (lines 10-12)`: the first in the text. */
export function placeIn(text: string): Place | undefined {
  const match = written.exec(text)
  return match === null ? undefined : place(match[1]!, match[2], match[3])
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

/** The text from its first to its last character is the name of a file, maybe in backticks or emphasis. */
export function fileNameOf(text: string): string | undefined {
  const name = text.trim().replace(/^[`*@]+|[`*]+$/g, '')
  return new RegExp(`^(?:${file})$`).test(name) || /^(?:[\w.@+-]+\/)+[\w.@+-]+$/.test(name) ? name : undefined
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
