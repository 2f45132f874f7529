import type { ChangedFile, Coverage } from '../../types.ts'
import { firstFew } from '../values/first-few.ts'
import { describeGap, findGaps, findSilences } from './coverage.ts'
import type { Assignment, Panel } from './plan-panel.ts'
import { isUnreadMedia } from './unreadable.ts'

export interface AccountInput {
  readonly panel: Panel
  /** Whose answers count. */
  readonly answered: readonly Assignment[]
  readonly shown: readonly ChangedFile[]
  /** Files that were only named, one line each. */
  readonly summarised: readonly string[]
  /** Whether the configuration accepts what nobody reviewed. */
  readonly accepted: boolean
  /** Earlier parts of the change were reviewed before. */
  readonly followup: boolean
  readonly leftOutCritics: readonly string[]
}

export interface Account {
  /** What keeps the review from being complete, one sentence each. */
  readonly problems: readonly string[]
  readonly notices: readonly string[]
  /** Files of which everything was shown to somebody who answered. */
  readonly seen: ReadonlySet<string>
  /** Null when all of the change was seen and answered for. */
  readonly coverage: Coverage | null
}

/** What of the change nobody has looked at, and whether that matters. */
export function accountFor(input: AccountInput): Account {
  const { panel, answered, shown, summarised, accepted, leftOutCritics } = input
  const known = new Set(panel.unreviewed.map(({ path }) => path))
  const gaps = findGaps(shown, answered)
  const unanswered = gaps.filter(({ path }) => !known.has(path)).map(describeGap)
  const silences = findSilences(
    shown,
    panel.assignments.filter((assignment) => !answered.includes(assignment)),
    gaps,
  )
  const binary = shown.filter(isUnreadMedia).map(({ path }) => path)
  const unseen = new Set([...known, ...gaps.map(({ path }) => path), ...binary])
  const asAccepted = accepted ? ', which the configuration accepts' : ''
  const unreviewed = [
    ...byReason(panel.unreviewed).map(([reason, paths]) => `Not reviewed${asAccepted}: ${shortList(paths)}: ${reason}`),
    ...(isUnseen(input)
      ? [
          `Nothing of this change was shown to a reviewer${asAccepted}: ${shortList(summarised)}${accepted ? '.' : waysOut}`,
        ]
      : []),
  ]
  return {
    problems: [
      ...(unanswered.length === 0 ? [] : [`No bug hunter has answered for ${shortList(unanswered)}.`]),
      ...silences.map(({ names, paths }) => `No answer of ${names.join(', ')} for ${shortList(paths)}.`),
      ...(accepted ? [] : unreviewed),
    ],
    notices: [
      ...(summarised.length === 0 ? [] : [`Named to the reviewers but not shown: ${shortList(summarised)}.`]),
      ...about('Binary, so not shown to the reviewers', binary),
      ...about('Critics that this change calls for, but this review has no room for', leftOutCritics),
      ...(accepted ? unreviewed : []),
    ],
    seen: new Set(shown.map(({ path }) => path).filter((path) => !unseen.has(path))),
    coverage: coverageOf({
      unanswered: [
        ...unanswered,
        ...silences.flatMap(({ names, paths }) => paths.map((path) => `${path}: ${names.join(', ')}`)),
      ],
      notShown: summarised,
      binary,
      notReviewed: panel.unreviewed.map(({ path, reason }) => `${path}: ${reason}`),
    }),
  }
}

function coverageOf(coverage: Coverage): Coverage | null {
  return Object.values(coverage).some((files) => files.length > 0) ? coverage : null
}

/** Many files are left out for one reason: it is said once. */
function byReason(unreviewed: Panel['unreviewed']): readonly (readonly [reason: string, paths: readonly string[]])[] {
  const reasons = new Set(unreviewed.map(({ reason }) => reason))
  return [...reasons].map((reason) => [
    reason,
    unreviewed.filter((one) => one.reason === reason).map(({ path }) => path),
  ])
}

const waysOut = '; panel.show shows it, panel.unreviewed: accept accepts it.'

/** Silence about a change that nobody saw is no approval of it. */
function isUnseen({ panel, summarised, followup }: AccountInput): boolean {
  return !followup && panel.assignments.length + panel.unreviewed.length === 0 && summarised.length > 0
}

function about(what: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${what}: ${shortList(items)}.`]
}

const mostNamed = 10

function shortList(items: readonly string[]): string {
  const rest = items.length > mostNamed ? ' (--verbose and result.json name all)' : ''
  return firstFew(items, mostNamed).join(', ') + rest
}
