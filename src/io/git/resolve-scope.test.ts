import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createRepository,
  emptyRepository,
  openedRepository,
  temporaryFolder,
} from '../../../test/support/repository.ts'
import type { Scope } from '../../types.ts'
import { readChange } from './read-change.ts'
import { openRepository } from './repository.ts'
import { otherCommit, resolveScope } from './resolve-scope.ts'

const branch: Scope = { kind: 'branch', committed: false }

async function changedPaths(cwd: string, scope: Scope = branch, base: string | null = null) {
  const repository = await openRepository(cwd)
  const resolved = await resolveScope(repository, { scope, base })
  const files = await readChange(repository, resolved.scope)
  return { scope: resolved.scope, paths: files.map((file) => `${file.status} ${file.path}`).sort() }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error) => error.code,
  )

describe('otherCommit', () => {
  const range: Scope = { kind: 'range', from: 'main', to: 'topic', symmetric: true }

  it.each<[string, Scope, { dirty?: boolean; on?: string }, boolean]>([
    ['a branch as it is checked out', branch, {}, false],
    ['a branch with uncommitted work', branch, { dirty: true }, false],
    ['what is committed, beside uncommitted work', { kind: 'branch', committed: true }, { dirty: true }, true],
    ['what is staged', { kind: 'staged' }, { dirty: true }, false],
    ['a range that ends where we are', range, {}, false],
    ['a range that ends where we are, beside uncommitted work', range, { dirty: true }, true],
    ['a range that ends elsewhere', range, { on: 'main' }, true],
  ])('of %s', async (_, scope, { dirty = false, on = 'topic' }, isOther) => {
    const test = createRepository()
    const commit = test.commit('on the branch', { 'a.txt': 'x\n' })
    test.git('switch', '-q', on)
    if (dirty) test.write({ 'b.txt': 'y\n' })
    const work = await resolveScope(await openRepository(test.path), { scope, base: null })
    expect(otherCommit(work)).toBe(isOther ? commit.trim() : null)
  })
})

describe('what is staged otherwise than it is in the work tree', () => {
  type Step = (test: ReturnType<typeof createRepository>) => void
  const stage =
    (text: string, path = 'a.txt'): Step =>
    (test) => {
      test.write({ [path]: text })
      test.git('add', '-f', path)
    }
  const edit =
    (text: string | null, path = 'a.txt'): Step =>
    (test) =>
      test.write({ [path]: text })

  it.each<[string, readonly Step[], readonly string[]]>([
    ['staged, and edited again', [stage('bad\n'), edit('good\n')], ['modified a.txt']],
    ['staged, and taken back in the work tree', [stage('bad\n'), edit('1\n')], ['modified a.txt']],
    ['new, staged, and edited again', [stage('bad\n', 'new.txt'), edit('good\n', 'new.txt')], ['added new.txt']],
    ['new, staged, and deleted on the disk', [stage('bad\n', 'new.txt'), edit(null, 'new.txt')], ['added new.txt']],
    ['taken out of the index only', [(test) => test.git('rm', '-q', '--cached', 'a.txt')], ['deleted a.txt']],
    ['all staged', [stage('bad\n')], []],
    ['nothing staged', [edit('bad\n')], []],
    ['only meant to be added', [edit('x\n', 'new.txt'), (test) => test.git('add', '-N', 'new.txt')], []],
    [
      'taken out of the index, and ignored from now on',
      [(test) => test.git('rm', '-q', '--cached', 'a.txt'), stage('a.txt\n', '.gitignore')],
      [],
    ],
  ])('%s', async (_, steps, expected) => {
    const test = createRepository({ 'a.txt': '1\n' })
    test.commit('on the branch', { 'committed.txt': 'x\n' })
    for (const step of steps) step(test)
    const repository = await openRepository(test.path)
    const { staged } = await resolveScope(repository, { scope: branch, base: null })
    const files = staged === null ? [] : await readChange(repository, { ...staged.scope, paths: staged.paths })
    expect(files.map(({ status, path }) => `${status} ${path}`)).toEqual(expected)
  })

  it('belongs to a review of its paths, and to none of what is committed', async () => {
    const test = createRepository({ 'a.txt': '1\n', 'b/c.txt': '1\n' })
    for (const path of ['a.txt', 'b/c.txt']) {
      stage('bad\n', path)(test)
      edit('good\n', path)(test)
    }
    const repository = await openRepository(test.path)
    const stagedIn = async (scope: Scope) => (await resolveScope(repository, { scope, base: null })).staged?.paths
    expect(await stagedIn({ kind: 'paths', paths: ['b'], committed: false })).toEqual(['b/c.txt'])
    expect(await stagedIn({ kind: 'branch', committed: true })).toBeUndefined()
    expect(await stagedIn({ kind: 'staged' })).toBeUndefined()
  })
})

