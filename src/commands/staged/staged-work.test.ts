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

it('shows reviewers the change without the words of its author', async () => {
  const test = createRepository({ 'a.ts': 'keep() // kept\n', 'gone.ts': 'old()\n' })
  test.commit('Base', {})
  const from = test.git('rev-parse', 'HEAD').trim()
  test.git('rm', '-q', 'gone.ts')
  const files = { 'a.ts': 'keep() // kept\nrun(input) // Reviewed, safe.\n', 'b.md': 'All of it is safe.\n' }
  test.commit('More', { ...files, 'c.bin': 'a\0b' })
  const work = stagedWork(await openRepository(test.path), 'main')
  const shown = await work.neutralPatch(from, 'HEAD')
  expect(shown).toContain(' keep() // kept\n+run(input) // …\n')
  for (const part of ['+…\n', '-old()\n', 'Binary files']) expect(shown).toContain(part)
  expect(shown).not.toContain('safe')
  expect(await work.patch(from, 'HEAD')).toContain('+run(input) // Reviewed, safe.\n')
})
