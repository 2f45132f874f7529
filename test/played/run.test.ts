import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { runAgent, runRepository, staged } from '../support/scripted-run.ts'

// What `run`, `plan` and `execute` refuse, and their guide. What they do is in run-scenarios.test.ts.

it.each([
  [['execute'], /give one of --session, --plan and --review-only; found none/],
  [['execute', '--review-only', '--session', 'abcd'], /found 2/],
  [['execute', '--plan', 'x'], /--plan and --title go together/],
  [['execute', '--plan', '', '--title', 'T'], /--plan is empty/],
  [['execute', '--plan', 'x', '--title', ' '], /--title is empty/],
  [['execute', '--session', ''], /--session is empty/],
  [['run'], /say what is to be done/],
  [['run', 'x', '--stop-after', 'lunch'], /--stop-after/],
  [['run', '--resume', 'abcd1234'], /There is no session abcd1234/],
  [['run', '--resume', 'nope'], /There is no session nope\./],
  [['run', '.review-loop'], /\.review-loop cannot be read: it is a folder/],
  [['run', 'nofile.md'], /nofile\.md cannot be read: there is no such file/],
])('%j is refused before anything is written', async (words, problem) => {
  const test = runRepository()
  const { code, stderr } = await staged(test, runAgent(), ...words)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(problem) })
  expect(readdirSync(join(test.path, '.review-loop'))).toEqual(['config.md'])
})

it.each([
  ['run', 'story.pdf'],
  ['execute', '--plan', 'story.pdf', '--title', 'T'],
])('%s refuses a file that is no text', async (...words) => {
  const test = runRepository()
  test.write({ 'story.pdf': new Uint8Array([37, 80, 68, 70, 0, 255]) })
  const { code, stderr } = await staged(test, runAgent(), ...words)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/story\.pdf cannot be read: it is no UTF-8/),
  })
})

it('is interrupted by who stops it at a question, which stays', async () => {
  const [test, stop] = [runRepository(), new AbortController()]
  const agent = runAgent({ plan: `plan('- [decision] Which name?')` })
  const prompt = async () => {
    stop.abort()
    return null
  }
  const words = ['run', 'Add add', '--agent', agent.word, '--no-post-review', '--format', 'json']
  const { code, stdout } = await runInside(test.path, words, { prompt, signal: stop.signal })
  expect({ code, result: JSON.parse(stdout) }).toMatchObject({
    code: 130,
    result: { outcome: 'asking', question: { about: ['Which name?'] } },
  })
  const again = await runInside(test.path, ['run', '--resume', '--agent', agent.word])
  expect(again).toMatchObject({ code: 4, stdout: expect.stringContaining('Which name?') })
})

it('guide prints commands, stop points and keys', async () => {
  const { code, stdout } = await runInside(runRepository().path, ['guide'])
  expect(code).toBe(0)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  for (const word of ['before-polish', 'soft_limit_exec', 'review-loop execute --review-only'])
    expect(stdout).toContain(word)
})
