import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { compareFingerprints } from '../../agents/guard/compare-fingerprints.ts'
import { takeFingerprint } from '../../agents/guard/take-fingerprint.ts'
import { undo } from '../../agents/guard/undo.ts'
import { diskPath } from '../disk-path.ts'
import { commitFiles } from './commit-fix.ts'
import { filePatches } from './file-patches.ts'
import { readChange } from './read-change.ts'
import { readPatches } from './read-patches.ts'
import { openRepository } from './repository.ts'
import { resolveScope } from './resolve-scope.ts'
import { restoreTree } from './restore-tree.ts'
import { readTreeTexts } from './tree-texts.ts'
import { workPoint } from './work-point.ts'

const names = ['a\uFFFDFE/b\uFFFDFF.js', 'a\uFFFDFF/b\uFFFDFF.js', 'a\uFFFDFE/b\uFFFDEF\uFFFDBF\uFFFDBD.js', 'plain.js']

function put(test: TestRepository, name: string, content: string): void {
  if (name.includes('/')) mkdirSync(diskPath(test.path, name.slice(0, name.lastIndexOf('/'))), { recursive: true })
  writeFileSync(diskPath(test.path, name), content)
}

const text = (test: TestRepository, name: string) => readFileSync(diskPath(test.path, name), 'utf8')

function filled(): TestRepository {
  const test = createRepository()
  for (const [at, name] of names.entries()) put(test, name, `export const a = ${at}\n`)
  return test
}

// Windows and macOS have no such names.
describe.skipIf(process.platform !== 'linux')('files whose names are not UTF-8', () => {
  it('are each read for themselves, uncommitted and committed', async () => {
    const test = filled()
    const repository = await openRepository(test.path)
    for (const committed of [false, true]) {
      if (committed) test.commit('Add')
      const request = { scope: { kind: 'branch', committed } as const, base: null }
      const { scope } = await resolveScope(repository, request)
      const lines = new Map<string, string>()
      const files = await readChange(repository, scope, { onAdded: (path, _, line) => lines.set(path, line) })
      expect(files.map(({ path }) => path).sort()).toEqual([...names].sort())
      expect([...lines].sort()).toEqual(names.map((name, at) => [name, `export const a = ${at}`]).sort())
      const texts = await readTreeTexts(repository, scope.headTree, names)
      expect([...texts].sort()).toEqual(names.map((name, at) => [name, `export const a = ${at}\n`]).sort())
      const patches = await readPatches(repository, scope, files, 10_000)
      for (const name of names) expect(patches.get(name)?.header).toContain(`+++ b/${name}\n`)
      const patch = (await filePatches(repository, scope.baseTree, scope.headTree, names)).get(names[1] ?? '')
      expect(patch?.hunks[0]?.lines).toEqual(['+export const a = 1'])
    }
  })

  it('are looked at as text where an attribute calls them binary', async () => {
    const test = filled()
    test.commit('Add', { '.gitattributes': '*.js binary\n' })
    const repository = await openRepository(test.path)
    const { scope } = await resolveScope(repository, { scope: { kind: 'branch', committed: true }, base: null })
    const files = await readChange(repository, scope)
    expect(files.filter(({ binary }) => binary)).toEqual([])
  })

  it('are committed and brought back, those that are named only', async () => {
    const test = filled()
    test.commit('Add')
    const repository = await openRepository(test.path)
    const before = await workPoint(repository)
    put(test, names[0] ?? '', 'changed\n')
    rmSync(diskPath(test.path, names[1] ?? ''))
    const after = await workPoint(repository)
    const { restored } = await restoreTree(repository, { from: after.tree, to: before.tree, session: 's1' })
    expect([...restored].sort()).toEqual([names[0], names[1]])
    expect(names.map((name) => text(test, name))).toEqual(names.map((_, at) => `export const a = ${at}\n`))
    for (const name of names) put(test, name, 'fixed\n')
    await commitFiles(repository, { files: [names[1] ?? ''], message: 'Fix' })
    expect(test.git('show', '--format=', '--name-only')).toBe('"a\\377/b\\377.js"\n')
  })

  it('are guarded: a change is seen, undone and kept', async () => {
    const test = filled()
    test.commit('Add', { '.gitignore': 'ignored*\n' })
    put(test, 'ignored/\uFFFDFE', 'one\n')
    put(test, 'ignored/\uFFFDFF', 'two\n')
    put(test, names[2] ?? '', 'uncommitted\n')
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    put(test, names[0] ?? '', 'evil\n')
    put(test, names[2] ?? '', 'evil\n')
    put(test, 'a\uFFFDFE/new\uFFFDFE.js', 'evil\n')
    put(test, 'ignored/\uFFFDFE', 'evil\n')
    const after = await takeFingerprint(repository, before)
    const found = compareFingerprints(before, after)
    const expected = [names[0], names[2], 'a\uFFFDFE/new\uFFFDFE.js', 'ignored/\uFFFDFE']
    expect(found.map(({ path }) => path).sort()).toEqual(expected.sort())
    await undo(before, after, false)
    expect(text(test, names[0] ?? '')).toBe('export const a = 0\n')
    expect(text(test, names[2] ?? '')).toBe('uncommitted\n')
    expect(text(test, 'ignored/\uFFFDFE')).toBe('one\n')
    expect(existsSync(diskPath(test.path, 'a\uFFFDFE/new\uFFFDFE.js'))).toBe(false)
  })
})
