import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/repository.ts'
import { chooseDirtyWork } from './choose-dirty-work.ts'
import type { NewEntry, RunOptions } from './run-options.ts'

const item = { kind: 'work-item', text: 'limit logins' } as const
const work = { root: '/repo', uncommitted: ['a.ts'] }
const choosing = (choice: 'plan' | 'review' | null) => ({ chooseDirty: async () => choice })

const rows: [title: string, options: Omit<RunOptions, 'entry'>, entry: NewEntry, kind: string, noticed: boolean][] = [
  ['is told where nobody can be asked', {}, item, 'work-item', true],
  ['is told hands-free', { ...choosing('review'), handsfree: true }, item, 'work-item', true],
  ['may stay beside', choosing('plan'), item, 'work-item', false],
  ['may be what is meant', choosing('review'), item, 'review-only', false],
  ['is not asked about with --new', choosing('review'), { ...item, isNew: true }, 'work-item', false],
  ['is not asked about for a plan alone', { ...choosing('review'), planOnly: true }, item, 'work-item', false],
]

it.each(rows)('uncommitted work %s', async (_, options, entry, kind, noticed) => {
  const notices: string[] = []
  const onNotice = (notice: string) => void notices.push(notice)
  const chosen = await chooseDirtyWork(work, { ...options, onNotice }, entry)
  expect(chosen.kind).toBe(kind)
  expect(notices).toEqual(noticed ? [expect.stringContaining('kept in the tree: a.ts. To')] : [])
})

it('nothing begins where a person is asked and does not say', async () => {
  await expect(chooseDirtyWork(work, choosing(null), item)).rejects.toThrow(/nobody chose/)
})

it('the file of the work item, and those of this program, are no work', async () => {
  const folder = realpathSync(temporaryFolder())
  const entry = { ...item, file: join(folder, 'story.md') }
  writeFileSync(entry.file, 'limit logins\n')
  const own = { root: folder, uncommitted: ['story.md', '.review-loop/config.md'] }
  expect(await chooseDirtyWork(own, choosing('review'), entry)).toBe(entry)
})
