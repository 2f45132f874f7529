import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { failure, finishReply } from '../../agents/reply.ts'
import { openRepository } from '../../io/git/repository.ts'
import { copyPerCall } from './copy-per-call.ts'

it.each(['run', 'lend'] as const)('every call sees the files as they are now: %s', async (way) => {
  const test = createRepository({ 'a.js': 'one\n' })
  const copies = copyPerCall(await openRepository(test.path))
  const folders: string[] = []
  const seen: string[] = []
  for (const text of ['one\n', 'two\n']) {
    test.write({ 'a.js': text })
    await copies[way](async (workspace) => {
      folders.push(workspace)
      seen.push(readFileSync(join(workspace, 'a.js'), 'utf8'))
      return finishReply(0, failure('crashed', 'it only looked'))
    })
  }
  expect(seen).toEqual(['one\n', 'two\n'])
  expect(folders.filter((folder) => folder !== test.path && existsSync(folder))).toEqual([])
})
