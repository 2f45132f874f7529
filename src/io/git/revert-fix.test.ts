import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { openRepository } from './repository.ts'
import { revertCommits } from './revert-fix.ts'

async function revert(test: TestRepository, commits: readonly string[]) {
  return revertCommits(await openRepository(test.path), { commits, message: 'Take it back' })
}

const text = (test: TestRepository, path: string) => readFileSync(join(test.path, path), 'utf8')
const tree = (test: TestRepository, commit: string) => test.git('rev-parse', `${commit}^{tree}`)

it('takes one commit back with a new one and leaves all uncommitted work', async () => {
  const test = createRepository({
    'a.ts': '1\n',
    'gone.ts': '1\n',
    'run.sh': '1\n',
    'staged.ts': '1\n',
    'dirty.ts': '1\n',
  })
  const before = test.git('rev-parse', 'HEAD').trim()
  chmodSync(join(test.path, 'run.sh'), 0o755)
  const fix = test.commit('fix', {
    'a.ts': '2\n',
    'gone.ts': null,
    'new/b.ts': 'x\n',
    'bin.dat': new Uint8Array([0, 1]),
  })
  test.write({ 'staged.ts': '2\n', 'dirty.ts': '2\n', 'untracked.ts': 'x\n' })
  test.git('add', 'staged.ts')
  test.write({ 'dirty.ts': '3\n' })
  const status = test.git('status', '--porcelain')
  expect(await revert(test, [fix])).toEqual({ commit: test.git('rev-parse', 'HEAD').trim() })
  expect(tree(test, 'HEAD')).toBe(tree(test, before))
  expect(test.git('rev-parse', 'HEAD^').trim()).toBe(fix)
  expect(test.git('status', '--porcelain')).toBe(status)
  expect(text(test, 'a.ts') + text(test, 'gone.ts')).toBe('1\n1\n')
})

it('takes several back at once, newest first, and leaves what others committed between them', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'b.ts': '1\n', 'own.ts': '1\n' })
  const one = test.commit('fix 1', { 'a.ts': '2\n', 'b.ts': '2\n' })
  test.commit('theirs', { 'own.ts': '2\n' })
  const two = test.commit('fix 2', { 'a.ts': '3\n', 'new.ts': 'x\n' })
  expect(await revert(test, [two, one])).toHaveProperty('commit')
  expect(test.git('diff', '--name-only', 'main', 'HEAD')).toBe('own.ts\n')
  expect(test.git('rev-list', '--count', 'HEAD').trim()).toBe('5')
  expect(test.git('status', '--porcelain')).toBe('')
})

it.each<[string, (test: TestRepository) => void]>([
  ['committed', (test) => void test.commit('theirs', { 'a.ts': 'mine\n' })],
  ['edited', (test) => test.write({ 'a.ts': 'mine\n' })],
  ['removed', (test) => test.write({ 'a.ts': null })],
  ['put a folder in the place of', (test) => test.write({ 'a.ts': null, 'a.ts/x': 'mine\n' })],
])('does nothing when somebody has %s one of the files', async (_name, others) => {
  const test = createRepository({ 'a.ts': '1\n', 'b.ts': '1\n' })
  const fix = test.commit('fix', { 'a.ts': '2\n', 'b.ts': '2\n' })
  others(test)
  const before = test.git('rev-parse', 'HEAD') + test.git('status', '--porcelain', '-uall')
  expect(await revert(test, [fix])).toEqual({ conflict: ['a.ts'] })
  expect(test.git('rev-parse', 'HEAD') + test.git('status', '--porcelain', '-uall')).toBe(before)
  expect(text(test, 'b.ts')).toBe('2\n')
})

it('has the files as they were when a hook refuses', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'gone.ts': '1\n' })
  const fix = test.commit('fix', { 'a.ts': '2\n', 'gone.ts': null, 'new.ts': 'x\n' })
  mkdirSync(join(test.path, '.git', 'hooks'))
  writeFileSync(join(test.path, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\necho never; exit 1\n', { mode: 0o755 })
  expect(await revert(test, [fix])).toEqual({ refused: 'never' })
  expect(test.git('rev-parse', 'HEAD').trim()).toBe(fix)
  expect(test.git('status', '--porcelain')).toBe('')
})

it('may be called again: after the commit there is nothing to do, before it the rest is done', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'b.ts': '1\n' })
  const fix = test.commit('fix', { 'a.ts': '2\n', 'b.ts': '2\n' })
  test.write({ 'a.ts': '1\n' })
  const first = await revert(test, [fix])
  expect(first).toHaveProperty('commit')
  expect(await revert(test, [fix])).toEqual({ nothing: true })
  expect(tree(test, 'HEAD')).toBe(tree(test, 'main'))
  rmSync(join(test.path, '.review-loop'), { recursive: true })
  expect(test.git('fsck', '--strict')).not.toMatch(/missing|broken/)
})
