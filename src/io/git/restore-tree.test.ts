import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { restoreTree } from './restore-tree.ts'
import { workPoint } from './work-point.ts'

const base = { 'a.ts': '1\n', 'b.ts': '1\n', 'dir/c.ts': '1\n', 'run.sh': 'x\n' }

/** Records, lets the fixer work, records again, lets others work, and restores. */
async function undo(test: TestRepository, fixer: () => void, others = () => {}) {
  const repository = await openRepository(test.path)
  const before = await workPoint(repository)
  fixer()
  const after = await workPoint(repository)
  others()
  const result = await restoreTree(repository, { from: after.tree, to: before.tree, session: 's1' })
  return { before, after, result, now: await workPoint(repository) }
}

const text = (test: TestRepository, path: string) => readFileSync(join(test.path, path), 'utf8')

describe('files that a fixer changed', () => {
  it.each<[string, (test: TestRepository) => void, readonly string[]]>([
    ['a change', (test) => test.write({ 'a.ts': '2\n' }), ['a.ts']],
    ['a deletion', (test) => test.write({ 'a.ts': null }), ['a.ts']],
    ['a new file in a new folder', (test) => test.write({ 'x/y/z.ts': '2\n' }), ['x/y/z.ts']],
    ['a rename', (test) => test.write({ 'a.ts': null, 'z.ts': '1\n' }), ['a.ts', 'z.ts']],
    ['an executable bit', (test) => chmodSync(join(test.path, 'run.sh'), 0o755), ['run.sh']],
    ['a folder that went', (test) => test.write({ dir: null }), ['dir/c.ts']],
    [
      'a file in place of a folder',
      (test) => test.write({ dir: null }) ?? test.write({ dir: 'x\n' }),
      ['dir', 'dir/c.ts'],
    ],
    ['a folder in place of a file', (test) => test.write({ 'a.ts': null, 'a.ts/b': 'x\n' }), ['a.ts', 'a.ts/b']],
    [
      'a link in place of a folder',
      (test) => {
        rmSync(join(test.path, 'dir'), { recursive: true })
        symlinkSync('/tmp', join(test.path, 'dir'))
      },
      ['dir', 'dir/c.ts'],
    ],
    [
      'odd names',
      (test) => test.write({ '*.ts': 'x\n', 'line\nbreak': 'x\n', '-é "': 'x\n' }),
      ['*.ts', '-é "', 'line\nbreak'],
    ],
  ])('are what they were: %s', async (_name, fixer, paths) => {
    const test = createRepository(base)
    test.write({ 'b.ts': 'mine\n', 'untracked.ts': 'mine\n' })
    const { before, result, now } = await undo(test, () => fixer(test))
    expect([...result.restored].sort()).toEqual([...paths].sort())
    expect(result.left).toEqual([])
    expect(now).toEqual(before)
    expect(text(test, 'b.ts') + text(test, 'untracked.ts')).toBe('mine\nmine\n')
    expect(existsSync(join(test.path, 'x'))).toBe(false)
  })

  it('come back with uncommitted work that was in them, and the index stays', async () => {
    const test = createRepository(base)
    test.write({ 'a.ts': 'staged\n' })
    test.git('add', 'a.ts')
    test.write({ 'a.ts': 'mine\n', 'new.ts': 'mine\n' })
    const before = test.git('status', '--porcelain')
    await undo(test, () => test.write({ 'a.ts': 'fixer\n', 'new.ts': 'fixer\n', 'b.ts': 'fixer\n' }))
    expect(text(test, 'a.ts') + text(test, 'new.ts') + text(test, 'b.ts')).toBe('mine\nmine\n1\n')
    expect(test.git('status', '--porcelain')).toBe(before)
    expect(test.git('show', ':a.ts')).toBe('staged\n')
  })

  it('are kept under a reference of their own that needs nothing of our store', async () => {
    const test = createRepository(base)
    const { result } = await undo(test, () => test.write({ 'a.ts': 'first\n', 'new.ts': 'first\n', 'b.ts': null }))
    const again = await undo(test, () => test.write({ 'a.ts': 'second\n' }))
    const [one, two] = ['refs/review-loop/undone/s1-1', 'refs/review-loop/undone/s1-2']
    expect([result.kept, again.result.kept]).toEqual([[one], [two]])
    rmSync(join(test.path, '.review-loop'), { recursive: true })
    expect(test.git('show', `${one}:new.ts`) + test.git('show', `${two}:a.ts`)).toBe('first\nsecond\n')
    expect(test.git('diff', '--name-status', `${one}^`, one)).toBe('M\ta.ts\nD\tb.ts\nA\tnew.ts\n')
    expect(test.git('fsck', '--strict')).not.toMatch(/missing|broken/)
  })
})

