import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { describeOtherBase } from './follow-up.ts'
import { openRepository } from './repository.ts'
import { resolveScope } from './resolve-scope.ts'

it('tells files of the change that another base has otherwise', async () => {
  const test = createRepository({ 'a.js': 'old\n', 'b.js': 'old\n' })
  const tree = (commit: string) => test.git('rev-parse', `${commit}^{tree}`).trim()
  const first = tree('main')
  test.commit('Mine', { 'c.js': 'mine\n' })
  test.git('switch', '-q', 'main')
  test.commit('Repair', { 'a.js': 'repaired\n' })
  test.git('switch', '-q', 'topic')
  const repository = await openRepository(test.path)
  const describe = async (earlier: string | undefined) => {
    const { scope } = await resolveScope(repository, { scope: { kind: 'branch', committed: false }, base: 'main' })
    return describeOtherBase(repository, scope, earlier)
  }
  expect(await describe(first)).toBeNull()
  test.git('merge', '-q', '-m', 'Merge', 'main')
  expect(await describe(first)).toBeNull()
  test.commit('Undo', { 'a.js': 'old\n' })
  expect(await describe(first)).toBe('the base has changed files of the change: a.js')
  expect(await describe(tree('main'))).toBeNull()
  expect(await describe(undefined)).toBe('git no longer has the base of the last review')
  expect(await describe('1'.repeat(40))).toBe('git no longer has the base of the last review')
})
