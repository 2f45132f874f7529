import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, openedRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { fetchCommits, fetchRemote } from './fetch-commits.ts'
import { openRepository } from './repository.ts'

/** A clone that does not know yet what was done in the original since. */
function clonedBefore() {
  const original = createRepository()
  const path = join(temporaryFolder(), 'clone')
  original.git('clone', '-q', original.path, path)
  const clone = openedRepository(path)
  const tip = original.commit('New', { 'new.txt': 'new\n' })
  original.git('branch', 'a$(touch-pwned)')
  original.git('branch', 'other/topic', 'main')
  return { original, clone, tip }
}

it('brings commits, and no reference', async () => {
  const { original, clone, tip } = clonedBefore()
  const before = clone.git('for-each-ref')
  const repository = await openRepository(clone.path)
  const fetched = await fetchCommits(repository, 'origin', ['topic', 'main', 'gone', 'a$(touch-pwned)'])
  const main = original.git('rev-parse', 'main').trim()
  expect(fetched).toEqual({ tips: new Map([['a$(touch-pwned)', tip], ['main', main], ['topic', tip]]) }) // biome-ignore format: pairs
  expect(clone.git('cat-file', '-t', tip).trim()).toBe('commit')
  expect(clone.git('for-each-ref')).toBe(before)
  expect(clone.git('status', '--porcelain')).toBe('')
})

it('says why a remote does not answer, without a password', async () => {
  const { clone } = clonedBefore()
  clone.git('remote', 'set-url', 'origin', 'http://anna:geheim@127.0.0.1:9/x.git')
  const fetched = await fetchCommits(await openRepository(clone.path), 'origin', ['topic'])
  expect(fetched).toMatchObject({ problem: expect.stringMatching(/unable to access.*127\.0\.0\.1/) })
  expect(JSON.stringify(fetched)).not.toContain('geheim')
})

it.each<[string[], string | null]>([
  [[], null],
  [['upstream'], 'upstream'],
  [['upstream', 'origin'], 'origin'],
  [['upstream', 'fork'], null],
])('of the remotes %j it is %s that branches come from', async (names, expected) => {
  const test = createRepository()
  for (const name of names) test.git('remote', 'add', name, test.path)
  expect(await fetchRemote(await openRepository(test.path))).toBe(expected)
})
