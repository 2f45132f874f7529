import { expect, it } from 'vitest'
import { emptyRepository } from '../../../test/support/repository.ts'
import { performRun } from './perform-run.ts'

it('begins nothing, and speaks of nothing else, where there is no commit', async () => {
  const test = emptyRepository()
  test.write({ 'a.ts': '1\n' })
  const notices: string[] = []
  const entry = { kind: 'work-item', text: 'limit logins' } as const
  const run = performRun({ cwd: test.path, entry, onNotice: (notice) => void notices.push(notice) })
  await expect(run).rejects.toMatchObject({ code: 'unborn_branch' })
  expect(notices).toEqual([])
})
