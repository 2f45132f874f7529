import { filesOf, type PostFinding, type PostReview, uncommittedFiles } from '../../core/fix/post-review.ts'
import { counted } from '../words.ts'

// The review after a loop or a run in words, for every format that people read.

type Told = Pick<PostReview, 'outcome' | 'reason' | 'reviews' | 'findings' | 'fixes' | 'commit'>

/** '2 reviews, 1 blocking finding, 1 fix (src/a.ts), committed as 3f2a91c4d5: The review approves.' */
export function postReviewLine(told: Told): string {
  if (told.outcome === 'skipped') return `skipped: ${told.reason}`
  const { reviews, findings, fixes, reason } = told
  const found = counted(findings.length, 'blocking finding')
  const fixed = fixes.length === 0 ? '' : `, ${fixesText(told)}`
  return `${counted(reviews, 'review')}, ${found}${fixed}: ${told.outcome}. ${reason}`
}

function fixesText(told: Told): string {
  const { fixes, commit } = told
  const files = filesOf(told)
  const count = fixes.length === 1 ? '1 fix' : `${fixes.length} fixes`
  if (files.length === 0) return `${count}, nothing changed`
  const where = commit === null ? 'not committed' : `committed as ${commit.slice(0, 10)}`
  return `${count} in ${files.join(', ')}, ${where}`
}

/** '`npm test`: passed before, failed with the fixes' */
export function postValidationLine({ command, before, after }: PostReview['validations'][number]): string {
  const words = [...(before === null ? [] : [`${before} before`]), `${after} with the fixes`]
  return `${command}: ${words.join(', ').replaceAll('_', ' ')}`
}

/** 'P1 fixed' */
export function postGrade({ severity, status }: PostFinding): string {
  return `${severity} ${status === 'fixed' ? 'fixed' : 'still there'}`
}

/** What a person has to know before anything else; null: all that was fixed is committed. */
export function uncommittedStep(postReview: PostReview | null, name: 'loop' | 'run'): string | null {
  const files = postReview === null ? [] : uncommittedFiles(postReview)
  if (files.length === 0) return null
  return `Fixes of the review after the ${name} are in the files and not committed: ${files.join(', ')}.`
}
