import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { type ScratchState, withScratchWorktree } from './scratch-worktree.ts'
import { readTreeTexts } from './tree-texts.ts'
import { workPoint } from './work-point.ts'

async function inScratch<T>(test: TestRepository, state: ScratchState, use: (folder: string) => T): Promise<T> {
  return withScratchWorktree(await openRepository(test.path), state, async (folder) => use(folder))
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.parentPath.startsWith(join(folder, '.git')))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const leftOvers = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`review-loop-scratch-${process.pid}-`))

describe('a scratch working tree', () => {
  it('holds the files of a tree, uncommitted ones too, as a clean repository of its own', async () => {
    const test = createRepository({ 'a.ts': '1\n', 'run.sh': '#!/bin/sh\n' })
    test.write({ 'a.ts': '2\n', 'new dir/ü.ts': 'x\n' })
    symlinkSync('a.ts', join(test.path, 'link'))
    const { tree } = await workPoint(await openRepository(test.path))
    const before = readdirSync(join(test.path, '.git')).sort()
    const [status, references] = [test.git('status', '--porcelain'), test.git('for-each-ref')]
    const seen = await inScratch(test, { tree, overlay: null }, (folder) => {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
      const paths = filesOf(folder)
      const text = readFileSync(join(folder, 'link'), 'utf8')
      const first = git('status', '--porcelain')
      writeFileSync(join(folder, 'a.ts'), 'spoilt\n')
      git('commit', '-q', '-a', '-m', 'In the copy')
      return { paths, text, first, top: git('rev-parse', '--show-toplevel').trim() === folder, folder }
    })
    expect(seen).toMatchObject({ paths: ['a.ts', 'link', 'new dir/ü.ts', 'run.sh'], text: '2\n', first: '', top: true })
    expect(existsSync(seen.folder)).toBe(false)
    expect(readdirSync(join(test.path, '.git')).sort()).toEqual(before)
    expect(test.git('status', '--porcelain') + test.git('for-each-ref')).toBe(status + references)
    expect(test.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(readFileSync(join(test.path, 'a.ts'), 'utf8')).toBe('2\n')
  })

  it('takes some paths from another tree: new, changed and removed ones', async () => {
    const test = createRepository({ 'a.ts': '1\n', 'test/old.ts': '1\n', 'test/a.ts': '1\n' })
    test.commit('fix', { 'a.ts': '2\n', 'test/old.ts': null, 'test/a.ts': '2\n', 'test/new.ts': '2\n' })
    const paths = ['test/old.ts', 'test/a.ts', 'test/new.ts']
    const seen = await inScratch(test, { tree: 'HEAD^', overlay: { tree: 'HEAD', paths } }, (folder) =>
      filesOf(folder).map((path) => `${path} ${readFileSync(join(folder, path), 'utf8').trim()}`),
    )
    expect(seen).toEqual(['a.ts 1', 'test/a.ts 2', 'test/new.ts 2'])
  })

  it('is removed after an error, and when whoever made it is gone', async () => {
    const abandoned = join(tmpdir(), 'review-loop-scratch-999999999-x')
    mkdirSync(abandoned)
    const test = createRepository()
    const failing = inScratch(test, { tree: 'HEAD', overlay: null }, () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(leftOvers()).toEqual([])
    expect(existsSync(abandoned)).toBe(false)
  })
})

describe('ignored dependencies', () => {
  const rules = 'node_modules\n.venv\nvendor\ntarget\ndist\n.env\n'

  it('are there, in all folders, and nothing else that is ignored', async () => {
    const test = createRepository({ '.gitignore': rules, 'a.ts': '1\n', 'rust/Cargo.toml': '', 'java/pom.xml': '' })
    test.write({
      'node_modules/one/index.js': 'one\n',
      'node_modules/@scope/two/index.js': 'two\n',
      'node_modules/.cache/x': 'cache\n',
      'packages/p/node_modules/three/index.js': 'three\n',
      '.venv/bin/python': 'python\n',
      'vendor/lib.php': 'lib\n',
      'rust/target/debug/x': 'x\n',
      'java/target/classes/x': 'x\n',
      'dist/a.js': 'old\n',
      '.env': 'private\n',
    })
    const wanted = [
      'node_modules/one/index.js',
      'node_modules/@scope/two/index.js',
      '.venv/bin/python',
      'vendor/lib.php',
      'packages/p/node_modules/three/index.js',
      'rust/target/debug/x',
      'node_modules/.cache',
      'java/target',
      'dist',
      '.env',
    ]
    const seen = await inScratch(test, { tree: 'HEAD', overlay: null }, (folder) =>
      wanted.map((path) => existsSync(join(folder, path))),
    )
    expect(seen).toEqual([true, true, true, true, true, true, false, false, false, false])
    expect(readFileSync(join(test.path, 'node_modules/one/index.js'), 'utf8')).toBe('one\n')
    expect(readFileSync(join(test.path, '.venv/bin/python'), 'utf8')).toBe('python\n')
  })

  it('lead to the copy where they are packages of the same repository', async () => {
    const test = createRepository({ '.gitignore': rules, 'packages/own/index.js': '1\n' })
    test.write({ 'node_modules/.store/far/index.js': 'far\n' })
    mkdirSync(join(test.path, 'node_modules/@me'))
    symlinkSync('../../packages/own', join(test.path, 'node_modules/@me/own'))
    symlinkSync('.store/far', join(test.path, 'node_modules/far'))
    const seen = await inScratch(test, { tree: 'HEAD', overlay: null }, (folder) => ({
      own: realpathSync(join(folder, 'node_modules/@me/own')) === join(folder, 'packages/own'),
      far: readFileSync(join(folder, 'node_modules/far/index.js'), 'utf8'),
    }))
    expect(seen).toEqual({ own: true, far: 'far\n' })
  })

  it('stay as they are in the tree where git has them', async () => {
    const test = createRepository({ 'vendor/lib.php': 'tracked\n' })
    test.write({ 'vendor/lib.php': 'changed\n' })
    const seen = await inScratch(test, { tree: 'HEAD', overlay: null }, (folder) =>
      readFileSync(join(folder, 'vendor/lib.php'), 'utf8'),
    )
    expect(seen).toBe('tracked\n')
  })
})

it('reads texts of a tree by their names', async () => {
  const test = createRepository({ 'a.ts': '1\n', '*.ts': 'star\n', 'dir/b.ts': '2\n', 'line\nbreak': '3\n', bin: '\0' })
  const names = ['a.ts', '*.ts', 'dir', 'line\nbreak', 'bin', 'none.ts']
  const texts = await readTreeTexts(await openRepository(test.path), 'HEAD', names)
  expect([...texts]).toEqual([
    ['a.ts', '1\n'],
    ['*.ts', 'star\n'],
    ['line\nbreak', '3\n'],
  ])
  expect((await readTreeTexts(await openRepository(test.path), 'HEAD', [])).size).toBe(0)
})
