import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { isSameBranch } from './same-branch.ts'

it('knows a branch under its new name, and no other for it', async () => {
  const test = createRepository()
  const repository = await openRepository(test.path)
  test.git('branch', '-m', 'topic', 'between')
  test.git('branch', '-m', 'between', 'renamed')
  expect(await isSameBranch(repository, 'topic', 'renamed')).toBe(true)
  expect(await isSameBranch(repository, 'topic', 'HEAD')).toBe(false)
  test.git('switch', '-q', '-c', 'other')
  expect(await isSameBranch(repository, 'topic', 'other')).toBe(false)
  test.git('branch', 'topic')
  expect(await isSameBranch(repository, 'topic', 'renamed')).toBe(false)
})
