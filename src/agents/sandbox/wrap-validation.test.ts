import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createRepository, type TestRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { openRepository } from '../../io/git/repository.ts'
import { withScratchWorktree } from '../../io/git/scratch-worktree.ts'
import { runValidations, type ValidationOptions } from '../run-validations.ts'
import { probeSandbox } from './probe-sandbox.ts'

const level = await probeSandbox()
const options: ValidationOptions = { sandbox: 'auto', signal: new AbortController().signal }

async function validate(test: TestRepository, command: string, more: Partial<ValidationOptions> = {}) {
  const results = await runValidations(await openRepository(test.path), [command], { ...options, ...more })
  return results[0]!
}

const refused = /Read-only file system|Device or resource busy|Permission denied/

describe.skipIf(level.kind === 'none')('a validation command in a sandbox', () => {
  it('cannot change what the change is reviewed by, nor the rest of the disk', async () => {
    const test = createRepository()
    test.commit('More', { 'a.txt': 'a\n' })
    const commands = [
      'echo x > .review-loop/waivers.yaml',
      'mv .review-loop away',
      'git config core.fsmonitor ./evil.sh',
      'echo x >> .git/config',
      'echo x > .git/hooks/pre-commit',
      'echo x > .git/info/attributes',
      'git replace -f HEAD HEAD~1',
      'mv .git away',
      'echo x > "$HOME/.review-loop-test"',
    ]
    const results = await runValidations(await openRepository(test.path), commands, options)
    const held = { status: 'failed', output: expect.stringMatching(refused) }
    expect(results).toMatchObject(commands.map((command) => ({ command, ...held })))
    expect(results.filter(({ tampered }) => tampered !== undefined)).toEqual([])
  })

  it('writes files, commits and temporary files, and binds a port', async () => {
    const test = createRepository()
    const serve = `require('node:net').createServer().listen(0, '127.0.0.1', function () { this.close() })`
    const commands = [
      'mkdir -p build && echo done > build/out && echo x > "$(mktemp)" && echo y > /tmp/kept && echo z > /dev/shm/z',
      'git add build && git -c user.name=a -c user.email=a@b commit -qm x && git branch other',
      `"${process.execPath}" -e "${serve}"`,
      'cat /tmp/kept; exit 3',
    ]
    const results = await runValidations(await openRepository(test.path), commands, options)
    expect(results.map(({ status, exitCode, output }) => [status, exitCode, output])).toEqual([
      ['passed', 0, ''],
      ['passed', 0, ''],
      ['passed', 0, ''],
      ['failed', 3, 'y'],
    ])
    expect(test.git('show', '--stat', 'other')).toContain('build/out')
    expect(existsSync('/tmp/kept')).toBe(false)
  })

  it('writes into the cache of a tool, which is made where the tool is installed, and sees no secrets', async () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.m2'))
    writeFileSync(join(home, '.m2', 'settings.xml'), 'secret')
    vi.stubEnv('HOME', home)
    const command = 'echo x > "$HOME/.cache/x"; cat "$HOME/.m2/settings.xml"; ! echo x > "$HOME/.profile"'
    const { status, output } = await validate(createRepository(), command)
    vi.unstubAllEnvs()
    expect([status, readFileSync(join(home, '.cache', 'x'), 'utf8')]).toEqual(['passed', 'x\n'])
    expect(output).toMatch(/^<settings\/>\n.*Read-only file system/)
  })

  it('is ended with all that it started', async () => {
    const test = createRepository()
    const command = 'trap "" TERM; (while :; do echo x >> ticks; sleep 0.05; done) & setsid sleep 300 & wait'
    expect(await validate(test, command, { timeoutMs: 1500 })).toMatchObject({ status: 'timed_out', exitCode: null })
    const size = () => readFileSync(join(test.path, 'ticks')).length
    const before = size()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(size()).toBe(before)
  })

  it('cannot change the work tree from a copy of it, and uses its dependencies', async () => {
    const test = createRepository({ '.gitignore': 'vendor/\n' })
    test.write({ 'vendor/lib.sh': 'echo lib\n' })
    const repository = await openRepository(test.path)
    const state = { tree: 'HEAD', overlay: null }
    const command = `sh vendor/lib.sh; git log --format=%s; echo x > built; echo x > vendor/cache; echo x > ${test.path}/README.md`
    const [result] = await withScratchWorktree(repository, state, (folder, linked) =>
      runValidations(repository, [command], { ...options, folder, linked }),
    )
    expect(result?.output).toMatch(/^lib\n(?:.*\n)*Scratch\n.*Read-only file system/)
    expect(test.git('status', '--short')).toBe('')
    expect(existsSync(join(test.path, 'vendor', 'cache'))).toBe(true)
  })

  it('works in a linked worktree, whose git folder is elsewhere', async () => {
    const test = createRepository()
    const linked = join(temporaryFolder(), 'linked')
    test.git('worktree', 'add', '-q', '-b', 'side', linked)
    const command = `echo x > new && git add new && git -c user.name=a -c user.email=a@b commit -qm x; echo x > .git; git config a.b c`
    const { output } = await validate({ ...test, path: linked }, command)
    expect(output.split('\n').filter((line) => refused.test(line))).toHaveLength(2)
    expect(test.git('log', '-1', '--format=%s', 'side')).toBe('x\n')
  })
})
