import {
  appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync,
  utimesSync, writeFileSync,
} from 'node:fs' // biome-ignore format: a list of names
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { busyRepository, stateOf } from '../../../test/support/busy-repository.ts'
import { type TestRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { changedFiles, compareFingerprints, forbidden } from './compare-fingerprints.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undo } from './undo.ts'

type Attack = (test: TestRepository) => void

const write =
  (name: string, content: string): Attack =>
  ({ path }) => {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), content)
  }

const git =
  (...args: string[]): Attack =>
  (test) =>
    test.git(...args)

/** Same size, same times: only the time of the last change of state tells. */
const forge: Attack = ({ path }) => {
  const file = join(path, 'src/other.js')
  const { atime, mtime } = statSync(file)
  writeFileSync(file, 'let b = 2\n')
  utimesSync(file, atime, mtime)
}

const attacks: [name: string, expected: string, attack: Attack][] = [
  ['edit a tracked file', 'file changed clean.txt', write('clean.txt', 'evil\n')],
  ['edit keeping size and times', 'file changed src/other.js', forge],
  ['edit what git is told not to look at', 'index changed index', (test) => {
    test.git('update-index', '--assume-unchanged', 'src/other.js')
    test.write({ 'src/other.js': 'evil\n' })
  }],
  ['delete a tracked file', 'file removed clean.txt', ({ path }) => rmSync(join(path, 'clean.txt'))],
  ['overwrite an uncommitted edit', 'file changed edited.txt', write('edited.txt', 'evil\n')],
  ['only change the line ends of an uncommitted edit', 'file changed edited.txt', write('edited.txt', 'edited by the user\n')],
  ['check out over an uncommitted edit', 'file changed edited.txt', git('checkout', '--', 'edited.txt')],
  ['restore a deleted file', 'file added deleted.txt', git('checkout', '--', 'deleted.txt')],
  ['stage', 'index changed index', git('add', 'edited.txt')],
  ['stage everything', 'index changed index', git('add', '-A')],
  ['unstage', 'index changed index', git('reset', '-q')],
  ['reset hard', 'file changed both.txt', git('reset', '-q', '--hard')],
  ['clean', 'file removed untracked.txt', git('clean', '-fdqx', '-e', '.review-loop')],
  ['commit', 'ref changed refs/heads/topic', git('commit', '-qam', 'evil', '--no-verify')],
  ['amend', 'ref changed refs/heads/topic', git('commit', '-q', '--amend', '-m', 'evil', '--no-verify')],
  ['new branch', 'ref added refs/heads/evil/branch', git('branch', 'evil/branch')],
  ['delete a packed branch', 'ref removed refs/heads/feature/one', git('branch', '-q', '-D', 'feature/one')],
  ['delete a loose branch', 'ref removed refs/heads/two', git('branch', '-q', '-D', 'two')],
  ['tag', 'ref added refs/tags/evil', git('tag', 'evil')],
  ['move a tag', 'ref changed refs/tags/v1', git('tag', '-f', 'v1', 'HEAD~1')],
  ['switch branch', 'head changed HEAD', git('switch', '-q', 'two')],
  ['detach', 'head changed HEAD', git('checkout', '-q', '--detach')],
  ['stash', 'ref changed refs/stash', git('stash', '-q', '-u')],
  ['drop a stash', 'ref removed refs/stash', git('stash', 'drop', '-q')],
  ['new untracked file', 'file added evil/deep/file.sh', write('evil/deep/file.sh', 'evil\n')],
  ['new file hidden by a new ignore rule', 'ignored added evil.sh', ({ path }) => {
    appendFileSync(join(path, '.gitignore'), 'evil.sh\n')
    writeFileSync(join(path, 'evil.sh'), 'evil\n')
  }],
  ['new file hidden by a private ignore rule', 'git added info/exclude', ({ path }) => {
    mkdirSync(join(path, '.git/info'), { recursive: true })
    writeFileSync(join(path, '.git/info/exclude'), 'evil.sh\n')
    writeFileSync(join(path, 'evil.sh'), 'evil\n')
  }],
  ['no ignore rules any more', 'file changed .gitignore', write('.gitignore', '\n')],
  ['delete an untracked file', 'file removed untracked.txt', ({ path }) => rmSync(join(path, 'untracked.txt'))],
  ['overwrite an untracked file', 'file changed notes/ü "quoted"\n.txt', write('notes/ü "quoted"\n.txt', 'evil\n')],
  ['rename', 'file added renamed.txt', ({ path }) => renameSync(join(path, 'untracked.txt'), join(path, 'renamed.txt'))],
  ['chmod', 'file changed run.sh', ({ path }) => chmodSync(join(path, 'run.sh'), 0o644)],
  ['chmod of an untracked file', 'file changed untracked.txt', ({ path }) => chmodSync(join(path, 'untracked.txt'), 0o777)],
  ['a file becomes a link out', 'link changed clean.txt', ({ path }) => {
    rmSync(join(path, 'clean.txt'))
    symlinkSync('/etc/passwd', join(path, 'clean.txt'))
  }],
  ['a folder becomes a link out', 'link added src', ({ path }) => {
    rmSync(join(path, 'src'), { recursive: true })
    symlinkSync('/etc', join(path, 'src'))
  }],
  ['a folder moves out and a link takes its place', 'link added notes', ({ path }) => {
    const away = join(temporaryFolder(), 'away')
    renameSync(join(path, 'notes'), away)
    symlinkSync(away, join(path, 'notes'))
  }],
  ['a link leads elsewhere', 'link changed link', ({ path }) => {
    rmSync(join(path, 'link'))
    symlinkSync('../../../etc/passwd', join(path, 'link'))
  }],
  ['a folder becomes a file', 'file added src', ({ path }) => {
    rmSync(join(path, 'src'), { recursive: true })
    writeFileSync(join(path, 'src'), 'evil\n')
  }],
  ['a file becomes a folder', 'file removed clean.txt', ({ path }) => {
    rmSync(join(path, 'clean.txt'))
    mkdirSync(join(path, 'clean.txt'))
    writeFileSync(join(path, 'clean.txt/evil'), 'evil\n')
  }],
  ['hook added', 'git added hooks/post-checkout', write('.git/hooks/post-checkout', '#!/bin/sh\n')],
  ['hook changed', 'git changed hooks/pre-commit', write('.git/hooks/pre-commit', 'evil\n')],
  ['hooks become a link out', 'git added hooks', ({ path }) => {
    rmSync(join(path, '.git/hooks'), { recursive: true })
    symlinkSync('/etc', join(path, '.git/hooks'))
  }],
  ['config changed', 'git changed config', git('config', 'core.pager', 'evil')],
  ['alternates added', 'git added objects/info/alternates', write('.git/objects/info/alternates', '/tmp\n')],
  ['lock left behind', 'git added index.lock', write('.git/index.lock', '')],
  ['merge begun', 'git added MERGE_HEAD', (test) => write('.git/MERGE_HEAD', test.git('rev-parse', 'HEAD'))(test)],
  ['worktree added inside', 'nested added wt/', git('worktree', 'add', '-q', 'wt', 'two')],
  ['worktree added outside', 'worktree added worktrees/tree/HEAD', (test) =>
    test.git('worktree', 'add', '-q', join(temporaryFolder(), 'tree'), 'two')],
  ['nested repository', 'nested added nested/', git('init', '-q', 'nested')],
  ['waivers changed', 'state changed waivers.yaml', write('.review-loop/waivers.yaml', 'waivers: [all]\n')],
  ['configuration added', 'state added config.yaml', write('.review-loop/config.yaml', 'ignore: ["*"]\n')],
  ['ledger added', 'state added ledger.jsonl', write('.review-loop/ledger.jsonl', '{}\n')],
  ['journal forged', 'state added sessions/1.jsonl', write('.review-loop/sessions/1.jsonl', '{}\n')],
  ['all of our state deleted', 'state removed waivers.yaml', ({ path }) => {
    rmSync(join(path, '.review-loop'), { recursive: true })
    writeFileSync(join(path, 'edited.txt'), 'evil\n')
  }],
  ['our state becomes a link out', 'state added .', ({ path }) => {
    rmSync(join(path, '.review-loop'), { recursive: true })
    symlinkSync(temporaryFolder(), join(path, '.review-loop'))
  }],
  ['new file in an ignored folder', 'ignored added dist/deep/evil.js', write('dist/deep/evil.js', 'evil\n')],
  ['ignored file changed', 'ignored changed .env', write('.env', 'KEY=evil\n')],
  ['ignored folder deleted', 'ignored removed dist/bundle.js', ({ path }) =>
    rmSync(join(path, 'dist'), { recursive: true })],
  ['filter that would run on our own look', 'git changed config', (test) => {
    test.git('config', 'filter.evil.clean', 'touch pwned; cat')
    test.write({ '.gitattributes': '* filter=evil\n', 'clean.txt': 'evil\n' })
  }],
] // biome-ignore format: one attack, one row

