import type { KeptEarlier } from '../../types.ts'
import { firstFew } from '../values/first-few.ts'

/** Files of a step that was cut off, and the references that keep them as they were. */
export interface Undone {
  readonly files: readonly string[]
  readonly kept: readonly string[]
}

export function undoneLine({ files, kept }: Undone, what = 'What was half done'): string {
  const back = `To have a file of it again: ${backCommands(kept)}`
  return `${what} is undone (${firstFew(files, 5).join(', ')}), and kept under ${kept.join(', ')}. ${back}`
}

/** Of who writes: where uncommitted files are kept as they were. A clause. */
function earlierClause(folder: string): string {
  return `uncommitted work it deleted or does not name is kept in ${folder}`
}

/** The same of all that is kept so. Of ignored files nothing but their names is told: they hold passwords. */
export function keptClauses({ earlier, ignored, unseen = [] }: KeptEarlier): readonly string[] {
  const names = firstFew(ignored?.files ?? [], 3).join(', ')
  return [
    ...(earlier === undefined ? [] : [earlierClause(earlier)]),
    ...(ignored === undefined
      ? []
      : [`ignored files it changed or deleted are kept as they were in ${ignored.folder}: ${names}`]),
    ...(unseen.length === 0
      ? []
      : [`git ignores new files, so nobody reviews or commits them: ${firstFew(unseen, 3).join(', ')}`]),
  ]
}

/** The same in a staged run, one sentence each. */
export function earlierNotes(kept: KeptEarlier): readonly string[] {
  return keptClauses(kept).map((clause) => `Of the executor: ${clause}`)
}

/** The commands that bring a file back, in a sentence. */
export function backCommands(kept: readonly string[]): string {
  return kept.map((reference) => `git restore --source=${reference} -- FILE`).join(', or ')
}
