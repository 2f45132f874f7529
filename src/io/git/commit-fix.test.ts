import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { commitFiles, finishCommit } from './commit-fix.ts'
import { openRepository } from './repository.ts'
import { workPoint } from './work-point.ts'

const message = 'fix: address code review round 1 - it\n\n- f1\n# not a comment\n'

async function commit(test: TestRepository, files: readonly string[]) {
  return commitFiles(await openRepository(test.path), { files, message })
}

function hook(test: TestRepository, name: string, script: string): void {
  const file = join(test.path, '.git', 'hooks', name)
  mkdirSync(join(test.path, '.git', 'hooks'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

const changed = (test: TestRepository) =>
  test
    .git('-c', 'core.quotePath=false', 'show', '--format=', '--name-status', '--no-renames', '-z', 'HEAD')
    .split('\0')
    .filter((word) => word !== '')
    .join(' ')
const status = (test: TestRepository) => test.git('status', '--porcelain', '--untracked-files=all')
const committed = (test: TestRepository, path: string) => test.git('show', `HEAD:${path}`)

describe('a commit of named files', () => {
  it('is not begun beside a lock of the index that stays: nothing is half done', async () => {
    const test = createRepository({ 'fix.ts': '1\n' })
    test.write({ 'fix.ts': '2\n' })
    const before = test.git('rev-parse', 'HEAD')
    writeFileSync(join(test.path, '.git', 'index.lock'), '')
    await expect(commit(test, ['fix.ts'])).rejects.toMatchObject({ code: 'index_locked' })
    expect(test.git('rev-parse', 'HEAD')).toBe(before)
    rmSync(join(test.path, '.git', 'index.lock'))
    expect(status(test)).toBe(' M fix.ts\n')
  })

  it('takes these as they are on the disk and leaves all other work where it was', async () => {
    const test = createRepository({
      'fix.ts': '1\n',
      'staged.ts': '1\n',
      'both.ts': '1\n',
      'dirty.ts': '1\n',
      'gone.ts': '1\n',
    })
    test.write({ 'staged.ts': '2\n', 'both.ts': '2\n', 'new-staged.ts': 'x\n', 'intent.ts': 'x\n' })
    test.git('add', 'staged.ts', 'both.ts', 'new-staged.ts')
    test.git('add', '-N', 'intent.ts')
    test.git('rm', '-q', '--cached', 'gone.ts')
    test.write({
      'both.ts': '3\n',
      'dirty.ts': '2\n',
      'untracked.ts': 'x\n',
      'fix.ts': '2\n',
      'test/fix.test.ts': 'new\n',
    })
    const before = status(test)
    const result = await commit(test, ['fix.ts', 'test/fix.test.ts'])
    expect(result).toEqual({ commit: test.git('rev-parse', 'HEAD').trim() })
    expect(changed(test)).toBe('M fix.ts A test/fix.test.ts')
    const isOurs = (line: string) => line.endsWith('fix.ts') || line.endsWith('fix.test.ts')
    expect(status(test)).toBe(
      before
        .split('\n')
        .filter((line) => !isOurs(line))
        .join('\n'),
    )
    expect(test.git('show', ':both.ts')).toBe('2\n')
    expect(test.git('log', '-1', '--format=%B').trim()).toBe(message.trim())
  })

  it.each<[string, (test: TestRepository) => void, readonly string[], string]>([
    ['a deletion', (test) => test.write({ 'a.ts': null }), ['a.ts'], 'D a.ts'],
    ['a rename', (test) => test.write({ 'a.ts': null, 'b.ts': '1\n' }), ['a.ts', 'b.ts'], 'D a.ts A b.ts'],
    ['an executable bit', (test) => chmodSync(join(test.path, 'a.ts'), 0o755), ['a.ts'], 'M a.ts'],
    ['a link', (test) => symlinkSync('a.ts', join(test.path, 'l')), ['l'], 'A l'],
    ['a link to nowhere', (test) => symlinkSync('nowhere', join(test.path, 'l')), ['l'], 'A l'],
    ['an empty file', (test) => test.write({ e: '' }), ['e'], 'A e'],
    ['an ignored file', (test) => test.write({ '.gitignore': '*.log\n', 'x.log': '1\n' }), ['x.log'], 'A x.log'],
    [
      'a file that became a folder',
      (test) => test.write({ 'a.ts': null, 'a.ts/b': '1\n' }),
      ['a.ts', 'a.ts/b'],
      'D a.ts A a.ts/b',
    ],
    [
      'a folder that became a file',
      (test) => test.write({ dir: null }) ?? test.write({ dir: 'x\n' }),
      ['dir', 'dir/c'],
      'A dir D dir/c',
    ],
    [
      'a folder that became a link',
      (test) => {
        rmSync(join(test.path, 'dir'), { recursive: true })
        symlinkSync('.', join(test.path, 'dir'))
      },
      ['dir/c', 'dir'],
      'A dir D dir/c',
    ],
    ['a file that never was', (test) => test.write({ 'a.ts': '2\n' }), ['a.ts', 'no.ts'], 'M a.ts'],
  ])('holds %s', async (_name, change, files, expected) => {
    const test = createRepository({ 'a.ts': '1\n', 'dir/c': '1\n', other: '1\n' })
    test.write({ other: '2\n' })
    change(test)
    expect(await commit(test, files)).toHaveProperty('commit')
    expect(changed(test)).toBe(expected)
    expect(test.git('diff', 'HEAD', '--name-only').trim()).toBe('other')
    expect(test.git('diff', '--cached', '--name-only')).toBe('')
  })

  it.each([
    'with blank',
    '*.ts',
    ':(glob)x',
    '-dash',
    'ü/é',
    'line\nbreak',
    'tab\tquote"\\',
    '[a]',
    '!x',
    '#y',
    '$(id)',
  ])('takes the name %j for a name', async (name) => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ [name]: 'x\n', 'b.ts': 'x\n', 'a.ts': '2\n' })
    await commit(test, [name])
    expect(changed(test)).toBe(`A ${name}`)
    expect(status(test)).toBe(' M a.ts\n?? b.ts\n')
  })

  it('says so when there is nothing to commit', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'b.ts': 'x\n' })
    expect(await commit(test, ['a.ts'])).toEqual({ nothing: true })
    expect(await commit(test, [])).toEqual({ nothing: true })
    expect(test.git('rev-list', '--count', 'HEAD').trim()).toBe('1')
  })

  it('needs nothing of our own store, although a snapshot wrote the same objects there before', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n', 'new/deep/b.ts': 'x\n' })
    await workPoint(await openRepository(test.path))
    await commit(test, ['a.ts', 'new/deep/b.ts'])
    rmSync(join(test.path, '.review-loop'), { recursive: true })
    expect(test.git('fsck', '--strict')).not.toMatch(/missing|broken/)
    expect(committed(test, 'new/deep/b.ts')).toBe('x\n')
  })

  it('leaves no index of its own behind', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    await commit(test, ['a.ts'])
    expect(readdirSync(join(test.path, '.review-loop', 'tmp'))).toEqual([])
    expect(readdirSync(join(test.path, '.git')).filter((name) => name.includes('lock'))).toEqual([])
  })

  it('works in a linked working tree and without a branch', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    const linked = join(test.path, '..', `${test.path.split('/').at(-1)}-linked`)
    test.git('worktree', 'add', '-q', '--detach', linked)
    writeFileSync(join(linked, 'a.ts'), '2\n')
    try {
      const result = await commitFiles(await openRepository(linked), { files: ['a.ts'], message })
      expect(result).toHaveProperty('commit')
      const git = (...args: string[]) => execFileSync('git', args, { cwd: linked, encoding: 'utf8' })
      expect(git('show', 'HEAD:a.ts')).toBe('2\n')
      expect(git('status', '--porcelain', '-uno')).toBe('')
      expect(committed(test, 'a.ts')).toBe('1\n')
    } finally {
      rmSync(linked, { recursive: true })
    }
  })
})

