import { describe, expect, it } from 'vitest'
import { expectUntouched, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { inPath, many, modeOf, reviewedOnce } from '../support/reviewed.ts'
import { clean } from '../support/samples.ts'

const sinceLast = '--since-last-review'

describe.concurrent('--since-last-review', () => {
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
    const result = await runInside(repository.path, ['review', sinceLast])
    expectUntouched(result, repository.path, /^review-loop: --since-last-review: .*no completed review of this branch/)
  })

  it('is refused when history was rewritten', async () => {
    const repository = await reviewedOnce()
    repository.git('commit', '-q', '--amend', '-m', 'Rewritten')
    const { stdout, stderr, code } = await runInside(repository.path, ['review', sinceLast])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^review-loop: --since-last-review: .*rewritten.*\n {13}.*--full-review.*\n$/i)
  })

  it('is refused when the settings changed, because the old part was judged by others', async () => {
    const repository = await reviewedOnce()
    repository.commit('Configure', { '.review-loop/config.yaml': 'lines: strict\n' })
    const { code, stderr } = await runInside(repository.path, ['review', sinceLast, '--trust-config'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^review-loop: --since-last-review: the settings.* changed/)
  })

  it('knows only reviews of the branch itself', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.rb': clean })
    for (const args of [['a.rb'], ['main..topic'], ['--hygiene-only']]) {
      expect((await reviewJson(repository.path, args)).code).toBe(0)
    }
    const { code, stderr } = await runInside(repository.path, ['review', sinceLast])
    expect(code).toBe(2)
    expect(stderr).toMatch(/no completed review/)
  })
})
