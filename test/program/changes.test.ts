import { chmodSync, readFileSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { placesOf } from '../support/expectations.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

const sweep = (path: string, ...args: string[]) => reviewJson(path, ['--hygiene-only', ...args])

it.concurrent('a renamed file: only what changed in it', async () => {
  const old = `${clean.repeat(20)}${withMachinePath}`
  const repository = createRepository({ 'old.js': old })
  repository.git('mv', 'old.js', 'new.js')
  repository.write({ 'new.js': `${old}debugger\n` })
  const { result } = await sweep(repository.path)
  expect(placesOf(result)).toEqual(['hygiene/debugger new.js:22'])
  expect(result.scope).toMatchObject({ files: 1, addedLines: 1, removedLines: 0 })
})

it.concurrent('only deletions are a change, and pass', async () => {
  const repository = createRepository({
    'a.js': withDebugger,
    'b.py': 'def f(x=[]):\n    return x\n',
    'key.js': withSecret,
  })
  repository.write({ 'a.js': null, 'b.py': null, 'key.js': null })
  const { code, result } = await reviewJson(repository.path)
  expect(code).toBe(0)
  expect(result).toMatchObject({ findings: [], scope: { files: 3, addedLines: 0, removedLines: 7 } })
  expect(result.notices.filter((notice) => notice.includes('Not analysed'))).toEqual([])
})

it.concurrent('only a mode or a link is a change', async () => {
  const repository = createRepository({ 'a.sh': 'true\n' })
  chmodSync(join(repository.path, 'a.sh'), 0o755)
  symlinkSync('/nowhere/at/all', join(repository.path, 'link'))
  const { code, result } = await reviewJson(repository.path)
  expect(code).toBe(0)
  expect(result.scope.files).toBe(2)
})

it.concurrent('a merge that is not finished: the markers are found', async () => {
  const repository = createRepository({ 'a.js': 'export const a = 1\n' })
  repository.commit('Ours', { 'a.js': 'export const a = 2\n' })
  repository.git('switch', '-q', 'main')
  repository.commit('Theirs', { 'a.js': 'export const a = 3\n' })
  repository.git('switch', '-q', 'topic')
  expect(() => repository.git('merge', '-q', 'main')).toThrow()
  const before = readFileSync(join(repository.path, '.git/index'))
  const { code, result } = await reviewJson(repository.path)
  expect(code).toBe(1)
  expect(placesOf(result)).toContain('hygiene/conflict-marker a.js:1')
  expect(result.reviewers.map(({ status }) => status)).not.toContain('failed')
  expect(readFileSync(join(repository.path, '.git/index')).equals(before)).toBe(true)
})

it.concurrent('a text that attributes call binary is read all the same', async () => {
  const repository = createRepository({ '.gitattributes': '*.js binary\n' })
  repository.write({ 'a.js': withSecret })
  expect(placesOf((await sweep(repository.path)).result)).toEqual(['secret/aws-access-key a.js:1'])
})

it.concurrent('a file too large to read is told, and only where it belongs', async () => {
  const repository = createRepository()
  repository.write({ 'data/huge.dat': 'x', 'src/a.js': withDebugger })
  truncateSync(join(repository.path, 'data/huge.dat'), 70 * 1024 * 1024)
  const [all, some, committed] = await Promise.all([
    sweep(repository.path),
    sweep(repository.path, 'src'),
    sweep(repository.path, '--committed'),
  ])
  expect(placesOf(all.result)).toEqual(['hygiene/debugger src/a.js:2', 'hygiene/large-file data/huge.dat'])
  expect(all.result.scope.files).toBe(2)
  expect(placesOf(some.result)).toEqual(['hygiene/debugger src/a.js:2'])
  expect(some.result.scope.files).toBe(1)
  expect(committed.result.scope.files).toBe(0)
})

it.concurrent('a file too large to analyse is swept, and that is said', async () => {
  const repository = createRepository({ '.review-loop/config.yaml': 'limits: { analyse_file_kb: 1 }\n' })
  repository.write({ 'big.js': `${clean.replaceAll('answer', 'other').repeat(100)}${withSecret}` })
  const { code, result } = await reviewJson(repository.path)
  expect(code).toBe(1)
  expect(placesOf(result)).toEqual(['secret/aws-access-key big.js:101'])
  expect(result.notices).toContainEqual(expect.stringMatching(/^Not analysed because larger than 1 KB.*big\.js/))
})
