import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { renderFilePatch } from '../../core/panel/patch.ts'
import { readChange } from './read-change.ts'
import { readPatches } from './read-patches.ts'
import { openRepository } from './repository.ts'

async function patchesOf(test: TestRepository, limitBytes = 1_000_000) {
  const repository = await openRepository(test.path)
  const tree = (name: string) => test.git('rev-parse', `${name}^{tree}`).trim()
  const trees = { baseTree: tree('main'), headTree: tree('HEAD'), paths: [] }
  const files = await readChange(repository, trees)
  const patches = await readPatches(repository, trees, files, limitBytes)
  return { files, patches, text: (path: string) => renderFilePatch(patches.get(path) ?? { header: '', hunks: [] }) }
}

it('gives every file the patch that git prints for it', async () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('')
  const test = createRepository({
    'a.txt': long,
    'old.txt': long,
    'gone.txt': 'x\n',
    'mode.sh': 'x\n',
    'bin.dat': '\0a',
  })
  test.git('mv', 'old.txt', 'new name é.txt')
  test.git('update-index', '--chmod=+x', 'mode.sh')
  test.commit('Change', {
    'a.txt': long.replace('line 3\n', 'LINE\n').replace('line 30\n', '').trimEnd(),
    'new name é.txt': `${long}more\n`,
    'gone.txt': null,
    'bin.dat': '\0b',
    'diff.txt': 'diff --git a/a.txt b/a.txt\n@@ -1 +1 @@\n',
  })
  const { files, patches, text } = await patchesOf(test)
  expect([...patches.keys()].sort()).toEqual(files.map(({ path }) => path).sort())
  for (const { path, oldPath } of files) {
    const paths = oldPath === null ? [path] : [path, oldPath]
    const printed = test.git('-c', 'core.quotePath=false', 'diff', '-M', 'main', 'HEAD', '--', ...paths)
    // git leaves a count of one out; we do not.
    const full = printed.replace(/^@@ -(\d+)(?= )/gm, '@@ -$1,1').replace(/^(@@ -\S+ \+\d+)(?= )/gm, '$1,1')
    const short = (all: string) => all.replace(/^index \S+/m, 'index')
    expect(short(text(path))).toBe(short(full))
  }
})

it('gives both patches of a file that became a link', async () => {
  const test = createRepository({ 'a.txt': 'x\n', 'b.txt': 'y\n' })
  test.write({ 'a.txt': null })
  symlinkSync('b.txt', join(test.path, 'a.txt'))
  test.commit('Link', { 'b.txt': 'z\n' })
  const { text } = await patchesOf(test)
  expect(text('a.txt').match(/^diff --git/gm)).toHaveLength(2)
  expect(text('b.txt')).toContain('+z')
})

it('shows text that an attribute or its encoding hides from git', async () => {
  const test = createRepository({ 'a.js': 'one\n' })
  test.commit('Hide', {
    '.gitattributes': '*.js -diff\n',
    'a.js': 'one\nevil()\n',
    'wide.txt': Buffer.from('\ufeffevil wide\nlines\n', 'utf16le'),
  })
  const { text } = await patchesOf(test)
  expect(text('a.js')).toContain('+evil()')
  expect(text('wide.txt')).toContain('+evil wide\n+lines')
})

it('shows hidden text as a patch that can be read as one', async () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const test = createRepository({ 'old.txt': wide('one\n'), '.gitattributes': '*.js -diff\n' })
  test.commit('Hide', { 'old.txt': wide('two\n'), 'new.txt': wide('evil\n'), 'new.js': 'evil()\n' })
  const { text } = await patchesOf(test)
  const shape = (path: string) => text(path).replace(/^index .*\n/m, '')
  expect(shape('old.txt')).toBe('diff --git a/old.txt b/old.txt\n--- a/old.txt\n+++ b/old.txt\n@@ -0,0 +1,1 @@\n+two\n')
  for (const [path, line] of [
    ['new.txt', 'evil'],
    ['new.js', 'evil()'],
  ] as const) {
    expect(shape(path)).toBe(
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,1 @@\n+${line}\n`,
    )
  }
})

it('leaves a patch out that is longer than the limit, and only that one', async () => {
  const test = createRepository()
  test.commit('Long', { 'a.txt': 'short\n', 'long.txt': 'x\n'.repeat(100_000), 'z.txt': 'short\n' })
  const { patches } = await patchesOf(test, 10_000)
  expect([...patches.keys()]).toEqual(['a.txt', 'z.txt'])
})
