import { readFileSync } from 'node:fs'
import { noUsage } from '../../src/core/cost/usage.ts'
import type { WorkPoint } from '../../src/core/loop/types.ts'
import { emptyRun } from '../../src/core/staged/machine/empty-run.ts'
import type { Fact, RunFact } from '../../src/core/staged/machine/facts.ts'
import { foldFact } from '../../src/core/staged/machine/fold.ts'
import type { RunPolicy } from '../../src/core/staged/machine/policy.ts'
import type { SessionDraft } from '../../src/core/staged/machine/session-draft.ts'
import { draftAfter } from '../../src/core/staged/machine/to-session.ts'
import { type StagedPrompts, stagedPromptNames } from '../../src/core/staged/prompts/templates.ts'
import type { RoundChange } from '../../src/core/staged/replies/execution-claims.ts'
import type { SessionStart } from '../../src/core/staged/session-file/start-session.ts'
import type { PassName } from '../../src/core/staged/stage-table.ts'
import type { Asking, StagedAgent } from '../../src/run/staged/asking.ts'
import type { RunView } from '../../src/run/staged/ports.ts'
import type { AgentReply, AgentTask } from '../../src/types.ts'
import { withWork } from './staged-story.ts'

// A staged run in the middle, and agents that say what they are told to say.

