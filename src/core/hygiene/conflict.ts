import type { Report } from './finding.ts'

export type ConflictMarker = 'open' | 'close'

/** git's marks begin the line, are seven long and end there or name a side after a blank. A row of `=` alone may be a heading. */
export function conflictMarker(text: string): ConflictMarker | null {
  if (/^<{7}(?: \S.*)?\r?$/.test(text)) return 'open'
  return /^>{7}(?: \S.*)?\r?$/.test(text) ? 'close' : null
}

export const conflictReport: Report = {
  rule: 'hygiene/conflict-marker',
  severity: 'P1',
  title: 'Merge conflict was not resolved',
  problem: 'The line is a conflict marker that git left in the file.',
  impact: 'The file holds both sides of a merge and will not work as it stands.',
  fix: 'Choose or combine the two sides and remove the markers.',
}
