import { correctPlace, placePrompt, readPlaces, type UnplacedClaim } from '../core/agents/place-claims.ts'
import { addUsage } from '../core/cost/usage.ts'
import { isUnplaced } from '../core/findings/discard-reasons.ts'
import { checkFindings, type ValidateInput } from '../core/findings/validate.ts'
import type { RawFinding, ReviewerOutcome } from '../types.ts'
import { askAgents } from './agent-calls.ts'
import type { AgentPlan } from './panel/agent-plan.ts'
import type { PanelReview } from './panel/run-panel.ts'
import type { ReviewPorts } from './ports.ts'

export interface PlacedClaims {
  readonly findings: readonly RawFinding[]
  /** Of the panel, with what asking again cost. */
  readonly outcomes: readonly ReviewerOutcome[]
}

/**
 * Asks each reviewer once more about its blocking claims that could not be found, with the reason and the nearest real lines.
 * Whatever goes wrong leaves the claims as they are: they stay unverified.
 */
export async function placeClaims(
  plan: AgentPlan,
  panel: Pick<PanelReview, 'findings' | 'outcomes' | 'calls'>,
  input: ValidateInput,
  ports: ReviewPorts,
): Promise<PlacedClaims> {
  const unplaced = unplacedIn(panel.findings, input)
  const names = [...new Set(unplaced.map(({ finding }) => finding.reviewer))].filter((name) => panel.calls.has(name))
  const answers = await Promise.all(names.map(askReviewer))
  const corrected = new Map(answers.flatMap(({ findings }) => findings))
  const outcomes = new Map(answers.map(({ outcome }) => [outcome.name, outcome]))
  return {
    findings: panel.findings.map((finding) => corrected.get(finding) ?? finding),
    outcomes: panel.outcomes.map((outcome) => outcomes.get(outcome.name) ?? outcome),
  }

  async function askReviewer(name: string) {
    const claims = unplaced.filter(({ finding }) => finding.reviewer === name)
    const { agent, task } = panel.calls.get(name)!
    const files = input.files.map(({ path }) => path)
    const asked = await askAgents(
      [agent],
      {
        ...task,
        prompt: placePrompt(task.prompt, plan.prompts['place-claims'], claims, files),
        schema: plan.schemas.place,
      },
      readPlaces,
      { ...ports, correction: plan.prompts.correction, cache: plan.cache },
    )
    const before = panel.outcomes.find((outcome) => outcome.name === name)!
    const outcome = {
      ...before,
      durationMs: before.durationMs + asked.outcome.durationMs,
      usage: addUsage(before.usage, asked.outcome.usage),
    }
    ports.emit({ type: 'reviewer-end', outcome })
    const findings = claims.map(
      ({ finding }, index) => [finding, correctPlace(finding, asked.value?.get(index))] as const,
    )
    return { outcome, findings }
  }
}

function unplacedIn(findings: readonly RawFinding[], input: ValidateInput): readonly UnplacedClaim[] {
  return checkFindings(findings, input).flatMap(({ raw, draft, problem }) => {
    if (problem === null || !isUnplaced({ ...draft, ...problem })) return []
    const contents = input.contents.get(draft.file ?? '')
    return [{ finding: raw, reason: problem.reason, text: contents?.new ?? contents?.old ?? null }]
  })
}