describe('the branch scope', () => {
  it('holds commits, staged, unstaged and untracked work since the merge base', async () => {
    const test = createRepository({ 'a.txt': '1\n', 'b.txt': '1\n', 'gone.txt': '1\n', '.gitignore': '*.log\n' })
    test.commit('on the branch', { 'committed.txt': 'x\n' })
    test.write({
      'staged.txt': 'x\n',
      'a.txt': '2\n',
      'gone.txt': null,
      'new dir/ü ntracked.txt': 'x\n',
      'ignored.log': 'x\n',
    })
    test.git('add', 'staged.txt')
    const { scope, paths } = await changedPaths(test.path)
    expect(paths).toEqual([
      'added committed.txt',
      'added new dir/ü ntracked.txt',
      'added staged.txt',
      'deleted gone.txt',
      'modified a.txt',
    ])
    expect(scope).toMatchObject({ kind: 'branch', base: 'main', head: 'working tree', branch: 'topic' })
  })

  it('leaves uncommitted work out with committed', async () => {
    const test = createRepository()
    test.commit('on the branch', { 'committed.txt': 'x\n' })
    test.write({ 'untracked.txt': 'x\n' })
    const { scope, paths } = await changedPaths(test.path, { kind: 'branch', committed: true })
    expect(paths).toEqual(['added committed.txt'])
    expect(scope.head).toBe('topic')
  })

  it('compares with the merge base, not with the tip of the base', async () => {
    const test = createRepository()
    test.commit('mine', { 'mine.txt': 'x\n' })
    test.git('switch', '-q', 'main')
    test.commit('theirs', { 'theirs.txt': 'x\n' })
    test.git('switch', '-q', 'topic')
    expect((await changedPaths(test.path)).paths).toEqual(['added mine.txt'])
  })

  it('writes nothing into the index, the objects and the status of the user', async () => {
    const test = createRepository({ 'a.txt': '1\n' })
    test.write({ 'a.txt': '2\n', 'untracked.txt': 'x\n' })
    const status = test.git('status', '--porcelain')
    const objects = test.git('count-objects', '-v')
    const index = readFileSync(join(test.path, '.git/index'))
    await changedPaths(test.path)
    expect(readFileSync(join(test.path, '.git/index')).equals(index)).toBe(true)
    expect(test.git('status', '--porcelain')).toBe(status)
    expect(test.git('count-objects', '-v')).toBe(objects)
  })

  it('prefers the default branch of the remote, then main, then master', async () => {
    const remote = emptyRepository()
    remote.git('checkout', '-q', '-b', 'trunk')
    remote.commit('Start', { 'a.txt': '1\n' })
    const path = join(temporaryFolder(), 'clone')
    remote.git('clone', '-q', remote.path, path)
    const clone = openedRepository(path)
    clone.commit('unpushed', { 'b.txt': '1\n' })
    expect(await changedPaths(path)).toMatchObject({ scope: { base: 'origin/trunk' }, paths: ['added b.txt'] })
    clone.git('remote', 'remove', 'origin')
    expect(await failure(changedPaths(path))).toBe('no_base')
    clone.git('branch', 'master', 'HEAD~1')
    expect((await changedPaths(path)).scope.base).toBe('master')
    clone.git('branch', 'main', 'HEAD~1')
    expect((await changedPaths(path)).scope.base).toBe('main')
  })

  it('takes no branch of a colleague for the base', async () => {
    const test = createRepository()
    const theirs = test.commit('theirs', { 'a.txt': 'x\n' })
    test.commit('mine', { 'b.txt': 'x\n' })
    const base = async (named: string | null = null) => (await changedPaths(test.path, branch, named)).scope.base
    test.git('update-ref', 'refs/remotes/colleague/HEAD', theirs)
    expect(await base()).toBe('main')
    test.git('update-ref', 'refs/remotes/origin/main', 'main')
    test.git('branch', '-q', '-D', 'main')
    test.git('branch', 'main/theirs', theirs)
    expect(await base()).toBe('origin/main')
    test.git('tag', 'main', theirs)
    await expect(base('main')).rejects.toThrow('main is the name of a branch')
    test.git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(await base()).toBe('colleague/HEAD')
    test.git('update-ref', 'refs/remotes/upstream/HEAD', 'HEAD~2')
    await expect(base()).rejects.toThrow('There is nothing to compare with')
  })

  it('takes any ref or commit id as base', async () => {
    const test = createRepository()
    const first = test.commit('one', { 'one.txt': 'x\n' })
    test.commit('two', { 'two.txt': 'x\n' })
    expect((await changedPaths(test.path, branch, first.slice(0, 9))).paths).toEqual(['added two.txt'])
    expect((await changedPaths(test.path, branch, 'HEAD~1')).paths).toEqual(['added two.txt'])
    expect(await failure(changedPaths(test.path, branch, 'no-such-ref'))).toBe('unknown_ref')
    expect(await failure(changedPaths(test.path, branch, '--output=x'))).toBe('unknown_ref')
  })

  it('sees a conflict in progress as the text that is in the file', async () => {
    const test = createRepository({ 'a.txt': 'base\n' })
    test.commit('mine', { 'a.txt': 'mine\n' })
    test.git('switch', '-q', 'main')
    test.commit('theirs', { 'a.txt': 'theirs\n' })
    test.git('switch', '-q', 'topic')
    expect(() => test.git('merge', '-q', 'main')).toThrow()
    const lines: string[] = []
    const repository = await openRepository(test.path)
    const { scope } = await resolveScope(repository, { scope: branch, base: null })
    await readChange(repository, scope, { onAdded: (_path, _line, text) => lines.push(text) })
    expect(lines).toContain('<<<<<<< HEAD')
  })
})

