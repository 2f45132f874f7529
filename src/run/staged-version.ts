import { firstFew } from '../core/values/first-few.ts'
import type { ConcludeInput } from '../core/verdict/conclude.ts'
import { joinVersions } from '../core/verdict/join-versions.ts'
import type { Coverage, Finding, LoopEvent, ReviewerOutcome, StagedVersion } from '../types.ts'
import type { ReviewPorts } from './ports.ts'
import { quotesOf, type ReviewedVersion } from './review-version.ts'
import type { RoundRequest } from './round-request.ts'

// Files whose staged version differs from the work tree are reviewed twice: `git commit` commits the staged one.

/** The same review, of the files as they are staged. */
export function ofStaged(request: RoundRequest, { scope, paths }: StagedVersion): RoundRequest {
  const { earlier } = request
  const only = new Set(paths)
  const findings = earlier?.findings.filter(({ file }) => only.has(file ?? '')) ?? []
  const look = earlier?.look === 'fresh' ? 'fresh' : 'all'
  return {
    ...request,
    scope,
    staged: null,
    only,
    imports: [],
    oversized: new Map(),
    earlier: earlier === null ? null : { look, tree: null, findings, discarded: [] },
    notices: [],
  }
}

/** Its reviewers and working files have names of their own. */
export function portsForStaged(ports: ReviewPorts): ReviewPorts {
  return {
    ...ports,
    record: (name, content) => ports.record(`staged_${name}`, content),
    recordPatches: async () => {},
    emit: (event) => {
      const named = nameEvent(event)
      if (named !== null) ports.emit(named)
    },
  }
}

type Parts = Pick<ConcludeInput, 'files' | 'judgement' | 'reviewers' | 'notices'> & {
  readonly problems: readonly string[]
  readonly coverage: Coverage | null
}

/** What a review of one version comes to, or of both. */
export function concludeVersions(
  work: ReviewedVersion,
  staged: ReviewedVersion | null,
  stagedPaths: readonly string[],
): Parts {
  const parts = partsOf(work)
  if (staged === null) return parts
  const other = partsOf(staged)
  const only = new Set(stagedPaths)
  const isStaged = ({ file }: Finding) => file === null || only.has(file)
  const known = new Set(parts.files.map(({ path }) => path))
  return {
    files: [...parts.files, ...other.files.filter(({ path }) => !known.has(path))],
    judgement: joinVersions(parts.judgement, other.judgement, { isInWork: quotesOf(work), isStaged }),
    reviewers: [...parts.reviewers, ...other.reviewers.map(nameStaged)],
    problems: [...parts.problems, ...other.problems.map(aboutStaged)],
    coverage: joinCoverage(parts.coverage, other.coverage),
    notices: [...aboutVersions(stagedPaths), ...parts.notices, ...other.notices.map(aboutStaged)],
  }
}

function partsOf({ change, looked, judged }: ReviewedVersion): Parts {
  const { swept, analysed, panel } = looked
  return {
    files: change.whole,
    judgement: judged.judgement,
    reviewers: [...(swept === null ? [] : [swept]), ...analysed.outcomes, ...judged.outcomes],
    problems: [...looked.problems, ...panel.problems],
    coverage: panel.coverage,
    notices: [...panel.notices, ...judged.notices],
  }
}

function joinCoverage(work: Coverage | null, staged: Coverage | null): Coverage | null {
  if (work === null || staged === null) return work ?? staged
  const join = (list: keyof Coverage) => [...work[list], ...staged[list].map(aboutStaged)]
  return {
    unanswered: join('unanswered'),
    notShown: join('notShown'),
    binary: join('binary'),
    notReviewed: join('notReviewed'),
  }
}

function aboutVersions(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return []
  return [
    `What is staged differs from the work tree, so both were reviewed: ${firstFew(paths, 5).join(', ')}. git commit commits the staged version.`,
  ]
}

function nameStaged<T extends Pick<ReviewerOutcome, 'name'>>(reviewer: T): T {
  return { ...reviewer, name: `${reviewer.name} (staged version)` }
}

const aboutStaged = (sentence: string): string => `Staged version: ${sentence}`

function nameEvent(event: LoopEvent): LoopEvent | null {
  switch (event.type) {
    case 'change-read':
      return null
    case 'panel-planned':
      return { ...event, reviewers: event.reviewers.map(nameStaged) }
    case 'reviewer-start':
    case 'reviewer-retry':
      return nameStaged(event)
    case 'reviewer-end':
      return { ...event, outcome: nameStaged(event.outcome) }
    default:
      return event
  }
}
