import { type DocumentLine, numberedLines } from '../../loop/finding-drafts.ts'

/** What stands below one heading, up to the next one that is not deeper than the level asked for. */
export interface Section {
  /** 1 for '#'. */
  readonly level: number
  /** Without its marks. */
  readonly heading: string
  /** Of the heading, counted from 1. */
  readonly line: number
  readonly lines: readonly DocumentLine[]
}

export interface SplitDocument {
  /** All of them. */
  readonly lines: readonly DocumentLine[]
  /** What comes before the first heading. */
  readonly before: readonly DocumentLine[]
  readonly sections: readonly Section[]
  /** A fenced block that nothing closes: all that follows it would count as code. */
  readonly isFenceOpen: boolean
}

/** Splits Markdown at its headings of the given level and above; deeper ones, and all in fenced blocks, are text. */
export function splitSections(markdown: string, level: number): SplitDocument {
  // The line added at the end is code only if a block is still open there.
  const lines = numberedLines(`${markdown.replace(/^\ufeff/, '')}\n`)
  const written = lines.slice(0, -1)
  const starts = written.flatMap((line, index) => {
    const marks = line.isCode ? undefined : /^#{1,6}(?=[ \t]|$)/.exec(line.text)?.[0]
    if (marks === undefined || marks.length > level) return []
    return [{ index, level: marks.length, heading: headingText(line.text.slice(marks.length)), line: line.number }]
  })
  const sections = starts.map(({ index, ...start }, position) => ({
    ...start,
    lines: written.slice(index + 1, starts[position + 1]?.index),
  }))
  return {
    lines: written,
    before: written.slice(0, starts[0]?.index),
    sections,
    isFenceOpen: lines.at(-1)?.isCode === true,
  }
}

/** Markdown allows number signs at the end as well, behind a space. */
function headingText(text: string): string {
  return text
    .trim()
    .replace(/(?:^|(?<=[ \t]))#+$/, '')
    .trimEnd()
}

/** The text below a heading, without blank lines at its ends. */
export function sectionText({ lines }: Pick<Section, 'lines'>): string {
  return lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}
