import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { isChangedSince } from './same-file.ts'

it('knows whether a file is another than it was at a commit', async () => {
  const test = createRepository({ 'a.rb': 'puts 1\n', 'b.rb': 'puts 2\n', 'c.rb': 'puts 3\n' })
  const commit = test.git('rev-parse', 'HEAD').trim()
  test.git('rm', '-q', 'b.rb')
  const head = test.commit('Change', { 'a.rb': 'puts 4\n' })
  const repository = await openRepository(test.path)
  const isChanged = (path: string, since = commit) => isChangedSince(repository, { path, commit: since, head })
  expect(await isChanged('a.rb')).toBe(true)
  expect(await isChanged('b.rb')).toBe(true)
  expect(await isChanged('c.rb')).toBe(false)
  expect(await isChanged('a.rb', 'f'.repeat(40))).toBe(false)
})