const lines = (found: readonly { area: string; kind: string; path: string }[]) =>
  found.map(({ area, kind, path }) => `${area} ${kind} ${path}`)

describe('a reviewer, who may change nothing', () => {
  it.each(attacks)('%s', async (_name, expected, attack) => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    const original = stateOf(test)
    attack(test)
    const after = await takeFingerprint(repository, before)
    expect(lines(forbidden(compareFingerprints(before, after), false))).toContain(expected)
    const result = await undo(before, after, false)
    expect(result.failed).toEqual([])
    expect(stateOf(test)).toEqual(original)
    expect(existsSync(join(test.path, 'pwned'))).toBe(false)
  })

  it('may look, touch and build our own folders', async () => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    test.git('status')
    test.git('diff', '--stat')
    test.git('update-index', '-q', '--refresh', '--unmerged', '--ignore-missing', '--ignore-submodules')
    test.git('gc', '-q')
    for (const name of ['clean.txt', 'untracked.txt', '.env']) utimesSync(join(test.path, name), 1, 1)
    for (const name of ['reviews/1', 'cache', 'cache/objects', 'tmp', 'undone/1'])
      write(`.review-loop/${name}/x`, 'x')(test)
    write('.review-loop/sessions/topic-1.lock', 'x')(test)
    const after = await takeFingerprint(repository, before)
    expect(compareFingerprints(before, after)).toEqual([])
    expect(await undo(before, after, false)).toEqual({ undone: [], failed: [], folder: null })
  })

  it('leaves the index, the objects and the status of the user as they are when it looks', async () => {
    const test = busyRepository()
    const original = stateOf(test)
    const index = readFileSync(join(test.path, '.git/index'))
    const objects = test.git('count-objects', '-v')
    const repository = await openRepository(test.path)
    await takeFingerprint(repository, await takeFingerprint(repository))
    expect(readFileSync(join(test.path, '.git/index')).equals(index)).toBe(true)
    expect(test.git('count-objects', '-v')).toBe(objects)
    expect({ ...stateOf(test), files: [] }).toEqual({ ...original, files: [] })
  })

  it('finds what it did kept aside', async () => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    test.write({ 'clean.txt': 'evil\n', 'evil/new.txt': 'new\n', '.git/hooks/pre-push': 'evil\n' })
    const { folder } = await undo(before, await takeFingerprint(repository, before), false)
    const kept = (name: string) => readFileSync(join(test.path, folder ?? '', name), 'utf8')
    expect(kept('files/clean.txt')).toBe('evil\n')
    expect(kept('files/evil/new.txt')).toBe('new\n')
    expect(kept('git/hooks/pre-push')).toBe('evil\n')
    expect(JSON.parse(kept('undone.json'))).toContainEqual({ area: 'file', kind: 'changed', path: 'clean.txt' })
    expect(existsSync(join(test.path, 'evil'))).toBe(false)
  })
})

