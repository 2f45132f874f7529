import { describe, expect, it } from 'vitest'
import { expectUntouched, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import {
  createRepository,
  emptyRepository,
  openedRepository,
  type TestRepository,
  temporaryFolder,
} from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

const sweep = (repository: TestRepository, ...args: string[]) =>
  reviewJson(repository.path, [...args, '--hygiene-only'])

/** One flawed file in each place where work can be. */
function everywhere(): TestRepository {
  const repository = createRepository()
  repository.commit('Add', { 'committed.js': withDebugger })
  repository.write({ 'staged.js': withDebugger })
  repository.git('add', 'staged.js')
  repository.write({
    'README.md': '# Test\n\nmore\n',
    'untracked.js': withDebugger,
    'committed.js': `${withDebugger}// more\n`,
  })
  return repository
}

const inCommitted = 'hygiene/debugger committed.js:2'
const inStaged = 'hygiene/debugger staged.js:2'
const inUntracked = 'hygiene/debugger untracked.js:2'

describe.concurrent('the branch', () => {
  it('is reviewed with its commits and all uncommitted and untracked work', async () => {
    const { result, code } = await sweep(everywhere())
    expect(code).toBe(0)
    expect(placesOf(result)).toEqual([inCommitted, inStaged, inUntracked])
    expect(result.scope).toEqual({
      kind: 'branch',
      base: 'main',
      head: 'working tree',
      files: 4,
      addedLines: 12,
      removedLines: 0,
    })
  })

  it('is reviewed without work in progress when --committed says so', async () => {
    const { result } = await sweep(everywhere(), '--committed')
    expect(placesOf(result)).toEqual([inCommitted])
    expect(result.scope).toMatchObject({ kind: 'branch', base: 'main', head: 'topic', files: 1, addedLines: 3 })
  })

  it.each<[string, string | null]>([
    ['is mended in the work tree', clean],
    ['is gone from the work tree', null],
  ])('is reviewed as it is staged, too, where that %s', async (_, work) => {
    const repository = createRepository()
    repository.write({ 'a.js': withSecret })
    repository.git('add', 'a.js')
    repository.write({ 'a.js': work })
    const { result, code } = await sweep(repository)
    expect({ code, gate: result.gate.result }).toEqual({ code: 1, gate: 'blocked' })
    const found = { rule: 'secret/aws-access-key', title: expect.stringMatching(/ \(staged version\)$/), staged: true }
    expect(result.findings).toMatchObject([{ ...found, file: 'a.js', line: 1 }])
    expect(result.notices[0]).toMatch(/^What is staged differs from the work tree, so both were reviewed: a\.js\./)
  })

  it('tells once what is staged and in the work tree', async () => {
    const repository = createRepository()
    repository.write({ 'a.js': withSecret })
    repository.git('add', 'a.js')
    repository.write({ 'a.js': `// more\n${withSecret}` })
    const { result } = await sweep(repository)
    expect(result.findings).toMatchObject([{ rule: 'secret/aws-access-key', line: 2 }])
    expect(result.findings[0]).not.toHaveProperty('staged')
  })

  it('is compared with the merge base, so that what the base gained is not its own', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'own.js': withDebugger })
    repository.git('switch', '-q', 'main')
    repository.commit('Meanwhile', { 'theirs.js': withSecret, 'README.md': '# Other\n' })
    repository.git('switch', '-q', 'topic')
    const { result } = await sweep(repository)
    expect(placesOf(result)).toEqual(['hygiene/debugger own.js:2'])
    expect(result.scope).toMatchObject({ files: 1, removedLines: 0 })
  })

  it('that is the base itself shows what is not committed', async () => {
    const repository = createRepository()
    repository.git('switch', '-q', 'main')
    repository.write({ 'a.js': withDebugger })
    const { result } = await sweep(repository)
    expect(placesOf(result)).toEqual(['hygiene/debugger a.js:2'])
  })

  it('need not have a name', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.js': withDebugger })
    repository.git('switch', '-q', '--detach')
    const { result } = await sweep(repository)
    expect(placesOf(result)).toEqual(['hygiene/debugger a.js:2'])
    expect(result.scope).toMatchObject({ kind: 'branch', base: 'main', head: 'HEAD' })
  })
})

