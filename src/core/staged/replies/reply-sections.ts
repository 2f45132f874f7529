import { lineBreak } from '../../loop/document-text.ts'
import { type Section, type SplitDocument, splitSections } from '../markdown/sections.ts'

/** What is wrong with a reply, in words that the agent can act on. */
export interface ReplyProblem<Code extends string = string> {
  readonly code: Code
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** One line of a correction or of a history. */
export function problemLine({ code, text, line }: ReplyProblem): string {
  return `line ${line}: ${text} (${code})`
}

export type Parsed<Value, Code extends string = string> =
  | { readonly value: Value }
  | { readonly problems: readonly ReplyProblem<Code>[] }

export type OutlineCode = 'unclosed_fence' | 'unknown_section' | 'duplicate_section' | 'section_order'

/** The headings of level three that a reply is made of, in their order. */
export interface Outline {
  readonly names: readonly string[]
  /** Which of the names a heading means. */
  readonly nameOf?: (heading: string) => string
}

export interface ReplyParts extends SplitDocument {
  /** The first section of that name. */
  readonly find: (name: string) => Section | undefined
  readonly problems: readonly ReplyProblem<OutlineCode>[]
}

/**
 * A reply as the sections it is to have. Sentences and headings before the first of them are no harm; a heading after it that
 * does not belong there could hide something, and so could one that comes twice or in another place.
 */
export function readReplyParts(text: string, { names, nameOf = (heading) => heading }: Outline): ReplyParts {
  const document = splitSections(withoutWrapper(text), 3)
  const sections = document.sections.map(withoutRules)
  const named = sections.map((section) => ({ section, name: nameOf(section.heading) }))
  const begin = named.findIndex(({ section, name }) => section.level === 3 && names.includes(name))
  const parts = begin < 0 ? [] : named.slice(begin)
  return {
    ...document,
    sections,
    find: (name) => parts.find((part) => part.section.level === 3 && part.name === name)?.section,
    problems: [...fenceProblems(text, document), ...orderProblems(parts, names)],
  }
}

/** Inside one fenced block that holds all of the reply, the reply itself. Line numbers stay. */
function withoutWrapper(text: string): string {
  const lines = text.split(lineBreak)
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const marks = /^(`{3,}|~{3,})(?:md|markdown)?[ \t]*$/i.exec(lines[first] ?? '')?.[1]
  if (marks === undefined || last <= first || lines[last]?.trim() !== marks) return text
  const inside = lines.slice(first + 1, last)
  const mayEndIt = (line: string) => line.trim().startsWith(marks) && /^\s*[`~]+\s*$/.test(line)
  return inside.some(mayEndIt) ? text : [...lines.slice(0, first), '', ...inside].join('\n')
}

/** A line drawn between sections says nothing. */
function withoutRules(section: Section): Section {
  const isRule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
  return { ...section, lines: section.lines.filter(({ text, isCode }) => isCode || !isRule.test(text)) }
}

function fenceProblems(text: string, { isFenceOpen }: SplitDocument): readonly ReplyProblem<OutlineCode>[] {
  if (!isFenceOpen) return []
  return [{ code: 'unclosed_fence', text: 'A fenced block is not closed.', line: text.split(lineBreak).length }]
}

function orderProblems(
  parts: readonly { readonly section: Section; readonly name: string }[],
  names: readonly string[],
): readonly ReplyProblem<OutlineCode>[] {
  const problems: ReplyProblem<OutlineCode>[] = []
  const seen = new Set<number>()
  for (const { section, name } of parts) {
    const { heading, level, line } = section
    const report = (code: OutlineCode, text: string) => void problems.push({ code, text, line })
    const position = level === 3 ? names.indexOf(name) : -1
    if (position < 0) report('unknown_section', `"${heading}" is no heading of this answer.`)
    else if (seen.has(position)) report('duplicate_section', `"### ${name}" is there twice.`)
    else if ([...seen].some((before) => before > position))
      report('section_order', `"### ${name}" comes too late: the order is ${names.join(', ')}.`)
    if (position >= 0) seen.add(position)
  }
  return problems
}