describe('hooks of the repository', () => {
  it.each([
    ['pre-commit', 'echo "lint: no"; echo "and more" >&2; exit 1', /lint: no\nand more/],
    ['commit-msg', 'grep -q JIRA "$1" || { echo "no ticket" >&2; exit 7; }', /no ticket/],
    ['prepare-commit-msg', 'exit 1', /without a word|prepare-commit-msg/],
    ['reference-transaction', '[ "$1" != prepared ] || exit 1', /aborted by hook/],
  ])('may refuse: %s', async (name, script, words) => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n', 'b.ts': 'x\n' })
    hook(test, name, script)
    const before = status(test)
    expect(await commit(test, ['a.ts', 'b.ts'])).toEqual({ refused: expect.stringMatching(words) })
    expect(status(test)).toBe(before)
    expect(test.git('rev-list', '--count', 'HEAD').trim()).toBe('1')
  })

  it('mask secrets in what they print', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    hook(test, 'pre-commit', `echo "key ${'AKI' + 'AQ3EGRVUDX5YJ7ZKN'}"; exit 1`)
    expect(JSON.stringify(await commit(test, ['a.ts']))).not.toContain('Q3EGRVUDX5')
  })

  it('see the named files as the staged ones, and patterns as patterns', async () => {
    const test = createRepository({ 'a.ts': '1\n', 'other.ts': '1\n' })
    test.write({ 'a.ts': '2\n', 'other.ts': '2\n' })
    test.git('add', 'other.ts')
    hook(test, 'pre-commit', `git diff --cached --name-only -- '*.ts' > seen; env | cut -d= -f1 > names`)
    process.env['GITHUB' + '_TOKEN'] = 'x'
    await commit(test, ['a.ts'])
    delete process.env['GITHUB' + '_TOKEN']
    expect(readFileSync(join(test.path, 'seen'), 'utf8')).toBe('a.ts\n')
    expect(readFileSync(join(test.path, 'names'), 'utf8')).not.toContain('GITHUB')
    expect(status(test)).toContain('M  other.ts')
  })

  it.each([
    ['and stage them', 'sed -i s/2/three/ a.ts; git add a.ts'],
    ['and do not stage them', 'sed -i s/2/three/ a.ts'],
    ['and refuse, for the person to try again', 'grep -q three a.ts || { sed -i s/2/three/ a.ts; exit 1; }'],
  ])('may mend the named files %s', async (_name, script) => {
    const test = createRepository({ 'a.ts': '1\n', 'other.ts': '1\n' })
    test.write({ 'a.ts': '2\n', 'other.ts': '2\n' })
    hook(test, 'pre-commit', script)
    expect(await commit(test, ['a.ts'])).toEqual({ commit: test.git('rev-parse', 'HEAD').trim() })
    expect(committed(test, 'a.ts')).toBe('three\n')
    expect(status(test)).toContain(' M other.ts')
    expect(status(test)).not.toContain(' a.ts')
    expect(test.git('rev-list', '--count', 'HEAD').trim()).toBe('2')
    expect(test.git('log', '-1', '--format=%s').trim()).toBe('fix: address code review round 1 - it')
  })

  it('may add a file of their own, which the index of the user then has too', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    hook(test, 'pre-commit', 'echo generated > g; git add g')
    await commit(test, ['a.ts'])
    expect(changed(test)).toBe('M a.ts A g')
    expect(status(test)).toBe('')
  })

  it('are found where the configuration says', async () => {
    const test = createRepository({ 'a.ts': '1\n', 'own/pre-commit': '#!/bin/sh\necho from own; exit 1\n' })
    chmodSync(join(test.path, 'own/pre-commit'), 0o755)
    test.git('config', 'core.hooksPath', 'own')
    test.write({ 'a.ts': '2\n' })
    expect(await commit(test, ['a.ts'])).toEqual({ refused: expect.stringContaining('from own') })
  })
})