describe.concurrent('the base', () => {
  /** Two commits on the branch: `first.js`, then `second.js`. */
  function twoCommits() {
    const repository = createRepository()
    const first = repository.commit('First', { 'first.js': withDebugger })
    repository.git('tag', 'v1')
    repository.git('branch', 'develop')
    repository.commit('Second', { 'second.js': withDebugger })
    return { repository, first }
  }

  it.each(['develop', 'v1', 'HEAD~1', 'refs/heads/develop'])('can be the ref %s', async (base) => {
    const { repository } = twoCommits()
    const { result } = await sweep(repository, '--base', base)
    expect(placesOf(result)).toEqual(['hygiene/debugger second.js:2'])
    expect(result.scope.base).toBe(base)
  })

  it('can be a commit id, whole or short', async () => {
    const { repository, first } = twoCommits()
    for (const base of [first, first.slice(0, 10)]) {
      const { result } = await sweep(repository, '--base', base)
      expect(placesOf(result)).toEqual(['hygiene/debugger second.js:2'])
    }
  })

  it('can be configured, and --base goes before that', async () => {
    const { repository } = twoCommits()
    repository.git('switch', '-q', 'main')
    repository.commit('Configure', { '.review-loop/config.yaml': 'base: develop\n' })
    repository.git('switch', '-q', 'topic')
    repository.git('merge', '-q', '--no-edit', 'main')
    const [configured, named] = await Promise.all([sweep(repository), sweep(repository, '--base', 'main')])
    expect(configured.result.scope.base).toBe('develop')
    expect(placesOf(configured.result)).toContain('hygiene/debugger second.js:2')
    expect(placesOf(configured.result)).not.toContain('hygiene/debugger first.js:2')
    expect(named.result.scope.base).toBe('main')
    expect(placesOf(named.result)).toContain('hygiene/debugger first.js:2')
  })

  it("is the default branch of the remote before any local main, and a remote's branch needs no prefix", async () => {
    const upstream = emptyRepository()
    upstream.commit('Start', { 'README.md': '# Test\n' })
    upstream.git('branch', '-m', 'main', 'trunk')
    upstream.commit('On trunk', { 'trunk.js': withDebugger })
    upstream.git('branch', 'release', 'HEAD~1')
    const path = temporaryFolder()
    upstream.git('clone', '-q', upstream.path, path)
    const clone = openedRepository(path)
    clone.git('branch', 'main', 'HEAD~1')
    clone.git('switch', '-q', '-c', 'topic')
    clone.commit('Add', { 'own.js': withDebugger })
    const [found, named] = await Promise.all([sweep(clone), sweep(clone, '--base', 'release')])
    expect(found.result.scope.base).toBe('origin/trunk')
    expect(placesOf(found.result)).toEqual(['hygiene/debugger own.js:2'])
    expect(named.result.scope.base).toBe('origin/release')
    expect(placesOf(named.result)).toEqual(['hygiene/debugger own.js:2', 'hygiene/debugger trunk.js:2'])
  })

  it('is master where there is no main', async () => {
    const repository = createRepository()
    repository.git('branch', '-m', 'main', 'master')
    repository.commit('Add', { 'a.js': withDebugger })
    const { result } = await sweep(repository)
    expect(result.scope.base).toBe('master')
  })
})

describe.concurrent('staged', () => {
  it('is the index against HEAD and nothing else', async () => {
    const { result } = await sweep(everywhere(), 'staged')
    expect(placesOf(result)).toEqual([inStaged])
    expect(result.scope).toMatchObject({ kind: 'staged', base: 'HEAD', head: 'index', files: 1 })
  })

  it('is the staged content, not what the file has become since', async () => {
    const repository = createRepository()
    repository.write({ 'a.js': withDebugger })
    repository.git('add', 'a.js')
    repository.write({ 'a.js': withMachinePath })
    const { result } = await sweep(repository, 'staged')
    expect(placesOf(result)).toEqual(['hygiene/debugger a.js:2'])
  })

  it('works before the first commit', async () => {
    const repository = emptyRepository()
    repository.write({ 'a.js': withSecret })
    repository.git('add', 'a.js')
    const { result, code } = await sweep(repository, 'staged')
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual(['secret/aws-access-key a.js:1'])
  })
})

