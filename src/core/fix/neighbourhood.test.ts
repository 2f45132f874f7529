import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { beyondFindings } from './neighbourhood.ts'

const wrong = finding({
  file: 'src/split-words.ts',
  title: 'Loses the last word',
  problem: 'The bound in src/words/bounds.ts is exclusive (see `limits.json`).',
  fix: 'Use the inclusive one.',
})
const nothing = () => null
const change = ['src/main.py', 'README.md']

it.each([
  ['the file of a finding', 'src/split-words.ts', true],
  ['a file of the change', 'src/main.py', true],
  ['a file that a finding names with its folder', 'src/words/bounds.ts', true],
  ['a file that a finding names by its name', 'settings/limits.json', true],
  ['a test beside it', 'src/split-words.test.ts', true],
  ['a test in a folder of tests', 'tests/unit/split_words_test.ts', true],
  ['a test of a file of the change', 'test/test_main.py', true],
  ['a test of a named file', 'spec/bounds.spec.ts', true],
  ['a test in the manner of Java', 'src/test/SplitWordsTest.java', true],
  ['the snapshot of its test', 'src/__snapshots__/split-words.test.ts.snap', true],
  ['a neighbour in the same folder', 'src/join-words.ts', false],
  ['a test of something else', 'src/join-words.test.ts', false],
  ['a file with the same name that is no test', 'lib/split-words.ts', false],
  ['a file whose name is only a word of the text', 'last', false],
  ['a path that only ends like a named one', 'other/words/bounds.ts', false],
  ['configuration', 'package.json', false],
])('%s', (_what, path, isNear) => {
  expect(beyondFindings([path], [wrong], change, nothing)).toEqual(isNear ? [] : [path])
})

it('counts a test of a near file that the fix made', () => {
  const made = ['settings/limits.json', 'test/limits.test.js', 'far.js']
  expect(beyondFindings(made, [wrong], [], nothing)).toEqual(['far.js'])
})

it('goes by the change alone where a finding has no place', () => {
  expect(
    beyondFindings(['a.js', 'b.js'], [finding({ file: null, title: 'No tests', problem: '' })], ['a.js'], nothing),
  ).toEqual(['b.js'])
})

it.each([
  ['by a path', 'test/words.test.ts', "import { splitWords } from '../src/split-words.ts'", true],
  ['by its name', 'tests/test_entry.py', 'from app.main import run', true],
  ['but not something else', 'test/words.test.ts', "import { join } from './split-words-again.ts'", false],
  ['but is no test itself', 'src/words.ts', "import { splitWords } from './split-words.ts'", false],
])('a file names what it tests %s', (_, path, text, isNear) => {
  expect(beyondFindings([path], [wrong], change, () => text)).toEqual(isNear ? [] : [path])
})