describe('what stands in the way of a commit', () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      ({ code, message: text }) => `${code}: ${text}`,
    )

  it('is a missing identity', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    test.git('config', 'user.useConfigOnly', 'true')
    const names = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']
    const saved = names.map((name) => process.env[name] ?? '')
    for (const name of names) delete process.env[name]
    const result = await failure(commit(test, ['a.ts']))
    for (const [at, name] of names.entries()) process.env[name] = saved[at]
    expect(result).toMatch(/^no_identity: git does not know/)
    expect(status(test)).toBe(' M a.ts\n')
  })

  it('is a merge that is not finished', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.commit('ours', { 'b.ts': '1\n' })
    test.git('switch', '-q', 'main')
    test.commit('theirs', { 'c.ts': '1\n' })
    test.git('merge', '-q', '--no-commit', 'topic')
    test.write({ 'a.ts': '2\n' })
    expect(await failure(commit(test, ['a.ts']))).toBe('half_done: A merge is under way in this repository.')
    expect(existsSync(join(test.path, '.git', 'MERGE_HEAD'))).toBe(true)
  })

  it('is a signature that cannot be made', async () => {
    const test = createRepository({ 'a.ts': '1\n' })
    test.write({ 'a.ts': '2\n' })
    test.git('config', 'commit.gpgSign', 'true')
    test.git('config', 'gpg.program', 'false')
    hook(test, 'pre-commit', 'echo a hook speaks first')
    expect(await failure(commit(test, ['a.ts']))).toBe('git_failed: git commit failed: gpg failed to sign the data')
    expect(status(test)).toBe(' M a.ts\n')
  })
})

