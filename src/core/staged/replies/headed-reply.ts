import { sectionText } from '../markdown/sections.ts'
import { type OutlineCode, type ReplyParts, type ReplyProblem, readReplyParts } from './reply-sections.ts'

// What a plan and a report of work have in common: "## <kind>: <title>" and below it all of the sections.

export type HeadedCode = OutlineCode | 'missing_title' | 'missing_section' | 'empty_section'

export interface HeadedReply extends Pick<ReplyParts, 'find'> {
  readonly title: string
  /** From the title on, as it was written. */
  readonly text: string
  readonly problems: readonly ReplyProblem<HeadedCode>[]
}

export function readHeadedReply(text: string, kind: string, names: readonly string[]): HeadedReply {
  const parts = readReplyParts(text, { names })
  const head = parts.sections.find(({ level, heading }) => level === 2 && heading.startsWith(`${kind}:`))
  const title = head?.heading.slice(kind.length + 1).trim() ?? ''
  const begin = head?.line ?? 1
  const rows = parts.lines.slice(begin - 1)
  return {
    find: parts.find,
    title,
    text: `${rows
      .map((row) => row.text)
      .join('\n')
      .trimEnd()}\n`,
    problems: [
      ...parts.problems,
      ...(isPlaceholder(title) ? [missingTitle(kind, begin)] : []),
      ...names.flatMap((name) => sectionProblems(name, parts)),
    ],
  }
}

function missingTitle(kind: string, line: number): ReplyProblem<HeadedCode> {
  return { code: 'missing_title', text: `The answer begins with "## ${kind}: <title>".`, line }
}

function sectionProblems(name: string, { find, sections }: ReplyParts): readonly ReplyProblem<HeadedCode>[] {
  const section = find(name)
  if (section === undefined)
    return [{ code: 'missing_section', text: `"### ${name}" is missing.`, line: sections.at(-1)?.line ?? 1 }]
  if (!isPlaceholder(sectionText(section))) return []
  return [{ code: 'empty_section', text: `"### ${name}" is empty.`, line: section.line }]
}

/** Nothing, or the schema as it was given. */
function isPlaceholder(text: string): boolean {
  return /^(?:(?:[-*+]|1\.)?\s*(?:\.\.\.|…)?|\{title\}|<title>)$/.test(text)
}
