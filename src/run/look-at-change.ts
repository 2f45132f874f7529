import { followRenames } from '../core/change/follow-renames.ts'
import { aboutInstalled } from '../core/change/installed.ts'
import { noUsage } from '../core/cost/usage.ts'
import { unseenSubmodules } from '../core/panel/unreadable.ts'
import { pathMatcher } from '../core/verdict/house-rules.ts'
import { planFollowup } from '../core/verdict/incremental.ts'
import { reopenRefuted } from '../core/verdict/open-in.ts'
import type { Config, DiscardedFinding, Finding, ReviewerOutcome } from '../types.ts'
import { type PanelReview, runPanel } from './panel/run-panel.ts'
import { planReview } from './plan-review.ts'
import type { ReviewPorts } from './ports.ts'
import type { ReviewedChange } from './read-reviewed.ts'
import { recordPlan } from './record.ts'
import type { RoundRequest } from './round-request.ts'
import { type ReviewersResult, runReviewers } from './run-reviewers.ts'

/** What everybody who looks at code has said of a change. */
export interface Looked {
  /** Null when the configuration turns the sweep off. */
  readonly swept: ReviewerOutcome | null
  readonly analysed: ReviewersResult
  readonly panel: PanelReview
  /** What else keeps the review from being complete, one sentence each. */
  readonly problems: readonly string[]
  /** Findings of an earlier review that only a quote can tell about. */
  readonly quoted: readonly Finding[]
  /** What a verifier refuted in an earlier review, where the code is as it was. */
  readonly refuted: readonly DiscardedFinding[]
  /** Ids of what was refuted and is asked about again. */
  readonly reopened: ReadonlySet<string>
  /** How many changed files the configuration leaves out. */
  readonly ignored: number
}

/** `sweptMs` is how long the sweep took, which was made on the way. */
export async function lookAtChange(
  request: RoundRequest,
  change: ReviewedChange,
  sweptMs: number,
  ports: ReviewPorts,
): Promise<Looked> {
  const { config, scope, earlier, agents } = request
  const isPart = earlier?.look === 'new'
  const swept = sweepOutcome(change, config, sweptMs, ports)
  const isIgnored = pathMatcher(config.ignore)
  const installed = new Set(change.installed.flatMap(({ paths }) => paths))
  const left = change.part.filter((file) => !isIgnored(file.path))
  const files = left.filter(({ path }) => !installed.has(path))
  const plan = request.hygieneOnly ? null : await planReview(request, files, change.whole, ports)
  if (plan !== null) await recordPlan(request, plan, ports)
  const { open, refuted } = reopenRefuted(earlier ?? { discarded: [] }, change.whole, change.since)
  const last = followRenames([...(earlier?.findings ?? []), ...open], change.since)
  const followup = planFollowup(change.whole, files, last, lookingAgain(request, ports))
  const trees = isPart ? { ...scope, baseTree: earlier.tree } : scope
  const [analysed, panel] = await Promise.all([
    runReviewers(request.hygieneOnly ? [] : followup.analysed, config.limits.analyseFileKb * 1024, ports),
    agents === null || plan === null || files.length === 0
      ? nobody
      : runPanel({ agents, trees, files: plan.files, followup: isPart, plan, config }, ports),
  ])
  const reopened = new Set(open.map(({ id }) => id))
  const ignored = change.part.length - left.length
  const problems = [...change.installed.map(aboutInstalled), ...(agents === null ? unseenSubmodules(files) : [])]
  return { swept, analysed, panel, problems, quoted: followup.quoted, refuted, reopened, ignored }
}

/**
 * Who needs nothing carried over: analysers always, those who see all of the change where all of it is shown, and those who
 * are turned off.
 */
function lookingAgain({ config, earlier, imports }: RoundRequest, ports: ReviewPorts): ReadonlySet<string> {
  const seeingAll = earlier?.look === 'new' ? [] : ['hygiene', ...imports.map(({ name }) => name)]
  return new Set([...ports.reviewers.map(({ name }) => name), ...config.builtin.disable, ...seeingAll])
}

const nobody: PanelReview = {
  outcomes: [],
  findings: [],
  calls: new Map(),
  floors: new Map(),
  problems: [],
  notices: [],
  seen: new Set(),
  coverage: null,
}

function sweepOutcome(
  change: ReviewedChange,
  config: Config,
  durationMs: number,
  ports: ReviewPorts,
): ReviewerOutcome | null {
  if (config.builtin.disable.includes('hygiene')) return null
  const outcome: ReviewerOutcome = {
    name: 'hygiene',
    agent: 'builtin',
    status: 'ok',
    reason: null,
    durationMs: Math.round(durationMs),
    findings: change.hygiene.length,
    usage: noUsage,
  }
  ports.emit({ type: 'reviewer-end', outcome })
  return outcome
}
