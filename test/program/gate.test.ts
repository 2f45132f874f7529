import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { partialInstallation, reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type Files, temporaryFolder } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

function changed(files: Files) {
  const repository = createRepository()
  repository.commit('Change', files)
  return repository.path
}

describe.concurrent('gate, verdict and exit code', () => {
  it.each([
    ['nothing found', clean, 0, 'pass', 'approve', 'Approved'],
    ['a P2 that does not block', withDebugger, 0, 'pass', 'approve', 'Approved'],
    ['a P1', withMachinePath, 1, 'blocked', 'needs_attention', 'Needs Attention'],
    ['a P0', withSecret, 1, 'blocked', 'decline', 'Changes Requested'],
  ])('%s', async (_, text, code, gate, verdict, label) => {
    const review = await reviewJson(changed({ 'a.js': text }), ['--hygiene-only'])
    expect(review).toMatchObject({ code, result: { verdict, label, gate: { result: gate } } })
    expect(review.result.gate.reasons).toHaveLength(gate === 'pass' ? 0 : 1)
  })

  it('every built-in reviewer has its say on its kind of file', async () => {
    const path = changed({
      'a.ts': 'export function same(a: number) {\n  return a === NaN\n}\n',
      'b.py': 'def add(item, to=[]):\n    to.append(item)\n    return to\n',
      'c.go': 'package c\n\nfunc f(m *sync.Mutex) {\n\tdefer recover()\n}\n',
    })
    const { result, code } = await reviewJson(path)
    expect(result.reviewers.map(({ name, agent, status }) => [name, agent, status])).toEqual([
      ['hygiene', 'builtin', 'ok'],
      ['oxlint', 'builtin', 'ok'],
      ['ruff', 'builtin', 'ok'],
      ['rules', 'builtin', 'ok'],
    ])
    const files = new Set(result.findings.map(({ file }) => file))
    expect([...files].sort()).toEqual(['a.ts', 'b.py', 'c.go'])
    expect(code).toBe(1)
    expect(result.findings.some(({ suggestion }) => suggestion !== null)).toBe(true)
  })

  it('--hygiene-only leaves the analysers out', async () => {
    const path = changed({ 'a.ts': 'export const same = (a: number) => a === NaN\ndebugger\n' })
    const { result, code } = await reviewJson(path, ['--hygiene-only'])
    expect(code).toBe(0)
    expect(result.reviewers.map(({ name }) => name)).toEqual(['hygiene'])
    expect(placesOf(result)).toEqual(['hygiene/debugger a.ts:2'])
  })
})

describe.concurrent('--fail-on', () => {
  it.each([
    ['P0', [0, 0]],
    ['P1', [0, 1]],
    ['P2', [1, 1]],
    ['P3', [1, 1]],
  ])('%s decides the exit code and leaves the gate as it is', async (severity, codes) => {
    const reviews = await Promise.all(
      [withDebugger, withMachinePath].map((text) =>
        reviewJson(changed({ 'a.js': text }), ['--hygiene-only', '--fail-on', severity]),
      ),
    )
    expect(reviews.map(({ code }) => code)).toEqual(codes)
    expect(reviews.map(({ result }) => result.gate.result)).toEqual(['pass', 'blocked'])
    expect(reviews.map(({ result }) => result.verdict)).toEqual(['approve', 'needs_attention'])
    expect(reviews.map(({ result }) => result.failOn?.exitCode)).toEqual(codes)
  })

  it.each([
    ['text', []],
    ['text', ['--quiet']],
    ['markdown', []],
    ['github', []],
  ])('says in %s %j why it fails, and never that it approves', async (format, more) => {
    const path = changed({ 'a.js': withDebugger })
    const args = ['review', '--hygiene-only', '--format', format, '--fail-on', 'P2', ...more]
    const { code, stdout } = await runInside(path, args)
    expect(code).toBe(1)
    expect(stdout).toContain('Failed by --fail-on P2')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('1 finding reaches --fail-on P2, so the exit code is 1: P2 a.js:2')
    expect(stdout).not.toContain('Approved')
  })

  it.each(['P0', 'P3'])('%s never hides that a review is inconclusive', async (severity) => {
    const { code, result } = await reviewJson(createRepository().path, ['--hygiene-only', '--fail-on', severity])
    expect(code).toBe(3)
    expect(result.gate.result).toBe('inconclusive')
  })
})