describe('the other scopes', () => {
  it('staged holds the index and nothing else', async () => {
    const test = createRepository({ 'a.txt': '1\n' })
    test.write({ 'a.txt': '2\n', 'b.txt': 'x\n', 'c.txt': 'x\n' })
    test.git('add', 'a.txt', 'b.txt')
    test.write({ 'a.txt': '3\n' })
    expect((await changedPaths(test.path, { kind: 'staged' })).paths).toEqual(['added b.txt', 'modified a.txt'])
  })

  it('staged works before the first commit; the branch does not', async () => {
    const test = emptyRepository()
    test.write({ 'a.txt': '1\n' })
    test.git('add', 'a.txt')
    expect((await changedPaths(test.path, { kind: 'staged' })).paths).toEqual(['added a.txt'])
    expect(await failure(changedPaths(test.path))).toBe('unborn_branch')
  })

  it('paths are relative to the folder one stands in and stay inside the repository', async () => {
    const test = createRepository({ 'src/a.txt': '1\n', 'src/old.txt': '1\n', 'b.txt': '1\n' })
    test.commit('all', { 'src/a.txt': '2\n', 'src/old.txt': null, 'b.txt': '2\n' })
    const inside = join(test.path, 'src')
    const paths = (words: string[]): Scope => ({ kind: 'paths', paths: words, committed: false })
    expect((await changedPaths(inside, paths(['a.txt']))).paths).toEqual(['modified src/a.txt'])
    expect((await changedPaths(inside, paths(['old.txt', '../b.txt']))).paths).toEqual([
      'deleted src/old.txt',
      'modified b.txt',
    ])
    expect((await changedPaths(inside, paths(['..']))).paths).toHaveLength(3)
    expect(await failure(changedPaths(inside, paths(['nothing.txt'])))).toBe('unknown_path')
    expect(await failure(changedPaths(inside, paths(['../../x'])))).toBe('path_outside')
  })

  it('ranges compare both ends, or the merge base with the end', async () => {
    const test = createRepository()
    test.commit('mine', { 'mine.txt': 'x\n' })
    test.git('switch', '-q', 'main')
    test.commit('theirs', { 'theirs.txt': 'y\n' })
    const range = (symmetric: boolean): Scope => ({ kind: 'range', from: 'main', to: 'topic', symmetric })
    expect((await changedPaths(test.path, range(false))).paths).toEqual(['added mine.txt', 'deleted theirs.txt'])
    expect((await changedPaths(test.path, range(true))).paths).toEqual(['added mine.txt'])
  })

  it('a pull request is refused for now', async () => {
    expect(await failure(changedPaths(createRepository().path, { kind: 'pr', number: 3 }))).toBe('pull_request')
  })
})

