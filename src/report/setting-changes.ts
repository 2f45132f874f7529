import { firstFew } from '../core/values/first-few.ts'
import { shortened } from '../core/values/shortened.ts'
import { visibleLine } from './visible.ts'

interface SettingChange {
  readonly name: string
  /** As JSON; null: it was not there. */
  readonly before: string | null
  readonly after: string | null
}

/** Settings that differ, for a person who decides about them: as one line for an error, as lines for a question. */
export function describeChanges(changes: readonly SettingChange[]): { readonly line: string; readonly lines: string } {
  const said = changes
    .map(({ name, before, after }) => ({ name: visibleLine(name), was: show(before), is: show(after) }))
    // An empty list in place of nothing tells a person nothing.
    .filter(({ was, is }) => was !== is)
  return {
    line: firstFew(
      said.map(({ name, was, is }) => `${name} (was: ${shortened(was, 80)}, is: ${shortened(is, 160)})`),
      4,
    ).join('; '),
    lines: said
      .map(({ name, was, is }) => `  ${name}\n    was: ${shortened(was, 500)}\n    is:  ${shortened(is, 4000)}`)
      .join('\n'),
  }
}

function show(json: string | null): string {
  const value: unknown = json === null ? null : JSON.parse(json)
  return visibleLine(Array.isArray(value) ? value.map(showOne).join(', ') : showOne(value)) || 'none'
}

function showOne(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_, inner) => (inner === null ? undefined : inner))
}
