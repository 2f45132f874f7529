import { parseReview } from '../core/agents/parse-review.ts'
import { type ProjectRule, reviewPrompt, sharedPrompt } from '../core/agents/prompts.ts'
import { redact } from '../core/redact.ts'
import { noUsage } from '../core/usage.ts'
import type { AgentBudget, ChangedFile, Json, RawFinding, ReviewerOutcome } from '../types.ts'
import { askAgent } from './agent-calls.ts'
import type { AgentPort, ReviewPorts, TreePair } from './ports.ts'

/** The agents of a round and what they are told. */
export interface AgentPlan {
  readonly reviewer: AgentPort
  /** Null: blocking findings are not verified. */
  readonly verifier: AgentPort | null
  /** The prompts, by the name of their file. */
  readonly prompts: Readonly<Record<'shared' | 'reviewer' | 'verifier' | 'correction', string>>
  readonly rules: readonly ProjectRule[]
  readonly budget: AgentBudget
  readonly schemas: { readonly review: Json; readonly verify: Json }
  readonly workspace: string
}

export interface AgentReview {
  readonly outcome: ReviewerOutcome
  readonly findings: readonly RawFinding[]
}

/** What the one agent that looks at everything is called. */
export const agentReviewer = 'reviewer'

/** More than this does not fit into one call; what cannot be reviewed whole is not reviewed in part. */
const patchLimitBytes = 400_000

/** One agent looks at the whole change. */
export async function reviewWithAgent(
  plan: AgentPlan,
  trees: TreePair,
  files: readonly ChangedFile[],
  secrets: readonly string[],
  ports: ReviewPorts,
): Promise<AgentReview> {
  const paths = files.map(({ path }) => path)
  const patch = await ports.readPatchText({ ...trees, paths }, patchLimitBytes)
  if (patch === undefined) return { outcome: tooLong(plan.reviewer.name), findings: [] }
  const shared = sharedPrompt({
    template: plan.prompts.shared,
    rules: plan.rules,
    intent: await ports.readIntent(),
    // A secret in the change is not passed on to a model service.
    patch: redact(patch, secrets),
  })
  ports.record('shared_prompt.txt', shared)
  const task = {
    role: 'reviewer',
    name: agentReviewer,
    round: 1,
    session: null,
    prompt: reviewPrompt(shared, plan.prompts.reviewer, paths),
    workspace: plan.workspace,
    mayWrite: false,
    budget: plan.budget,
    files: paths,
    findings: [],
    schema: plan.schemas.review,
  } as const
  const { value, outcome } = await askAgent(
    plan.reviewer,
    task,
    (reply) => parseReview(reply, task.name),
    plan.prompts.correction,
    ports,
  )
  const findings = value?.findings ?? []
  const counted = { ...outcome, findings: findings.length }
  ports.emit({ type: 'reviewer-end', outcome: counted })
  return { outcome: counted, findings }
}

function tooLong(agent: string): ReviewerOutcome {
  return {
    name: agentReviewer,
    agent,
    status: 'failed',
    reason: `the change is larger than one call can take (${Math.round(patchLimitBytes / 1000)} KB); review it in parts: review-loop review PATH…`,
    durationMs: 0,
    findings: 0,
    usage: noUsage,
  }
}
