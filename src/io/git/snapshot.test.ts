import { lstatSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { readWorkState, snapshotWorkTree } from './snapshot.ts'

it('sees an edit of the same length in the second in which the index was written', async () => {
  const test = createRepository({ 'a.ts': '1\n' })
  const then = Math.floor(Date.now() / 1000) - 60
  const turnBack = (path: string) => utimesSync(join(test.path, path), then, then)
  // Only the time of the content is to tell.
  test.git('config', 'core.trustctime', 'false')
  turnBack('a.ts')
  test.git('update-index', '--refresh')
  test.write({ 'a.ts': '2\n' })
  turnBack('a.ts')
  turnBack('.git/index')
  const repository = await openRepository(test.path)
  const tree = await snapshotWorkTree(repository, await readWorkState(repository))
  expect(await repository.read(['show', `${tree}:a.ts`])).toBe('2\n')
})

it('leaves out what is no part of the work, tracked or not', async () => {
  const test = createRepository({ 'lock.json': '1\n', 'a.ts': '1\n' })
  test.write({ 'lock.json': '2\n', 'a.ts': '2\n', 'coverage/x.html': 'x\n', 'new.ts': 'new\n' })
  const repository = await openRepository(test.path)
  const state = await readWorkState(repository, ['lock.json', 'coverage/'])
  expect(state.dirty).toEqual(['a.ts', 'new.ts'])
  const tree = await snapshotWorkTree(repository, state)
  expect((await repository.read(['ls-tree', '-r', '--name-only', tree])).split('\n')).toEqual([
    'a.ts',
    'lock.json',
    'new.ts',
    '',
  ])
  expect(await repository.read(['show', `${tree}:lock.json`])).toBe('1\n')
})

describe('a second look', () => {
  /** Looked at twice, long enough after the last write that stamps can be believed. */
  async function lookedAt() {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    await sleep(120)
    const repository = await openRepository(test.path)
    const look = async () => snapshotWorkTree(repository, await readWorkState(repository))
    await look()
    await sleep(120)
    return { test, repository, look, tree: await look() }
  }

  it('finds the same tree', async () => {
    const { tree, look } = await lookedAt()
    expect(await look()).toBe(tree)
  })

  it.each<[string, (test: TestRepository) => void]>([
    ['an edit of the same length that hides its time', (test) => {
      const { atime, mtime } = lstatSync(join(test.path, 'a.ts'))
      test.write({ 'a.ts': '3\n' })
      utimesSync(join(test.path, 'a.ts'), atime, mtime)
    }],
    ['a new file', (test) => test.write({ 'b.ts': 'new\n' })],
    ['what is gone', ({ path }) => rmSync(join(path, 'a.ts'))],
    ['a commit of something else', (test) => {
      test.write({ 'c.ts': 'c\n' })
      test.git('add', 'c.ts')
      test.git('commit', '-qm', 'more')
    }],
  ])('sees %s', async (_name, change) => {
    const { test, tree, look } = await lookedAt()
    change(test)
    expect(await look()).not.toBe(tree)
  }) // biome-ignore format: one change, one row

  it('writes the tree again where its objects are gone', async () => {
    const { test, tree, look, repository } = await lookedAt()
    rmSync(join(test.path, '.review-loop/cache'), { recursive: true })
    expect(await look()).toBe(tree)
    expect(await repository.read(['show', `${tree}:a.ts`])).toBe('2\n')
  })

  it.each(['', 'damaged'])('says what to do about objects that are damaged: %j', async (content) => {
    const { test, tree, repository } = await lookedAt()
    const blob = test.git('hash-object', 'a.ts').trim()
    const file = join(test.path, '.review-loop/cache/objects', blob.slice(0, 2), blob.slice(2))
    rmSync(file)
    writeFileSync(file, content)
    const error = { code: 'damaged_snapshots', exitCode: 3, hint: expect.stringContaining('delete that folder') }
    await expect(repository.read(['show', `${tree}:a.ts`])).rejects.toMatchObject(error)
  })
})
