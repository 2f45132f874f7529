import {
  cutByBudget,
  filesOf,
  type PostReviewed,
  postReviewStep,
  reviewedAfter,
  uncommittedFiles,
  whyBroken,
  whyNotOurs,
} from '../../core/fix/post-review.ts'
import { remainingBudget } from '../../core/fix/remaining-budget.ts'
import { countReviews, joinPasses } from '../../core/fix/reopened-review.ts'
import { commitMark, fixMessage } from '../../core/loop/commit-message.ts'
import type { ValidationResult, WorkPoint } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { finishOwnCommit } from '../../io/git/commit-fix.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { Validated } from '../../run/loop/ports.ts'
import { commitGuarded, guardHooks } from '../guard-hooks.ts'
import { requireSettled } from '../open-settled.ts'
import type { PostLoopContext } from './post-loop-context.ts'
import type { PostLoopReview, PostLoopReviewOptions } from './post-loop-options.ts'
import { postLoopReview } from './post-loop-review.ts'

/** What a loop or a run says of itself when its finished work is reviewed once more. */
export interface ReviewAfter {
  readonly of: 'loop' | 'run'
  readonly session: string
  /** Not bound to the signal. */
  readonly repository: Repository
  readonly options: PostLoopReviewOptions
  readonly context: Pick<PostLoopContext, 'ownCommits' | 'story' | 'without' | 'frozen'>
  /** The passes that came to no verdict because of claims that a person has decided since. */
  readonly earlier: readonly PostReviewed[]
  /** Where the work was left: nobody looks at anything else in its name. */
  readonly left: WorkPoint | null
  /** `without`: what the validation commands left behind just now. */
  readonly point: (without: readonly string[]) => Promise<WorkPoint>
  /** Before anything is done: what is cut off is undone to this. */
  readonly intend: (point: WorkPoint) => void
  readonly validate: (since: WorkPoint) => Promise<Validated>
  /** What the commands said last, on the files as they were left. */
  readonly before: readonly ValidationResult[]
  /** Whether fixes of these files become a commit. */
  readonly commits: (files: readonly string[]) => boolean
  readonly isStrict: boolean
}

/**
 * Reviews the finished work against where it began, has blocking findings fixed, and brings fixes that the last review approves
 * to where those of the loop or run are: validated, and committed where these are. Everything else leaves them in the files.
 */
export async function reviewAfter(after: ReviewAfter): Promise<PostReviewed> {
  const start = performance.now()
  const reviewed = await reviewAndSettle(after)
  const { isLeft } = remainingBudget(after.options.agents ?? {}, reviewed.usage, performance.now() - start)
  return isLeft ? reviewed : cutByBudget(reviewed)
}

async function reviewAndSettle(after: ReviewAfter): Promise<PostReviewed> {
  const { repository, session, earlier } = after
  const known = earlier.findLast(({ commit }) => commit !== null)?.commit ?? null
  // One that was made by a process that was killed before it could say so.
  const found = await guardHooks(repository, 'git commit', () => finishOwnCommit(repository, markOf(session)))
  const made = found === known ? null : found
  const begun = await after.point([])
  if (made === null) requireLeft(after, begun)
  after.intend(begun)
  let seen = begun
  const beforeReview = async () => {
    seen = await after.point([])
  }
  const review = known === null ? await reviewFixing(after, beforeReview) : await reviewCommit(after, beforeReview)
  const point = await after.point([])
  const reviewed = { ...reviewedAfter(review, point), commit: review.fixes.length === 0 ? made : null }
  if (reviewed.unverified !== undefined) return blockedIfForeign(after, review, reviewed)
  if (review.outcome !== 'approved') return reviewed
  if (!isSame(point, seen)) return { ...reviewed, outcome: 'inconclusive', reason: moved }
  return uncommittedFiles(whole(after, reviewed)).length === 0 ? reviewed : settle(after, review, reviewed)
}

function reviewFixing({ options, context, session, earlier }: ReviewAfter, beforeReview: () => Promise<void>) {
  const before = { reviews: countReviews(earlier), fixes: earlier.flatMap(({ fixes }) => fixes).length }
  return postLoopReview(options, {
    ...context,
    session: scopeOf(session),
    passes: earlier.length,
    before,
    beforeReview,
  })
}

