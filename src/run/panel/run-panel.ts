import { parseReview } from '../../core/agents/parse-review.ts'
import { sharedPrompt } from '../../core/agents/prompts.ts'
import { assignmentPrompt } from '../../core/panel/assignment-prompt.ts'
import { describeGap, findGaps } from '../../core/panel/coverage.ts'
import { type Assignment, type Panel, planPanel } from '../../core/panel/plan-panel.ts'
import { summariser, summaryLine } from '../../core/panel/summarise.ts'
import { estimateTokens } from '../../core/panel/tokens.ts'
import { redact } from '../../core/redact.ts'
import type { AgentTask, ChangedFile, Config, RawFinding, ReviewerOutcome } from '../../types.ts'
import { type AskContext, askAgents } from '../agent-calls.ts'
import type { ReviewPlan } from '../plan-review.ts'
import type { AgentPort, ReviewPorts, TieredAgent, TreePair } from '../ports.ts'
import type { AgentPlan } from './agent-plan.ts'
import { recordPanel } from './record-panel.ts'

export interface PanelRequest {
  readonly agents: AgentPlan
  readonly trees: TreePair
  /** All files that are looked at in this review. */
  readonly files: readonly ChangedFile[]
  readonly plan: ReviewPlan
  readonly config: Config
  /** Values that are not passed on to a model service. */
  readonly secrets: readonly string[]
}

export interface PanelReview {
  readonly outcomes: readonly ReviewerOutcome[]
  readonly findings: readonly RawFinding[]
  /** Reviewer → the files it was given. */
  readonly assigned: ReadonlyMap<string, ReadonlySet<string>>
  /** Reviewers that must be surer than others. */
  readonly floors: ReadonlyMap<string, number>
  /** What keeps the review from being complete, one sentence each. */
  readonly problems: readonly string[]
  readonly notices: readonly string[]
}

/** The change, looked at by all reviewers that it is routed to, side by side. Contract: a reviewer that fails is an outcome. */
export async function runPanel(request: PanelRequest, ports: ReviewPorts): Promise<PanelReview> {
  const { agents, files, config, secrets } = request
  const isSummarised = summariser(config.panel)
  const shown = files.filter((file) => !isSummarised(file))
  const summarised = files.filter(isSummarised).map(summaryLine)
  const mask = (text: string) => redact(text, secrets)
  const shared = mask(sharedPrompt({ template: agents.prompts.shared, rules: agents.rules, summarised }))
  const panel = await plan(request, shown, estimateTokens(shared), ports)
  const prompt = (assignment: Assignment) =>
    assignmentPrompt(assignment, {
      shared,
      templates: agents.prompts,
      intent: request.plan.context,
      guides: agents.guides,
      paths: shown.map(({ path }) => path),
      mask,
    })
  announce(panel.assignments, agents, ports)
  const answers = await Promise.all(
    panel.assignments.map((assignment) => perform(assignment, prompt(assignment), agents, ports)),
  )
  recordPanel({ shared, suffix: agents.prompts['bug-hunter'], answers, mask }, ports)
  const answered = answers.filter(({ answer }) => answer !== undefined).map(({ assignment }) => assignment)
  const gaps = findGaps(shown, answered)
  const accepted = config.panel.unreviewed === 'accept'
  const failed = gaps.filter(({ path }) => !panel.unreviewed.some(({ path: known }) => known === path))
  const unreviewed = panel.unreviewed.map(({ path, reason }) => `${path}: ${reason}`)
  return {
    outcomes: answers.map(({ outcome }) => outcome),
    findings: answers.flatMap(({ answer }) => answer ?? []),
    assigned: new Map(panel.assignments.map(({ name, slices }) => [name, new Set(slices.map(({ path }) => path))])),
    floors: new Map(panel.assignments.flatMap(({ name, role }) => (role === 'premise' ? [[name, premiseFloor]] : []))),
    problems: [
      ...(failed.length === 0 ? [] : [`No bug hunter has answered for ${shortList(failed.map(describeGap))}.`]),
      ...(accepted ? [] : unreviewed.map((line) => `Not reviewed: ${line}`)),
    ],
    notices: [
      ...(summarised.length === 0 ? [] : [`Named to the reviewers but not shown: ${shortList(summarised)}.`]),
      ...(accepted ? unreviewed.map((line) => `Not reviewed, which the configuration accepts: ${line}`) : []),
    ],
  }
}

const premiseFloor = 0.7
/** The patch of one file; longer ones are listed as not reviewed. */
const filePatchBytes = 16 * 1024 * 1024

async function plan(
  { trees, plan: { route, partitions }, config }: PanelRequest,
  shown: readonly ChangedFile[],
  sharedTokens: number,
  ports: ReviewPorts,
): Promise<Panel> {
  return planPanel({
    files: shown,
    patches: await ports.readPatches(trees, shown, filePatchBytes),
    route,
    partitions: partitions.partitions,
    passes: config.panel.passes,
    callTokens: Math.max(leastTokens, config.limits.callTokens - sharedTokens),
    maxParts: config.panel.maxParts,
  })
}

const leastTokens = 1000

function announce(assignments: readonly Assignment[], { reviewers }: AgentPlan, ports: ReviewPorts): void {
  const rows = assignments.map(({ name, tier, pass }) => ({ name, agent: candidates(reviewers, tier, pass)[0].name }))
  ports.emit({ type: 'panel-planned', reviewers: rows })
}

export interface PanelAnswer {
  readonly assignment: Assignment
  readonly outcome: ReviewerOutcome
  /** Undefined when there is no answer that counts. */
  readonly answer: readonly RawFinding[] | undefined
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
    round: 1,
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
  const { value, outcome } = await askAgents(
    candidates(agents.reviewers, tier, pass),
    task,
    (reply) => parseReview(reply, name),
    context,
  )
  const counted = { ...outcome, findings: value?.findings.length ?? 0 }
  ports.emit({ type: 'reviewer-end', outcome: counted })
  return { assignment, outcome: counted, answer: value?.findings }
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

function shortList(items: readonly string[]): string {
  const more = items.length > 10 ? `, and ${items.length - 10} more` : ''
  return `${items.slice(0, 10).join(', ')}${more}`
}
