import { decideIncremental } from '../../core/verdict/incremental.ts'
import { LoopError } from '../../errors.ts'
import { resolveCommit } from '../../io/git/base.ts'
import { amountOf, findTakenBack, hasTree, isAncestor, readDelta } from '../../io/git/follow-up.ts'
import type { Repository } from '../../io/git/repository.ts'
import { type ReviewState, readReviewState } from '../../io/review-state.ts'
import type { ResolvedScope } from '../../types.ts'
import { resolveDiffScope } from './diff-scope.ts'
import type { Input } from './input.ts'
import { baseRefOption, cacheDirOption, diffTipOption, stateKeyOption } from './options.ts'
import type { Step, World } from './step.ts'

const yesNo = ['true', 'false']

export const autoIncremental: Step = {
  options: {
    'cache-dir': cacheDirOption,
    key: stateKeyOption,
    'diff-tip': diffTipOption,
    'base-ref': { ...baseRefOption, description: 'accepted and not needed: the scope names the base' },
    'original-scope': {
      type: 'string',
      value: 'SCOPE',
      dashes: true,
      description: 'the scope of the whole change, as resolve-scope printed it',
    },
    'full-review': { type: 'string', choices: yesNo, description: 'review everything' },
    'since-last-review': { type: 'string', choices: yesNo, description: 'only what is new, or refuse' },
    mode: { type: 'string', choices: ['local', 'github'], description: 'where the review runs; local when not given' },
  },
  description: [
    'Prints {diff_scope, review_mode_line}. diff_scope is null for a full review, else what is new since the last one.',
    'By itself it happens only for a branch in local mode, for at most CR_INCREMENTAL_MAX_FILES (30) files and CR_INCREMENTAL_MAX_LOC (1500) lines; CR_AUTO_INCREMENTAL=0 turns it off. --since-last-review ends with exit code 2 when there was no review or history was rewritten.',
  ],
  examples: [
    [
      'review-loop tool auto-incremental --cache-dir DIR --key topic:main --diff-tip HEAD --original-scope main...HEAD',
      '',
    ],
  ],
  run: async (input, world) => {
    const key = input.required('key')
    const folder = input.path('cache-dir')
    const repository = await world.repository()
    const scope = await resolveDiffScope(repository, input.required('original-scope'), input.step)
    const tip = await findTip(repository, input.text('diff-tip') ?? 'HEAD')
    const state = folder === undefined ? undefined : readReviewState(folder, key)
    const last = state?.success !== true ? null : await findLast(repository, state, tip.commit)
    const decision = decideIncremental({
      asked: askedFor(input),
      automatic: input.text('mode') !== 'github' && world.context.environment.variables.CR_AUTO_INCREMENTAL !== '0',
      scopeKind: kindOf(scope),
      last: last === null ? null : { ...last, ...(await compareTo(repository, last.headTree, scope)) },
      outdated: null,
      headTree: scope.headTree,
      withAgent: false,
      withImports: false,
      limits: {
        files: limitFrom(world, 'CR_INCREMENTAL_MAX_FILES', 30),
        lines: limitFrom(world, 'CR_INCREMENTAL_MAX_LOC', 1500),
      },
    })
    if ('refused' in decision) throw new LoopError('no_last_review', { reason: decision.refused.replace(/\.$/, '') })
    const isPart = decision.mode !== 'full' && last !== null
    const between = isPart ? await nameScope(repository, last, tip, scope) : null
    return { diff_scope: between, review_mode_line: decision.line }
  },
}

function askedFor(input: Input): 'since_last_review' | 'full_review' | 'nothing' {
  const full = input.flag('full-review')
  if (!input.flag('since-last-review')) return full ? 'full_review' : 'nothing'
  const other = full ? '--full-review' : input.text('mode') === 'github' ? '--mode github' : undefined
  if (other === undefined) return 'since_last_review'
  throw new LoopError('usage', { problem: `--since-last-review cannot be combined with ${other}`, command: input.step })
}

function kindOf({ kind, paths }: ResolvedScope): ResolvedScope['kind'] {
  return kind === 'staged' ? 'staged' : paths.length > 0 ? 'paths' : 'branch'
}

/** A commit that is gone is one that history no longer has. */
async function findLast(repository: Repository, state: ReviewState, tip: string) {
  const answer = await repository.try(['rev-parse', '--verify', '--quiet', '--end-of-options', `${state.sha}^{tree}`])
  const commitTree = answer.stdout.toString().trim()
  const headTree = state.tree !== undefined && (await hasTree(repository, state.tree)) ? state.tree : commitTree
  return {
    headCommit: state.sha,
    commitTree,
    headTree,
    wasIncremental: state.incremental === true,
    isAncestor: answer.code === 0 && (await isAncestor(repository, state.sha, tip)),
  }
}

/** The tree of a commit that is gone is unknown; nothing is then made of how much changed. */
async function compareTo(repository: Repository, tree: string, scope: ResolvedScope) {
  const delta = tree === '' ? [] : await readDelta(repository, tree, scope)
  return { delta: amountOf(delta), takenBack: await findTakenBack(repository, scope, delta) }
}

/** Two commits where they say it all; two trees where uncommitted work was, or is, part of it. */
async function nameScope(
  repository: Repository,
  last: { readonly headCommit: string; readonly commitTree: string; readonly headTree: string },
  tip: Tip,
  scope: ResolvedScope,
): Promise<string> {
  const tree = (await repository.read(['rev-parse', `${tip.commit}^{tree}`])).trim()
  const isCommitted = last.headTree === last.commitTree && scope.headTree === tree
  return isCommitted ? `${last.headCommit}...${tip.ref}` : `${last.headTree}..${scope.headTree}`
}

interface Tip {
  readonly ref: string
  readonly commit: string
}

async function findTip(repository: Repository, ref: string): Promise<Tip> {
  const commit = await resolveCommit(repository, ref)
  if (commit === undefined) throw new LoopError('unknown_ref', { ref })
  return { ref, commit }
}

function limitFrom({ context }: World, name: string, fallback: number): number {
  const value = context.environment.variables[name] ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : fallback
}
