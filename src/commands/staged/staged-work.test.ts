import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { stagedWork } from './staged-work.ts'

it.each([
  [
    ['a.ts', 'secret.key', 'dist/a[b] ü.txt', 'tracked.key'],
    ['secret.key', 'dist/a[b] ü.txt'],
  ],
  [['a.ts'], []],
  [[], []],
])('knows which of %j git ignores', async (paths, ignored) => {
  const test = createRepository({ 'a.ts': '1\n', 'tracked.key': 'x\n' })
  test.commit('Ignore', { '.gitignore': '*.key\ndist/\n' })
  const work = stagedWork(await openRepository(test.path), 'main')
  expect(await work.ignored(paths)).toEqual(ignored)
})
