import { describe, expect, it } from 'vitest'
import { type Death, runToItsDeath } from '../support/killing-git.ts'
import { reviewLoop } from '../support/program.ts'
import { runAgent, runEvents, runRepository, sessionText, startRun } from '../support/scripted-run.ts'

const atFirst = (words: string): Death => ({ words, count: 1, when: 'before' })

describe('a run that is killed while it reads the files for the first time', () => {
  it.concurrent.each([
    [
      'of a work item',
      ['run', 'add an add function', '--no-post-review'],
      atFirst('status --porcelain=v1'),
      { 'notes.md': 'mine\n' },
    ],
    ['of a review', ['execute', '--review-only'], atFirst('write-tree'), { 'calc.js': 'export const one = 1\n' }],
  ])('is listed, and goes on with its agents and commands: %s', async (_, words, death, dirty) => {
    const [test, agent] = [runRepository(), runAgent()]
    test.write(dirty)
    await runToItsDeath(test, [...words, '--agent', agent.word, '--validate', 'test -f calc.js'], death)
    const { runs } = JSON.parse((await reviewLoop(test.path, ['sessions', '--format', 'json'])).stdout)
    expect(runs).toMatchObject([{ status: 'stopped', outcome: 'interrupted' }])
    const { code, result, stderr } = await startRun(test, ['run', '--resume', '--no-post-review', '--format', 'json'])
      .ended
    expect(code, stderr).toBe(0)
    expect(result).toMatchObject({
      session: runs[0].session,
      outcome: 'delivered',
      validations: [{ command: 'test -f calc.js', after: 'passed' }],
    })
    expect(runEvents(test).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['run-started', 'resumed', 'work-read', 'delivered']),
    )
    for (const file of Object.keys(dirty)) expect(sessionText(test)).toContain(file)
  })
})
