import { type DocumentLine, numberedLines } from '../../loop/finding-drafts.ts'
import { splitSections } from '../markdown/sections.ts'

// Text inside a session file: none of its lines may begin a section. In a plan every heading from level two on is one level deeper;
// in any other text a line that would begin a section is escaped with a backslash. Reading takes that back.

/** Whether a heading of level two begins a section of the session file. Other tools quote answers of agents with their headings. */
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

export function writePlanText(text: string): string {
  return changeLines(closeFence(trimBlank(text)), (line) => line.replace(/^ {0,3}##(?=#*(?:[ \t]|$))/, '$&#'))
}

/** With headings at the plan's own levels. Another tool may have left them as they were: then one of level two is among them. */
export function readPlanText(lines: readonly DocumentLine[]): string {
  const text = trimBlank(lines.map((line) => line.text).join('\n'))
  const isAsWritten = lines.some(({ text: line, isCode }) => !isCode && /^ {0,3}##(?:[ \t]|$)/.test(line))
  return isAsWritten ? text : changeLines(text, (line) => line.replace(/^( {0,3}##)#(?=#*(?:[ \t]|$))/, '$1'))
}

/** A heading that begins a section, or one that was escaped, any number of times. */
function mayBegin(line: string): boolean {
  return /^\\*##(?:[ \t]|$)/.test(line)
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
