import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import type { TestRepository } from '../support/repository.ts'
import { withSecret } from '../support/samples.ts'
import { runAgent, runRepository, sessionText, staged } from '../support/scripted-run.ts'

const config = {
  '.review-loop/config.md': 'skip_quality_polish: true\nauto_commit: true\n',
  // So that reviewers work in a copy.
  '.review-loop/config.yaml': 'sandbox: off\n',
}

/** Reviewers that look into the file, and ask once. */
const careful = () =>
  runAgent({
    exec: `if (count > 1) noop()
      else { writeFileSync('calc.js', 'export const add = (a, b) => a + b\\n'); done('calc.js') }`,
    review: `
      if (name !== 'exec') approve()
      else if (!(await import('node:fs')).readFileSync('calc.js', 'utf8').includes('add')) refuse('There is no add')
      else { approve(); if (count === 1) console.log('\\n### Questions\\n- Should it be a class?') }`,
  })

function hook(test: TestRepository, line: string): void {
  mkdirSync(join(test.path, '.git/hooks'), { recursive: true })
  writeFileSync(join(test.path, '.git/hooks/pre-commit'), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
}

it('delivers what reviewers saw and the commands passed, and validates what a hook made of it', async () => {
  const [test, agent] = [runRepository(config), careful()]
  test.write({ 'mine.js': withSecret })
  const asking = await staged(test, agent, 'run', 'Add add', '--validate', 'grep -q add calc.js')
  expect(asking).toMatchObject({ code: 4, result: { outcome: 'asking', question: { kind: 'decision' } } })
  expect(asking.result.rounds.map(({ pass, verdict }) => `${pass} ${verdict}`)).toEqual([
    'plan APPROVE',
    'exec APPROVE',
  ])

  expect(await runInside(test.path, ['answer', asking.result.session])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the answer is missing'),
  })
  await runInside(test.path, ['answer', 'No, a function.'])
  hook(test, 'echo not today; exit 1')
  const refused = await staged(test, agent, 'run', '--resume')
  expect(refused).toMatchObject({
    code: 4,
    result: { outcome: 'blocked', commit: null, completedStages: { length: 4 } },
  })
  expect(refused.result.reason).toContain('not today')
  expect(agent.calls().some(({ prompt }) => /Answer of .+: No, a function\./.test(prompt))).toBe(true)

  hook(test, 'echo "// of a hook" >> calc.js; git add calc.js')
  const { code, result } = await staged(test, agent, 'run', '--resume')
  expect({ code, ...result }).toMatchObject({
    code: 0,
    outcome: 'delivered',
    completedStages: ['exec', 'polish', 'docs', 'security'],
    commit: test.git('rev-parse', 'HEAD').trim(),
    leftAlone: ['mine.js'],
  })
  expect(result.files).toEqual(['CHANGELOG.md', 'calc.js'])
  expect(result.validations).toEqual([
    { command: 'grep -q add calc.js', before: 'failed', after: 'passed', output: '' },
  ])
  expect(sessionText(test)).toContain('a hook changed calc.js: no stage is complete for that, and all begin again.')
  expect(sessionText(test)).toContain('- completed_stages: [exec, polish, docs, security]\n')
})

it('ends with a result where the commit cannot be made, and delivers when it can', async () => {
  const [test, agent] = [runRepository({ ...config, 'CHANGELOG.md': '# Changes\n' }), careful()]
  test.git('config', 'commit.gpgSign', 'true')
  test.git('config', 'gpg.program', 'false')
  await staged(test, agent, 'run', 'Add add')
  await runInside(test.path, ['answer', 'No, a function.'])
  const failed = await staged(test, agent, 'run', '--resume')
  expect(failed).toMatchObject({
    code: 4,
    result: {
      outcome: 'blocked',
      commit: null,
      reason: 'The commit could not be made: git commit failed: gpg failed to sign the data',
    },
  })
  expect(test.git('status', '--porcelain')).toBe(' M calc.js\n')
  expect(sessionText(test)).toContain('gpg failed to sign the data')

  test.git('config', 'commit.gpgSign', 'false')
  const { code, result } = await staged(test, agent, 'run', '--resume')
  expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered', commit: expect.any(String) })
})