describe('a fixer, who may change files', () => {
  const fix: Attack = (test) =>
    test.write({ 'src/other.js': 'fixed\n', 'src/new.js': 'new\n', 'clean.txt': null, 'dist/bundle.js': 'rebuilt\n' })

  it('has its edits read from git, with the uncommitted state before as their base', async () => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    fix(test)
    test.write({ 'edited.txt': 'edited by both\n' })
    const after = await takeFingerprint(repository, before)
    expect(forbidden(compareFingerprints(before, after), true)).toEqual([])
    const changes = [...changedFiles(before, after)].sort((left, right) => (left.path < right.path ? -1 : 1))
    expect(changes.map(({ status, path }) => `${status} ${path}`)).toEqual([
      'deleted clean.txt',
      'modified edited.txt',
      'added src/new.js',
      'modified src/other.js',
    ])
    const blob = (name: string | null | undefined) => repository.read(['cat-file', 'blob', name ?? ''])
    expect(await blob(changes[1]?.oldBlob)).toBe('edited by the user\r\n')
    expect(await blob(changes[1]?.newBlob)).toBe('edited by both\n')
    expect(changes[2]).toMatchObject({ oldMode: '000000', newMode: '100644', oldBlob: null })
  })

  it.each<[string, string, Attack]>([
    ['commits', 'ref changed refs/heads/topic', git('commit', '-qam', 'fixed', '--no-verify')],
    ['stages', 'index changed index', git('add', '-A')],
    ['adds a hook', 'git added hooks/post-commit', write('.git/hooks/post-commit', 'evil')],
    ['waives', 'state changed waivers.yaml', write('.review-loop/waivers.yaml', 'waivers: [all]\n')],
    ['adds a worktree', 'nested added wt/', git('worktree', 'add', '-q', 'wt', 'two')],
    ['links out', 'link added out', ({ path }) => symlinkSync('/etc', join(path, 'out'))],
  ])('keeps its edits when it also %s', async (_name, expected, attack) => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    fix(test)
    const wanted = stateOf(test)
    attack(test)
    const after = await takeFingerprint(repository, before)
    expect(lines(forbidden(compareFingerprints(before, after), true))).toContain(expected)
    expect((await undo(before, after, true)).failed).toEqual([])
    expect(stateOf(test)).toEqual(wanted)
  })

  it.each<[string, Attack]>([
    ['switches branches', git('switch', '-q', 'two')],
    ['stashes', git('stash', '-q', '-u')],
  ])('loses its edits when it %s: nobody can tell them from the rest', async (_name, attack) => {
    const test = busyRepository()
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    const original = stateOf(test)
    write('src/new.js', 'new\n')(test)
    attack(test)
    expect((await undo(before, await takeFingerprint(repository, before), true)).failed).toEqual([])
    expect(stateOf(test)).toEqual(original)
  })
})

