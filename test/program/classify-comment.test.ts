import { expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'

const run = (input: string, args: readonly string[] = []) =>
  runInside(temporaryFolder(), ['tool', 'classify-comment', ...args], { input })

it('prints one line for each comment, with its id and exactly what is promised', async () => {
  const lines = [
    {
      id: 'one',
      login: 'chatgpt-codex-connector[bot]',
      surface: 'issue_comment',
      body: 'Something went wrong.',
      raw: null,
    },
    { id: 2, login: 'Copilot', surface: 'inline', path: 'src/a.ts', line: 7, body: 'The file is never closed.' },
    {
      id: null,
      bot: null,
      login: null,
      surface: null,
      state: null,
      commit: null,
      path: null,
      line: null,
      body: null,
      raw: null,
    },
  ]
  const { code, stdout, stderr } = await run(lines.map((line) => JSON.stringify(line)).join('\n'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      id: 'one',
      class: 'failed',
      ready: false,
      failure: true,
      items: [],
      why: { source: 'structure', rule: 'Something went wrong.' },
    },
    {
      id: 2,
      class: 'findings',
      ready: true,
      failure: false,
      items: [{ file: 'src/a.ts', line: 7, severity: null, actionable: true, title: 'The file is never closed.' }],
      why: { source: 'forge', rule: 'a thread on lines of the change' },
    },
    {
      id: null,
      class: 'notice',
      ready: false,
      failure: false,
      items: [],
      why: { source: 'nothing', rule: 'nobody described its author' },
    },
  ])
})

it('knows the reviewers of the configuration', async () => {
  const { path, write } = createRepository()
  write({
    '.review-loop/config.yaml':
      'github: { reviewers: { house: { logins: [house-bot], clean: ["^no complaints"] } } }\n',
  })
  const input = JSON.stringify({ id: 1, login: 'house-bot[bot]', surface: 'issue_comment', body: 'No complaints.' })
  const { stdout } = await runInside(path, ['tool', 'classify-comment'], { input })
  expect(JSON.parse(stdout)).toMatchObject({ class: 'clean', ready: true })
  expect(JSON.parse((await run(input)).stdout)).toMatchObject({ class: 'notice', ready: false })
})

it('reads a bot that nobody described by the structure of its text', async () => {
  const body = '## Code review\n\n### Critical\n\n- `src/a.ts:7` The key is logged.\n'
  const { stdout } = await run(JSON.stringify({ id: 1, login: 'nobody-knows[bot]', surface: 'issue_comment', body }))
  expect(JSON.parse(stdout)).toMatchObject({
    class: 'findings',
    items: [{ file: 'src/a.ts', line: 7, severity: 'critical' }],
    why: { source: 'structure' },
  })
})

it('takes one comment written over several lines', async () => {
  const { stdout } = await run(
    JSON.stringify({ id: 'a', login: 'claude[bot]', body: 'Claude Code is working…' }, null, 2),
  )
  expect(JSON.parse(stdout)).toMatchObject({ id: 'a', class: 'in_progress' })
})

it.each([
  ['{"id": 1}\n{"id": ', 'line 2'],
  ['{"id": 1}\n{"id": 2, "line": "seven"}', 'line 2'],
  ['[{"id": 1}, {"id": 2}]', 'is a list: write one comment on each line'],
  ['', 'empty'],
])('names the line that cannot be read: %j', async (input, words) => {
  const { code, stdout, stderr } = await run(input)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(words)
})