describe('what somebody else did since', () => {
  it('stays: other files, and files of the fixer that were changed again', async () => {
    const test = createRepository(base)
    const { result } = await undo(
      test,
      () => test.write({ 'a.ts': 'fixer\n', 'b.ts': 'fixer\n', 'new.ts': 'fixer\n', 'dir/c.ts': null }),
      () => test.write({ 'a.ts': 'mine\n', 'new.ts': 'mine\n', 'dir/c.ts': 'mine\n', 'own.ts': 'mine\n' }),
    )
    expect(result.restored).toEqual(['b.ts'])
    expect(result.left).toEqual(['a.ts', 'dir/c.ts', 'new.ts'])
    for (const path of ['a.ts', 'new.ts', 'dir/c.ts', 'own.ts']) expect(text(test, path)).toBe('mine\n')
    expect(text(test, 'b.ts')).toBe('1\n')
  })

  it('stays in a folder that stands where a file was', async () => {
    const test = createRepository(base)
    const { result } = await undo(
      test,
      () => test.write({ 'a.ts': null, 'a.ts/fixer': 'x\n' }),
      () => test.write({ 'a.ts/own': 'mine\n' }),
    )
    expect(result.left).toEqual(['a.ts'])
    expect(text(test, 'a.ts/own')).toBe('mine\n')
  })

  it('is not taken for a change where it is what was wanted', async () => {
    const test = createRepository(base)
    const { result } = await undo(
      test,
      () => test.write({ 'a.ts': 'fixer\n', 'b.ts': 'fixer\n' }),
      () => test.write({ 'a.ts': '1\n' }),
    )
    expect(result).toMatchObject({ restored: ['b.ts'], left: [] })
  })
})

describe('ignored files', () => {
  it('are not touched', async () => {
    const test = createRepository({ ...base, '.gitignore': '*.log\nbuild/\n' })
    test.write({ 'x.log': '1\n' })
    await undo(test, () => test.write({ 'x.log': 'fixer\n', 'build/out': 'fixer\n', 'a.ts': 'fixer\n' }))
    expect(text(test, 'x.log') + text(test, 'build/out') + text(test, 'a.ts')).toBe('fixer\nfixer\n1\n')
  })

  it('are not removed, nor kept anywhere, although the fixer took their rule away', async () => {
    const test = createRepository({ ...base, '.gitignore': '.env\n' })
    test.write({ '.env': 'private\n' })
    const { before, result, now } = await undo(test, () => test.write({ '.gitignore': '', 'new.ts': 'x\n' }))
    expect(text(test, '.env')).toBe('private\n')
    expect([...result.restored].sort()).toEqual(['.gitignore', 'new.ts'])
    expect(now).toEqual(before)
    for (const name of result.kept) expect(test.git('ls-tree', '-r', '--name-only', name)).not.toContain('.env')
  })

  it('are seen again when the fixer has hidden them', async () => {
    const test = createRepository({ ...base, '.gitignore': '' })
    test.write({ 'mine.ts': 'mine\n', 'other.ts': 'mine\n' })
    const { result } = await undo(test, () => test.write({ '.gitignore': '*.ts\n', 'mine.ts': 'fixer\n' }))
    expect(result).toMatchObject({ restored: ['.gitignore'], left: ['mine.ts'] })
    expect(text(test, 'mine.ts') + text(test, 'other.ts')).toBe('fixer\nmine\n')
  })

  it('are left, and named, when the rule that hides them hides itself', async () => {
    const test = createRepository(base)
    test.write({ 'mine.ts': 'mine\n' })
    const { result } = await undo(test, () =>
      test.write({ '.gitignore': '*\n', 'mine.ts': 'fixer\n', 'a.ts': 'fixer\n' }),
    )
    expect(result).toMatchObject({ restored: ['a.ts'], left: ['mine.ts'] })
    expect(text(test, 'mine.ts')).toBe('fixer\n')
  })
})

it('goes on where it was broken off', async () => {
  const test = createRepository(base)
  const repository = await openRepository(test.path)
  const before = await workPoint(repository)
  test.write({ 'a.ts': 'fixer\n', 'b.ts': 'fixer\n', 'new.ts': 'fixer\n' })
  const after = await workPoint(repository)
  test.write({ 'a.ts': '1\n', 'new.ts': null })
  const request = { from: after.tree, to: before.tree, session: 's1' }
  expect(await restoreTree(repository, request)).toMatchObject({ restored: ['b.ts'], left: [] })
  expect(await restoreTree(repository, request)).toEqual({ restored: [], left: [], kept: [] })
  expect(await workPoint(repository)).toEqual(before)
})

it('keeps a nested repository out of it', async () => {
  const test = createRepository(base)
  const nested = join(test.path, 'nested')
  mkdirSync(nested)
  test.git('init', '-q', nested)
  writeFileSync(join(nested, 'file'), 'mine\n')
  await undo(test, () => test.write({ 'a.ts': 'fixer\n', 'nested/file': 'fixer\n' }))
  expect(text(test, 'nested/file')).toBe('fixer\n')
  expect(lstatSync(join(nested, '.git')).isDirectory()).toBe(true)
})

it('gives the same point for the same files, whatever is staged, and another one for others', async () => {
  const test = createRepository(base)
  const repository = await openRepository(test.path)
  test.write({ 'a.ts': '2\n', 'new.ts': 'x\n' })
  const one = await workPoint(repository)
  const index = readFileSync(join(test.path, '.git', 'index'))
  expect(await workPoint(repository)).toEqual(one)
  expect(readFileSync(join(test.path, '.git', 'index')).equals(index)).toBe(true)
  test.git('add', 'a.ts', 'new.ts')
  expect(await workPoint(repository)).toEqual(one)
  test.write({ 'new.ts': 'y\n' })
  expect((await workPoint(repository)).tree).not.toBe(one.tree)
})
