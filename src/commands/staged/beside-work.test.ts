import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { besideWork } from './beside-work.ts'
import type { NewEntry, RunOptions } from './run-options.ts'

const item = { kind: 'work-item', text: 'limit logins' } as const
const choosing = (choice: 'plan' | 'review' | null) => ({ chooseBeside: async () => choice })

const rows: [title: string, options: Omit<RunOptions, 'entry'>, entry: NewEntry, kind: string, noticed: boolean][] = [
  ['is told where nobody can be asked', {}, item, 'work-item', true],
  ['is told hands-free', { ...choosing('review'), handsfree: true }, item, 'work-item', true],
  ['may stay beside', choosing('plan'), item, 'work-item', false],
  ['may be what is meant', choosing('review'), item, 'review-only', false],
  ['is not asked about with --new', choosing('review'), { ...item, isNew: true }, 'work-item', false],
  ['is not asked about for a plan alone', { ...choosing('review'), planOnly: true }, item, 'work-item', false],
]

it.each(rows)('uncommitted work %s', async (_, options, entry, kind, noticed) => {
  const test = createRepository({ 'a.ts': '1\n' })
  test.write({ 'a.ts': '2\n' })
  const notices: string[] = []
  const onNotice = (notice: string) => void notices.push(notice)
  const chosen = await besideWork(await openRepository(test.path), { ...options, onNotice }, entry)
  expect(chosen.kind).toBe(kind)
  expect(notices).toEqual(noticed ? [expect.stringContaining('kept in the tree: a.ts. To')] : [])
})

it('nothing begins where a person is asked and does not say', async () => {
  const test = createRepository({ 'a.ts': '1\n' })
  test.write({ 'a.ts': '2\n' })
  await expect(besideWork(await openRepository(test.path), choosing(null), item)).rejects.toThrow(/nobody chose/)
})

it('the file of the work item, and those of this program, are no work', async () => {
  const test = createRepository({ 'a.ts': '1\n' })
  test.write({ 'story.md': 'limit logins\n', '.review-loop/config.md': '' })
  const entry = { ...item, file: join(test.path, 'story.md') }
  expect(await besideWork(await openRepository(test.path), choosing('review'), entry)).toBe(entry)
})
