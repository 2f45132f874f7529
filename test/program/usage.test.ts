import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectUntouched } from '../support/expectations.ts'
import { asOrdinaryUser, reviewLoop } from '../support/program.ts'
import { createRepository, emptyRepository, openedRepository, temporaryFolder } from '../support/repository.ts'
import { withDebugger } from '../support/samples.ts'

// Bad input: exit code 2, one clear line, what to do next, and nothing written.

let sharedPath: string | undefined

/** A repository with work in progress. Whoever is refused writes nothing, so one does for all. */
function shared(): string {
  if (sharedPath !== undefined) return sharedPath
  const repository = createRepository()
  repository.write({ 'src/a.js': withDebugger })
  sharedPath = repository.path
  return sharedPath
}

describe.concurrent('flags that exclude each other are refused before any work', () => {
  it.each([
    ['staged --base main', /`staged`.* --base/],
    ['staged --committed', /`staged`.* --committed/],
    ['staged --since-last-review', /--since-last-review.*`staged`/],
    ['src --since-last-review', /--since-last-review.*paths/],
    ['main..topic --since-last-review', /--since-last-review.*range/],
    ['main..topic --base main', /range.* --base/],
    ['--since-last-review --full-review', /--since-last-review and --full-review/],
    ['--since-last-review --github', /--github/],
  ])('review %s', async (words, message) => {
    const path = shared()
    expectUntouched(await reviewLoop(path, ['review', ...words.split(' ')]), path, message)
  })

  it('even where there is no repository', async () => {
    const folder = temporaryFolder()
    expectUntouched(await reviewLoop(folder, ['review', 'staged', '--base', 'main']), folder, /`staged`.* --base/)
  })
})

describe.concurrent('words that are not known', () => {
  it.each([
    ['review --commited', 'review has no option --commited; did you mean --committed?'],
    ['review --xyzzy', 'review has no option --xyzzy.'],
    ['review --format yaml', '--format cannot be "yaml"'],
    ['review --format jsno', '--format cannot be "jsno": did you mean json?'],
    ['review --fail-on P4', '--fail-on cannot be "P4"'],
    ['review --base', '--base needs a value'],
    ['loop --resume zzzz', 'There is no session zzzz.'],
    ['loop --dry-run --push --no-commit', '--push is about commits: it excludes --no-commit'],
    ['review --max-cost -1', '--max-cost cannot be "-1": expected an amount in dollars'],
    ['cache --cwd . forget', 'say what: stats or clear'],
    ['review --quiet=yes', '--quiet'],
    ['reveiw', 'there is no command "reveiw"; did you mean review?'],
    ['frobnicate', 'there is no command "frobnicate".'],
    ['--versoin', 'there is no option "--versoin"'],
    ['init here', 'init takes no words, found "here"'],
    ['completion powershell', 'bash, zsh or fish'],
    ['help nothing', 'there is no command "nothing"'],
  ])('%s', async (words, message) => {
    const folder = temporaryFolder()
    expectUntouched(await reviewLoop(folder, words.split(' ')), folder, message)
  })
})

describe.concurrent('repositories that cannot be reviewed', () => {
  it('a folder that is none', async () => {
    const folder = temporaryFolder()
    expectUntouched(await reviewLoop(folder, ['review']), folder, /is not inside a git repository\.$/)
  })

  it('a folder that is not there', async () => {
    const folder = temporaryFolder()
    expectUntouched(await reviewLoop(folder, ['review', '--cwd', 'gone']), folder, /gone.* no such folder/)
  })

  it('a bare repository', async () => {
    const folder = temporaryFolder()
    createRepository().git('clone', '-q', '--bare', '.', folder)
    expectUntouched(await reviewLoop(folder, ['review']), folder, /bare repository/)
  })

  it('a branch without a commit', async () => {
    const repository = emptyRepository()
    repository.write({ 'a.js': withDebugger })
    const { path } = repository
    expectUntouched(await reviewLoop(path, ['review']), path, 'The branch main has no commit yet.')
    expectUntouched(await reviewLoop(path, ['review'], { env: { CI: 'true' } }), path, /has no commit yet/)
  })

  it('no git on the PATH', async () => {
    const { path } = createRepository()
    expectUntouched(
      await reviewLoop(path, ['review'], { env: { PATH: temporaryFolder() } }),
      path,
      'git was not found.',
    )
  })

  it('no base to compare with', async () => {
    const repository = createRepository()
    repository.git('branch', '-m', 'main', 'stable')
    expectUntouched(await reviewLoop(repository.path, ['review']), repository.path, /nothing to compare with/)
  })

  it('histories that never met', async () => {
    const repository = createRepository()
    repository.git('switch', '-q', '--orphan', 'island')
    repository.commit('Island', { 'a.js': withDebugger })
    const { path } = repository
    expectUntouched(await reviewLoop(path, ['review']), path, 'island and main have no common history.')
    expectUntouched(await reviewLoop(path, ['review', 'main...island']), path, /no common history/)
  })

  it('an index with unresolved conflicts', async () => {
    const repository = createRepository({ 'a.txt': 'one\n' })
    repository.commit('Ours', { 'a.txt': 'two\n' })
    repository.git('switch', '-q', 'main')
    repository.commit('Theirs', { 'a.txt': 'three\n' })
    repository.git('switch', '-q', 'topic')
    expect(() => repository.git('merge', '-q', 'main')).toThrow()
    const { path } = repository
    expectUntouched(await reviewLoop(path, ['review', 'staged']), path, 'The index has unmerged files.')
  })
})

