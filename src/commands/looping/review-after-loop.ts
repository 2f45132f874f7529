import { type PostReviewed, postReviewStep } from '../../core/fix/post-review.ts'
import { latestValidations } from '../../core/loop/loop-gate.ts'
import { given } from '../../core/values/given.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { type LoopWorld, limitsNow, ownCommits, validationOf } from './loop-ports.ts'
import { reviewAfter } from './review-after.ts'
import { validateWork } from './validate-work.ts'

/** By reviewers who see the work of an approved loop as a whole, against where it began. */
export async function reviewAfterLoop(world: LoopWorld): Promise<PostReviewed> {
  const { setup, options, session, state, note } = world
  const { repository, policy, branch, story } = setup
  const { intent, signal, onEvent } = options
  const { started, point, outputs, postReviews } = state()
  return reviewAfter({
    of: 'loop',
    session,
    repository,
    options: {
      cwd: repository.root,
      startCommit: started?.baseCommit,
      agents: { ...options.agents, ...limitsNow(world) },
      ...given({ intent, signal, onEvent }),
    },
    context: { ownCommits: await ownCommits(world), story, without: outputs, frozen: world.frozen.now() },
    earlier: postReviews,
    left: point,
    point: (more) => workPoint(repository, { without: [...outputs, ...more], branch }),
    intend: (begun) => note({ type: 'intended', step: postReviewStep, point: begun }),
    validate: (since) => validateWork(validationOf(world), since),
    before: latestValidations(state()),
    commits: () => policy.commit,
    isStrict: policy.scopeGuard === 'strict',
  })
}