describe('unusual repositories', () => {
  it('a linked worktree: the shared references are watched too', async () => {
    const main = busyRepository()
    const path = join(temporaryFolder(), 'linked')
    main.git('worktree', 'add', '-q', path, 'two')
    const repository = await openRepository(path)
    const before = await takeFingerprint(repository)
    const original = [stateOf(main), readFileSync(join(path, '.git'), 'utf8'), lstatSync(join(path, '.git')).mode]
    writeFileSync(join(path, 'clean.txt'), 'evil\n')
    main.git('-C', path, 'commit', '-qam', 'evil')
    main.git('-C', path, 'switch', '-q', '-c', 'evil')
    main.git('tag', 'evil')
    const after = await takeFingerprint(repository, before)
    const found = lines(compareFingerprints(before, after))
    expect(found).toContain('head changed worktrees/linked/HEAD')
    expect(found).toContain('ref changed refs/heads/two')
    expect(found).toContain('ref added refs/tags/evil')
    expect((await undo(before, after, false)).failed).toEqual([])
    expect([stateOf(main), readFileSync(join(path, '.git'), 'utf8'), lstatSync(join(path, '.git')).mode]).toEqual(
      original,
    )
    expect(readFileSync(join(path, 'clean.txt'), 'utf8')).toBe('clean\n')
  })

  it.each(['main', 'linked'])(
    'what is done meanwhile in another worktree stays, looked at from the %s one',
    async (here) => {
      const main = busyRepository()
      const linked = join(temporaryFolder(), 'linked')
      main.git('worktree', 'add', '-q', linked, 'two')
      const [own, other] = here === 'main' ? [main.path, linked] : [linked, main.path]
      const repository = await openRepository(own)
      const before = await takeFingerprint(repository)
      writeFileSync(join(other, 'clean.txt'), 'theirs\n')
      main.git('-C', other, 'commit', '-qam', 'theirs')
      main.git('-C', other, 'switch', '-q', '-c', 'theirs')
      writeFileSync(join(other, 'more.txt'), 'more\n')
      main.git('-C', other, 'add', 'more.txt')
      const done = main.git('-C', other, 'status', '--porcelain', '--branch')
      expect(compareFingerprints(before, await takeFingerprint(repository, before))).toEqual([])
      main.git('branch', 'evil')
      main.git('-C', own, 'checkout', '-q', '--detach')
      const after = await takeFingerprint(repository, before)
      expect(lines(compareFingerprints(before, after))).toContain('ref added refs/heads/evil')
      expect((await undo(before, after, false)).failed).toEqual([])
      expect(main.git('branch', '--list', 'evil', 'theirs', '--format=%(refname:short)').trim()).toBe('theirs')
      expect(main.git('-C', other, 'status', '--porcelain', '--branch')).toBe(done)
      expect(main.git('-C', other, 'log', '-1', '--format=%s').trim()).toBe('theirs')
    },
  )

  it.each<[string, Attack]>([
    ['without a commit', (test) => test.git('checkout', '-q', '--orphan', 'empty')],
    [
      'in the middle of a merge',
      (test) => {
        test.git('stash', '-q', '-u')
        test.git('switch', '-q', 'two')
        test.commit('theirs', { 'clean.txt': 'theirs\n' })
        test.git('switch', '-q', 'topic')
        test.commit('ours', { 'clean.txt': 'ours\n' })
        expect(() => test.git('merge', '-q', 'two')).toThrow()
      },
    ],
    [
      'with converted line ends',
      (test) => {
        test.git('config', 'core.autocrlf', 'true')
        test.write({ 'crlf.txt': 'one\r\ntwo\r\n' })
        test.git('add', 'crlf.txt')
      },
    ],
    [
      'with a sparse checkout',
      (test) => {
        test.git('stash', '-q', '-u')
        test.git('sparse-checkout', 'set', '--no-cone', '/src/')
      },
    ],
    ['with a split index', (test) => test.git('update-index', '--split-index')],
    [
      'with files git is told not to look at',
      (test) => {
        test.git('update-index', '--assume-unchanged', 'clean.txt')
        test.git('update-index', '--skip-worktree', 'src/other.js')
        test.write({ 'clean.txt': 'my own\n', 'src/other.js': 'my own\n' })
      },
    ],
  ])('%s', async (_name, prepare) => {
    const test = busyRepository()
    prepare(test)
    const repository = await openRepository(test.path)
    const before = await takeFingerprint(repository)
    const original = stateOf(test)
    expect(compareFingerprints(before, await takeFingerprint(repository, before))).toEqual([])
    test.write({ 'clean.txt': 'evil\n', 'src/other.js': 'evil\n', 'crlf.txt': 'evil\n', 'src/evil.js': 'evil\n' })
    try {
      test.git('add', '-A')
      test.git('commit', '-q', '-m', 'evil', '--no-verify')
    } catch {
      // Not everything can be committed in every state.
    }
    const after = await takeFingerprint(repository, before)
    expect((await undo(before, after, false)).failed).toEqual([])
    expect(stateOf(test)).toEqual(original)
  })
})