export const stagedPrompts = Object.fromEntries(
  stagedPromptNames.map((name) => [name, readFileSync(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8')]),
) as StagedPrompts

export const point = (tree: string): WorkPoint => ({ head: 'commit', tree })

export const change = (path: string, kind: RoundChange['kind'] = 'modified'): RoundChange => ({ path, kind })

export const plan = `## Solution Plan: Limit the log-in

### Problem Analysis
Anybody may try passwords for ever.

### Proposed Approach
Count tries for each account.

### Implementation Steps
1. Count.
2. Refuse the sixth try.

### Files to Modify / Create
- \`src/login.ts\` - the limit
- \`src/store.ts\` - keeps the counts

### Risks & Assumptions
- The store is shared.

### Open Questions
- None.
`

export const implementation = `## Implementation Complete: Limit the log-in

### Changes Made
Tries are counted and the sixth is refused. The tests show it.

### Files Modified / Created / Deleted
- \`src/login.ts\` - counts and refuses

### Deviations from Plan
None

### Notes for Reviewer
The store was left as it is.
`

export const noOp = `## Implementation Complete: Limit the log-in

### Changes Made
No code changes were required for this round.

### Files Modified / Created / Deleted
None

### Deviations from Plan
None

### Notes for Reviewer
No-op round. The approved plan and current code already satisfy this step.
`

export const approval = '### VERDICT: APPROVE\n\n### Strengths\nSmall.\n'

export const refusal = `### VERDICT: REQUEST_CHANGES

### Issues
- [CRITICAL] The counter is never reset
  File: \`src/login.ts\`, around line 7
- [MINOR] The name is long

### Strengths
Small.

### Questions
- [OUTSIDE] How many tries does the contract allow?
- Seconds or minutes?
`

const policy: RunPolicy = {
  handsfree: false,
  stopAfter: 'delivery',
  planOnly: false,
  acceptExternal: false,
  softLimitPlan: 3,
  softLimitExec: 3,
  skipPolish: false,
  validates: false,
  gate: true,
  reviewerRetries: 1,
  maxDollars: null,
  maxTimeMs: null,
}

export const workItem: SessionStart = {
  entry: 'review-loop',
  title: 'Limit the log-in',
  problem: 'Anybody may try passwords for ever.',
  context: 'A web service.',
  criteria: '- The sixth wrong password is refused.',
}

export function startedWith(begin: SessionStart = workItem): RunFact {
  return {
    type: 'run-started',
    session: '0a1b2c3d-0000-4000-8000-000000000000',
    named: {},
    validate: [],
    branch: 'topic',
    title: 'Limit the log-in',
    workItem: 'limit the log-in',
    policy,
    begin,
    backends: {
      session_origin: 'review-loop',
      orchestrator_backend: 'review-loop',
      executor_backend: 'codex',
      reviewer_backend: 'claude-cli',
    },
  }
}

const workRead: Fact<'work-read'> = { type: 'work-read', point: point('before'), tree: { head: null, dirty: {} } }

const spent = { backend: 'played', usage: noUsage, durationMs: 1000 }

export function written(pass: PassName, values: Partial<Fact<'written'>> = {}): Fact<'written'> {
  return {
    type: 'written',
    pass,
    round: 1,
    text: pass === 'plan' ? plan : implementation,
    result: 'Done.',
    delta: [],
    changed: [],
    related: [],
    isNoOp: false,
    proseOnly: false,
    questions: [],
    point: point('after'),
    ...spent,
    ...values,
  }
}

export function reviewed(pass: PassName, values: Partial<Fact<'reviewed'>> = {}): Fact<'reviewed'> {
  const base = {
    type: 'reviewed',
    pass,
    round: 1,
    kind: 'look',
    verdict: 'APPROVE',
    issues: [],
    questions: [],
  } as const
  return { ...base, point: point('after'), ...spent, ...values }
}

export function viewAfter(...told: readonly RunFact[]): RunView {
  const facts = withWork(told, workRead)
  const draft = facts.reduce<SessionDraft | null>(draftAfter, null)
  if (draft === null) throw new Error('the facts begin no session')
  return {
    state: facts.reduce(foldFact, emptyRun),
    document: draft.document,
    sessionFile: '.review-loop/sessions/0a1b2c3d-0000-4000-8000-000000000000.md',
    written: facts.findLast((fact): fact is Fact<'written'> => fact.type === 'written') ?? null,
  }
}

/** Up to the middle of the execution, with one round written. */
export const executionStart: readonly RunFact[] = [
  startedWith(),
  { type: 'entered', pass: 'plan' },
  written('plan', { point: point('before') }),
  reviewed('plan', { point: point('before') }),
  { type: 'plan-approved', text: plan },
  { type: 'entered', pass: 'exec' },
  written('exec'),
]

export const executed = (): RunView => viewAfter(...executionStart)

export interface PlayedAgent extends StagedAgent {
  readonly tasks: AgentTask[]
}

/** Gives the answers in order. */
export function answering(...replies: readonly (string | Partial<AgentReply>)[]): PlayedAgent {
  const tasks: AgentTask[] = []
  const run = async (task: AgentTask): Promise<AgentReply> => {
    const reply = replies[tasks.length] ?? { status: 'crashed', reason: 'nothing is left to say' }
    tasks.push(task)
    return { ...silence, ...(typeof reply === 'string' ? { text: reply } : reply) }
  }
  return {
    port: { name: 'played', model: null, identity: 'played', run },
    backend: 'played',
    tellsToolCalls: true,
    tasks,
  }
}

const silence: AgentReply = {
  status: 'ok',
  reason: null,
  text: '',
  structured: null,
  usage: { ...noUsage, inputTokens: 5 },
  durationMs: 0,
  turns: 1,
  toolCalls: 3,
  retryAfterMs: null,
  transcript: null,
}

/** All roles are played by one agent. `differences`: by the names of the two trees. */
export function askingOf(
  agent: StagedAgent,
  {
    differences = {},
    ...values
  }: Partial<Asking> & {
    readonly differences?: Readonly<Record<string, readonly RoundChange[]>>
  } = {},
): Asking {
  let now = 0
  return {
    agents: { planner: agent, executor: agent, reviewer: agent },
    work: {
      record: async () => ({
        keepEarlier: async (paths) => (paths.length === 0 ? {} : { earlier: `kept: ${paths.join(', ')}` }),
      }),
      roots: ['/repo'],
      point: async () => point('after'),
      without: async (tree, _, paths) => [tree, ...paths].join(' without '),
      present: async (_, paths) => paths.filter((path) => !path.includes('new')),
      ignored: async (paths) => paths.filter((path) => path.includes('ignored')),
      difference: async (from, to) => differences[`${from} ${to}`] ?? [],
      patch: async (from, to) => `patch from ${from} to ${to}\n`,
      neutralPatch: async (from, to) => `neutral patch from ${from} to ${to}\n`,
    },
    prompts: stagedPrompts,
    rules: [],
    focus: { review: '', quality: '', style: '' },
    gate: { skipPaths: [], schema: {} },
    rejected: new Map(),
    session: '0a1b2c3d-0000-4000-8000-000000000000',
    workspace: '/repo',
    budget: { seconds: 60, turns: null, tokens: null, dollars: null },
    clock: () => (now += 500),
    signal: new AbortController().signal,
    onNotice: () => {},
    ...values,
  }
}
