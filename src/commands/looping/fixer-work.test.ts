import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPort } from './fixer-work.ts'

it('names files that a fixer makes and git ignores, but none that tools make', async () => {
  const test = createRepository({ '.gitignore': 'config/local/\n*.log\nnode_modules/\n' })
  test.write({ 'config/local/old.json': '{}\n' })
  const work = await workPort(await openRepository(test.path)).record()
  test.write({ 'config/local/new.json': '{}\n', 'a.log': '', 'node_modules/x/index.js': '', 'b.js': 'new\n' })
  expect(await work.changedFiles()).toEqual(['b.js'])
  expect(await work.keepEarlier(['b.js'])).toEqual({ unseen: ['config/local/new.json'] })
})
