import { type ItemGroup, triageGroups } from '../../core/watch/group-items.ts'
import type { PollDecision, ReviewerStatus } from '../../core/watch/reviewer-status.ts'
import { type ShortEnd, shortEnd, type WatchReport, watchEnd } from '../../core/watch/watch-report.ts'
import { reviewerLine } from './reviewer-line.ts'

/** How it ended, with the sentences that say so. */
export function toldEnd(
  groups: readonly ItemGroup[],
  statuses: readonly ReviewerStatus[],
  decision: Pick<Extract<PollDecision, { step: 'analyse' }>, 'isShort' | 'lacking'>,
  notes: readonly string[],
): Pick<WatchReport, 'end' | 'message'> {
  const end = watchEnd(groups, statuses, decision)
  const { isShort, lacking } = decision
  const passed = 'no critical issues or actionable items'
  if (end === 'issues_found') {
    const { open, left } = triageGroups(groups)
    const count = open.length + left.length
    const found = `Found ${count} ${count === 1 ? 'item' : 'items'} to address.`
    return { end, message: isShort ? `${found} ${cameText(statuses, lacking)}` : found }
  }
  if (end === 'nobody') return { end, message: nobodyText }
  if (isShort) return { end, message: shortText(statuses, lacking) }
  const message =
    end === 'success'
      ? `All reviews passed: ${passed}.`
      : `The reviews that came passed: ${passed}. ${cameText(statuses, lacking)}`
  return { end, message: [message, ...notes].join(' ') }
}

/** Why too few reviews are no pass, with a line for each that is lacking. */
export function shortText(statuses: readonly ReviewerStatus[], lacking: readonly ReviewerStatus[]): string {
  return `${beginnings[shortEnd(lacking)]}${cameText(statuses, lacking)}`
}

const beginnings: Readonly<Record<ShortEnd, string>> = {
  waiting: 'Reviews are still waited for: ',
  timeout: 'Timeout: ',
  workflow_failure: 'No more reviews will come: ',
  not_understood: 'Read what was not understood, and put a thumbs up on it if nothing is wrong: ',
}

function cameText(statuses: readonly ReviewerStatus[], lacking: readonly ReviewerStatus[]): string {
  return `${statuses.length - lacking.length} of ${statuses.length} reviews came. ${lacking.map((reviewer) => `${reviewerLine(reviewer).replace(/\.$/, '')}.`).join(' ')}`
}

/** Why no number of reviews could be enough. */
export function tooFewText(statuses: readonly ReviewerStatus[], needed: number): string {
  const waited = `${statuses.length} ${statuses.length === 1 ? 'is' : 'are'} waited for: ${statuses.map(({ name }) => name).join(', ')}`
  return `${needed} reviews are needed, and ${waited}. Name more with --wait-for, or lower --quorum (github.quorum).`
}

const nobodyText =
  'Nobody to wait for: no reviewer is known here. Name some with --wait-for, or describe your own (github.reviewers in the configuration).'
