import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { unwatchedFiles } from './unwatched-files.ts'

it('names the files that git does not look at, and none that is not here', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'b c.ts': '2\n', 'gone.ts': '3\n', 'seen.ts': '4\n' })
  const repository = await openRepository(test.path)
  expect(await unwatchedFiles(repository)).toEqual([])
  test.git('update-index', '--skip-worktree', 'a.ts', 'gone.ts')
  test.git('update-index', '--assume-unchanged', 'b c.ts')
  test.write({ 'gone.ts': null })
  expect(await unwatchedFiles(repository)).toEqual(['a.ts', 'b c.ts'])
})
