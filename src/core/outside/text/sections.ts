import { blankFences } from './fences.ts'

/** A folded part of a comment (`<details>`), or the whole comment as the outermost. */
export interface Section {
  /** What is seen while it is folded, with its markup. Empty for the whole. */
  readonly summary: string
  /** Everything in it, folded parts included. */
  readonly content: string
  readonly sections: readonly Section[]
}

interface OpenSection {
  readonly start: number
  readonly sections: Section[]
}

/** The folded parts of a text as a tree. Ends without a beginning are ignored, and what is not closed ends with the text. */
export function parseSections(text: string): Section {
  const visible = blankFences(text)
  const open: OpenSection[] = [{ start: 0, sections: [] }]
  let tooDeep = 0
  for (const match of visible.matchAll(/<(\/?)details\b[^>]{0,200}>/gi)) {
    const isOpening = match[1] === ''
    if (isOpening && open.length > deepest) tooDeep += 1
    else if (isOpening) open.push({ start: match.index + match[0].length, sections: [] })
    else if (tooDeep > 0) tooDeep -= 1
    else if (open.length > 1) close(match.index)
  }
  while (open.length > 1) close(text.length)
  return { summary: '', content: text, sections: open[0]!.sections }

  function close(end: number): void {
    const { start, sections } = open.pop()!
    open.at(-1)!.sections.push({ ...splitSummary(text.slice(start, end)), sections })
  }
}

/** Nobody folds so deep; what does is text. */
const deepest = 12

/** Every folded part with the summaries around it, outermost first. */
export function walkSections(
  { sections }: Section,
  around: readonly string[] = [],
): readonly { readonly section: Section; readonly around: readonly string[] }[] {
  return sections.flatMap((section) => [{ section, around }, ...walkSections(section, [...around, section.summary])])
}

function splitSummary(inner: string): { readonly summary: string; readonly content: string } {
  const match = /^\s*<summary\b[^>]*>([\s\S]*?)<\/summary>/i.exec(inner)
  if (match === null) return { summary: '', content: inner }
  return { summary: match[1]!.trim(), content: inner.slice(match[0].length) }
}