it('signs as git is configured', async () => {
  const test = createRepository({ 'a.ts': '1\n' })
  test.write({
    'a.ts': '2\n',
    'sign.sh': '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "-----BEGIN PGP SIGNATURE-----"\n',
  })
  chmodSync(join(test.path, 'sign.sh'), 0o755)
  test.git('config', 'commit.gpgSign', 'true')
  test.git('config', 'gpg.program', join(test.path, 'sign.sh'))
  expect(await commit(test, ['a.ts'])).toHaveProperty('commit')
  expect(test.git('cat-file', 'commit', 'HEAD')).toContain('gpgsig -----BEGIN PGP SIGNATURE-----')
})

it('settles the index after a crash between the commit and the index, and waits for whoever holds it', async () => {
  const test = createRepository({ 'a.ts': '1\n', 'gone.ts': '1\n', 'other.ts': '1\n' })
  test.write({ 'other.ts': '2\n' })
  test.git('add', 'other.ts')
  const index = readFileSync(join(test.path, '.git', 'index'))
  test.write({ 'a.ts': '2\n', 'gone.ts': null, 'b.ts': 'x\n' })
  const repository = await openRepository(test.path)
  await commit(test, ['a.ts', 'gone.ts', 'b.ts'])
  writeFileSync(join(test.path, '.git', 'index'), index)
  const lock = join(test.path, '.git', 'index.lock')
  writeFileSync(lock, '')
  setTimeout(() => rmSync(lock), 200)
  await finishCommit(repository)
  await finishCommit(repository)
  expect(status(test)).toBe('M  other.ts\n')
})

it('masks secrets in the message, and none in what is committed', async () => {
  const test = createRepository({ 'a.txt': '1\n' })
  const secret = ['AKI', 'AQ3EGRVUDX5YJ7ZKN'].join('')
  test.write({ 'a.txt': `${secret}\n` })
  await commitFiles(await openRepository(test.path), { files: ['a.txt'], message: `Take out ${secret}\n` })
  expect(test.git('log', '-1', '--format=%s')).toBe('Take out AKIA…\n')
  expect(committed(test, 'a.txt')).toBe(`${secret}\n`)
})