describe('where a review cannot work', () => {
  it.each<[string, () => string, string]>([
    ['no repository', () => temporaryFolder(), 'not_repository'],
    ['no folder', () => join(temporaryFolder(), 'missing'), 'unreadable_file'],
    [
      'a bare repository',
      () => {
        const test = createRepository()
        const path = join(temporaryFolder(), 'bare')
        test.git('clone', '-q', '--bare', test.path, path)
        return path
      },
      'bare_repository',
    ],
    [
      'unrelated histories',
      () => {
        const test = createRepository()
        test.git('switch', '-q', '--orphan', 'other')
        test.commit('alone', { 'x.txt': 'x\n' })
        return test.path
      },
      'unrelated',
    ],
    ['a shallow clone without the base', shallowClone, 'shallow'],
    ['unmerged index', unmergedIndex, 'no error'],
  ])('%s', async (_name, make, code) => {
    expect(await failure(changedPaths(make()))).toBe(code)
  })

  it('an index with conflicts cannot be reviewed as staged', async () => {
    expect(await failure(changedPaths(unmergedIndex(), { kind: 'staged' }))).toBe('unmerged')
  })
})

describe('attributes of the reviewed change', () => {
  it('cannot hide text from its reviewers by calling it binary', async () => {
    const test = createRepository()
    test.commit('hide', {
      '.gitattributes': '*.js binary\n',
      'evil.js': 'eval(input)\n',
      'real.bin': new Uint8Array([0, 1, 2]),
    })
    const repository = await openRepository(test.path)
    const { scope } = await resolveScope(repository, { scope: branch, base: null })
    const lines: string[] = []
    const files = await readChange(repository, scope, {
      onAdded: (path, _line, text) => lines.push(`${path}: ${text}`),
    })
    expect(lines).toContain('evil.js: eval(input)')
    expect(files.filter((file) => file.binary).map((file) => file.path)).toEqual(['real.bin'])
  })
})

function shallowClone(): string {
  const test = createRepository()
  for (const name of ['a', 'b', 'c']) test.commit(name, { [name]: name })
  const path = join(temporaryFolder(), 'shallow')
  mkdirSync(path)
  const clone = emptyRepository(path)
  clone.git('fetch', '-q', '--depth=1', `file://${test.path}`, 'topic:topic', 'main:refs/remotes/origin/main')
  clone.git('switch', '-q', 'topic')
  return path
}

function unmergedIndex(): string {
  const test = createRepository({ 'a.txt': 'base\n' })
  test.commit('mine', { 'a.txt': 'mine\n' })
  test.git('switch', '-q', 'main')
  test.commit('theirs', { 'a.txt': 'theirs\n' })
  test.git('switch', '-q', 'topic')
  expect(() => test.git('merge', '-q', 'main')).toThrow()
  return test.path
}
