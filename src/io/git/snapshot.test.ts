import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
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
