import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { requireHiddenFolder } from './findings-folder.ts'

async function check(folder: string): Promise<string> {
  const { path } = createRepository({ '.gitignore': 'docs/reviews/\n*.log\n' })
  const repository = await openRepository(path)
  return requireHiddenFolder(repository, folder, 'config.yaml').then(
    () => 'hidden',
    (error) => String(error.message),
  )
}

it.each(['docs/reviews', 'docs/reviews/', './docs/reviews/deep', '.review-loop/findings'])(
  'takes %s, which git does not look at',
  async (folder) => {
    expect(await check(folder)).toBe('hidden')
  },
)

it.each([
  ['docs', /names docs, which git does not ignore/],
  ['../elsewhere', /must be a folder in the repository/],
  ['/tmp', /must be a folder in the repository/],
])('refuses %s', async (folder, message) => {
  expect(await check(folder)).toMatch(message)
})
