import { expect, it } from 'vitest'
import { createRepository, emptyRepository } from '../../../test/support/repository.ts'
import { performRun } from './perform-run.ts'
import { prepareRun } from './prepare-run.ts'

it('begins nothing, and speaks of nothing else, where there is no commit', async () => {
  const test = emptyRepository()
  test.write({ 'a.ts': '1\n' })
  const notices: string[] = []
  const entry = { kind: 'work-item', text: 'limit logins' } as const
  const run = performRun({ cwd: test.path, entry, onNotice: (notice) => void notices.push(notice) })
  await expect(run).rejects.toMatchObject({ code: 'unborn_branch' })
  expect(notices).toEqual([])
})

it('says which files nobody would see a change of', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'b.ts': '2\n' })
  test.git('update-index', '--skip-worktree', 'a.ts')
  const notices: string[] = []
  const entry = { kind: 'work-item', text: 'limit logins' } as const
  const agents = { agent: 'command:true' }
  await prepareRun({ cwd: test.path, entry, agents, onNotice: (notice) => void notices.push(notice) })
  expect(notices.join('\n')).toMatch(/not to look at a\.ts: /)
})
