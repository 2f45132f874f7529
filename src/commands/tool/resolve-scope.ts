import { parseScope } from '../../core/change/scope.ts'
import { LoopError } from '../../errors.ts'
import { findBase } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { resolveScope } from '../../io/git/resolve-scope.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import type { ResolvedScope, Scope } from '../../types.ts'
import { joinWords, splitWords } from './diff-scope.ts'
import { loadHouse } from './house.ts'
import type { Input } from './input.ts'
import { setupSchema } from './schemas.ts'
import type { Step, World } from './step.ts'

export const resolveScopeStep: Step = {
  options: {
    mode: { type: 'string', choices: ['local', 'github'], description: 'where the review runs; local when not given' },
    'setup-json': { type: 'string', value: 'FILE', description: 'what setup printed' },
    'pr-number': { type: 'string', value: 'N', description: 'a pull request (arrives with the GitHub commands)' },
    'scope-args': {
      type: 'string',
      value: 'WORDS',
      dashes: true,
      description: 'what to review: nothing (the branch), staged, paths, A..B or A...B',
    },
    'base-ref-override': { type: 'string', value: 'REF', description: 'compare with this branch or commit' },
    committed: { type: 'boolean', description: 'leave uncommitted and untracked work out' },
  },
  description: [
    'Prints {diff_scope, base_ref, head_ref, review_branch, diff_tip, pr_number, path_filter, scope_kind, pr_auto_detected, uncommitted, base_commit, head_commit, base_tree, head_tree}. diff_scope is what parse-diff takes.',
    'scope_kind: branch, staged, file_paths, range; github_pending in github mode without a pull request. With uncommitted work diff_scope names two trees, because no commit has it.',
  ],
  examples: [
    ['review-loop tool resolve-scope --mode local --setup-json setup.json', 'this branch against its base'],
    ['review-loop tool resolve-scope --mode local --base-ref-override 1a2b3c4', 'against a commit'],
  ],
  run: async (input, world) => {
    input.json('setup-json', setupSchema)
    const number = input.integer('pr-number')
    if (number !== undefined) throw new LoopError('pull_request', { number: String(number) })
    const words = scopeWords(input)
    if (input.text('mode') === 'github' && words.length === 0) return pending
    const scope = readScope(input, words)
    const repository = await world.repository()
    const base = await chooseBase(repository, world, input.text('base-ref-override') ?? null)
    const resolved = (await resolveScope(repository, { scope, base })).scope
    return { ...describe(scope, resolved), ...treesOf(resolved) }
  },
}

/** Nothing is known before GitHub is asked, and an empty scope cannot be taken for an empty change. */
const pending = {
  diff_scope: '',
  base_ref: null,
  head_ref: null,
  review_branch: null,
  diff_tip: null,
  pr_number: null,
  path_filter: '',
  scope_kind: 'github_pending',
  pr_auto_detected: false,
}

export function treesOf(scope: ResolvedScope) {
  return {
    base_commit: scope.baseCommit,
    head_commit: scope.headCommit,
    base_tree: scope.baseTree,
    head_tree: scope.headTree,
  }
}

function scopeWords(input: Input): readonly string[] {
  const words = input.list('scope-args').flatMap((text, _, all) => (all.length === 1 ? splitWords(text) : [text]))
  return words.length === 1 && words[0] === 'branch' ? [] : words
}

function readScope(input: Input, words: readonly string[]): Scope {
  const parsed = parseScope(words, {
    base: input.text('base-ref-override') !== undefined,
    committed: input.flag('committed'),
    sinceLastReview: false,
    fullReview: false,
    github: false,
  })
  if ('problem' in parsed) throw new LoopError('usage', { problem: parsed.problem, command: input.step })
  return parsed.scope
}

async function chooseBase(repository: Repository, world: World, named: string | null): Promise<string | null> {
  if (named !== null) return named
  const { branch } = await readWorkState(repository)
  const trusted = world.context.environment.ci ? (await findBase(repository, null, branch)).commit : null
  return (await loadHouse(repository, world, trusted)).config.base
}

function describe(scope: Scope, resolved: ResolvedScope) {
  const paths = scope.kind === 'paths' ? `-- ${joinWords(scope.paths)}` : ''
  const uncommitted = resolved.head === 'working tree'
  const branch = uncommitted ? `${resolved.baseTree}..${resolved.headTree}` : `${resolved.base}...HEAD`
  const range = scope.kind === 'range' ? `${scope.from}${scope.symmetric ? '...' : '..'}${scope.to}` : branch
  return {
    diff_scope: scope.kind === 'staged' ? '--cached' : [range, paths].filter(Boolean).join(' '),
    base_ref: resolved.base,
    head_ref: scope.kind === 'range' ? scope.to : resolved.branch,
    review_branch: resolved.branch,
    diff_tip: scope.kind === 'range' ? scope.to : 'HEAD',
    pr_number: null,
    path_filter: paths,
    scope_kind: scope.kind === 'paths' ? 'file_paths' : scope.kind,
    pr_auto_detected: false,
    uncommitted: uncommitted || scope.kind === 'staged',
  }
}