/** The fixes are committed: nothing more is fixed. */
function reviewCommit({ options, context, session, earlier }: ReviewAfter, beforeReview: () => Promise<void>) {
  return postLoopReview(
    { ...options, cycles: 0 },
    {
      ...context,
      session: `${scopeOf(session)} again`,
      passes: earlier.length,
      before: { reviews: 0, fixes: 0 },
      beforeReview,
    },
  )
}

/** With what earlier passes found and fixed. */
function whole({ earlier }: ReviewAfter, reviewed: PostReviewed): PostReviewed {
  return joinPasses(earlier, reviewed)
}

/** Whatever a person decides about the claims, such fixes may not stay. A later pass does not look at them again. */
function blockedIfForeign(after: ReviewAfter, review: PostLoopReview, reviewed: PostReviewed): PostReviewed {
  const foreign = whyNotOurs(review.fixes, after)
  if (foreign === null) return reviewed
  const { unverified: _unverified, ...rest } = reviewed
  return { ...rest, outcome: 'blocked', reason: foreign }
}

const moved = 'Somebody else changed the branch or the files while it was under way.'

const markOf = (session: string): string => commitMark(session, postReviewStep)

/** Replies of the loop or run itself are none of its own. */
const scopeOf = (session: string): string => `${session} ${postReviewStep}`

function requireLeft({ left, of, session }: ReviewAfter, found: WorkPoint): void {
  if (left !== null && isSame(left, found)) return
  const problem = `the files are not as the ${of} ${session} left them: what changed since needs a ${of} of its own`
  throw new LoopError('usage', { problem, command: of })
}

function isSame(one: WorkPoint, other: WorkPoint): boolean {
  return one.head === other.head && one.tree === other.tree
}

/** Fixes that the last review approves. */
async function settle(after: ReviewAfter, review: PostLoopReview, reviewed: PostReviewed): Promise<PostReviewed> {
  const foreign = whyNotOurs(review.fixes, after)
  if (foreign !== null) return { ...reviewed, outcome: 'blocked', reason: foreign }
  const { validations, wrote } = await after.validate(reviewed.point)
  after.options.signal?.throwIfAborted()
  const validated = { ...reviewed, validations, wrote }
  const broken = whyBroken(after.before, validations)
  if (broken !== null) return { ...validated, outcome: 'blocked', reason: broken }
  const point = await after.point(wrote)
  if (!isSame(point, reviewed.point)) return { ...validated, point, outcome: 'inconclusive', reason: moved }
  return after.commits(filesOf(whole(after, validated))) ? commit(after, review, validated) : validated
}

async function commit(after: ReviewAfter, review: PostLoopReview, reviewed: PostReviewed): Promise<PostReviewed> {
  const { repository, session, of } = after
  const { findings, fixes } = whole(after, reviewed)
  const ids = new Set(fixes.flatMap(({ addressed }) => addressed.map(({ id }) => id)))
  const message = fixMessage({
    about: `the review after the ${of}`,
    findings: findings.filter(({ id }) => ids.has(id)),
    mark: markOf(session),
  })
  await requireSettled(repository)
  const done = await commitGuarded(repository, { files: filesOf({ fixes }), message })
  const point = await after.point(reviewed.wrote)
  if ('refused' in done) {
    return { ...reviewed, point, outcome: 'blocked', reason: `Its fixes could not be committed: ${done.refused}` }
  }
  const committed = { ...reviewed, point, commit: 'commit' in done ? done.commit : null }
  return point.tree === reviewed.point.tree ? committed : lookAgain(after, review, committed)
}

/** A hook changed files when they were committed, and nobody has reviewed that. */
async function lookAgain(after: ReviewAfter, review: PostLoopReview, committed: PostReviewed): Promise<PostReviewed> {
  const { context } = after
  const { validations, wrote, commit: made, point } = committed
  const without = [...(context.without ?? []), ...wrote]
  const again = await reviewCommit({ ...after, context: { ...context, without } }, async () => {})
  const reviews = [...review.reviews, ...again.reviews]
  return { ...reviewedAfter({ ...again, reviews, fixes: review.fixes }, point), validations, wrote, commit: made }
}
