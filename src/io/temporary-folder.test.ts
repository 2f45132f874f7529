import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { newOutsideFolder, newTemporaryFolder } from './temporary-folder.ts'

it('removes what a process that died left behind, and nothing else', () => {
  const root = temporaryFolder()
  const names = ['index-999999999-AbCdEf', `guard-${process.ppid}-AbCdEf`, 'other']
  for (const name of names) mkdirSync(join(root, '.review-loop', 'tmp', name, 'deep'), { recursive: true })
  const folder = newTemporaryFolder(root, 'index')
  const left = readdirSync(join(root, '.review-loop', 'tmp')).map((name) => join(root, '.review-loop', 'tmp', name))
  expect(left.sort()).toEqual([folder, ...names.slice(1).map((name) => join(root, '.review-loop', 'tmp', name))].sort())
})

it('says in one line that the folder for temporary files is missing, and what to do', () => {
  vi.stubEnv('TMPDIR', '/nonexistent/tmp')
  const message = 'There is no folder for temporary files at /nonexistent/tmp (TMPDIR): no such file or directory.'
  const hint = 'Make it, or let TMPDIR name another one.'
  expect(() => newOutsideFolder('x')).toThrow(expect.objectContaining({ message, hint }))
  vi.unstubAllEnvs()
})
