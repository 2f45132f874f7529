import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectUntouched, placesOf } from '../support/expectations.ts'
import { reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'
import { withDebugger, withMachinePath } from '../support/samples.ts'

// Files in the reviewed change never configure its review. In CI the base commit does, at home the working tree.

const ci = { CI: 'true' }
const inPath = 'hygiene/machine-path path.js:1'
const waiveAll = 'waivers: [{ rule: "*", path: "**", reason: Because I say so }]\n'

const sweep = (path: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  reviewJson(path, ['--hygiene-only', ...args], env)

describe.concurrent('a change that would configure its own review', () => {
  it.each([
    ['a waiver for itself', '.review-loop/waivers.yaml', waiveAll],
    ['paths to ignore', '.review-loop/config.yaml', 'ignore: ["*.js"]\n'],
    ['rules turned off', '.review-loop/config.yaml', 'builtin: { rules_off: ["hygiene/machine-path"] }\n'],
    ['no sweep', '.review-loop/config.yaml', 'builtin: { disable: [hygiene] }\n'],
    ['a lighter severity', '.review-loop/config.yaml', 'severity: [{ path: "**", severity: P3 }]\n'],
    ['another base', '.review-loop/config.yaml', 'base: HEAD\n'],
    ['a broken configuration', '.review-loop/config.yaml', 'ignore: [\n'],
  ])('with %s does not succeed in CI', async (_, file, text) => {
    const repository = createRepository()
    repository.commit('Change', { 'path.js': withMachinePath, [file]: text })
    const { code, result } = await sweep(repository.path, [], ci)
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual([inPath, `hygiene/review-config ${file}`])
    expect(result.scope.base).toBe('main')
  })

  it('does not succeed in CI before it is committed either', async () => {
    const repository = createRepository()
    repository.write({ 'path.js': withMachinePath, '.review-loop/waivers.yaml': waiveAll })
    const { code, result } = await sweep(repository.path, [], ci)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain(inPath)
  })

  it('applies at home, and is a finding', async () => {
    const repository = createRepository()
    repository.write({
      'path.js': withMachinePath,
      '.review-loop/config.yaml': 'severity: [{ rule: hygiene/machine-path, severity: P3 }]\n',
    })
    const { code, result } = await sweep(repository.path, [], {})
    expect(code).toBe(0)
    expect(placesOf(result)).toEqual([inPath, 'hygiene/review-config .review-loop/config.yaml'])
    expect(result.findings.map(({ severity }) => severity)).toEqual(['P2', 'P3'])
  })
})

describe.concurrent('in CI the rules of the base apply', () => {
  const house = {
    '.review-loop/config.yaml': 'severity: [{ rule: hygiene/debugger, severity: P1 }]\n',
    '.review-loop/waivers.yaml': waiveAll.replace('**', 'old/'),
  }

  it.each([
    ['the branch', []],
    ['paths', ['a.js', 'old']],
    ['a range', ['main..topic']],
    ['a range from the merge base', ['main...topic']],
  ])('to %s, even when the change takes them away', async (_, args) => {
    const repository = createRepository(house)
    repository.commit('Change', {
      'a.js': withDebugger,
      'old/a.js': withMachinePath,
      '.review-loop/config.yaml': null,
      '.review-loop/waivers.yaml': null,
    })
    const { code, result } = await sweep(repository.path, args, ci)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain('hygiene/debugger a.js:2')
    expect(result.findings.find(({ file }) => file === 'a.js')?.severity).toBe('P1')
    expect(result.discarded.map(({ file, code: why }) => [file, why])).toContainEqual(['old/a.js', 'waived'])
  })

  it('to what is staged, from HEAD', async () => {
    const repository = createRepository(house)
    repository.write({ 'a.js': withDebugger, '.review-loop/config.yaml': 'ignore: ["*.js"]\n' })
    repository.git('add', '-A')
    const { code, result } = await sweep(repository.path, ['staged'], ci)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain('hygiene/debugger a.js:2')
  })

  it('to what is staged before the first commit: there are none', async () => {
    const repository = createRepository()
    repository.git('switch', '-q', '--orphan', 'fresh')
    repository.write({ 'path.js': withMachinePath, '.review-loop/waivers.yaml': waiveAll })
    repository.git('add', '-A')
    expect((await sweep(repository.path, ['staged'], ci)).code).toBe(1)
  })

  it.each(['0', 'false', ''])('but CI=%s is not CI', async (value) => {
    const repository = createRepository()
    repository.write({ 'path.js': withMachinePath, '.review-loop/waivers.yaml': waiveAll })
    expect((await sweep(repository.path, [], { CI: value })).code).toBe(0)
  })
})

describe.concurrent('--config', () => {
  const harmless = 'lines: hunk\n'
  const ignoring = 'ignore: ["*.js"]\n'

  function repositoryWith(config: string | null) {
    const repository = createRepository(config === null ? {} : { 'tools/review.yaml': config })
    repository.commit('Change', { 'path.js': withMachinePath, 'tools/review.yaml': ignoring })
    return repository
  }

  it('inside the repository is read from the base in CI, at home from the working tree when it is trusted', async () => {
    const { path } = repositoryWith(harmless)
    const args = ['--config', 'tools/review.yaml']
    const [inCi, atHome] = await Promise.all([sweep(path, args, ci), sweep(path, [...args, '--trust-config'], {})])
    expect(inCi.code).toBe(1)
    expect(placesOf(inCi.result)).toEqual([inPath])
    expect(atHome.code).toBe(0)
  })

  it('inside the repository is recognised through a link and from a folder below', async () => {
    const { path } = repositoryWith(harmless)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(path, link)
    const reviews = await Promise.all([
      sweep(path, ['--cwd', link, '--config', 'tools/review.yaml'], ci),
      sweep(path, ['--config', join(link, 'tools/review.yaml')], ci),
      sweep(join(path, 'tools'), ['--config', 'review.yaml'], ci),
    ])
    expect(reviews.map(({ code }) => code)).toEqual([1, 1, 1])
  })

  it('that the change has made a link is not followed in CI', async () => {
    const repository = repositoryWith(harmless)
    const outside = createRepository({ 'review.yaml': ignoring })
    repository.write({ 'tools/review.yaml': null })
    symlinkSync(join(outside.path, 'review.yaml'), join(repository.path, 'tools/review.yaml'))
    expect((await sweep(repository.path, ['--config', 'tools/review.yaml'], ci)).code).toBe(1)
  })

  it('that the base does not have is refused in CI', async () => {
    const { path } = repositoryWith(null)
    const result = await reviewLoop(path, ['review', '--config', 'tools/review.yaml'], { env: ci })
    expectUntouched(result, path, /tools\/review\.yaml cannot be read: it is not in the base commit/)
  })

  it('outside the repository is read as it is', async () => {
    const { path } = repositoryWith(harmless)
    const outside = createRepository({ 'review.yaml': ignoring })
    expect((await sweep(path, ['--config', join(outside.path, 'review.yaml')], ci)).code).toBe(0)
  })
})

describe.concurrent('a program of the repository that reviews', () => {
  const clean = `console.log('{"summary": "All is well.", "findings": []}')\n`
  const blocking = 'process.exit(1)\n'
  const words = ['--reviewer', 'command:node --no-warnings tools/look.mjs']
  const repositoryWith = (changed: Readonly<Record<string, string | null>>) => {
    const repository = createRepository({ 'tools/look.mjs': blocking, 'tools/all/look.mjs': blocking })
    repository.commit('Change', { 'a.js': 'export const a = 1\n', ...changed })
    return repository.path
  }

  it.each([
    ['in its file', { 'tools/look.mjs': clean }],
    ['by a folder in its place', { 'tools/look.mjs': null, 'tools/look.mjs/index.js': clean }],
    ['by taking it away', { 'tools/look.mjs': null }],
  ])('is not run in CI when the change alters it %s', async (_, changed) => {
    const path = repositoryWith(changed)
    const result = await reviewLoop(path, ['review', ...words], { env: ci })
    expectUntouched(result, path, /the change alters tools\/look\.mjs, which this agent runs/)
  })

  it('is not run in CI to mend what the change brings either', async () => {
    const path = repositoryWith({ 'tools/look.mjs': clean })
    const args = ['loop', '--fixer', 'command:node tools/look.mjs']
    expectUntouched(await reviewLoop(path, args, { env: ci }), path, /the change alters tools\/look\.mjs/)
  })

  it('is not run in CI behind a link either', async () => {
    const path = repositoryWith({ 'tools/all/look.mjs': clean })
    symlinkSync(join(path, 'tools', 'all'), join(path, 'linked'))
    const args = ['review', '--committed', '--reviewer', 'command:node linked/look.mjs']
    expectUntouched(await reviewLoop(path, args, { env: ci }), path, /alters tools\/all\/look\.mjs/)
  })

  it('runs as it is when the change leaves it alone, and at home', async () => {
    const untouched = repositoryWith({})
    const altered = repositoryWith({ 'tools/look.mjs': clean })
    expect((await reviewJson(untouched, words, ci)).result.gate.reasons.join()).toContain('exit code 1')
    expect((await reviewJson(altered, words)).code).toBe(0)
  })
})

it.concurrent('config shows the rules in force: of the base in CI, of the working tree at home', async () => {
  const repository = createRepository({ '.review-loop/config.yaml': 'lines: strict\n' })
  repository.commit('Change', { '.review-loop/config.yaml': '# mine\nlines: hunk\n' })
  const [inCi, atHome] = await Promise.all([
    reviewLoop(repository.path, ['config'], { env: ci }),
    reviewLoop(repository.path, ['config']),
  ])
  expect(inCi.stdout).toMatch(/^lines +strict +\.review-loop\/config\.yaml at [0-9a-f]{10}:1$/m)
  expect(atHome.stdout).toMatch(/^lines +hunk +\.review-loop\/config\.yaml:2$/m)
})
