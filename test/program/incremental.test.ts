import { describe, expect, it } from 'vitest'
import { placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { dateFromNow, daysFromNow, partialInstallation, reviewJson } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { inPath, many, modeOf, reviewedOnce } from '../support/reviewed.ts'
import { clean, withMachinePath, withSecret } from '../support/samples.ts'

describe.concurrent('a small follow-up after a review', () => {
  it('is reviewed incrementally by itself, says so in one line, and what still holds still blocks', async () => {
    const repository = await reviewedOnce()
    const last = repository.git('rev-parse', '--short=7', 'HEAD').trim()
    repository.commit('More', { 'more.rb': `${clean}debugger\n` })
    const { code, result, stderr } = await reviewJson(repository.path)
    const line = `Review mode: incremental (1 file, 2 lines since ${last})`
    expect(code).toBe(1)
    expect(result.notices[0]).toBe(line)
    expect(stderr.split('\n').filter((text) => text.includes('Review mode'))).toEqual([`Notice: ${line}`])
    expect(placesOf(result)).toEqual(['hygiene/debugger debug.rb:2', 'hygiene/debugger more.rb:2', inPath])
    expect(result.gate).toMatchObject({ result: 'blocked', reasons: [expect.stringContaining('1 P1')] })
    expect(result.scope).toMatchObject({ base: 'main', files: 3 })
  })

  it('finds again what moved, under the same id, and drops what was mended', async () => {
    const repository = await reviewedOnce()
    const before = await reviewJson(repository.path, ['--full-review'])
    repository.commit('Mend', { 'debug.rb': clean, 'path.rb': `// one\n// two\n${withMachinePath}` })
    const { result } = await reviewJson(repository.path)
    expect(modeOf(result.notices)).toMatch(/incremental/)
    expect(placesOf(result)).toEqual(['hygiene/machine-path path.rb:3'])
    const id = (list: typeof result.findings) => list.find(({ file }) => file === 'path.rb')?.id
    expect(id(result.findings)).toBe(id(before.result.findings))
  })

  it('passes once everything is mended, whether committed or not', async () => {
    const repository = await reviewedOnce()
    repository.write({ 'path.rb': clean })
    const { code, result } = await reviewJson(repository.path)
    expect(modeOf(result.notices)).toMatch(/incremental/)
    expect(code).toBe(0)
    expect(placesOf(result)).toEqual(['hygiene/debugger debug.rb:2'])
    repository.write({ 'path.rb': null, 'debug.rb': null })
    expect(await reviewJson(repository.path)).toMatchObject({ code: 3, result: { findings: [], scope: { files: 0 } } })
  })

  it('follows a file to its new name', async () => {
    const repository = await reviewedOnce()
    repository.git('mv', 'path.rb', 'moved.rb')
    repository.commit('Rename')
    const { code, result } = await reviewJson(repository.path)
    expect(modeOf(result.notices)).toMatch(/incremental/)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain('hygiene/machine-path moved.rb:1')
  })

  it('keeps a secret of the last review blocking', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'key.rb': withSecret })
    const first = await reviewJson(repository.path)
    repository.commit('More', { 'more.rb': clean })
    const { code, result } = await reviewJson(repository.path)
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual(['secret/aws-access-key key.rb:1'])
    expect(result.findings[0]?.id).toBe(first.result.findings[0]?.id)
  })

  it('keeps what an analyser said about a file that is not looked at again', async () => {
    const repository = createRepository()
    repository.commit('Add', {
      'a.ts': 'export const same = (a: number) => a === NaN\n',
      'b.py': 'def f(x=[]):\n    return x\n',
    })
    const first = await reviewJson(repository.path)
    repository.commit('More', { 'more.md': 'hello\n' })
    const { result } = await reviewJson(repository.path)
    expect(modeOf(result.notices)).toMatch(/incremental/)
    expect(placesOf(result)).toEqual(placesOf(first.result))
    expect(placesOf(result).length).toBeGreaterThan(1)
  })

  it('carries nothing over of an analyser that is turned off', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.ts': 'export const same = (a: number) => a === NaN\n' })
    expect((await reviewJson(repository.path)).result.findings).toMatchObject([{ reviewers: ['oxlint'] }])
    repository.write({ '.git/other.yaml': 'builtin: { disable: [oxlint] }\n' })
    const { result } = await reviewJson(repository.path, ['--config', '.git/other.yaml'])
    expect(modeOf(result.notices)).toMatch(/full \(the settings/)
    expect(result.findings).toEqual([])
  })

  it('brings back what was waived when the waiver runs out', async () => {
    const expires = dateFromNow(1)
    const waivers = `waivers: [{ rule: hygiene/machine-path, path: path.rb, reason: Until the move, expires: ${expires} }]\n`
    const repository = await reviewedOnce({ '.review-loop/waivers.yaml': waivers }, daysFromNow(0))
    repository.commit('More', { 'more.rb': clean })
    const today = await reviewJson(repository.path, ['--since-last-review'], daysFromNow(0))
    const nothingNew = await reviewJson(repository.path, ['--since-last-review'], daysFromNow(2))
    expect(nothingNew.code).toBe(1)
    repository.commit('Even more', { 'even-more.rb': clean })
    const later = await reviewJson(repository.path, ['--since-last-review'], daysFromNow(2))
    expect(today).toMatchObject({ code: 0, result: { discarded: [{ code: 'waived', file: 'path.rb' }] } })
    expect(modeOf(later.result.notices)).toMatch(/incremental/)
    expect(later.code).toBe(1)
    expect(placesOf(later.result)).toContain(inPath)
    expect(later.result.notices).toContainEqual(expect.stringMatching(`expired on ${expires}.*Until the move`))
  })
})

