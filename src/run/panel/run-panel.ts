import { parseReview } from '../../core/agents/parse-review.ts'
import { accountFor } from '../../core/panel/account.ts'
import type { Assignment } from '../../core/panel/plan-panel.ts'
import { given } from '../../core/values/given.ts'
import type { AgentTask, Coverage, RawFinding, ReviewerOutcome } from '../../types.ts'
import { type AskContext, askAgents } from '../agent-calls.ts'
import type { AgentPort, ReviewPorts, TieredAgent } from '../ports.ts'
import type { AgentPlan } from './agent-plan.ts'
import type { PanelAnswer, PanelCall } from './panel-answer.ts'
import { type PanelRequest, preparePanel } from './prepare-panel.ts'
import { recordPanel } from './record-panel.ts'
import { standInNotices } from './stand-ins.ts'

export interface PanelReview {
  readonly outcomes: readonly ReviewerOutcome[]
  readonly findings: readonly RawFinding[]
  /** By the name of the reviewer: who answered, and what was asked. */
  readonly calls: ReadonlyMap<string, PanelCall>
  /** Reviewers that must be surer than others. */
  readonly floors: ReadonlyMap<string, number>
  /** What keeps the review from being complete, one sentence each. */
  readonly problems: readonly string[]
  readonly notices: readonly string[]
  /** Files of which everything was shown to somebody who answered. */
  readonly seen: ReadonlySet<string>
  readonly coverage: Coverage | null
}

/** The change, looked at by all reviewers that it is routed to, side by side. Contract: a reviewer that fails is an outcome. */
export async function runPanel(request: PanelRequest, ports: ReviewPorts): Promise<PanelReview> {
  const { agents, config, plan, followup } = request
  const { panel, shown, summarised, shared, prompt } = await preparePanel(request, ports)
  if (panel.assignments.length > 0) announce(panel.assignments, agents, ports)
  const answers = await Promise.all(
    panel.assignments.map((assignment) => perform(assignment, prompt(assignment), agents, ports)),
  )
  recordPanel({ shared, suffix: agents.prompts['bug-hunter'], answers }, ports)
  const { problems, notices, seen, coverage } = accountFor({
    panel,
    answered: answers.filter(({ answer }) => answer !== undefined).map(({ assignment }) => assignment),
    shown,
    summarised,
    accepted: config.panel.unreviewed === 'accept',
    followup,
    leftOutCritics: plan.leftOutCritics,
  })
  return {
    outcomes: answers.map(({ outcome }) => outcome),
    findings: answers.flatMap(({ answer }) => answer ?? []),
    calls: new Map(answers.map(({ assignment, call }) => [assignment.name, call])),
    floors: new Map(panel.assignments.flatMap(({ name, role }) => (role === 'premise' ? [[name, premiseFloor]] : []))),
    problems,
    notices: [...standInNotices(answers), ...notices],
    seen,
    coverage,
  }
}

const premiseFloor = 0.7

function announce(assignments: readonly Assignment[], { reviewers }: AgentPlan, ports: ReviewPorts): void {
  const rows = assignments.map(({ name, tier, pass }) => ({ name, agent: candidates(reviewers, tier, pass)[0].name }))
  ports.emit({ type: 'panel-planned', reviewers: rows })
}

async function perform(
  assignment: Assignment,
  prompt: string,
  agents: AgentPlan,
  ports: ReviewPorts,
): Promise<PanelAnswer> {
  const { name, tier, pass } = assignment
  const task: AgentTask = {
    role: 'reviewer',
    name,
    round: agents.round,
    session: agents.session,
    prompt,
    workspace: agents.workspace,
    mayWrite: false,
    budget: agents.budget,
    files: [...new Set(assignment.slices.map(({ path }) => path))],
    findings: [],
    schema: agents.schemas.review,
  }
  const context: AskContext = { ...ports, correction: agents.prompts.correction, cache: agents.cache }
  const asked = candidates(agents.reviewers, tier, pass)
  const { value, outcome, stoodInFor } = await askAgents(asked, task, (reply) => parseReview(reply, name), context)
  const counted = { ...outcome, findings: value?.findings.length ?? 0 }
  ports.emit({ type: 'reviewer-end', outcome: counted })
  const agent = asked.find((each) => each.name === outcome.agent) ?? asked[0]
  return { assignment, outcome: counted, call: { agent, task }, answer: value?.findings, ...given({ stoodInFor }) }
}

/** Whose turn it is in this pass, and who is asked if that one fails. */
function candidates(
  reviewers: AgentPlan['reviewers'],
  tier: keyof TieredAgent['tiers'],
  pass: number,
): readonly [AgentPort, ...AgentPort[]] {
  const at = (index: number) => (reviewers[index % reviewers.length] ?? reviewers[0]).tiers[tier]
  return reviewers.length === 1 ? [at(0)] : [at(pass - 1), at(pass)]
}
