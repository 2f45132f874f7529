import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewLoop, reviewLoopOfProcess } from '../support/program.ts'
import { createRepository, type Files, temporaryFolder } from '../support/repository.ts'
import { withMachinePath } from '../support/samples.ts'
import { attack } from './attack.ts'

// The branch of a colleague is checked out here. Its files say what runs and what is ignored, and must have no say in its review.
// Which files and keys count, and when the user is asked, is tested in src/commands/trust/.

const config = '.review-loop/config.yaml'
const code = { 'src/a.js': 'export const a = 1\n' }

/** `base` is on main, `branch` is what the colleague committed. */
function checkout(branch: Files, base: Files = {}) {
  const repository = createRepository({ 'README.md': '# Test\n', ...base })
  repository.commit('Change', branch)
  return repository
}

function runsCommand(mark: string): Files {
  const agent = `{ kind: command, command: "touch ${mark}" }`
  return { [config]: `agents: { fast: ${agent} }\nroles: { reviewer: fast, planner: fast, executor: fast }\n` }
}

describe.concurrent('configuration that a branch brings along', () => {
  it.each([
    [['review']],
    [['loop']],
    [['run', 'Do it']],
    [['plan', 'Do it']],
    [['execute', '--plan', 'Do it', '--title', 'It']],
    [['mail', 'list']],
    [['tool', 'resolve-scope']],
  ])('runs no command: %j', async (words) => {
    const mark = join(temporaryFolder(), 'ran')
    const { path } = checkout({ ...code, ...runsCommand(mark) })
    const { code: exit, stderr } = await reviewLoop(path, words)
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`agents.fast.command (was: none, is: touch ${mark})`)])
    expect(stderr).toContain('type once: review-loop config --trust-config\n')
    expect(existsSync(mark)).toBe(false)
  })

  it('runs the command after the yes of the user, and another one only after another yes', async () => {
    const [mark, other] = ['ran', 'other'].map((name) => join(temporaryFolder(), name)) as [string, string]
    const repository = checkout({ ...code, ...runsCommand(mark) })
    expect((await reviewLoopOfProcess(repository.path, ['config', '--trust-config'])).code).toBe(0)
    await reviewLoopOfProcess(repository.path, ['review'])
    expect(existsSync(mark)).toBe(true)
    repository.commit('Again', runsCommand(other))
    expect((await reviewLoopOfProcess(repository.path, ['review'])).code).toBe(2)
    expect(existsSync(other)).toBe(false)
  })

  const ignoring = { [config]: 'ignore: ["*.js"]\n' }
  const swept = ['review', '--hygiene-only', '--committed']

  attack('does not hide what the branch has wrong', async (isAttacked) => {
    const wrong = { 'README.md': '# Changed\n', 'path.js': withMachinePath }
    const { path } = isAttacked ? checkout({ ...wrong, ...ignoring }) : checkout(wrong, ignoring)
    return reviewLoop(path, swept)
  })

  attack('does not hide it in CI with --config, by way of a link', async (isAttacked) => {
    const file = { 'tools/review.yaml': ignoring[config] }
    const wrong = { 'README.md': '# Changed\n', 'path.js': withMachinePath }
    const repository = isAttacked
      ? checkout({ ...wrong, ...file }, { 'tools/review.yaml': 'lines: hunk\n' })
      : checkout(wrong, file)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(repository.path, link)
    const args = [...swept, '--config', join(link, 'tools/review.yaml')]
    return reviewLoop(repository.path, args, { env: { CI: 'true' } })
  })

  it('runs no command in CI, where the base is read', async () => {
    const mark = join(temporaryFolder(), 'ran')
    const { path } = checkout({ ...code, ...runsCommand(mark) })
    for (const words of [['review'], ['plan', 'Do it'], ['loop', '--trust-config']])
      await reviewLoop(path, words, { env: { CI: 'true' } })
    expect(existsSync(mark)).toBe(false)
  })

  it('is no trouble to whoever writes it here', async () => {
    const repository = createRepository()
    repository.write(code)
    expect((await reviewLoop(repository.path, ['init'])).code).toBe(0)
    expect((await reviewLoop(repository.path, ['review', '--hygiene-only'])).code).toBe(0)
    repository.write({ [config]: 'ignore: ["docs/"]\n' })
    expect((await reviewLoop(repository.path, ['review', '--hygiene-only'])).code).toBe(0)
    repository.commit('Configure')
    expect((await reviewLoop(repository.path, ['review', '--hygiene-only'])).code).toBe(0)
  })
})

describe.concurrent('a program that a branch brings along', () => {
  it.each([
    ['an empty entry of the PATH', (_: string, path: string) => `${delimiter}${path}`],
    ['a dot in the PATH', (_: string, path: string) => `.${delimiter}${path}`],
    ['a relative entry of the PATH', (_: string, path: string) => `../${delimiter}bin${delimiter}${path}`],
    ['an entry that names the work tree', (root: string, path: string) => `${join(root, 'bin')}${delimiter}${path}`],
  ])('is not run by way of %s', async (_, pathFor) => {
    const mark = join(temporaryFolder(), 'ran')
    const script = `#!/bin/sh\ntouch ${mark}\nexit 0\n`
    const names = ['git', 'claude', 'bwrap', 'sh', 'gh'].flatMap((name) => [name, `bin/${name}`])
    const repository = checkout({ ...code, ...Object.fromEntries(names.map((name) => [name, script])) })
    for (const name of names) chmodSync(join(repository.path, name), 0o755)
    const env = { PATH: pathFor(repository.path, process.env.PATH ?? '') }
    for (const words of [['review', '--hygiene-only'], ['doctor'], ['review', '--agent', 'command:claude']])
      await reviewLoop(repository.path, words, { env })
    expect(existsSync(mark)).toBe(false)
  })
})