describe.concurrent('a shallow clone without the base', () => {
  function shallowClone(...options: string[]) {
    const upstream = createRepository()
    upstream.commit('One', { 'a.js': withDebugger })
    upstream.commit('Two', { 'b.js': withDebugger })
    upstream.git('switch', '-q', 'main')
    const path = temporaryFolder()
    upstream.git('clone', '-q', '--depth', '1', '--branch', 'topic', ...options, `file://${upstream.path}`, path)
    return openedRepository(path)
  }

  it.each([
    ['that knows the base but not where the branch left it', ['--no-single-branch'], []],
    ['that does not know the base', [], []],
    ['that does not know the named base', [], ['--base', 'main']],
  ])('%s says so, and how to get it', async (_, options, args) => {
    const { path } = shallowClone(...options)
    const words = ['review', ...args, '--hygiene-only']
    const result = await reviewLoop(path, words)
    expectUntouched(result, path, /^review-loop: This clone is shallow and lacks /)
    const advice = /git fetch .*'(?= \(|\.)/.exec(result.stderr)?.[0] ?? 'false'
    execFileSync('sh', ['-c', `${advice} 2>&1`], { cwd: path })
    expect(await reviewLoop(path, words)).toMatchObject({ code: 0 })
  })

  it('can still be compared commit by commit', async () => {
    const { path } = shallowClone('--no-single-branch')
    const { code } = await reviewLoop(path, ['review', 'origin/main..topic', '--hygiene-only'])
    expect(code).toBe(0)
  })
})

describe.concurrent('names that lead nowhere', () => {
  it.each([
    [['--base', 'nowhere'], 'git knows no commit called nowhere.'],
    [['--base', '0123456789abcdef0123456789abcdef01234567'], 'git knows no commit called 0123456789'],
    [['--base', 'HEAD^{tree}'], /git knows no commit called HEAD/],
    [['nowhere..topic'], 'git knows no commit called nowhere.'],
    [['main..nowhere'], 'git knows no commit called nowhere.'],
    [['main...nowhere'], 'git knows no commit called nowhere.'],
    [['nowhere.js'], 'There is no file or folder called nowhere.js'],
    [['README.md', 'nowhere/'], 'There is no file or folder called nowhere/'],
    [['../elsewhere'], '../elsewhere is outside the repository.'],
    [['--config', 'nowhere.yaml'], /nowhere\.yaml cannot be read: there is no such file\.$/],
    [['--config', 'src'], /src cannot be read: /],
    [['--import', 'nowhere.sarif'], /nowhere\.sarif cannot be read: there is no such file\.$/],
    [['--import', 'src'], /src cannot be read: /],
  ])('review %j', async (args, message) => {
    const path = shared()
    expectUntouched(await reviewLoop(path, ['review', ...args]), path, message)
  })

  it.each([[['--base', 'nowhere']], [['nowhere..topic']]])('review %j in CI', async (args) => {
    const result = await reviewLoop(shared(), ['review', ...args], { env: { CI: 'true' } })
    expectUntouched(result, shared(), 'git knows no commit called nowhere.')
  })
})

it.concurrent('a file that may not be read', async () => {
  const repository = createRepository()
  repository.write({ 'a.js': withDebugger, 'closed.js': withDebugger })
  chmodSync(join(repository.path, 'closed.js'), 0o000)
  const result = await reviewLoop(repository.path, ['review', '--hygiene-only'], asOrdinaryUser(repository.path))
  expectUntouched(result, repository.path, /closed\.js cannot be read: permission denied\.$/i)
})

it.concurrent('a configuration that is a folder is not taken for none', async () => {
  const repository = createRepository()
  repository.write({ 'a.js': withDebugger })
  mkdirSync(join(repository.path, '.review-loop', 'config.yaml'), { recursive: true })
  const result = await reviewLoop(repository.path, ['review', '--hygiene-only'])
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(result.stderr).toMatch(/config\.yaml cannot be read/)
})

it.concurrent('an output that cannot be written is an error, not a lost review', async () => {
  const repository = createRepository()
  repository.write({ 'a.js': withDebugger, 'folder/file': '' })
  const result = await reviewLoop(repository.path, ['review', '--hygiene-only', '--quiet', '--output', 'folder'])
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(result.stderr).toMatch(/^review-loop: .*folder cannot be written: .+\.\n {13}\S.+\n$/)
  expect(readdirSync(join(repository.path, 'folder'))).toEqual(['file'])
})
