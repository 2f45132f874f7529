// What can be wrong with a diff. A reader who ignores these would take half a change for the whole.

export type DiffProblemCode =
  | 'hunk_cut_short'
  | 'hunk_too_long'
  | 'hunk_malformed'
  | 'hunk_without_file'
  | 'line_cut_short'
  | 'lines_missing'
  | 'path_unreadable'
  | 'records_cut_short'
  | 'records_malformed'
  | 'section_missing'
  | 'section_unexpected'
  | 'unmerged'

export interface DiffProblem {
  readonly code: DiffProblemCode
  /** Null where the diff did not say. */
  readonly path: string | null
  readonly message: string
}

const messages: Readonly<Record<DiffProblemCode, string>> = {
  hunk_cut_short: 'a hunk ends before the lines its header announces',
  hunk_too_long: 'a hunk goes on after the lines its header announces',
  hunk_malformed: 'a hunk header cannot be read',
  hunk_without_file: 'a hunk belongs to no file',
  line_cut_short: 'the last line of the diff is not complete',
  lines_missing: 'the header says that lines changed, but they do not follow',
  path_unreadable: 'the path of a file cannot be read from its header',
  records_cut_short: 'the raw records end in the middle',
  records_malformed: 'a raw record cannot be read',
  section_missing: 'the file is in the raw records, but has no patch',
  section_unexpected: 'a patch belongs to none of the raw records',
  unmerged: 'the file is unmerged',
}

const truncating: ReadonlySet<DiffProblemCode> = new Set([
  'hunk_cut_short',
  'line_cut_short',
  'lines_missing',
  'records_cut_short',
  'section_missing',
])

export function describeProblem(code: DiffProblemCode, path: string | null): DiffProblem {
  return { code, path, message: path === null ? messages[code] : `${path}: ${messages[code]}` }
}

/** Whether a part of the diff is not there, as opposed to not understood. */
export function isTruncation(problem: DiffProblem): boolean {
  return truncating.has(problem.code)
}
