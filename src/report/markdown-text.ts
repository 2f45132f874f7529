// Text from reviewers inside a Markdown document. It keeps its code spans and links; everything else that Markdown or
// HTML would act on is shown as it was written, so that no text can open a comment, end a list or call a person.

import { isPlainAddress } from '../core/outside/calls.ts'
import { visible, visibleLine } from './visible.ts'

/** Running text. Line breaks stay. */
export function prose(text: string): string {
  return visible(text)
    .trim()
    .split('\n')
    .map((line) => inline(line.trim()))
    .join('\n')
}

/** A heading, a list item or a table cell. */
export function proseLine(text: string): string {
  return inline(visibleLine(text))
}

export function codeSpan(text: string): string {
  const content = visibleLine(text)
  if (content === '') return ''
  const marks = '`'.repeat(longestRun(content) + 1)
  const padding = content.startsWith('`') || content.endsWith('`') ? ' ' : ''
  return `${marks}${padding}${content}${padding}${marks}`
}

/** The marks are longer than any inside, so that the text cannot end its own block. */
export function fence(text: string, info: string): string {
  const content = visible(text)
  const marks = '`'.repeat(Math.max(3, longestRun(content) + 1))
  return `${marks}${info}\n${content === '' || content.endsWith('\n') ? content : `${content}\n`}${marks}`
}

/** A code span counts as one only if the very next run of backticks closes it: less than Markdown allows, never more. */
function inline(line: string): string {
  const parts = line.split(/(`+)/)
  let result = ''
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const content = parts[index + 1]
    if (index % 2 === 0) result += literal(part)
    else if (content?.trim() && parts[index + 2] === part) {
      result += codeSpan(content)
      index += 2
    } else result += part.replaceAll('`', '\\`')
  }
  // A slash at the start of a line is a command on some forges.
  return result.replace(/^(?!- \S)([-+=/])/, '\\$1')
}

const link = /(https?:\/\/[\w.~:/?#@!$&'()*+,;=%-]*[\w/=#%-])/g

function literal(text: string): string {
  return text
    .split(link)
    .map((part, index) => (index % 2 === 1 && isPlainAddress(part) ? `<${part}>` : escapeMarks(part)))
    .join('')
}

function escapeMarks(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\*_[\]#|~!$]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200b')
  return unlinked(escaped)
}

/** A forge makes a link of a bare address and of all that touches it, marks of code included. */
export function unlinked(text: string): string {
  return text.replace(/\bwww(?=\.)|:(?=\/\/)/gi, '$&\\')
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
