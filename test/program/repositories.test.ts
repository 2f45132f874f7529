import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectValid, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { program, reviewJson } from '../support/program.ts'
import {
  createRepository,
  emptyRepository,
  openedRepository,
  type TestRepository,
  temporaryFolder,
} from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

const sweep = (path: string, ...args: string[]) => reviewJson(path, ['--hygiene-only', ...args])

describe.concurrent('what belongs to the user stays as it is', () => {
  /** Everything in the repository but the folder of review-loop: paths, content, and when the index was written. */
  function fingerprint({ path, git }: TestRepository): unknown {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    const files = names.filter((name) => !name.startsWith('.review-loop') && statSync(join(path, name)).isFile()).sort()
    const content = files.map((name) => [
      name,
      createHash('sha1')
        .update(readFileSync(join(path, name)))
        .digest('hex'),
    ])
    const indexTime = statSync(join(path, '.git/index')).mtimeMs
    return {
      content,
      indexTime,
      refs: git('for-each-ref'),
      status: git('--no-optional-locks', 'status', '--porcelain'),
    }
  }

  it.each([[[]], [['staged']], [['--committed']], [['src']], [['--since-last-review']]])(
    'after review %j',
    async (args) => {
      const repository = createRepository({ 'a.js': clean, 'deleted.js': clean })
      repository.commit('Add', { 'b.js': withDebugger })
      if (args[0] === '--since-last-review') await reviewJson(repository.path)
      repository.write({ 'src/staged.js': withDebugger })
      repository.git('add', 'src')
      repository.write({
        'a.js': withDebugger,
        'src/staged.js': clean,
        'src/untracked.js': withSecret,
        'deleted.js': null,
      })
      const before = fingerprint(repository)
      const { code } = await runInside(repository.path, ['review', ...args])
      expect([0, 1]).toContain(code)
      expect(fingerprint(repository)).toEqual(before)
    },
  )

  it('nothing of an untracked file reaches the object store', async () => {
    const repository = createRepository()
    repository.write({ 'key.js': withSecret })
    const blob = repository.git('hash-object', 'key.js').trim()
    expect((await sweep(repository.path)).code).toBe(1)
    expect(() => repository.git('cat-file', '-e', blob)).toThrow()
  })
})

describe.concurrent('paths', () => {
  const odd = [
    'with blank.js',
    'tab\there.js',
    'line\nbreak.js',
    'quote"s\'.js',
    'back\\slash.js',
    'ünïcode/日本.js',
    '-dash.js',
    ':(glob)x.js',
    'a => b.js',
    '{x}.js',
    ' b/a.js',
  ]

  it('may hold blanks, line breaks, quotes and any letter, in every format', async () => {
    const repository = createRepository()
    repository.commit('Add', Object.fromEntries(odd.slice(0, 5).map((name) => [name, withDebugger])))
    repository.write(Object.fromEntries(odd.slice(5).map((name) => [name, withDebugger])))
    const { result } = await reviewJson(repository.path)
    expect(
      result.findings
        .filter(({ rule }) => rule === 'hygiene/debugger')
        .map(({ file }) => file)
        .sort(),
    ).toEqual([...odd].sort())
    expect(result.reviewers.every(({ status }) => status === 'ok' || status === 'skipped')).toBe(true)
    for (const format of ['sarif', 'rdjson'] as const) {
      const { stdout } = await runInside(repository.path, ['review', '--hygiene-only', '--format', format])
      expectValid(format, JSON.parse(stdout))
    }
    const github = await runInside(repository.path, ['review', '--hygiene-only', '--format', 'github'])
    expect(github.stdout.split('\n').filter((line) => /^::warning file=/.test(line))).toHaveLength(odd.length)
    const one = await sweep(repository.path, './line\nbreak.js')
    expect(placesOf(one.result)).toEqual(['hygiene/debugger line\nbreak.js:2'])
  })

  it('of the repository itself may be odd too', async () => {
    const folder = join(temporaryFolder(), 'my: "odd" répo; x')
    mkdirSync(folder)
    const repository = emptyRepository(folder)
    repository.commit('Start', { 'README.md': '# Test\n' })
    repository.write({ 'a.ts': 'export const wrong = (a: number) => a === NaN\n' })
    const { code, result } = await reviewJson(folder)
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual(['oxlint/use-isnan a.ts:1'])
  })

  it.each(['src', 'src/deep'])('are told from the root, also when standing in %s', async (folder) => {
    const repository = createRepository({ 'src/deep/keep.js': clean })
    repository.write({ 'a.js': withDebugger, 'src/deep/b.js': withDebugger })
    const { result } = await sweep(join(repository.path, folder))
    expect(placesOf(result)).toEqual(['hygiene/debugger a.js:2', 'hygiene/debugger src/deep/b.js:2'])
    expect(readdirSync(join(repository.path, folder))).not.toContain('.review-loop')
    expect(statSync(join(repository.path, result.reviewDir ?? '')).isDirectory()).toBe(true)
  })
})

