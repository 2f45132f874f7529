import type { FixResult, ReviewResult, Severity, Usage } from '../../types.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import type { ValidationResult, WorkPoint } from '../loop/types.ts'
import { comparison } from '../loop/validations.ts'
import { given } from '../values/given.ts'
import { budgetUsedUp } from './remaining-budget.ts'

// The review after a loop or a run: what their journals keep of it, and what their results tell.

/** By this word its intent is known in a journal, and its commit by the line that ends with it. */
export const postReviewStep = 'post-review'

/** A finding that blocked. `open`: the last review still raises it, or came to no verdict. */
export interface PostFinding {
  readonly id: string
  readonly severity: Severity
  readonly file: string | null
  readonly line: number | null
  readonly title: string
  readonly status: 'fixed' | 'open'
}

export interface PostFix {
  readonly status: FixResult['status']
  /** What it left changed, as git says. */
  readonly files: readonly string[]
  readonly addressed: FixResult['addressed']
  readonly unable: FixResult['unable']
  readonly usage: Usage
}

export type PostOutcome = 'approved' | 'blocked' | 'inconclusive' | 'skipped'

interface Told {
  readonly outcome: PostOutcome
  /** One sentence. */
  readonly reason: string
  /** How many there were. */
  readonly reviews: number
  readonly findings: readonly PostFinding[]
  readonly fixes: readonly PostFix[]
  /** Of the fixes; null: nothing was committed. */
  readonly commit: string | null
  /** Of all reviews and fixes. */
  readonly usage: Usage
}

/** As a journal keeps it. */
export interface PostReviewed extends Told {
  /** On the fixes, if the reviews approve them. */
  readonly validations: readonly ValidationResult[]
  /** What the commands left behind. It is no part of the work. */
  readonly wrote: readonly string[]
  readonly reviewUsage: Usage
  /** The files after it. */
  readonly point: WorkPoint
  /** Claims that could not be checked: only because of them it came to no verdict, and a person decides them. */
  readonly unverified?: readonly string[]
}

/** As a result tells it. */
export interface PostReview extends Told {
  readonly validations: readonly {
    readonly command: string
    readonly before: ValidationResult['status'] | null
    readonly after: ValidationResult['status']
  }[]
}

/** `due`: it was begun, and is gone on with. Null: nobody asked for it. */
export type PostReviewState = PostReviewed | 'due' | null

/** What there is before anything is validated or committed. */
export function reviewedAfter(
  { outcome, reason, reviews, fixes }: { readonly outcome: PostOutcome; readonly reason: string } & Cycles,
  point: WorkPoint,
): PostReviewed {
  const reviewUsage = sum(reviews)
  const unverified = outcome === 'inconclusive' ? reviews.at(-1)?.gate.unverified : undefined
  return {
    outcome,
    reason,
    reviews: reviews.length,
    findings: findingsOf(reviews),
    fixes: fixes.map(toPostFix),
    validations: [],
    wrote: [],
    commit: null,
    reviewUsage,
    usage: addUsage(reviewUsage, sum(fixes.map((fix) => fix.outcome))),
    point,
    ...given({ unverified }),
  }
}

interface Cycles {
  readonly reviews: readonly ReviewResult[]
  readonly fixes: readonly FixResult[]
}

function sum(parts: readonly { readonly usage: Usage }[]): Usage {
  return parts.reduce((total, { usage }) => addUsage(total, usage), noUsage)
}

/** As they were raised last, under their ids. */
function findingsOf(reviews: readonly ReviewResult[]): readonly PostFinding[] {
  const blocking = reviews.map(({ findings }) => findings.filter((finding) => finding.blocking))
  const left = new Set(blocking.at(-1)?.map(({ id }) => id))
  const isSilent = reviews.at(-1)?.gate.result === 'inconclusive'
  return [...new Map(blocking.flat().map((finding) => [finding.id, finding])).values()].map(
    ({ id, severity, file, line, title }) => {
      return { id, severity, file, line, title, status: isSilent || left.has(id) ? 'open' : 'fixed' }
    },
  )
}

function toPostFix({ status, changedFiles, restored, addressed, unable, outcome }: FixResult): PostFix {
  return { status, files: restored ? [] : changedFiles, addressed, unable, usage: outcome.usage }
}

/** Everything that its fixes left changed. */
export function filesOf({ fixes }: Pick<Told, 'fixes'>): readonly string[] {
  return [...new Set(fixes.flatMap(({ files }) => files))].sort()
}

/** Those that are in the files and in no commit. */
export function uncommittedFiles(told: Pick<Told, 'fixes' | 'commit'>): readonly string[] {
  return told.commit === null ? filesOf(told) : []
}

export interface FixRules {
  /** Whether a fix may touch files beyond its findings. */
  readonly isStrict: boolean
}

/** Why fixes that the reviews approve may not stay as they are; null: they may. What nobody owns up to may be a person's work. */
export function whyNotOurs(fixes: readonly FixResult[], { isStrict }: FixRules): string | null {
  const kept = fixes.filter(({ restored }) => !restored)
  const unnamed = kept.flatMap(({ unnamedFiles }) => unnamedFiles)
  if (unnamed.length > 0) return `The fixer does not name what changed meanwhile: ${unnamed.join(', ')}.`
  const checks = kept.flatMap(({ checkFiles = [] }) => checkFiles)
  if (checks.length > 0) return `A fix changed what is checked, or which files git sees: ${checks.join(', ')}.`
  const beyond = isStrict ? kept.flatMap(({ beyondFiles }) => beyondFiles) : []
  return beyond.length > 0 ? `A fix touched files beyond its findings: ${beyond.join(', ')}.` : null
}

/** The commands that passed before, or were not run, and do not pass with the fixes; null: there are none. */
export function whyBroken(before: readonly ValidationResult[], after: readonly ValidationResult[]): string | null {
  const broken = comparison(before, after).newlyFailing.map(({ command }) => command)
  return broken.length === 0 ? null : `${broken.join(', ')} ${broken.length === 1 ? 'fails' : 'fail'} with its fixes.`
}

/** `before`: what the commands said when it began. */
export function toPostReview(state: PostReviewState, before: readonly ValidationResult[]): PostReview | null {
  if (state === null || state === 'due') return null
  const { outcome, reason, reviews, findings, fixes, commit, usage } = state
  const validations = state.validations.map(({ command, status }) => ({
    command,
    before: before.find((result) => result.command === command)?.status ?? null,
    after: status,
  }))
  return { outcome, reason, reviews, findings, fixes, validations, commit, usage }
}

/** A review that the end of the budget cut off has not failed: a person says how it goes on. */
export function cutByBudget(reviewed: PostReviewed): PostReviewed {
  if (reviewed.outcome !== 'inconclusive') return reviewed
  return { ...reviewed, outcome: 'blocked', reason: `${budgetUsedUp} ${reviewed.reason}` }
}

/** What becomes of work that was through before it; null: nothing, it stands. */
export function refusalOf({ outcome }: Pick<Told, 'outcome'>): 'blocked' | 'inconclusive' | null {
  return outcome === 'blocked' || outcome === 'inconclusive' ? outcome : null
}

export function countFixed(state: PostReviewState): number {
  if (state === null || state === 'due') return 0
  return state.findings.filter(({ status }) => status === 'fixed').length
}
