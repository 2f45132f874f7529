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
  return changes.map(({ path, kind }) => ({ path, note: kind === 'deleted' ? kind : notes.get(path) || kind }))
}

/** What informs the work: what the plan names, and what the session named before. What of it was changed is not among it. */
export function relatedFiles(changed: readonly ListedFile[], document: SessionDocument): readonly ListedFile[] {
  return unchanged([...plannedFiles(planText(document)), ...readFileList(document.keyRelatedFiles)], changed)
}

/** The same for a draft. What only the draft before it named is not among it any more. */
export function draftedFiles(
  changed: readonly Pick<ListedFile, 'path'>[],
  document: SessionDocument,
  { draft, before }: { readonly draft: string; readonly before: string | null },
): readonly ListedFile[] {
  const left = new Set(plannedFiles(before ?? '').map(({ path }) => path))
  const listed = readFileList(document.keyRelatedFiles).filter(({ path }) => !left.has(path))
  return unchanged([...listed, ...plannedFiles(draft)], changed)
}

/** Of a plan in the form that planners answer in; of any other none. */
export function plannedFiles(plan: string): readonly ListedFile[] {
  const parsed = parsePlanningReply(plan)
  return 'value' in parsed ? parsed.value.files : []
}

function unchanged(files: readonly ListedFile[], changed: readonly Pick<ListedFile, 'path'>[]): readonly ListedFile[] {
  const related = notesOf(files)
  for (const { path } of changed) related.delete(path)
  return [...related].map(([path, note]) => ({ path, note }))
}

/** The last that says something counts; other tools may list files without a word. */
function notesOf(files: readonly ListedFile[]): Map<string, string> {
  const notes = new Map<string, string>()
  for (const { path, note } of files) notes.set(path, note || (notes.get(path) ?? ''))
  return notes
}
