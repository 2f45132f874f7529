import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import { openRepository } from '../../io/git/repository.ts'
import { driftFrom } from './kept-tree.ts'

it.each([
  ['.review-loop/sessions/x.md', 'ok'],
  ['.review-loop/config.md', 'drift'],
  ['gone.txt', 'drift'],
])('finds drift in what another tool recorded of a file that is not in the tree now: %s', async (path, kind) => {
  const repository = await openRepository(createRepository({ 'a.txt': 'a\n' }).path)
  const found = await readTreeState(repository)
  const recorded = { ...found, dirty: new Map([[path, 'b'.repeat(40)]]) }
  expect(await driftFrom(repository, recorded, found, [])).toMatchObject({ kind })
})
