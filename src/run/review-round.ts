import type { FileContents } from '../core/anchor-index.ts'
import { conclude } from '../core/conclude.ts'
import type { CriticGates } from '../core/critic-gates.ts'
import { followRenames } from '../core/follow-renames.ts'
import { pathMatcher } from '../core/house-rules.ts'
import { carryOver, planFollowup } from '../core/incremental.ts'
import { judge } from '../core/judge.ts'
import { redactResult } from '../core/redact-result.ts'
import { pathsMeant } from '../core/repository-path.ts'
import { noUsage } from '../core/usage.ts'
import type { Config, Finding, RawFinding, ResolvedScope, ReviewerOutcome, ReviewResult } from '../types.ts'
import { fillEvidence, importOutcomes } from './imports.ts'
import type { AgentPlan } from './panel/agent-plan.ts'
import { type PanelReview, runPanel } from './panel/run-panel.ts'
import { planReview } from './plan-review.ts'
import type { ImportedReview, ReviewPorts } from './ports.ts'
import { type ReviewedChange, readReviewed } from './read-reviewed.ts'
import { recordChange, recordPlan, recordResult } from './record.ts'
import { runReviewers } from './run-reviewers.ts'
import { verifyFindings } from './verify-findings.ts'

export interface RoundRequest {
  readonly id: string
  readonly scope: ResolvedScope
  readonly config: Config
  readonly gates: CriticGates
  readonly hygieneOnly: boolean
  /** Null: the built-in reviewers alone. */
  readonly agents: AgentPlan | null
  readonly imports: readonly ImportedReview[]
  /** Untracked files that were too large to read, with their size in bytes. */
  readonly oversized: ReadonlyMap<string, number>
  /** An earlier review: only what is new since its tree is looked at, and its findings are carried over. */
  readonly since: { readonly tree: string; readonly findings: readonly Finding[] } | null
  readonly notices: readonly string[]
  /** 'YYYY-MM-DD', for waivers. */
  readonly today: string
}

export interface Round {
  readonly result: ReviewResult
  /** Of the files with findings, for showing the code around them. */
  readonly contents: ReadonlyMap<string, FileContents>
  /** Values that must never be shown. */
  readonly secrets: readonly string[]
}

/** One review, from two trees to a verdict. What a reviewer does wrong is an outcome; only git and bugs throw. */
export async function reviewRound(request: RoundRequest, ports: ReviewPorts): Promise<Round> {
  const { config, scope, since, agents } = request
  const start = ports.clock()
  ports.emit({ type: 'review-start', id: request.id, scope })
  for (const message of request.notices) ports.emit({ type: 'notice', message })

  const change = await readReviewed({ ...request, sinceTree: since?.tree ?? null }, ports)
  recordChange(request, change, ports)
  const swept = sweepOutcome(change, config, ports.clock() - start, ports)
  const isIgnored = pathMatcher(config.ignore)
  const reviewed = change.part.filter((file) => !isIgnored(file.path))
  const plan = request.hygieneOnly ? null : await planReview(request, reviewed, ports)
  if (plan !== null) await recordPlan(request, plan, change.secrets, ports)
  const last = followRenames(since?.findings ?? [], change.part)
  const analysers = new Set(ports.reviewers.map(({ name }) => name))
  const { analysed, quoted } = planFollowup(change.whole, reviewed, last, analysers)
  const [looked, spoken] = await Promise.all([
    runReviewers(request.hygieneOnly ? [] : analysed, config.limits.analyseFileKb * 1024, ports),
    agents === null || plan === null || reviewed.length === 0
      ? nobody
      : runPanel(
          {
            agents,
            trees: { ...scope, baseTree: since?.tree ?? scope.baseTree },
            files: reviewed,
            followup: since !== null,
            plan,
            config,
            secrets: change.secrets,
          },
          ports,
        ),
  ])
  // A cancelled agent is an outcome; a cancelled review is none.
  ports.signal.throwIfAborted()

  const own = [...(swept === null ? [] : change.hygiene), ...looked.findings, ...spoken.findings]
  const imported = request.imports.flatMap(({ findings }) => findings)
  const contents = await readQuoted(change, [...own, ...imported, ...quoted], ports)
  const raw = [...own, ...fillEvidence(imported, contents)]
  const carried = carryOver(quoted, { files: change.whole, contents, lines: config.lines }).held
  const { assigned, floors } = spoken
  const judged = judge(raw, { files: change.whole, contents, carried, config, assigned, floors, today: request.today })
  const {
    judgement,
    outcomes: verified,
    notices: doubts,
  } = agents === null
    ? { judgement: judged, outcomes: [], notices: [] }
    : await verifyFindings(
        agents,
        judged,
        { files: change.whole, contents, secrets: change.secrets, settled: confirmedIn(carried) },
        ports,
      )

  ports.signal.throwIfAborted()

  const result = conclude({
    scope,
    files: change.whole,
    judgement,
    reviewers: [
      ...(swept === null ? [] : [swept]),
      ...looked.outcomes,
      ...spoken.outcomes,
      ...verified,
      ...importOutcomes(request.imports),
    ],
    problems: spoken.problems,
    withAgents: agents !== null,
    notices: [
      ...request.notices,
      ...spoken.notices,
      ...doubts,
      ...aboutUnread(looked.unread, config),
      ...aboutIgnored(change, reviewed.length),
    ],
    durationMs: ports.clock() - start,
    reviewDir: ports.reviewDir,
  })
  const safe = redactResult(result, change.secrets)
  ports.emit({ type: 'gate-decided', gate: safe.gate, verdict: safe.verdict })
  recordResult(safe, raw, change.secrets, ports)
  ports.emit({ type: 'review-end', reviewDir: ports.reviewDir })
  return { result: safe, contents, secrets: change.secrets }
}

/** What an earlier review did not verify (`--no-verify`), or could not, is verified now. */
function confirmedIn(carried: readonly Finding[]): ReadonlySet<string> {
  return new Set(carried.filter(({ verification }) => verification !== null).map(({ id }) => id))
}

const nobody: PanelReview = {
  outcomes: [],
  findings: [],
  assigned: new Map(),
  floors: new Map(),
  problems: [],
  notices: [],
}

/** Null when the configuration turns the sweep off. */
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

/** Files with findings are read whole to check what is quoted; from larger ones than this nothing can be quoted. */
const quotedFileBytes = 64 * 1024 * 1024

async function readQuoted(change: ReviewedChange, findings: readonly (RawFinding | Finding)[], ports: ReviewPorts) {
  const paths = new Set(change.whole.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])))
  const named = new Set(
    findings.flatMap(({ file }) => (file === null ? [] : pathsMeant(file, (path) => paths.has(path)))),
  )
  const anywhere = findings.some(({ file, evidence }) => file === null && evidence !== null)
  const wanted = change.whole.filter(({ path, oldPath }) => anywhere || named.has(path) || named.has(oldPath ?? path))
  return ports.readContents(wanted, quotedFileBytes)
}

function aboutUnread(paths: readonly string[], config: Config): readonly string[] {
  if (paths.length === 0) return []
  const shown = paths.slice(0, 3).join(', ')
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : ''
  return [`Not analysed because larger than ${config.limits.analyseFileKb} KB or not text: ${shown}${more}.`]
}

function aboutIgnored(change: ReviewedChange, reviewed: number): readonly string[] {
  const ignored = change.part.length - reviewed
  return ignored === 0 ? [] : [`${ignored} of ${change.part.length} changed files are ignored by the configuration.`]
}
