import type { AgentPlan } from '../../src/run/panel/agent-plan.ts'
import type { ImportedReview, ReviewPorts } from '../../src/run/ports.ts'
import { reviewRound } from '../../src/run/review-round.ts'
import type { RoundRequest } from '../../src/run/round-request.ts'
import type { AgentReply, AgentTask, GateResult, IntentContext } from '../../src/types.ts'
import {
  type Asked,
  agentPlan,
  defaultConfig as config,
  quietPorts,
  roundRequest,
  spokenAgent,
} from '../support/round.ts'
import { type FileChange, unchangedFile } from './change.ts'

// A review of a change in memory, with agents whose words are given.

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
  /** What the change says about itself; nothing if not given. */
  readonly intent?: IntentContext
}

export async function gateOf(review: ReviewCase, speak: Speak): Promise<GateResult> {
  const { result } = await reviewRound(requestFor(review, speak), portsFor(review))
  return result.gate.result
}

function requestFor({ passes, agents, isVerified, lines, imports }: ReviewCase, speak: Speak): RoundRequest {
  return roundRequest({
    config: {
      ...config,
      lines,
      limits: { ...config.limits, fastPathLines: passes === 'panel' ? 0 : 1000 },
      panel: { ...config.panel, passes: passes === 'panel' ? 1 : passes },
    },
    agents: planFor(agents, isVerified, speak),
    imports,
  })
}

function planFor(count: 1 | 2, isVerified: boolean, speak: Speak): AgentPlan {
  const calls = new Map<string, number>()
  const agent = (name: string) =>
    spokenAgent(name, (asked, task) => {
      const key = `${asked} ${task.name}`
      const call = (calls.get(key) ?? 0) + 1
      calls.set(key, call)
      return speak(asked, task, call)
    })
  const verifier = isVerified ? agent('vera') : null
  return agentPlan(count === 1 ? [agent('anna')] : [agent('anna'), agent('bert')], { prompts, verifier })
}

const prompts: AgentPlan['prompts'] = {
  reviewer: '{{critics}}{{files}}',
  'bug-hunter': '{{files}}',
  auditor: '{{words}}{{files}}',
  premise: 'Do not hunt bugs.{{intent}}{{words}}{{story}}{{files}}',
  critic: '{{name}}{{guide}}{{files}}',
  shared: 'Shared.',
  verifier: '{{claims}}{{findings}}',
  'verifier-claims': 'Several.\n',
  correction: '{{problems}}{{answer}}',
  'place-claims': 'Where is it?\n{{claims}}\n{{files}}',
}

function portsFor({ change, intent }: ReviewCase): ReviewPorts {
  const byPath = new Map(change.map((each) => [each.file.path, each]))
  return {
    ...quietPorts,
    ...(intent === undefined ? {} : { readIntent: async () => intent }),
    readChange: async () => change.map(({ file }) => file),
    readContents: async (files) => new Map(files.map(({ path }) => [path, byPath.get(path)!.contents])),
    readUnchanged: async (spellings) =>
      new Map(spellings.filter((path) => path === unchangedFile.path).map((path) => [path, [unchangedFile.text]])),
    readSizes: async () => new Map(),
    readPatches: async () => new Map(change.map((each) => [each.file.path, patchOf(each)])),
  }
}

function patchOf({ file, lines }: FileChange) {
  const hunk = { oldStart: 1, newStart: 1, section: '', lines: lines.map(({ mark, text }) => `${mark}${text}`) }
  return { header: `diff --git a/${file.path} b/${file.path}\n`, hunks: [hunk] }
}
