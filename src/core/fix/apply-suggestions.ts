import type { Finding, LineRange } from '../../types.ts'
import type { FixReply } from '../agents/reply-schemas.ts'
import { quoteStrength } from '../evidence/evidence.ts'
import { suggestedLines, withoutFinalBreak } from './suggested-lines.ts'

export interface AppliedSuggestions {
  readonly reply: FixReply
  /** The files that change, with their new text. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * Mends what can be mended without a model: findings that carry a suggestion, where the lines still hold what the finding
 * quotes. Of two that overlap the first is applied; the other one is for the next round.
 */
export function applySuggestions(
  findings: readonly Finding[],
  readText: (path: string) => string | null,
): AppliedSuggestions {
  const applied: Edit[] = []
  const addressed: { id: string; how: string }[] = []
  const unable: { id: string; reason: string }[] = []
  for (const finding of findings) {
    const edit = editOf(finding, readText)
    const problem = 'problem' in edit ? edit.problem : overlapOf(edit, applied)
    if ('problem' in edit || problem !== null) unable.push({ id: finding.id, reason: problem ?? '' })
    else {
      addressed.push({ id: finding.id, how: howOf(edit) })
      applied.push(edit)
    }
  }
  const texts = new Map(
    [...new Set(applied.map(({ path }) => path))].map((path) => [path, edited(readText(path) ?? '', path, applied)]),
  )
  const summary = `Applied ${addressed.length} of ${findings.length} suggestions.`
  return { reply: { summary, addressed, unable, files: [...texts.keys()] }, texts }
}

interface Edit extends LineRange {
  readonly id: string
  readonly path: string
  readonly replacement: readonly string[]
}

function editOf(finding: Finding, readText: (path: string) => string | null): Edit | { readonly problem: string } {
  const { id, file, line, suggestion, evidence } = finding
  const quote = evidence?.replaceAll('\r\n', '\n').trim() ?? ''
  if (suggestion === null) return { problem: 'it carries no suggestion' }
  if (file === null || line === null || quote === '') return { problem: 'it does not say which lines it is about' }
  const text = readText(file)
  if (text === null) return { problem: `${file} is not there, or is no text` }
  const range = { start: line, end: finding.endLine ?? line }
  const lines = linesOf(text)
  if (range.end > lines.length) return { problem: `${file} has no line ${range.end} any more` }
  const current = lines
    .slice(range.start - 1, range.end)
    .map(withoutFinalBreak)
    .join('\n')
  if (!isStillQuoted(current, quote)) return { problem: 'the lines no longer hold what it quotes' }
  if (suggestion.includes('…') && !current.includes('…')) return { problem: 'a value in its suggestion is hidden' }
  const replacement = suggestedLines(suggestion)
  if (replacement.length > 0 && replacement.join('\n') === current) return { problem: 'its suggestion changes nothing' }
  return { ...range, id, path: file, replacement }
}

/** To the letter: where only the indentation moved, a suggestion would move it back. A bracket alone is no quote. */
function isStillQuoted(current: string, quote: string): boolean {
  return current.trim() === quote || (current.includes(quote) && quoteStrength(quote) !== 'none')
}

/** Two findings that ask for the same edit are mended by one. */
function overlapOf(edit: Edit, applied: readonly Edit[]): string | null {
  const other = applied.find(({ path, start, end }) => path === edit.path && start <= edit.end && edit.start <= end)
  return other === undefined || isSameEdit(edit, other) ? null : `its lines are changed for ${other.id} already`
}

function isSameEdit(left: Edit, right: Edit): boolean {
  const edits = [left, right].map(({ start, end, replacement }) => JSON.stringify([start, end, replacement]))
  return edits[0] === edits[1]
}

function howOf({ start, end, replacement }: Edit): string {
  const lines = start === end ? `line ${start}` : `lines ${start}-${end}`
  return replacement.length === 0 ? `deleted ${lines}, as suggested` : `replaced ${lines} with the suggestion`
}

/**
 * From the bottom up, so that the lines of the next edit are still where they were. The line breaks are those of the file, which
 * ends in one only if it did.
 */
function edited(text: string, path: string, edits: readonly Edit[]): string {
  const own = edits.filter((edit, index) => edit.path === path && edits.findIndex(isSame(edit)) === index)
  const lines = linesOf(text)
  for (const { start, end, replacement } of own.sort((left, right) => right.start - left.start)) {
    const ending = breakOf(lines[start - 1]) || breakOf(lines[0]) || '\n'
    lines.splice(start - 1, end - start + 1, ...replacement.map((line) => line + ending))
  }
  return text.endsWith('\n') ? lines.join('') : withoutFinalBreak(lines.join(''))
}

function isSame(edit: Edit): (other: Edit) => boolean {
  return (other) => other.path === edit.path && isSameEdit(edit, other)
}

/** Each with its line break. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}

function breakOf(line = ''): string {
  return /\r?\n$/.exec(line)?.[0] ?? ''
}
