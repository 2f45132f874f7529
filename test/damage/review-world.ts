import { loadConfig } from '../../src/config/load.ts'
import { noCriticGates } from '../../src/core/change/critic-gates.ts'
import { noUsage } from '../../src/core/cost/usage.ts'
import type { AgentPlan } from '../../src/run/panel/agent-plan.ts'
import type { AgentPort, ImportedReview, ReviewPorts } from '../../src/run/ports.ts'
import { type RoundRequest, reviewRound } from '../../src/run/review-round.ts'
import type { AgentReply, AgentTask, GateResult } from '../../src/types.ts'
import { type FileChange, unchangedFile } from './change.ts'

// A review of a change in memory, with agents whose words are given.

const { config } = await loadConfig({ config: undefined, waivers: undefined })

export type Asked = 'review' | 'place' | 'verify'

/** What an agent says. `call` counts how often this was asked, from 1. */
export type Speak = (asked: Asked, task: AgentTask, call: number) => Pick<AgentReply, 'status' | 'text'>

export interface ReviewCase {
  readonly change: readonly FileChange[]
  readonly imports: readonly ImportedReview[]
  /** One reviewer for each of so many passes, or a whole panel. */
  readonly passes: number | 'panel'
  readonly agents: 1 | 2
  readonly isVerified: boolean
  readonly lines: 'hunk' | 'strict'
}

export async function gateOf(review: ReviewCase, speak: Speak): Promise<GateResult> {
  const { result } = await reviewRound(requestFor(review, speak), portsFor(review.change))
  return result.gate.result
}

function requestFor({ passes, agents, isVerified, lines, imports }: ReviewCase, speak: Speak): RoundRequest {
  return {
    id: 'r1',
    scope,
    staged: null,
    only: null,
    config: {
      ...config,
      lines,
      limits: { ...config.limits, fastPathLines: passes === 'panel' ? 0 : 1000 },
      panel: { ...config.panel, passes: passes === 'panel' ? 1 : passes },
    },
    gates: noCriticGates,
    hygieneOnly: false,
    agents: agentPlan(agents, isVerified, speak),
    imports,
    oversized: new Map(),
    earlier: null,
    decisions: [],
    notices: [],
    today: '2026-01-01',
  }
}

const scope: RoundRequest['scope'] = {
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

function agentPlan(count: 1 | 2, isVerified: boolean, speak: Speak): AgentPlan {
  const calls = new Map<string, number>()
  const agent = (name: string): AgentPort => ({
    name,
    model: null,
    identity: name,
    run: async (task) => {
      const asked = task.role === 'verifier' ? 'verify' : task.prompt.includes(placeMark) ? 'place' : 'review'
      const key = `${asked} ${task.name}`
      const call = (calls.get(key) ?? 0) + 1
      calls.set(key, call)
      const { status, text } = speak(asked, task, call)
      return { ...silent, status, text, reason: status === 'ok' ? null : `it ${status}` }
    },
  })
  const tiered = (name: string) => ({
    name,
    tiers: { strong: agent(name), standard: agent(name), cheap: agent(name) },
  })
  return {
    reviewers: count === 1 ? [tiered('anna')] : [tiered('anna'), tiered('bert')],
    verifier: isVerified ? agent('vera') : null,
    prompts,
    rules: [],
    guides: new Map(),
    story: null,
    budget: { seconds: 60, turns: null, tokens: null, dollars: null },
    schemas: { review: {}, place: {}, verify: {} },
    workspace: '/nowhere',
    session: 's1',
    round: 1,
    cache: null,
    close: async () => {},
  }
}

const placeMark = 'Where is it?'

const prompts: AgentPlan['prompts'] = {
  reviewer: '{{critics}}{{intent}}{{story}}{{files}}',
  'bug-hunter': '{{files}}',
  auditor: '{{files}}',
  premise: '{{intent}}{{story}}{{files}}',
  critic: '{{name}}{{guide}}{{files}}',
  shared: 'Shared.',
  verifier: '{{claims}}{{findings}}',
  'verifier-claims': 'Several.\n',
  correction: '{{problems}}{{answer}}',
  'place-claims': `${placeMark}\n{{claims}}\n{{files}}`,
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

function portsFor(change: readonly FileChange[]): ReviewPorts {
  const byPath = new Map(change.map((each) => [each.file.path, each]))
  return {
    readChange: async () => change.map(({ file }) => file),
    readContents: async (files) => new Map(files.map(({ path }) => [path, byPath.get(path)!.contents])),
    readUnchanged: async (spellings) =>
      new Map(spellings.filter((path) => path === unchangedFile.path).map((path) => [path, [unchangedFile.text]])),
    readSizes: async () => new Map(),
    reviewers: [],
    readPatches: async () => new Map(change.map((each) => [each.file.path, patchOf(each)])),
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
}

function patchOf({ file, lines }: FileChange) {
  const hunk = { oldStart: 1, newStart: 1, section: '', lines: lines.map(({ mark, text }) => `${mark}${text}`) }
  return { header: `diff --git a/${file.path} b/${file.path}\n`, hunks: [hunk] }
}
