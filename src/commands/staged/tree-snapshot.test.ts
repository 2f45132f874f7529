import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { driftBetween, driftFrom } from './tree-snapshot.ts'

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

it.each([
  ['is changed', 'b\n', 'content-or-deletion-changed'],
  ['is as in HEAD', 'a\n', 'newly-dirty'],
])('names a file that somebody made executable, and that %s', async (_, text, reason) => {
  const test = createRepository({ 'a.txt': 'a\n' })
  const repository = await openRepository(test.path)
  test.write({ 'a.txt': text })
  const since = await workPoint(repository)
  chmodSync(join(test.path, 'a.txt'), 0o755)
  const drift = await driftBetween(repository, since, await workPoint(repository), [])
  expect(drift).toEqual({ kind: 'drift', reasons: [{ reason, paths: ['a.txt'] }] })
})