describe.concurrent('kinds of repository', () => {
  it('a linked worktree has reviews of its own', async () => {
    const repository = createRepository()
    const path = join(temporaryFolder(), 'linked')
    repository.git('worktree', 'add', '-q', '-b', 'second', path, 'main')
    const linked = openedRepository(path)
    linked.commit('Add', { 'a.rb': withMachinePath })
    linked.write({ 'b.rb': withDebugger })
    const { code, result } = await reviewJson(path)
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual(['hygiene/debugger b.rb:2', 'hygiene/machine-path a.rb:1'])
    expect(readdirSync(path)).toContain('.review-loop')
    expect(readdirSync(repository.path)).not.toContain('.review-loop')
    expect(linked.git('status', '--porcelain')).toBe('?? b.rb\n')
  })

  it('a submodule is a commit outside and a repository inside', async () => {
    const part = emptyRepository()
    part.commit('Start', { 'a.js': clean })
    const repository = createRepository()
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part']
    repository.git(...add)
    repository.commit('Add the part')
    const inside = openedRepository(join(repository.path, 'part'))
    inside.write({ 'b.js': withSecret })
    const [outer, inner] = await Promise.all([reviewJson(repository.path), sweep(inside.path)])
    expect(outer.code).toBe(3)
    expect(outer.result.gate.reasons).toEqual([expect.stringContaining('part is a submodule')])
    expect(outer.result.scope.files).toBe(2)
    expect(placesOf(outer.result)).toEqual(['hygiene/hook-config .gitmodules'])
    expect(inner.code).toBe(1)
    expect(placesOf(inner.result)).toEqual(['secret/aws-access-key b.js:1'])
    inside.commit('Inside')
    expect((await sweep(repository.path)).result.scope).toMatchObject({ head: 'working tree', files: 2 })
  })

  it('a nested repository is not part of the change', async () => {
    const repository = createRepository()
    mkdirSync(join(repository.path, 'nested'))
    emptyRepository(join(repository.path, 'nested')).commit('Start', { 'key.js': withSecret })
    repository.write({ 'a.js': clean })
    expect(await sweep(repository.path)).toMatchObject({ code: 0, result: { scope: { files: 1 } } })
  })

  it('a commit hook sees what is about to be committed', async () => {
    const repository = createRepository({ 'a.js': clean })
    const hook = `#!/bin/sh\nexec '${process.execPath}' '${program}' review staged --hygiene-only --quiet\n`
    mkdirSync(join(repository.path, '.git/hooks'))
    writeFileSync(join(repository.path, '.git/hooks/pre-commit'), hook, { mode: 0o755 })
    repository.write({ 'a.js': withSecret })
    expect(() => repository.git('commit', '-q', '-a', '-m', 'With the key')).toThrow(/secret\/aws-access-key/)
    repository.write({ 'a.js': `${clean}// more\n` })
    repository.git('commit', '-q', '-a', '-m', 'Without')
    expect(repository.git('log', '-1', '--format=%s')).toBe('Without\n')
  })
})

it.concurrent('two reviews at once do not disturb each other', async () => {
  const repository = createRepository()
  repository.commit('Add', { 'a.rb': withMachinePath })
  repository.write({ 'b.rb': withDebugger })
  const reviews = await Promise.all(
    [[], ['staged'], ['--committed'], ['--full-review'], ['b.rb']].map((args) => reviewJson(repository.path, args)),
  )
  expect(reviews.map(({ code }) => code)).toEqual([1, 3, 1, 1, 0])
  const folders = reviews.map(({ result }) => result.reviewDir)
  expect(new Set(folders).size).toBe(5)
  for (const { result } of reviews) {
    const verdict = readFileSync(join(repository.path, result.reviewDir ?? '', 'verdict.json'), 'utf8')
    expect(JSON.parse(verdict)).toMatchObject({ verdict: result.verdict })
  }
  expect(readdirSync(join(repository.path, '.review-loop/tmp'))).toEqual([])
})
