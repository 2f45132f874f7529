import { type ListedFile, readFileList } from '../session-file/file-list.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { planText } from '../session-file/session-plan.ts'
import type { RoundChange } from './execution-claims.ts'
import { parsePlanningReply } from './planning-reply.ts'

/** What differs from HEAD, with what is said of each file: now, else earlier, else how it differs. */
export function changedFiles(
  changes: readonly RoundChange[],
  claims: readonly ListedFile[],
  document: SessionDocument,
): readonly ListedFile[] {
  const notes = notesOf([...readFileList(document.filesChanged), ...claims])
  return changes.map(({ path, kind }) => ({ path, note: kind === 'deleted' ? kind : (notes.get(path) ?? kind) }))
}

/** What informs the work and was not changed: what the plan names, and what the session named before. */
export function relatedFiles(changed: readonly ListedFile[], document: SessionDocument): readonly ListedFile[] {
  const plan = parsePlanningReply(planText(document))
  const planned = 'value' in plan ? plan.value.files : []
  const related = notesOf([...planned, ...readFileList(document.keyRelatedFiles)])
  for (const { path } of changed) related.delete(path)
  return [...related].map(([path, note]) => ({ path, note }))
}

/** The last that says something counts. */
function notesOf(files: readonly ListedFile[]): Map<string, string> {
  return new Map(files.filter(({ note }) => note !== '').map(({ path, note }) => [path, note]))
}