describe.concurrent('an empty change is not an approval', () => {
  it.each([
    ['a branch', [], /no difference between main and topic: there is nothing to review/],
    ['a named base', ['--base', 'HEAD'], /no difference between HEAD and topic/],
    ['paths', ['README.md'], /no difference between main and topic in README\.md/],
    ['a range', ['main..topic'], /no difference between main and topic/],
    ['the index', ['staged'], /Nothing is staged/],
  ])('%s: exit code 3, and what was compared', async (_, args, message) => {
    const { code, stdout, stderr } = await runInside(createRepository().path, ['review', '--quiet', ...args])
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(stdout).toMatch(/^Review Incomplete, gate inconclusive: /)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(message)
  })

  it('in JSON as well', async () => {
    const { code, result } = await reviewJson(createRepository().path)
    expect(code).toBe(3)
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      findings: [],
      scope: { files: 0, base: 'main', head: 'topic' },
    })
  })
})

describe.concurrent('a reviewer that cannot work makes the review inconclusive', () => {
  const files = { 'a.js': withMachinePath, 'b.py': 'b = 1\n', 'c.go': 'package c\n' }

  it.each([
    ['ruff', ['oxlint', '@ast-grep']],
    ['oxlint', ['@ast-grep', '@astral-sh']],
    ['rules', ['oxlint', '@astral-sh']],
  ])('%s', async (name, packages) => {
    const broken = { program: partialInstallation(packages) }
    const { code, result } = await reviewJson(changed(files), ['--fail-on', 'P0'], {}, broken)
    expect(code).toBe(3)
    expect(result).toMatchObject({ verdict: 'inconclusive', gate: { result: 'inconclusive' } })
    const failed = result.reviewers.filter(({ status }) => status !== 'ok')
    expect(failed).toMatchObject([{ name, status: 'failed', reason: expect.stringMatching(/\S/) }])
    expect(result.gate.reasons).toEqual([expect.stringContaining(name), expect.stringContaining('1 P1')])
    expect(placesOf(result)).toEqual(['hygiene/machine-path a.js:1'])
  })

  it.each([
    ['answers nonsense', 'console.log("no JSON")'],
    ['says nothing', ''],
    ['crashes', 'process.exit(7)'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('one that %s', async (_, script) => {
    const fakes = { 'oxlint/package.json': '{"name":"oxlint"}', 'oxlint/bin/oxlint': script }
    const broken = { program: partialInstallation(['@ast-grep'], fakes) }
    const { code, result } = await reviewJson(changed({ 'a.js': clean }), [], {}, broken)
    expect(code).toBe(3)
    expect(result.reviewers.find(({ name }) => name === 'oxlint')).toMatchObject({ status: 'failed' })
    expect(result.gate).toMatchObject({ result: 'inconclusive', reasons: [expect.stringContaining('oxlint failed: ')] })
  })

  it.each(['diff-tree', 'cat-file'])('git %s that breaks off is never taken for a clean change', async (subcommand) => {
    const folder = temporaryFolder()
    const script = `#!/bin/sh\nPATH='${process.env.PATH}'\nfor word in "$@"; do [ "$word" = ${subcommand} ] && kill -9 $$; done\nexec git "$@"\n`
    writeFileSync(join(folder, 'git'), script)
    chmodSync(join(folder, 'git'), 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const { code, stdout, stderr } = await reviewLoop(changed({ 'a.js': withSecret }), ['review', '--quiet'], { env })
    expect([2, 3]).toContain(code)
    expect(stdout).toBe('')
    expect(stderr).toMatch(new RegExp(`^review-loop: git ${subcommand} failed: `))
  })

  it('and doctor names it', async () => {
    const broken = { program: partialInstallation(['oxlint', '@ast-grep']) }
    const { code, stdout } = await reviewLoop(changed(files), ['doctor'], broken)
    expect(code).toBe(1)
    expect(stdout).toMatch(/missing ruff/)
    expect(stdout).toMatch(/\nMissing: ruff\.\n$/)
  })

  it('only when it has something to look at', async () => {
    const broken = { program: partialInstallation([]) }
    const { code, result } = await reviewJson(changed({ 'notes.md': 'hello\n' }), [], {}, broken)
    expect(code).toBe(0)
    expect(result.reviewers.slice(1).every(({ status }) => status === 'skipped')).toBe(true)
  })
})
