import { describe, expect, it } from 'vitest'
import { expectUntouched, placesOf } from '../support/expectations.ts'
import { dateFromNow, daysFromNow, partialInstallation, reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath, withSecret } from '../support/samples.ts'

const sinceLast = '--since-last-review'
const inPath = 'hygiene/machine-path path.rb:1'

/** A branch that was reviewed once: a P1 in path.rb, a P2 in debug.js. */
async function reviewedOnce(base: Files = {}): Promise<TestRepository> {
  const repository = createRepository({ 'README.md': '# Test\n', ...base })
  repository.commit('Add', { 'path.rb': withMachinePath, 'debug.rb': withDebugger })
  const { code, result } = await reviewJson(repository.path)
  expect(code).toBe(base['.review-loop/waivers.yaml'] === undefined ? 1 : 0)
  expect(modeOf(result.notices)).toBeUndefined()
  return repository
}

function modeOf(notices: readonly string[]): string | undefined {
  return notices.find((notice) => notice.startsWith('Review mode: '))
}

describe('a small follow-up after a review', () => {
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

  it('brings back what was waived when the waiver runs out', async () => {
    const expires = dateFromNow(1)
    const waivers = `waivers: [{ rule: hygiene/machine-path, path: path.rb, reason: Until the move, expires: ${expires} }]\n`
    const repository = await reviewedOnce({ '.review-loop/waivers.yaml': waivers })
    repository.commit('More', { 'more.rb': clean })
    const today = await reviewJson(repository.path, [sinceLast])
    repository.commit('Even more', { 'even-more.rb': clean })
    const later = await reviewJson(repository.path, [sinceLast], daysFromNow(2))
    expect(today).toMatchObject({ code: 0, result: { discarded: [{ code: 'waived', file: 'path.rb' }] } })
    expect(modeOf(later.result.notices)).toMatch(/incremental/)
    expect(later.code).toBe(1)
    expect(placesOf(later.result)).toContain(inPath)
    expect(later.result.notices).toContainEqual(expect.stringMatching(`expired on ${expires}.*Until the move`))
  })
})

describe('the review is full', () => {
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
      ['--config', 'strict.yaml'],
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

  it('after one that was inconclusive, even when only the new part was asked for', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'b.py': 'def f(x=[]):\n    return x\n', 'path.rb': withMachinePath })
    const broken = { program: partialInstallation(['oxlint', '@ast-grep']) }
    expect((await reviewJson(repository.path, [], {}, broken)).code).toBe(3)
    repository.commit('More', { 'more.rb': clean })
    const { code, result } = await reviewJson(repository.path, [sinceLast])
    expect(code).toBe(1)
    expect(modeOf(result.notices)).toMatch(/full \(the last review was inconclusive\)/)
    expect(placesOf(result)).toContainEqual(expect.stringMatching(/^ruff\/\S+ b\.py:1$/))
  })
})

describe('--since-last-review', () => {
  it('is reviewed whatever its size', async () => {
    const repository = await reviewedOnce()
    repository.commit('More', many(40))
    const { result } = await reviewJson(repository.path, [sinceLast])
    expect(modeOf(result.notices)).toMatch(/incremental \(40 files, 40 lines/)
    expect(placesOf(result)).toContain(inPath)
  })

  it('with nothing new repeats the last gate with the same exit code', async () => {
    const blocked = await reviewedOnce()
    const first = await reviewJson(blocked.path, ['--full-review'])
    const again = await reviewJson(blocked.path, [sinceLast])
    expect(modeOf(again.result.notices)).toMatch(/nothing new since the last review/)
    expect(again.code).toBe(first.code)
    expect(again.result).toMatchObject({ gate: first.result.gate, verdict: first.result.verdict })
    expect(again.result.findings).toEqual(first.result.findings)
    const passed = createRepository()
    passed.commit('Add', { 'a.rb': clean })
    expect((await reviewJson(passed.path)).code).toBe(0)
    expect((await reviewJson(passed.path, [sinceLast])).code).toBe(0)
  })

  it('with nothing new but a report hears the report', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.rb': clean })
    expect((await reviewJson(repository.path)).code).toBe(0)
    const finding = {
      file: 'a.rb',
      line: 1,
      severity: 'P0',
      title: 'Wrong',
      problem: 'It is wrong.',
      evidence: 'answer',
      confidence: 1,
    }
    repository.write({ '.git/report.json': JSON.stringify([finding]) })
    const { code, result } = await reviewJson(repository.path, [sinceLast, '--import', '.git/report.json'])
    expect(code).toBe(1)
    expect(result.findings).toMatchObject([{ title: 'Wrong' }])
  })

  it('is refused where there was no review, and leaves nothing behind', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.rb': clean })
    repository.write({ 'uncommitted.rb': clean })
    const result = await reviewLoop(repository.path, ['review', sinceLast])
    expectUntouched(result, repository.path, /^review-loop: --since-last-review: .*no completed review of this branch/)
  })

  it('is refused when history was rewritten', async () => {
    const repository = await reviewedOnce()
    repository.git('commit', '-q', '--amend', '-m', 'Rewritten')
    const { stdout, stderr, code } = await reviewLoop(repository.path, ['review', sinceLast])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^review-loop: --since-last-review: .*rewritten.*\n {13}.*--full-review.*\n$/i)
  })

  it('is refused when the settings changed, because the old part was judged by others', async () => {
    const repository = await reviewedOnce()
    repository.commit('Configure', { '.review-loop/config.yaml': 'lines: strict\n' })
    const { code, stderr } = await reviewLoop(repository.path, ['review', sinceLast])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^review-loop: --since-last-review: the settings .* changed/)
  })

  it('knows only reviews of the branch itself', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.rb': clean })
    for (const args of [['a.rb'], ['main..topic'], ['--hygiene-only']]) {
      expect((await reviewJson(repository.path, args)).code).toBe(0)
    }
    const { code, stderr } = await reviewLoop(repository.path, ['review', sinceLast])
    expect(code).toBe(2)
    expect(stderr).toMatch(/no completed review/)
  })
})

function many(count: number): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.txt`, 'text\n']))
}
