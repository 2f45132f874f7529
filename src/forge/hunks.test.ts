import { expect, it } from 'vitest'
import { hunksOf } from './hunks.ts'

it.each([
  ['no patch', '', []],
  ['a new file', '@@ -0,0 +1,2 @@\n+a\n+b', [{ oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 }]],
  ['a deleted file', '@@ -1,2 +0,0 @@\n-a\n-b', [{ oldStart: 1, oldCount: 2, newStart: 0, newCount: 0 }]],
  [
    'two hunks, one without a line break at its end',
    '@@ -1 +1,2 @@ fn\n a\n+b\n@@ -9,2 +10 @@\n-c\n d\n\\ No newline at end of file',
    [
      { oldStart: 1, oldCount: 1, newStart: 1, newCount: 2 },
      { oldStart: 9, oldCount: 2, newStart: 10, newCount: 1 },
    ],
  ],
  ['a patch that was cut off', '@@ -1,9 +1,90 @@\n+a', [{ oldStart: 1, oldCount: 0, newStart: 1, newCount: 1 }]],
])('reads the hunks of %s', (_, patch, expected) => {
  expect(hunksOf(patch)).toEqual(expected)
})
