import { expect, it } from 'vitest'
import type { DiffData } from './diff-data.ts'
import { incompleteFiles } from './incomplete-ranges.ts'

const path = 'src/a.ts'
const whole: DiffData = {
  files_to_review: [path],
  file_statuses: { [path]: 'modified' },
  file_loc: { [path]: { added: 3, removed: 1 } },
  total_loc: 4,
  changed_ranges: {
    [path]: {
      added: [
        [4, 5],
        [20, 20],
      ],
      removed: [[9, 9]],
    },
  },
  hunks: {
    [path]: [
      [1, 12, 1, 14],
      [15, 6, 17, 7],
    ],
  },
}
const { hunks: _, ...withoutHunks } = whole
const ranges = (added: readonly [number, number][], removed: readonly [number, number][]) => ({
  ...whole,
  changed_ranges: { [path]: { added, removed } },
})

it.each<[string, DiffData]>([
  ['names all that it counts', whole],
  ['has no hunks', withoutHunks],
  ['counts nothing', { ...whole, file_loc: {} }],
  ['names more than it counts', { ...whole, file_loc: { [path]: { added: 1, removed: 0 } } }],
])('takes diff data that %s for complete', (_, data) => {
  expect([...incompleteFiles(data)]).toEqual([])
})

it.each<[string, DiffData]>([
  ['a file', { ...whole, changed_ranges: {} }],
  ['added lines', ranges([[4, 5]], [[9, 9]])],
  ['removed lines', ranges(whole.changed_ranges[path]!.added as [number, number][], [])],
  ['all hunks', { ...whole, hunks: { [path]: [] } }],
  ['the hunk of a line', { ...whole, hunks: { [path]: [[1, 12, 1, 14]] } }],
])('notices diff data that lost %s', (_, data) => {
  expect([...incompleteFiles(data)]).toEqual([path])
})
