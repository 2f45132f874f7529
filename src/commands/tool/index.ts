import { LoopError } from '../../errors.ts'
import { type Command, type Commands, commonOptions } from '../command.ts'
import { type Step, stepCommand } from './step.ts'

export const tool: Command = {
  name: 'tool',
  summary: 'One step of a review, for scripts: JSON in, JSON out.',
  words: 'STEP',
  description: [
    'Flags, or one JSON object on standard input with the same names (underscores for dashes). Where a flag takes a file, - is standard input, and the JSON object may hold the content itself.',
    'Exit codes: 0 done · 2 wrong usage, or input that cannot be read.',
  ],
  options: { help: commonOptions.help },
  examples: [
    ['review-loop tool parse-diff --scope main...HEAD | review-loop tool hygiene', 'the quick sweep alone'],
    ['review-loop tool validate --findings findings.json --diff-data diff_data.json', 'check what an agent claims'],
    ['review-loop tool parse-diff --help', 'flags and an example of one step'],
  ],
  commands: steps(),
  run: async () => {
    throw new LoopError('usage', { problem: 'name a step, such as parse-diff or validate', command: 'tool' })
  },
}

/** Name, one line, and where it is, in the order in which a review takes them. */
function steps(): Commands {
  const list: readonly (readonly [name: string, summary: string, load: () => Promise<Step>])[] = [
    ['setup', 'when, where and on which branch a review starts', async () => (await import('./setup.ts')).setup],
    [
      'prep-assets',
      'the prompts of the reviewers, as files',
      async () => (await import('./prep-assets.ts')).prepAssets,
    ],
    ['resolve-scope', 'what is compared with what', async () => (await import('./resolve-scope.ts')).resolveScopeStep],
    [
      'finalize-cache',
      'where answers of agents are kept',
      async () => (await import('./finalize-cache.ts')).finalizeCache,
    ],
    [
      'auto-incremental',
      'whether only what is new is reviewed',
      async () => (await import('./auto-incremental.ts')).autoIncremental,
    ],
    [
      'parse-diff',
      'the change: files, line ranges, changed lines',
      async () => (await import('./parse-diff.ts')).parseDiff,
    ],
    ['fetch-intent', 'what the change says about itself', async () => (await import('./intent.ts')).fetchIntent],
    [
      'classify-intent',
      'feature, fix, refactor or mixed',
      async () => (await import('./intent.ts')).classifyIntentStep,
    ],
    [
      'compute-hashes',
      'what an answer of an agent depends on',
      async () => (await import('./compute-hashes.ts')).computeHashes,
    ],
    ['cache-check', 'which files need no new look', async () => (await import('./cache-check.ts')).cacheCheck],
    ['hygiene', 'secrets, leftovers, files that do not belong', async () => (await import('./hygiene.ts')).hygiene],
    ['route', 'who reviews, with how strong a model', async () => (await import('./route.ts')).route],
    ['partition', 'the change divided among reviewers', async () => (await import('./partition.ts')).partition],
    [
      'extract-patches',
      'the patch of all and of each partition, as files',
      async () => (await import('./extract-patches.ts')).extractPatches,
    ],
    [
      'collect-findings',
      'one list of what all agents found',
      async () => (await import('./collect-findings.ts')).collectFindings,
    ],
    [
      'validate',
      'which findings hold, and why the others do not',
      async () => (await import('./validate.ts')).validate,
    ],
    ['merge', 'who says the same as whom, and what is worth showing', async () => (await import('./merge.ts')).merge],
    ['cache-update', 'keep what the agents said', async () => (await import('./cache-update.ts')).cacheUpdate],
    ['review-state-read', 'what was last reviewed', async () => (await import('./review-state.ts')).reviewStateRead],
    [
      'review-state-write',
      'remember what was reviewed',
      async () => (await import('./review-state.ts')).reviewStateWrite,
    ],
    [
      'session-tokens',
      'what a session of Claude Code has used',
      async () => (await import('./session-tokens.ts')).sessionTokens,
    ],
    ['footer', 'time, cache and tokens in one line', async () => (await import('./footer.ts')).footer],
    [
      'verdict',
      'approve, needs_attention, decline or inconclusive',
      async () => (await import('./verdict.ts')).verdict,
    ],
    [
      'classify-comment',
      'what a comment of an outside reviewer means',
      async () => (await import('./classify-comment.ts')).classifyComment,
    ],
    [
      'post-comments',
      'comments on a pull request: review-loop post does it',
      async () => (await import('./part-of-post.ts')).postComments,
    ],
    [
      'resolve-threads',
      'outdated threads of a pull request: review-loop post does it',
      async () => (await import('./part-of-post.ts')).resolveThreads,
    ],
  ]
  return Object.fromEntries(
    list.map(([name, summary, load]) => [
      name,
      { summary, load: async () => stepCommand(name, summary, await load()) },
    ]),
  )
}
