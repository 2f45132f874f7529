import { expect, it } from 'vitest'
import { isOutput, outputOf, outputsBeside } from './validation-output.ts'

const change = ['src/a.ts', 'package-lock.json', 'src/__snapshots__/a.test.ts.snap']

it.each([
  ['a report in a folder of its own', 'coverage/lcov.info', 'coverage/'],
  ['a file that nobody works on', 'junit.xml', 'junit.xml'],
  ['a tracked file outside of the change', 'docs/api.md', 'docs/api.md'],
  ['a lock file, also in the change', 'package-lock.json', 'package-lock.json'],
  ['a snapshot, also in the change', 'src/__snapshots__/a.test.ts.snap', 'src/__snapshots__/a.test.ts.snap'],
  ['no file of the change', 'src/a.ts', null],
  ['no file that was not committed before', 'notes/mine.txt', null],
  ['a file beside one that was not committed', 'notes/log.txt', 'notes/log.txt'],
])('%s', (_what, path, output) => {
  const uncommitted = ['notes/mine.txt']
  const untrackedFolders = ['coverage/', 'notes/']
  expect(outputOf({ changed: [path], change, uncommitted, untrackedFolders })).toEqual(output === null ? [] : [output])
})

it('names a folder once, whatever is in it', () => {
  const changed = ['coverage/a.html', 'coverage/deep/b.html', 'junit.xml']
  const outputs = outputOf({ changed, change, uncommitted: [], untrackedFolders: ['coverage/'] })
  expect(outputs).toEqual(['coverage/', 'junit.xml'])
  expect(['coverage/c.html', 'junit.xml', 'coverage', 'src/junit.xml'].map((path) => isOutput(outputs, path))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('is none any more where somebody works on it', () => {
  const outputs = ['coverage/', 'junit.xml', 'docs/api.md']
  expect(outputsBeside(outputs, ['docs/api.md', 'coverage/lcov.info', 'src/a.ts'])).toEqual(['junit.xml'])
})
