import { firstFew } from '../../core/values/first-few.ts'
import type { ItemGroup, triageGroups } from '../../core/watch/group-items.ts'
import { isUnconfirmed } from '../../core/watch/unconfirmed-fixes.ts'
import { whyUnconfirmed } from '../../report/watch/lines.ts'
import type { RoundReview } from '../../run/loop/ports.ts'
import type { Finding } from '../../types.ts'
import { review, titleOf } from './round-reviews.ts'

/** What was answered stays in the list: only whoever raised it, or a person, closes it. */
export function blocked(
  { open, left, contradictions }: ReturnType<typeof triageGroups>,
  findings: readonly Finding[],
  missing: readonly string[],
  isWanted = false,
): RoundReview {
  const reasons = [`${findings.length} ${findings.length === 1 ? 'item is' : 'items are'} to be addressed.`]
  const [contradiction] = contradictions
  const final =
    contradiction !== undefined
      ? contradictionText(contradiction)
      : open.length === 0 && !isWanted
        ? `what is left was answered, or is for a person, and nobody has closed it (resolve it on the pull request, or answer there with /review-loop leave or fix, then --resume): ${firstFew(left.map(leftText), 3).join('; ')}`
        : undefined
  return {
    ...review({ result: 'blocked', reasons }, findings),
    ...(missing.length > 0 ? { missing } : {}),
    ...(final === undefined ? {} : { final }),
  }
}

function contradictionText({
  later,
  earlier,
  isDone,
}: ReturnType<typeof triageGroups>['contradictions'][number]): string {
  return isDone
    ? `${saidBy(later)} asks for the opposite of what was done for ${saidBy(earlier)}`
    : `${saidBy(later)} asks for the opposite of what ${saidBy(earlier)} asks for`
}

function leftText(groups: ItemGroup): string {
  const why = groups.held ?? doubtText(groups)
  return why === undefined ? titleOf(groups) : `${titleOf(groups)} (${why})`
}

function doubtText({ members }: ItemGroup): string | undefined {
  const [doubt] = members
    .filter(({ isOpen }) => isOpen)
    .map(({ answer }) => answer)
    .filter(isUnconfirmed)
  return doubt && whyUnconfirmed[doubt]
}

function saidBy(groups: ItemGroup): string {
  return `${groups.members[0]?.by ?? 'somebody'} ("${titleOf(groups)}")`
}
