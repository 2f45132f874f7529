import { suggestionOf } from '../../core/fix/suggested-lines.ts'
import type { LineRange } from '../../types.ts'
import { covers } from './finding.ts'

/** Lines `start…end` of the old text, and what stands there in the new one. */
export interface LineEdit extends LineRange {
  readonly replacement: readonly string[]
}

/**
 * Line edits that turn `before` into `after`. Every edit replaces at least one line, so that each can be offered as the
 * replacement of a range: a pure insertion takes the line before it along.
 */
export function lineEdits(before: readonly string[], after: readonly string[]): LineEdit[] {
  const edits: LineEdit[] = []
  let old = 0
  let now = 0
  while (old < before.length || now < after.length) {
    if (old < before.length && now < after.length && before[old] === after[now]) {
      old++
      now++
      continue
    }
    const [removed, inserted] = nextAgreement(before, old, after, now)
    edits.push(toEdit(before, old, removed, after.slice(now, now + inserted)))
    old += removed
    now += inserted
  }
  return edits
}

/** The exact replacement of the range, as in a finding. */
export function replacementText(edit: LineEdit): string {
  return suggestionOf(edit.replacement.map((line) => `${line}\n`).join(''))
}

/**
 * The edit that meets the range and can be applied alone: the change added all its lines (others are not under review), and
 * it opens and closes as many brackets as before (else its other half is elsewhere).
 */
export function editFor(
  before: readonly string[],
  edits: readonly LineEdit[],
  added: readonly LineRange[],
  range: LineRange,
): LineEdit | null {
  const edit = edits.find((candidate) => candidate.start <= range.end && range.start <= candidate.end)
  if (edit === undefined || !covers(added, edit)) return null
  const same = brackets(before.slice(edit.start - 1, edit.end)) === brackets(edit.replacement)
  return same ? edit : null
}

function brackets(lines: readonly string[]): string {
  const text = lines.join('\n')
  const count = (character: string): number => text.split(character).length
  return [count('(') - count(')'), count('[') - count(']'), count('{') - count('}'), count('`') % 2].join(' ')
}

/** How many lines to skip on both sides, as few as possible, until they agree again. Repairs are local: the search is too. */
function nextAgreement(
  before: readonly string[],
  old: number,
  after: readonly string[],
  now: number,
): [number, number] {
  const oldLeft = before.length - old
  const newLeft = after.length - now
  for (let skipped = 1; skipped < Math.min(oldLeft + newLeft, 400); skipped++) {
    for (let removed = Math.max(0, skipped - newLeft); removed <= Math.min(skipped, oldLeft); removed++) {
      const inserted = skipped - removed
      if (agree(before, old + removed, after, now + inserted)) return [removed, inserted]
    }
  }
  return [oldLeft, newLeft]
}

/** A blank line alone proves nothing: the one after it must agree too. */
function agree(before: readonly string[], old: number, after: readonly string[], now: number): boolean {
  const line = before[old]
  if (line === undefined || line !== after[now]) return false
  return line.trim() !== '' || before[old + 1] === after[now + 1]
}

function toEdit(before: readonly string[], old: number, removed: number, inserted: readonly string[]): LineEdit {
  if (removed > 0) return { start: old + 1, end: old + removed, replacement: inserted }
  const neighbour = Math.max(0, old - 1)
  const line = before[neighbour] ?? ''
  return {
    start: neighbour + 1,
    end: neighbour + 1,
    replacement: old === 0 ? [...inserted, line] : [line, ...inserted],
  }
}
