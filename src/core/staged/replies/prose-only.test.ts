import { expect, it } from 'vitest'
import { change } from '../../../../test/support/staged-asking.ts'
import type { RoundChange } from './execution-claims.ts'
import { isProseOnly } from './prose-only.ts'

/** As git prints it, of one file. */
function patch(path: string, ...lines: readonly string[]): string {
  return `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@\n${lines.join('\n')}\n`
}

it.each<[string, readonly RoundChange[], string]>([
  ['nothing', [], ''],
  ['a document', [change('README.md')], ''],
  ['a new and a deleted document', [change('docs/a.rst', 'added'), change('docs/b.adoc', 'deleted')], ''],
  ['a comment', [change('a.ts')], patch('a.ts', ' const a = 1', '-// old', '+// new', ' const b = 2')],
  ['a comment in a block', [change('a.ts')], patch('a.ts', ' /**', '- * old', '+ * new', ' */', ' f()')],
  ['a block that is gone', [change('a.go')], patch('a.go', '-/* one', '-   two */', ' f()')],
  ['a comment of a script', [change('a.py')], patch('a.py', '+# why', ' f()')],
  ['several files', [change('a.ts'), change('b.md')], `${patch('a.ts', '+// why')}${patch('b.md', '+Text')}`],
])('counts %s as prose', (_, changes, text) => {
  expect(isProseOnly(changes, text)).toBe(true)
})

it.each<[string, readonly RoundChange[], string]>([
  ['code', [change('a.ts')], patch('a.ts', '-f()', '+g()')],
  ['code behind a comment that ends', [change('a.ts')], patch('a.ts', ' /* x', '- y', '+ */ g()')],
  ['a line that may be code or comment', [change('a.ts')], patch('a.ts', '- * old', '+ * new')],
  ['code behind a document', [change('b.md'), change('a.ts')], `${patch('b.md', '+Text')}${patch('a.ts', '+f()')}`],
  ['a document that a test reads', [change('test/golden/a.md')], patch('test/golden/a.md', '+x')],
  ['a prompt', [change('prompts/a.md')], patch('prompts/a.md', '+x')],
  ['a comment that a checker obeys', [change('a.ts')], patch('a.ts', '+// eslint-disable-next-line')],
  ['a comment that a compiler obeys', [change('a.ts')], patch('a.ts', '-// @ts-expect-error')],
  ['a first line', [change('a.sh')], patch('a.sh', '+#!/bin/bash')],
  ['a new file of comments', [change('a.ts', 'added')], patch('a.ts', '+// x')],
  ['a deleted file', [change('a.ts', 'deleted')], ''],
  ['a file of another kind', [change('data.json')], patch('data.json', '+// x')],
  ['a mode', [change('a.sh')], 'diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n'],
  ['a file whose patch is missing', [change('a.ts')], ''],
])('does not count %s as prose', (_, changes, text) => {
  expect(isProseOnly(changes, text)).toBe(false)
})
