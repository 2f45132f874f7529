import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { answering } from '../../../test/support/staged-asking.ts'
import type { AgentPort } from '../../run/ports.ts'
import type { AgentTask } from '../../types.ts'
import { withPromptFile } from './staged-asking.ts'

const root = mkdtempSync(join(tmpdir(), 'staged-asking-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const task: AgentTask = {
  role: 'reviewer',
  name: 'exec',
  round: 1,
  session: 's',
  prompt: 'Review this.\n',
  workspace: root,
  mayWrite: false,
  budget: { seconds: 1, turns: null, tokens: null, dollars: null },
  files: [],
  findings: [],
  schema: null,
}
const { signal } = new AbortController()
const file = join(root, '.review-loop', 'tmp', 's-reviewer-prompt.txt')

it('shows the prompt in a file, as long as the call takes', async () => {
  const { port } = answering('Fine.')
  let seen = ''
  const run: AgentPort['run'] = (...call) => {
    seen = readFileSync(file, 'utf8')
    return port.run(...call)
  }
  const reads = withPromptFile({ ...port, run }, root, 's')
  expect(await reads.run(task, signal)).toMatchObject({ status: 'ok', text: 'Fine.' })
  expect(seen).toBe('Review this.\n')
  expect(existsSync(file)).toBe(false)
})

it('removes it after a call that broke, and does not reject', async () => {
  const { port } = answering()
  const breaks = withPromptFile({ ...port, run: () => Promise.reject(new Error('broken')) }, root, 's')
  expect(await breaks.run(task, signal)).toMatchObject({ status: 'crashed', reason: expect.stringContaining('broken') })
  expect(existsSync(file)).toBe(false)
})

it('fails as a value where it cannot be written', async () => {
  const blocked = mkdtempSync(join(root, 'blocked-'))
  writeFileSync(join(blocked, '.review-loop'), '')
  const agent = answering('Fine.')
  expect(await withPromptFile(agent.port, blocked, 's').run(task, signal)).toMatchObject({ status: 'crashed' })
  expect(agent.tasks).toEqual([])
})