describe.concurrent('the review is full', () => {
  const more = (repository: TestRepository) => repository.commit('More', { 'more.rb': clean })

  it.each<[string, readonly string[], (repository: TestRepository) => unknown]>([
    ['when nothing changed', [], () => {}],
    ['when asked for', ['--full-review'], more],
    ['after too many files', [], (repository) => repository.commit('More', many(31))],
    ['after too many lines', [], (repository) => repository.commit('More', { 'more.rb': clean.repeat(1501) })],
    [
      'when history was rewritten',
      [],
      (repository) => repository.git('reset', '-q', '--soft', 'main') + more(repository),
    ],
    [
      'against another base',
      ['--base', 'other'],
      (repository) => repository.git('branch', 'other', 'main') + more(repository),
    ],
    ['on another branch', [], (repository) => repository.git('switch', '-q', '-c', 'second') + more(repository)],
    [
      'with other settings',
      ['--config', 'strict.yaml', '--trust-config'],
      (repository) => repository.commit('More', { 'strict.yaml': 'lines: strict' }),
    ],
    ['for paths', ['.'], more],
    ['of the sweep alone', ['--hygiene-only'], more],
  ])('%s', async (_, args, change) => {
    const repository = await reviewedOnce()
    change(repository)
    const { code, result } = await reviewJson(repository.path, args)
    expect(modeOf(result.notices) ?? 'full').not.toMatch(/incremental|nothing new/)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain(inPath)
  })

  it('when part of the change was taken back, but not when the base was merged', async () => {
    const repository = await reviewedOnce({ 'old.rb': clean })
    repository.commit('More', { 'old.rb': `${clean}${clean}`, 'more.rb': clean })
    expect(modeOf((await reviewJson(repository.path)).result.notices)).toMatch(/incremental/)
    repository.git('switch', '-q', 'main')
    repository.commit('Meanwhile', { 'meanwhile.rb': clean })
    repository.git('switch', '-q', 'topic')
    repository.git('merge', '-q', '-m', 'Merge', 'main')
    expect(modeOf((await reviewJson(repository.path)).result.notices)).toMatch(/incremental/)
    repository.write({ 'more.rb': null })
    repository.git('checkout', '-q', 'main', '--', 'old.rb')
    expect(modeOf((await reviewJson(repository.path)).result.notices)).toBe(
      'Review mode: full (part of the change was taken back since the last review: more.rb, old.rb)',
    )
  })

  it('within limits and a switch that can be configured', async () => {
    const repository = await reviewedOnce({ '.review-loop/config.yaml': 'limits: { incremental_lines: 3 }\n' })
    repository.commit('Small', { 'small.rb': clean })
    expect(modeOf((await reviewJson(repository.path)).result.notices)).toMatch(/incremental \(1 file, 1 line /)
    repository.commit('Large', { 'large.rb': clean.repeat(4) })
    expect(modeOf((await reviewJson(repository.path)).result.notices) ?? 'full').not.toMatch(/incremental/)
    const off = await reviewedOnce({ '.review-loop/config.yaml': 'incremental: off\n' })
    off.commit('Small', { 'small.rb': clean })
    expect(modeOf((await reviewJson(off.path)).result.notices) ?? 'full').not.toMatch(/incremental/)
  })

  it('after one that was inconclusive, which is none to go on from', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'b.py': 'def f(x=[]):\n    return x\n', 'path.rb': withMachinePath })
    const broken = { program: partialInstallation(['oxlint', '@ast-grep']) }
    expect((await reviewJson(repository.path, [], {}, broken)).code).toBe(3)
    repository.commit('More', { 'more.rb': clean })
    const refused = await runInside(repository.path, ['review', '--since-last-review'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('no completed review of this branch') })
    const { code, result } = await reviewJson(repository.path)
    expect(code).toBe(1)
    expect(modeOf(result.notices)).toBeUndefined()
    expect(placesOf(result)).toContainEqual(expect.stringMatching(/^ruff\/\S+ b\.py:1$/))
  })
})
