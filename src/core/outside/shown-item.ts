import type { OutsideItem } from './types.ts'

export type ShownItem = Pick<OutsideItem, 'file' | 'line' | 'severity' | 'actionable' | 'title'>

/** What is printed of an item. A line says nothing without its file. */
export function shownItem({ file, line, severity, actionable, title }: OutsideItem): ShownItem {
  return { file, line: file === null ? null : line, severity, actionable, title }
}

/** Items with the files that a text named by the SHA-256 of their paths only. */
export function withPaths(items: readonly OutsideItem[], pathOf: ReadonlyMap<string, string>): readonly OutsideItem[] {
  return items.map((item) => ({ ...item, file: item.file ?? pathOf.get(item.pathHash ?? '') ?? null }))
}

/** An item of which nothing is known but what its text says. */
export const plainItem = {
  ...{ startLine: null, severity: null, suggestion: null, pathHash: null, nativeId: null },
  ...{ actionable: true, remark: false, inPrompt: false },
}
