import { expect, it } from 'vitest'
import { earlierLine, hunksIn } from './earlier-line.ts'

const patch = `diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -0,0 +1 @@
+// new first line
@@ -4,2 +5 @@ function a() {
-two
-lines
+one
@@ -20,3 +19,0 @@
-three
-are
-gone
`

it.each([
  ['a line that was put in front stands for what is first', 1, 1],
  ['what follows it moved down by one', 2, 1],
  ['up to the next change', 4, 3],
  ['one line that took the place of two', 5, 4],
  ['after it nothing is shifted', 6, 6],
  ['until three lines are gone', 19, 19],
  ['and after them', 20, 23],
])('%s', (_, line, expected) => {
  expect(earlierLine(hunksIn(patch), line)).toBe(expected)
})

it('stays where nothing changed', () => {
  expect(earlierLine(hunksIn(''), 7)).toBe(7)
})
