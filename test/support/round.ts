import { loadConfig } from '../../src/config/load.ts'
import { noCriticGates } from '../../src/core/change/critic-gates.ts'
import { noUsage } from '../../src/core/cost/usage.ts'
import type { AgentPlan } from '../../src/run/panel/agent-plan.ts'
import type { AgentPort, ReviewPorts } from '../../src/run/ports.ts'
import type { RoundRequest } from '../../src/run/round-request.ts'
import type { AgentReply, AgentTask } from '../../src/types.ts'

// What a review needs besides a change: a request, agents whose words are given, and a world where nothing else happens.

export const { config: defaultConfig } = await loadConfig({ config: undefined, waivers: undefined })

export type Asked = 'review' | 'place' | 'verify'

type Said = Pick<AgentReply, 'status' | 'text'>

/** What an agent says. */
export type Speak = (asked: Asked, task: AgentTask) => Said

export const scope: RoundRequest['scope'] = {
  kind: 'branch',
  base: 'main',
  head: 'HEAD',
  branch: 'topic',
  baseCommit: 'b'.repeat(40),
  headCommit: 'a'.repeat(40),
  baseTree: 'b'.repeat(40),
  headTree: 'a'.repeat(40),
  paths: [],
}

export function roundRequest(values: Partial<RoundRequest> = {}): RoundRequest {
  return {
    id: 'r1',
    scope,
    staged: null,
    only: null,
    config: defaultConfig,
    gates: noCriticGates,
    hygieneOnly: false,
    agents: null,
    imports: [],
    oversized: new Map(),
    earlier: null,
    decisions: [],
    notices: [],
    today: '2026-01-01',
    ...values,
  }
}

const schemas: AgentPlan['schemas'] = { review: {}, place: {}, verify: {} }

export function spokenAgent(name: string, speak: Speak): AgentPort {
  return {
    name,
    model: null,
    identity: name,
    run: async (task) => {
      const asked = task.role === 'verifier' ? 'verify' : task.schema === schemas.place ? 'place' : 'review'
      const { status, text } = speak(asked, task)
      return { ...silent, status, text, reason: status === 'ok' ? null : `it ${status}` }
    },
  }
}

export function agentPlan(
  agents: readonly [AgentPort, ...AgentPort[]],
  values: Pick<AgentPlan, 'prompts' | 'verifier'> & Partial<AgentPlan>,
): AgentPlan {
  const tiered = (agent: AgentPort) => ({
    name: agent.name,
    tiers: { strong: agent, standard: agent, cheap: agent },
  })
  const [first, ...others] = agents
  return {
    reviewers: [tiered(first), ...others.map(tiered)],
    rules: [],
    guides: new Map(),
    story: null,
    budget: { seconds: 60, turns: null, tokens: null, dollars: null },
    schemas,
    workspace: '/nowhere',
    session: 's1',
    round: 1,
    cache: null,
    close: async () => {},
    ...values,
  }
}

const silent: AgentReply = {
  status: 'ok',
  reason: null,
  text: '',
  structured: null,
  usage: noUsage,
  durationMs: 1,
  turns: 1,
  toolCalls: 0,
  retryAfterMs: null,
  transcript: null,
}

/** All that a review asks of the world besides the change. */
export const quietPorts: Omit<
  ReviewPorts,
  'readChange' | 'readContents' | 'readUnchanged' | 'readSizes' | 'readPatches'
> = {
  reviewers: [],
  readIntent: async () => ({ source: 'empty', title: '', body: '', commits: [] }),
  reviewDir: '.review-loop/reviews/r1',
  hideValues: () => {},
  mask: (text) => text,
  recordPatches: async () => {},
  record: () => {},
  emit: () => {},
  clock: () => 0,
  signal: new AbortController().signal,
}
