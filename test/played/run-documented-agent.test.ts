import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDecision } from '../../src/core/staged/replies/question.ts'
import { temporaryFolder } from '../support/repository.ts'
import { runRepository, startRun, whole } from '../support/scripted-run.ts'

// The agent that docs/agents.md shows for a staged run, taken from the page as it stands.

const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8')
const [, program = ''] = /^```js\n(\/\/ my-run-agent\.mjs.*?)^```$/ms.exec(page) ?? []
const file = join(temporaryFolder(), 'my-run-agent.mjs')
writeFileSync(file, program)

it('plays every role of a run, with the gate', async () => {
  const test = runRepository(whole)
  const agent = `command:${process.execPath} ${file}`
  const words = ['run', 'Greet', '--agent', agent, '--gate', '--handsfree', '--no-post-review', '--format', 'json']
  const { code, result, stderr } = await startRun(test, words).ended
  expect(stderr).not.toContain('Does not count')
  expect(result).toMatchObject({
    outcome: 'delivered',
    completedStages: ['exec', 'polish', 'docs', 'security'],
    files: ['CHANGELOG.md', 'hello.txt'],
  })
  expect(result.rounds.map(({ phase }) => phase)).toContain('gate')
  expect(code).toBe(0)
})

it('answers a decision', () => {
  const env = { ...process.env, REVIEW_LOOP_ROLE: 'reviewer', REVIEW_LOOP_REVIEWER: 'decision' }
  const answer = execFileSync(process.execPath, [file], { env, input: 'Which way?', encoding: 'utf8' })
  expect(parseDecision(answer)).toEqual({ value: { decision: 'one file', reason: 'it is simpler' } })
})
