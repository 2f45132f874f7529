import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository, emptyRepository, temporaryFolder } from '../../../test/support/repository.ts'
import type { SandboxLevel } from './level.ts'
import { probeSandbox } from './probe-sandbox.ts'
import { type Confinement, wrapCommand } from './wrap-command.ts'

const level = await probeSandbox()

function place(): { home: string; temporary: string } {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'home'))
  mkdirSync(join(folder, 'tmp'))
  return { home: join(folder, 'home'), temporary: join(folder, 'tmp') }
}

/** Runs a script of the shell inside; gives 'ok' or what it said. */
function inside(script: string, wanted: Partial<Confinement> & { repository: string }): string {
  const command = wrapCommand(level, {
    mayWrite: false,
    ...place(),
    program: '/bin/sh',
    args: ['-c', script],
    hide: [],
    ...wanted,
  })
  const { status, stdout, stderr } = spawnSync(command.program, command.args, { encoding: 'utf8', cwd: '/' })
  return status === 0 ? stdout || 'ok' : stderr || `exit ${status}`
}

describe.skipIf(level.kind === 'none')('inside the sandbox', () => {
  it.each<[who: string, mayWrite: boolean, script: string, expected: RegExp]>([
    ['a reviewer', false, 'cat README.md', /^# Test/],
    ['a reviewer', false, 'echo x > README.md', /Read-only file system/],
    ['a reviewer', false, 'echo x > new.txt', /Read-only file system/],
    ['a reviewer', false, 'echo x > .git/config', /Read-only file system/],
    ['a reviewer', false, 'git status --porcelain', /^ok$|^\?\?/],
    ['a reviewer', false, 'mount -o remount,bind,rw . ; echo x > README.md', /Read-only file system/],
    ['a fixer', true, 'mount -o remount,bind,rw .git ; echo x > .git/config', /Read-only file system/],
    ['a fixer', true, 'mount -o remount,bind,rw / ; echo x > /etc/review-loop-test', /Read-only file system/],
    ['a fixer', true, 'umount .git; echo x > .git/config', /Read-only file system/],
    ['a fixer', true, 'echo x > README.md && echo y > new.txt', /^ok$/],
    ['a fixer', true, 'echo x > .git/hooks/pre-commit', /Read-only file system|nonexistent|No such/],
    ['a fixer', true, 'git commit -qam x', /Read-only file system/],
    ['a fixer', true, 'echo x > .review-loop/waivers.yaml', /Read-only file system/],
    ['a fixer', true, 'mv .git away', /busy/],
    ['a fixer', true, 'rm -rf .review-loop', /busy|Read-only/],
    ['a fixer', true, 'echo x > /etc/review-loop-test', /Read-only file system/],
  ])('%s (may write: %s): %s', (_who, mayWrite, script, expected) => {
    const { path } = createRepository()
    expect(inside(script, { repository: path, mayWrite })).toMatch(expected)
  })

  it('shows a reviewer nothing of what earlier reviews left', () => {
    const test = createRepository()
    test.write({ '.review-loop/findings/round-1.md': 'secret history\n', '.review-loop/rules/a.md': 'a rule\n' })
    expect(inside('cat .review-loop/findings/round-1.md', { repository: test.path })).toMatch(/No such file/)
    expect(inside('cat .review-loop/rules/a.md', { repository: test.path })).toBe('a rule\n')
  })

  it('lets everybody write into the isolated home and the temporary folder and nobody elsewhere', () => {
    const { path } = createRepository()
    const { home, temporary } = place()
    const script = `echo h > ${home}/h && echo t > ${temporary}/t`
    expect(inside(script, { repository: path, home, temporary })).toBe('ok')
    expect(readFileSync(join(home, 'h'), 'utf8') + readFileSync(join(temporary, 't'), 'utf8')).toBe('h\nt\n')
    const outside = temporaryFolder()
    expect(inside(`echo x > ${outside}/x`, { repository: path, mayWrite: true })).toMatch(/nonexistent|No such file/)
    expect(existsSync(join(outside, 'x'))).toBe(false)
  })

  it.each([
    [false, 'work tree'],
    [true, 'work tree'],
    [false, 'copy whose objects are elsewhere'],
    [true, 'linked worktree'],
  ])('has temporary files of its own, without those of other programs (may write: %s, in a %s)', (mayWrite, where) => {
    const { path, git } = createRepository()
    const repository = where === 'work tree' ? path : join(temporaryFolder(), 'other')
    if (where.startsWith('copy')) git('clone', '-q', '--shared', path, repository)
    if (where.startsWith('linked')) git('worktree', 'add', '-q', repository, 'main')
    const others = temporaryFolder()
    writeFileSync(join(others, 'socket'), '')
    const script = `ls ${others} 2>&1; echo x > /tmp/review-loop-test && cat /tmp/review-loop-test && git log -1 --format=%an && git status --porcelain`
    expect(inside(script, { repository, mayWrite })).toMatch(/^ls: .*No such file or directory\nx\nTest Author\n$/)
    expect(existsSync('/tmp/review-loop-test')).toBe(false)
  })

  it('finds its program, the script that it runs and what lies beside them among temporary files', () => {
    const folder = temporaryFolder()
    const installed = join(folder, 'node_modules')
    for (const name of ['.bin', 'agent', 'part']) mkdirSync(join(installed, name), { recursive: true })
    writeFileSync(join(installed, 'part', 'part.sh'), 'echo part')
    const start =
      '#!/bin/sh\nsh "$(dirname "$(realpath "$0")")/../part/part.sh"; sh "$1"; ls "$(dirname "$(realpath "$0")")/../.."\n'
    writeFileSync(join(installed, 'agent', 'agent.sh'), start, { mode: 0o755 })
    symlinkSync('../agent/agent.sh', join(installed, '.bin', 'agent'))
    writeFileSync(join(folder, 'secret'), '')
    const scripts = temporaryFolder()
    writeFileSync(join(scripts, 'script.sh'), 'echo script')
    const args = [join(scripts, 'script.sh')]
    const command = wrapCommand(level, {
      ...{ mayWrite: false, ...place(), hide: [], repository: createRepository().path },
      ...{ program: join(installed, '.bin', 'agent'), args },
    })
    const { stdout, stderr } = spawnSync(command.program, command.args, { encoding: 'utf8', cwd: '/' })
    expect([stdout, stderr]).toEqual(['part\nscript\nnode_modules\n', ''])
  })

  it('hides files and folders, also behind links and inside the repository', () => {
    const { path, write } = createRepository()
    const secrets = temporaryFolder()
    mkdirSync(join(secrets, 'folder'))
    writeFileSync(join(secrets, 'folder', 'key'), 'secret')
    writeFileSync(join(secrets, 'token'), 'secret')
    symlinkSync(join(secrets, 'folder'), join(secrets, 'link'))
    write({ '.opencode/plugin/x.js': 'secret' })
    const hide = [join(secrets, 'link'), join(secrets, 'token'), join(path, '.opencode'), join(secrets, 'not there')]
    const script = `cat ${secrets}/folder/* ${secrets}/link/* ${secrets}/token .opencode/plugin/* 2>/dev/null; ls ${secrets}`
    for (const mayWrite of [false, true]) {
      // Named in the command, the folder is not among the temporary files that are out of sight.
      const args = ['-c', script, secrets]
      expect(inside(script, { repository: path, mayWrite, hide, args })).toBe('folder\nlink\ntoken\n')
    }
  })

  it('keeps the repository in sight when it lies in a hidden place', () => {
    const hidden = temporaryFolder()
    mkdirSync(join(hidden, 'repository'))
    const { path, write } = emptyRepository(join(hidden, 'repository'))
    write({ 'README.md': '# Test\n' })
    const script = `cat README.md; ls ${hidden}`
    for (const mayWrite of [false, true]) {
      expect(inside(script, { repository: path, mayWrite, hide: [hidden] })).toBe('# Test\nrepository\n')
    }
  })

  it('works in a linked worktree, whose git folder is elsewhere', () => {
    const { path, git } = createRepository()
    const linked = join(temporaryFolder(), 'linked')
    git('worktree', 'add', '-q', linked, 'main')
    const wanted = { repository: linked, mayWrite: true }
    expect(inside('echo x > README.md', wanted)).toBe('ok')
    expect(inside('echo x > .git', wanted)).toMatch(/Read-only file system/)
    expect(inside(`echo x > ${path}/.git/config`, wanted)).toMatch(/Read-only file system/)
    expect(inside('git commit -qam x', wanted)).toMatch(/Read-only file system/)
  })

  it('keeps other worktrees inside the repository read-only', () => {
    const { path, git } = createRepository()
    git('worktree', 'add', '-q', 'other', 'main')
    const wanted = { repository: path, mayWrite: true, protect: [join(path, 'other')] }
    expect(inside('echo x > other/README.md', wanted)).toMatch(/Read-only file system/)
  })

  it('is held in a namespace of its own inside too', () => {
    const { path, git } = createRepository()
    const script = 'mount -o remount,bind,rw . ; echo x > README.md; umount .git; echo x > .git/config'
    inside(`unshare -Urm sh -c '${script}'`, { repository: path })
    expect(git('status', '--porcelain')).toBe('')
  })

  it.skipIf(process.getuid?.() !== 0)('writes as root in a workspace of somebody else', () => {
    const { path } = createRepository()
    chownSync(path, 12345, 12345)
    chownSync(join(path, 'README.md'), 12345, 12345)
    expect(inside('echo x > README.md; echo y > new.txt', { repository: path, mayWrite: true })).toBe('ok')
  })

  it('sees no process from outside', () => {
    expect(inside('ls /proc | grep -c "^[0-9]"', { repository: createRepository().path })).toMatch(/^[1-9]\n$/)
  })
})

it('starts the program itself where there is no sandbox', () => {
  const none: SandboxLevel = { kind: 'none', reason: '', agentOwn: false }
  const wanted = { mayWrite: false, repository: '/r', home: '/h', temporary: '/t', hide: [] }
  expect(wrapCommand(none, { ...wanted, program: 'x', args: ['y'] })).toEqual({ program: 'x', args: ['y'] })
})
