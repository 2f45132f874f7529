import { isOutput } from '../fix/validation-output.ts'
import type { DriftReason } from './drift.ts'
import type { RunEvent } from './machine/facts.ts'
import { importedDocument } from './machine/fold-import.ts'
import { readFileList } from './session-file/file-list.ts'

/**
 * Files of the delivery with edits that are not the run's: uncommitted before it began, accepted from somebody else, or written while
 * validation commands ran. Accepted edits count even in files that the run did not touch: the rest may need them.
 */
export function foreignEdits(events: readonly RunEvent[], files: readonly string[]): readonly string[] {
  const { others, accepted } = workOfOthers(events)
  const unclear = unclearFiles(events).filter((path) => !files.includes(path))
  const delivered = new Set([...files, ...reviewTarget(events), ...accepted, ...unclear])
  return [...delivered].filter((path) => isOutput([...others, ...unclear], path))
}

/** Edits of somebody else, or that the executor did not list, that a person accepted. */
export function acceptedFiles(events: readonly RunEvent[]): readonly string[] {
  const { accepted, gone } = workOfOthers(events)
  return [...new Set([...accepted, ...gone])]
}

/** Folders with backups of uncommitted files that executors deleted, or changed without listing them. */
export function earlierFolders(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => ('earlier' in event && event.earlier !== undefined ? [event.earlier] : []))
}

interface WorkOfOthers {
  readonly others: readonly string[]
  readonly accepted: readonly string[]
  /** Accepted as well: uncommitted work that is not there any more, though nobody committed it. */
  readonly gone: readonly string[]
}

function workOfOthers(events: readonly RunEvent[]): WorkOfOthers {
  let others: readonly string[] = []
  let accepted: readonly string[] = []
  let gone: readonly string[] = []
  let reasons: readonly DriftReason[] = []
  for (const event of events) {
    if (event.type === 'work-read') others = Object.keys(event.tree.dirty)
    if (event.type === 'imported') others = baseOf(event.text) ?? others
    if (event.type === 'baseline-validated' || event.type === 'checked') others = [...others, ...event.wrote]
    if (event.type === 'drift-found') reasons = event.reasons
    if (event.type === 'drift-accepted') {
      const dirty = Object.keys(event.tree.dirty)
      const changed = reasons.flatMap((drift) => ('paths' in drift ? drift.paths : []))
      others = stillDirty([...others, ...changed], dirty)
      accepted = stillDirty([...accepted, ...changed], dirty)
      gone = [...gone, ...reasons.flatMap((drift) => (drift.reason === 'reverted-externally' ? drift.paths : []))]
    }
  }
  return { others, accepted, gone }
}

/**
 * Changed where another tool was at work, and perhaps by it: its list of files and its record of the tree do not agree, or there is
 * no record. To commit the rest without them could be half of its work.
 */
function unclearFiles(events: readonly RunEvent[]): readonly string[] {
  let unclear: readonly string[] = []
  let isUntouched = true
  for (const event of events) {
    if (event.type === 'run-started') isUntouched = event.begin !== null
    if (event.type === 'work-read' && event.isUntouched === true) isUntouched = true
    if (event.type === 'imported') unclear = unclearIn(event.text)
    if (event.type === 'drift-accepted') {
      const dirty = Object.keys(event.tree.dirty).filter((path) => !path.startsWith('.review-loop/'))
      unclear = stillDirty(event.kind === 'baseline' && !isUntouched ? dirty : unclear, dirty)
    }
  }
  const wrote = events.flatMap((event) => ('wrote' in event ? event.wrote : []))
  return unclear.filter((path) => !isOutput(wrote, path))
}

function unclearIn(text: string): readonly string[] {
  const { filesChanged, metadata } = importedDocument(text)
  const { base_dirty: base, last_verified_dirty: left } = metadata.values
  const listed = new Set(readFileList(filesChanged).map(({ path }) => path))
  return [...(left ?? [])].flatMap(([path, content]) =>
    listed.has(path) === (base?.get(path) !== content) ? [] : [path],
  )
}

/** The work that was there, where nothing but a review of it was asked for: a commit of the rest alone would be half of it. */
function reviewTarget(events: readonly RunEvent[]): readonly string[] {
  const [start] = events
  const isOurReview = start?.type === 'run-started' && start.begin?.entry === 'review-only'
  return events.flatMap((event) => {
    if (event.type === 'work-read' && isOurReview) return Object.keys(event.tree.dirty)
    const isReview = event.type === 'imported' && importedDocument(event.text).approvedPlan?.source === 'review-only'
    return isReview ? (baseOf(event.text) ?? []) : []
  })
}

/** What is committed by now is no uncommitted work any more. */
function stillDirty(paths: readonly string[], dirty: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => dirty.some((each) => isOutput([path], each)))
}

export function foreignEditsLine(files: readonly string[]): string {
  return `Not committed: in ${files.join(', ')} is work from before the run, of somebody else, or that no executor named.`
}

/** What is committed is not what was validated. */
export function changedByHookLine(files: readonly string[]): string {
  return `While it was committed, a hook changed ${files.join(', ')}: no stage is complete for that, and all begin again.`
}

/** What was dirty when another tool began with the session, if it says so. */
function baseOf(text: string): readonly string[] | undefined {
  const { base_dirty: dirty } = importedDocument(text).metadata.values
  return dirty == null ? undefined : [...dirty.keys()]
}
