import { describe, expect, it } from 'vitest'
import { type AgentName, programOf } from '../kit/agents.ts'
import type { ModelRequest } from '../kit/model-server/providers/provider.ts'
import { textOf } from '../support/scripted-loop.ts'
import { runEvents, sessionText } from '../support/scripted-run.ts'
import { approvalReply, doneReply } from '../support/staged-replies.ts'
import { useModelServer } from './harness.ts'
import { added, type Parts, stagedStory, usual } from './staged-harness.ts'

// Answers of the real programs that do not count: who is asked once more, and who is not.

const server = useModelServer()
const item = 'add an add function'
const programs: readonly AgentName[] = ['claude', 'codex']
const isAskedAgain = ({ prompt }: ModelRequest) => prompt.includes('Your last answer does not count')
const other = (name: AgentName): AgentName => (name === 'claude' ? 'codex' : 'claude')

describe.skipIf(programs.some((name) => programOf(name) === null))(
  'an answer that does not count',
  { concurrent: true },
  () => {
    const malformed = '### VERDICT: LGTM\n\n### Strengths\nIt is small.\n'

    it('of the Claude path is surfaced, and asked for from nobody else', async () => {
      const story = stagedStory(server(), { parts: { reviewer: () => [{ text: malformed }] } })
      const { code, result } = await story.run('plan', item, '--planner', 'codex', '--reviewer', 'claude')
      expect({ code, ...result }).toMatchObject({ code: 3, outcome: 'failed', rounds: [] })
      expect(result.reason).toContain('invalid_verdict')
      expect([story.asked('codex'), story.asked('claude')]).toEqual([['planner'], ['reviewer']])
      const text = sessionText(story.test)
      expect(text).toMatch(/- Reviewer backend: claude-cli\n.*schema validation.*invalid_verdict/)
      expect(text).toContain('\n- reviewer_fallback_used: false\n')
      expect(text).toContain('\n## Approved Plan\n\n## Draft Plan\n')
    })

    it.each([
      ['and may be right then', approvalReply, { code: 0, outcome: 'planned' }],
      ['and no more than once', malformed, { code: 3, outcome: 'failed' }],
    ])('of the local path is asked for once more, %s', async (_, second, end) => {
      const reviewer = (_root: string, request: ModelRequest) => [{ text: isAskedAgain(request) ? second : malformed }]
      const story = stagedStory(server(), { flat: 'codex_reviewer_backend: codex\n', parts: { reviewer } })
      const { code, result } = await story.run('plan', item, '--planner', 'claude')
      expect({ code, ...result }).toMatchObject(end)
      expect([story.asked('claude'), story.asked('codex')]).toEqual([['planner'], ['reviewer', 'reviewer']])
      expect(sessionText(story.test)).toContain('schema validation')
    })

    /** Carries out a plan of somebody's own, until it is approved. */
    const executing = (name: AgentName, executor: Parts['executor']) => {
      const story = stagedStory(server(), { files: { 'plan.md': 'Add add to calc.js.\n' }, parts: { executor } })
      const words = ['--plan', 'plan.md', '--title', item, '--executor', name, '--reviewer', other(name)]
      return { ...story, execute: () => story.run('execute', ...words, '--stop-after', 'before-polish') }
    }
    const stopped = { code: 0, outcome: 'stopped', completedStages: ['exec'] }

    it.each(programs)(
      'of an executor is discarded when %s used no tool for it, and asked for once more',
      async (name) => {
        const { test, asked, execute } = executing(name, (root, request) =>
          isAskedAgain(request) ? usual.executor(root, request) : [{ text: doneReply(['calc.js']) }],
        )
        const { code, result } = await execute()
        expect({ code, ...result }).toMatchObject(stopped)
        const refused = runEvents(test).flatMap((event) => (event.type === 'writer-rejected' ? event.problems : []))
        expect(refused[0]).toContain('no_tool_call')
        expect([asked(name), asked(other(name))]).toEqual([['executor', 'executor'], ['reviewer']])
        expect(textOf(test, 'calc.js')).toContain(added)
      },
    )

    it('of an executor ends the run when it used no tool again', async () => {
      const { test, asked, execute } = executing('codex', () => [{ text: doneReply(['calc.js']) }])
      const { code, result } = await execute()
      expect({ code, ...result }).toMatchObject({ code: 3, outcome: 'failed', completedStages: [] })
      expect([asked('codex'), asked('claude')]).toEqual([['executor', 'executor'], []])
      expect(test.git('status', '--porcelain')).toBe('')
    })

    it('of an executor is put into the right form without a tool, once the work is done', async () => {
      const { test, asked, execute } = executing('claude', (root, request) =>
        isAskedAgain(request)
          ? [{ text: doneReply(['calc.js', 'calc.test.js']) }]
          : [...usual.executor(root, request).slice(0, -1), { text: 'All done!' }],
      )
      const { code, result } = await execute()
      expect({ code, ...result }).toMatchObject(stopped)
      expect(asked('claude')).toEqual(['executor', 'executor'])
      expect(textOf(test, 'calc.js')).toContain(added)
    })
  },
)
