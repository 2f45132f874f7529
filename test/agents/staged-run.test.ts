import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSession } from '../../src/core/staged/session-file/session-parse.ts'
import type { Json } from '../../src/types.ts'
import { programOf } from '../kit/agents.ts'
import { textOf } from '../support/scripted-loop.ts'
import { sessionText } from '../support/scripted-run.ts'
import { useModelServer } from './harness.ts'
import { added, type Staged, stagedStory, transcripts } from './staged-harness.ts'

// Work that becomes a plan, code, tests, documents and a delivery by the real programs, one of them writing and the other reviewing.

const server = useModelServer()
const item = 'add an add function'
const passes = ['plan', 'exec', 'language', 'quality', 'tests', 'docs']
const writing = ['planner', 'executor', 'simplify', 'docs']
const reviewing = Array.from({ length: 5 }, () => 'reviewer')

describe.skipIf(programOf('claude') === null || programOf('codex') === null)(
  'a staged run by claude and codex',
  { concurrent: true },
  () => {
    it('is written by codex, and reviewed on the Claude path', async () => {
      const shown: { part: string; files: readonly string[]; isAsSent: boolean }[] = []
      const story = stagedStory(server(), {
        // What claude would start if it obeyed the repository.
        files: {
          '.mcp.json': JSON.stringify({ mcpServers: { evil: { command: 'cat' } } }),
          '.claude/settings.json': '{"enableAllProjectMcpServers":true}',
        },
        onRequest: (part, { prompt }, { path }) => {
          const files = promptFiles(path)
          const isAsSent = files.every((name) => prompt.includes(readFileSync(join(path, tmp, name), 'utf8').trim()))
          shown.push({ part, files, isAsSent })
        },
      })
      const words = ['--planner', 'codex', '--executor', 'codex', '--reviewer', 'claude']
      const { code, result, stderr } = await story.run('run', item, ...words, '--validate', 'node calc.test.js')
      expect(stderr).toContain('Notice: Reviewer: claude, model claude-sonnet-4-6 (--reviewer).')
      expect({ code, ...result }).toMatchObject(delivered)
      expect(result.backends).toEqual({ writers: ['codex'], reviewers: ['claude-cli', 'builtin'] })
      expect(result.rounds.map(({ pass, verdict }) => `${pass} ${verdict}`)).toEqual(
        passes.map((pass) => `${pass} APPROVE`),
      )
      expect([story.asked('codex'), story.asked('claude')]).toEqual([writing, reviewing])
      expectWork(story)
      expectSession(story, { executor: 'codex', reviewer: 'claude-cli' })
      expect(sessionText(story.test)).toContain('- Note: node calc.test.js passes')
      // The prompt can be read in its file as long as a call of the reviewer takes, and no longer.
      const file = `${result.session}-reviewer-prompt.txt`
      expect(shown).toEqual(
        shown.map(({ part }) => ({ part, files: part === 'reviewer' ? [file] : [], isAsSent: true })),
      )
      expect(promptFiles(story.test.path)).toEqual([])
      expectClaudeStreams(story, result.session)
    })

    it('is written by claude, and reviewed by codex as the shared configuration has it', async () => {
      const shown: string[] = []
      const story = stagedStory(server(), {
        flat: 'codex_reviewer_backend: codex\ncodex_reviewer_model: ignored-where-the-agent-has-one\n',
        onRequest: (_part, _request, { path }) => shown.push(...promptFiles(path)),
      })
      const { code, result, stderr } = await story.run('run', item, '--executor', 'claude')
      expect(stderr).toContain('Notice: Reviewer: codex, model gpt-5.5 (codex_reviewer_backend).')
      expect({ code, ...result }).toMatchObject(delivered)
      expect(result.backends).toEqual({ writers: ['claude-cli'], reviewers: ['codex', 'builtin'] })
      expect([story.asked('claude'), story.asked('codex')]).toEqual([writing, reviewing])
      expectWork(story)
      expectSession(story, { executor: 'claude-cli', reviewer: 'codex' })
      expect(shown).toEqual([])
      // A command that codex could not start leaves no event.
      const reviews = [...transcripts(story.test, result.session)].filter(([name]) => name.includes('codex'))
      expect(reviews).toHaveLength(reviewing.length)
      for (const [, text] of reviews) expect(text).toContain('"aggregated_output":"export const zero = 0')
    })
  },
)

const tmp = '.review-loop/tmp'
const promptFiles = (root: string): readonly string[] =>
  existsSync(join(root, tmp)) ? readdirSync(join(root, tmp)).filter((name) => name.includes('prompt')) : []

const delivered = {
  code: 0,
  outcome: 'delivered',
  completedStages: ['exec', 'polish', 'docs', 'security'],
  deliveryBlockedBy: null,
  files: ['CHANGELOG.md', 'README.md', 'calc.js', 'calc.test.js'],
  unresolved: [],
  commit: null,
}

function expectWork({ test }: Staged): void {
  expect(textOf(test, 'calc.js')).toBe(`export const zero = 0\n${added}\n`)
  expect(textOf(test, 'README.md')).toContain('zero and add')
  expect(textOf(test, 'CHANGELOG.md')).toContain(`- ${item} (`)
  expect(test.git('status', '--porcelain').trimEnd().split('\n').sort()).toEqual([
    ' M README.md',
    ' M calc.js',
    '?? CHANGELOG.md',
    '?? calc.test.js',
  ])
}

function expectSession({ test }: Staged, { executor, reviewer }: { executor: string; reviewer: string }): void {
  const text = sessionText(test)
  expect(parseSession(text)).toHaveProperty('value')
  expect(text).toContain('- Source: reviewer-approved\n\n### Solution Plan: Add add\n')
  expect(text).toContain('## Files Changed\n- `README.md` - add\n- `calc.js` - add\n- `calc.test.js` - add\n')
  const history = text.slice(text.indexOf('## Review History'), text.indexOf('## Files Changed'))
  const backends = (role: string) =>
    [...history.matchAll(new RegExp(`^- ${role} backend: (.+)$`, 'gm'))].map(([, name]) => name)
  expect(backends('Executor')).toEqual(Array(4).fill(executor))
  expect(backends('Reviewer')).toEqual([reviewer, reviewer, 'builtin', reviewer, reviewer, reviewer])
  expect(history.match(/^- Verdict: APPROVE$/gm)).toHaveLength(6)
  for (const line of [
    'completed_stages: [exec, polish, docs, security]',
    'delivery_blocked_by: null',
    `executor_backend: ${executor}`,
    `reviewer_backend: ${reviewer}`,
    'reviewer_fallback_used: false',
  ])
    expect(text).toContain(`\n- ${line}\n`)
}

/** A stream of events that begins with what the program was held to, and ends with the one result that counts. */
function expectClaudeStreams({ test }: Staged, session: string): void {
  const streams = [...transcripts(test, session)].filter(([name]) => name.includes('claude'))
  expect(streams.map(([name]) => name.replace(/-claude-\d+\.log$/, '')).sort()).toEqual(
    ['plan', 'exec', 'quality', 'tests', 'replay'].sort(),
  )
  for (const [, text] of streams) {
    const events: readonly Json[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events[0]).toMatchObject({
      type: 'system',
      subtype: 'init',
      tools: ['Glob', 'Grep', 'Read'],
      mcp_servers: [],
      slash_commands: [],
      permissionMode: 'dontAsk',
    })
    expect(events.at(-1)).toMatchObject({ type: 'result', result: expect.stringMatching(/^### VERDICT: APPROVE/) })
  }
}
