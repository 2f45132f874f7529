import { type DocumentLine, numberedLines } from '../../loop/finding-drafts.ts'
import { splitSections } from '../markdown/sections.ts'

// Text inside a session file. A line of it that would begin a section is escaped with a backslash; `readText` takes that back.
// The headings of agents' answers begin no section: a plan stays as it was written.

/** Whether a heading of level two begins a section of the session file. */
export function beginsSection(heading: string): boolean {
  return !/^(?:Solution Plan|Implementation Complete):/.test(heading)
}

/** Ends the text's fenced block if it is open: what comes after would count as code. */
export function closeFence(text: string): string {
  if (!splitSections(text, 1).isFenceOpen) return text
  const marks = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})/gm)].map(([, mark]) => mark)
  const closed = marks.map((mark) => `${text}\n${mark}`).find((candidate) => !splitSections(candidate, 1).isFenceOpen)
  return closed ?? text
}

export function writeText(text: string): string {
  return changeLines(closeFence(trimBlank(text)), (line) => (mayBegin(line) ? `\\${line}` : line))
}

export function readText(lines: readonly DocumentLine[]): string {
  const text = lines.map((line) => line.text).join('\n')
  return trimBlank(changeLines(text, (line) => (mayBegin(line) ? line.replace(/^\\/, '') : line)))
}

/** A heading that begins a section, or one that was escaped, any number of times. */
function mayBegin(line: string): boolean {
  const heading = /^\\*##(?:[ \t]+(.*))?$/.exec(line)
  return heading !== null && beginsSection(heading[1] ?? '')
}

function changeLines(text: string, change: (line: string) => string): string {
  return numberedLines(text)
    .map(({ text: line, isCode }) => (isCode ? line : change(line)))
    .join('\n')
}

/** No blank lines at the ends. What is indented stays so. */
function trimBlank(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').trimEnd()
}
