import { isOutput } from '../fix/validation-output.ts'
import type { RunEvent } from './machine/facts.ts'
import { importedDocument } from './machine/fold-import.ts'

/**
 * Of these files, those with uncommitted work that is not of the run: from before it began, of somebody whose edits were
 * accepted since, or of whoever wrote them while validation commands ran.
 */
export function mixedFiles(events: readonly RunEvent[], files: readonly string[]): readonly string[] {
  let others = new Set<string>()
  let changed: readonly string[] = []
  for (const event of events) {
    if (event.type === 'run-started') others = new Set(Object.keys(event.tree.dirty))
    if (event.type === 'imported') others = new Set(baseOf(event.text) ?? others)
    if (event.type === 'baseline-validated' || event.type === 'checked') others = new Set([...others, ...event.wrote])
    if (event.type === 'drift-found')
      changed = event.reasons.flatMap((drift) => (drift.reason === 'external-head' ? [] : drift.paths))
    if (event.type === 'drift-accepted') others = stillDirty([...others, ...changed], Object.keys(event.tree.dirty))
  }
  return files.filter((path) => isOutput([...others], path))
}

/** The work that was there, where nothing but a review of it was asked for: a commit of the rest alone would be half of it. */
export function reviewTarget(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'run-started' && event.begin?.entry === 'review-only')
      return event.begin.files.map(({ path }) => path)
    const isReview = event.type === 'imported' && importedDocument(event.text).approvedPlan?.source === 'review-only'
    return isReview ? (baseOf(event.text) ?? []) : []
  })
}

/** What is committed by now is no uncommitted work any more. */
function stillDirty(paths: readonly string[], dirty: readonly string[]): Set<string> {
  return new Set(paths.filter((path) => dirty.some((each) => isOutput([path], each))))
}

export function mixedLine(files: readonly string[]): string {
  return `Not committed: uncommitted work that is not of the run is in ${files.join(', ')} as well.`
}

/** What is delivered is not what was validated. */
export function hookedLine(files: readonly string[]): string {
  return `While it was committed, a hook changed ${files.join(', ')}: no stage is complete for that.`
}

/** What was dirty when another tool began with the session, if it says so. */
function baseOf(text: string): readonly string[] | undefined {
  const { base_dirty: dirty } = importedDocument(text).metadata.values
  return dirty == null ? undefined : [...dirty.keys()]
}
