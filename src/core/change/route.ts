import type { ChangedFile, Intent, Tier } from '../../types.ts'
import { compareText } from '../values/compare-text.ts'
import { changedLines, sumLines } from './changed-lines.ts'
import type { CriticGates } from './critic-gates.ts'

/** The keys are those of the file format. */
export interface Route {
  readonly size_category: 'Small' | 'Medium' | 'Large'
  readonly total_loc: number
  readonly fast_path: boolean
  readonly models: {
    readonly bug_hunter_a: { readonly default: Tier; readonly test_only: Tier }
    readonly bug_hunter_b: Tier
    readonly unified_auditor: Tier
    readonly premise_reviewer: Tier
    readonly fast_path_reviewer: Tier
  }
  readonly high_risk_files: readonly string[]
  readonly domain_critics: readonly string[]
  readonly max_bha_agents: number
}

export interface RouteInput {
  readonly files: readonly ChangedFile[]
  readonly gates: CriticGates
  readonly intent: Intent
  /** Up to here one reviewer does it all. */
  readonly fastPathLines?: number
}

/** Who reviews the change, with how strong a model. */
export function routeReview({ files, gates, intent, fastPathLines = 200 }: RouteInput): Route {
  const total = changedLines(sumLines(files))
  const critics = domainCritics(files, gates)
  return {
    size_category: total <= smallLines ? 'Small' : total <= mediumLines ? 'Medium' : 'Large',
    total_loc: total,
    fast_path: total <= fastPathLines,
    models: {
      bug_hunter_a: { default: 'strong', test_only: 'standard' },
      bug_hunter_b: 'standard',
      unified_auditor: 'standard',
      premise_reviewer: intent === 'feature' ? 'standard' : 'strong',
      fast_path_reviewer: 'standard',
    },
    high_risk_files: highRiskFiles(files, gates),
    domain_critics: critics,
    max_bha_agents: agentLimit - wholeChangeReviewers - critics.length,
  }
}

/** All critics whose paths the change touches, by name; a review has fewer. */
export function matchingCritics(files: readonly ChangedFile[], { moduleCritics }: CriticGates): readonly string[] {
  const critics = moduleCritics
    .filter(({ patterns }) => patterns.some((pattern) => files.some((file) => isIn(file.path, pattern))))
    .flatMap((module) => module.critics)
  return [...new Set(critics)].sort()
}

const smallLines = 500
const mediumLines = 2000
const riskyLines = 50
const riskyFiles = 5
const domainCriticLimit = 1
const agentLimit = 9
/** The second bug hunter, the auditor and the premise reviewer. */
const wholeChangeReviewers = 3

function highRiskFiles(files: readonly ChangedFile[], gates: CriticGates): readonly string[] {
  return files
    .map((file) => ({ file, risk: riskOf(file, gates) }))
    .filter(({ risk }) => risk > 0)
    .sort(
      (one, other) =>
        other.risk - one.risk ||
        changedLines(other.file) - changedLines(one.file) ||
        compareText(one.file.path, other.file.path),
    )
    .slice(0, riskyFiles)
    .map(({ file }) => file.path)
}

function riskOf(file: ChangedFile, { moduleCritics }: CriticGates): number {
  const modules = moduleCritics.filter(({ patterns }) => patterns.some((pattern) => isIn(file.path, pattern)))
  return 2 * modules.length + (changedLines(file) > riskyLines ? 1 : 0)
}

function domainCritics(files: readonly ChangedFile[], gates: CriticGates): readonly string[] {
  return matchingCritics(files, gates).slice(0, Math.max(0, Math.min(gates.reviewBudget, domainCriticLimit)))
}

function isIn(path: string, pattern: string): boolean {
  return pattern !== '' && path.toLowerCase().includes(pattern.toLowerCase())
}