describe.concurrent('paths', () => {
  it('limit the review to files and folders, committed or not', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'src/a.js': withDebugger, 'lib/b.js': withDebugger, 'c.js': withDebugger })
    repository.write({ 'src/deep/d.js': withDebugger })
    const [folder, several, committed] = await Promise.all([
      sweep(repository, 'src'),
      sweep(repository, 'src/a.js', 'lib/'),
      sweep(repository, 'src', '--committed', '--base', 'main'),
    ])
    expect(placesOf(folder.result)).toEqual(['hygiene/debugger src/a.js:2', 'hygiene/debugger src/deep/d.js:2'])
    expect(folder.result.scope).toMatchObject({ kind: 'paths', base: 'main', files: 2 })
    expect(placesOf(several.result)).toEqual(['hygiene/debugger lib/b.js:2', 'hygiene/debugger src/a.js:2'])
    expect(placesOf(committed.result)).toEqual(['hygiene/debugger src/a.js:2'])
  })

  it('are names, not patterns, and may be gone by now', async () => {
    const repository = createRepository({ 'old.js': clean, 'a.js': clean })
    repository.write({ '*.js': withDebugger, 'a.js': withDebugger, 'old.js': null })
    const [star, gone] = await Promise.all([sweep(repository, '*.js'), sweep(repository, 'old.js')])
    expect(placesOf(star.result)).toEqual(['hygiene/debugger *.js:2'])
    expect(gone.result.scope).toMatchObject({ files: 1, removedLines: 1 })
  })

  it('are relative to the folder one stands in', async () => {
    const repository = createRepository({ 'src/keep.js': clean })
    repository.write({ 'src/a.js': withDebugger, 'lib/b.js': withDebugger })
    const here = await reviewJson(`${repository.path}/src`, ['.', '--hygiene-only'])
    const there = await reviewJson(`${repository.path}/src`, ['../lib', '--hygiene-only'])
    expect(placesOf(here.result)).toEqual(['hygiene/debugger src/a.js:2'])
    expect(placesOf(there.result)).toEqual(['hygiene/debugger lib/b.js:2'])
  })
})

describe.concurrent('ranges', () => {
  /** main: start, theirs · topic: start, own, more */
  function diverged(): TestRepository {
    const repository = createRepository()
    repository.commit('Own', { 'own.js': withDebugger })
    repository.commit('More', { 'more.js': withDebugger })
    repository.git('switch', '-q', 'main')
    repository.commit('Theirs', { 'theirs.js': clean })
    repository.git('switch', '-q', 'topic')
    repository.write({ 'untracked.js': withSecret })
    return repository
  }

  it.each([
    ['topic~1..topic', 1, 0, ['hygiene/debugger more.js:2']],
    ['HEAD~1..', 1, 0, ['hygiene/debugger more.js:2']],
    ['main..topic', 3, 1, ['hygiene/debugger more.js:2', 'hygiene/debugger own.js:2']],
    ['main...topic', 2, 0, ['hygiene/debugger more.js:2', 'hygiene/debugger own.js:2']],
    ['main...', 2, 0, ['hygiene/debugger more.js:2', 'hygiene/debugger own.js:2']],
  ])('%s compares two commits and no uncommitted work', async (range, files, removedLines, places) => {
    const { result } = await sweep(diverged(), range)
    expect(placesOf(result)).toEqual(places)
    expect(result.scope).toMatchObject({ kind: 'range', base: range.split('.')[0], files, removedLines })
  })
})

it.concurrent('a number is a pull request, which GitHub has to be asked about', async () => {
  const { path } = createRepository()
  expectUntouched(await runInside(path, ['loop', '7']), path, /works on a branch, and not on pull request 7/)
  for (const word of ['7', '#7']) {
    expectUntouched(await runInside(path, ['review', word]), path, /where pull request #7 begins and ends: .*no token/i)
  }
})

it.concurrent('--cwd works in another folder', async () => {
  const repository = createRepository()
  repository.write({ 'src/a.js': withDebugger })
  const { result } = await reviewJson(temporaryFolder(), ['a.js', '--cwd', `${repository.path}/src`, '--hygiene-only'])
  expect(placesOf(result)).toEqual(['hygiene/debugger src/a.js:2'])
})
