import { lineBreak } from './document-text.ts'

// A findings document as lines: which of them belong to which finding, before anybody asks what they say.

export interface DocumentLine {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  /** Inside a fenced block, its marks included. */
  readonly isCode: boolean
}

export interface Draft {
  /** 'Critical', 'Important' or 'Minor' */
  readonly label: string
  readonly number: number
  readonly line: number
  /** First the text beside the number, called 'Title', then one for each label. */
  readonly fields: { readonly name: string; readonly lines: Pick<DocumentLine, 'text' | 'isCode'>[] }[]
}

/** Says what is wrong, and in which line. */
export type Report = (line: number, text: string) => void

export function numberedLines(markdown: string): readonly DocumentLine[] {
  let fence: string | null = null
  return markdown.split(lineBreak).map((text, index) => {
    const marks = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1]
    const isCode = fence !== null || marks !== undefined
    if (fence === null) fence = marks ?? null
    else if (text.trim().startsWith(fence) && /^\s*[`~]+\s*$/.test(text)) fence = null
    return { number: index + 1, text, isCode }
  })
}

/** The findings below one heading. */
export function readDrafts(label: string, lines: readonly DocumentLine[], report: Report): readonly Draft[] {
  const drafts: Draft[] = []
  let afterBlank = true
  for (const { number: line, text, isCode } of lines) {
    const current = drafts.at(-1)
    const [, number, title = ''] = isCode ? [] : (numbered.exec(text) ?? [])
    const [, name, value = ''] = isCode || current === undefined ? [] : (labelled.exec(text) ?? [])
    if (number !== undefined)
      drafts.push({
        label,
        number: Number(number),
        line,
        fields: [{ name: 'Title', lines: [{ text: title, isCode }] }],
      })
    else if (name !== undefined) current?.fields.push({ name: capital(name), lines: [{ text: value, isCode }] })
    else if (current !== undefined && isInside(text, afterBlank)) current.fields.at(-1)?.lines.push({ text, isCode })
    else if (isLoss(text, current))
      report(line, 'This belongs to no finding; findings are numbered, and what is said of one is indented.')
    afterBlank = text.trim() === ''
  }
  return drafts
}

const numbered = /^ {0,2}(\d{1,9})[.)][ \t]+(.*)$/
const labelled = /^\s*[-*+][ \t]+\*\*(File|Problem|Impact|Fix)(?::\*\*|\*\*:)[ \t]*(.*)$/i
const listItem = /^[-*+][ \t]/
const harmless =
  /^(?:[-*+] +)?[_*(]*(?:none|no (?:critical |important |minor )?(?:issues|findings))\b|^(?:-{3,}|\*{3,}|_{3,})$/i

/** Markdown counts a line to the paragraph above even when it is not indented, unless a blank line is between. */
function isInside(text: string, afterBlank: boolean): boolean {
  return text.trim() === '' || /^\s{2}/.test(text) || !(afterBlank || listItem.test(text))
}

/** A sentence before the first finding may be there; below one, or as an item of a list, it would be lost. */
function isLoss(text: string, current: Draft | undefined): boolean {
  if (text.trim() === '' || harmless.test(text.trim())) return false
  return current !== undefined || listItem.test(text)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
