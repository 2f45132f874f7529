import { suggestedLines } from '../core/fix/suggested-lines.ts'

/** One line of a small diff. */
export interface EditLine {
  readonly kind: 'removed' | 'added' | 'same'
  readonly text: string
}

/**
 * What a suggestion changes: lines both versions begin or end with are shown once. `before` is null where the replaced
 * lines are not known; then everything is an addition.
 */
export function editLines(before: readonly string[] | null, suggestion: string): readonly EditLine[] {
  const after = suggestedLines(suggestion)
  const old = (before ?? []).map(withoutReturn)
  const head = commonLength(old, after)
  const tail = commonLength(old.slice(head).reverse(), after.slice(head).reverse())
  return [
    ...lines('same', old.slice(0, head)),
    ...lines('removed', old.slice(head, old.length - tail)),
    ...lines('added', after.slice(head, after.length - tail)),
    ...lines('same', tail === 0 ? [] : old.slice(-tail)),
  ]
}

function lines(kind: EditLine['kind'], texts: readonly string[]): EditLine[] {
  return texts.map((text) => ({ kind, text }))
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
