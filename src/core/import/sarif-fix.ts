import { type Edit, type LineEdit, wholeLineEdit } from './edit.ts'
import { pageHint } from './finding.ts'
import type { ImportOptions } from './result.ts'
import { type Location, type Locator, physicalLocationOf } from './sarif-location.ts'
import { isRecord, listOf, positionOf, recordOf, textOf, type UnknownRecord } from './shape.ts'

export interface FixContext {
  readonly run: UnknownRecord
  readonly locate: Locator
  readonly lineText: ImportOptions['lineText']
}

/** What to do about a result: the tool's words or its page about the rule, and an edit where it is one replacement. */
export function suggestedEdit(
  result: UnknownRecord,
  descriptor: UnknownRecord,
  location: Location,
  context: FixContext,
): { fix: string | null; edit: LineEdit | null } {
  const fixes = listOf(result.fixes).map(recordOf)
  const described = textOf(recordOf(fixes[0]?.description).text)
  return {
    fix: described ?? pageHint(descriptor.helpUri),
    edit: fixes.length === 1 ? editOf(recordOf(fixes[0]), result, location, context) : null,
  }
}

function editOf(fix: UnknownRecord, result: UnknownRecord, location: Location, context: FixContext): LineEdit | null {
  const [change, ...otherFiles] = listOf(fix.artifactChanges).map(recordOf)
  const [replacement, ...others] = listOf(change?.replacements).map(recordOf)
  if (change === undefined || replacement === undefined || otherFiles.length + others.length > 0) return null
  if (location.file === null || context.locate.fileOf(change.artifactLocation) !== location.file) return null
  const edit = replacementEdit(replacement, context.run)
  const { file } = location
  const quoted = quotedLines(physicalLocationOf(result))
  return edit && wholeLineEdit(edit, (line) => context.lineText?.(file, line) ?? quoted.get(line))
}

function replacementEdit(replacement: UnknownRecord, run: UnknownRecord): Edit | null {
  const region = recordOf(replacement.deletedRegion)
  const startLine = positionOf(region.startLine)
  if (startLine === undefined) return null
  const content = recordOf(replacement.insertedContent)
  if (isRecord(replacement.insertedContent) && typeof content.text !== 'string') return null
  return {
    startLine,
    startColumn: positionOf(region.startColumn),
    endLine: positionOf(region.endLine) ?? startLine,
    endColumn: positionOf(region.endColumn),
    text: typeof content.text === 'string' ? content.text : '',
    unit: run.columnKind === 'unicodeCodePoints' ? 'code-point' : 'utf16',
  }
}

/** Lines the file itself quotes whole: snippets of regions without columns. */
function quotedLines(physical: UnknownRecord): ReadonlyMap<number, string> {
  const lines = new Map<number, string>()
  for (const region of [recordOf(physical.contextRegion), recordOf(physical.region)]) {
    const start = positionOf(region.startLine)
    const text = textOf(recordOf(region.snippet).text)
    const isWhole = (positionOf(region.startColumn) ?? 1) === 1 && region.endColumn === undefined
    if (start === undefined || text === undefined || !isWhole) continue
    const quoted = text.replace(/\r?\n$/, '').split(/\r?\n/)
    for (const [index, line] of quoted.entries()) lines.set(start + index, line)
  }
  return lines
}
