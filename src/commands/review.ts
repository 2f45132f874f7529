import { resolve } from 'node:path'
import { given } from '../core/values/given.ts'
import { exitCodeFor } from '../core/verdict/gate.ts'
import { writeWhole } from '../io/files.ts'
import { type Format, reporters } from '../report/index.ts'
import { createProgress } from '../report/review/progress.ts'
import type { Severity } from '../types.ts'
import { agentFlags, agentOptions } from './agents/agent-options.ts'
import { type Arguments, type Command, type Context, commonOptions, folderOf, useColor } from './command.ts'
import { forgeOptions } from './forge/forge-options.ts'
import { progressOptions } from './progress-options.ts'
import { review as performReview } from './reviewing/perform-review.ts'
import { trustFrom, trustOption } from './trust/trust-option.ts'

export const review: Command = {
  name: 'review',
  summary: 'Reviews a change and says whether it may be merged.',
  words: '[scope…]',
  description: [
    'Scope: nothing (this branch against its base, with uncommitted and untracked work), staged, one or more paths, A..B or A...B, or the number of a pull request on GitHub or a merge request on GitLab.',
    'Exit codes: 0 gate passed · 1 blocking findings · 2 wrong usage or configuration · 3 inconclusive (also: nothing to review) · 130 interrupted.',
  ],
  options: {
    base: { type: 'string', value: 'REF', description: 'compare with this branch or commit' },
    committed: { type: 'boolean', description: 'leave uncommitted and untracked work out' },
    'hygiene-only': {
      type: 'boolean',
      description: 'only the quick sweep: secrets, leftovers, files that do not belong',
    },
    'since-last-review': { type: 'boolean', description: 'only what is new since the last review of this branch' },
    'full-review': { type: 'boolean', description: 'everything, even after a recent review' },
    github: {
      type: 'boolean',
      description:
        'CI mode, on GitHub and on GitLab alike: review the pull or merge request, leave hand-off files; writes nothing to the forge',
    },
    'handoff-dir': { type: 'string', value: 'DIR', description: 'where they go; default: .review-loop/handoff' },
    ...forgeOptions,
    import: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      description: 'take in a report: SARIF, rdjson, rdjsonl or our own JSON',
    },
    ...agentOptions,
    intent: { type: 'string', value: 'TEXT', description: 'what the change is for, instead of what its commits say' },
    'no-cache': { type: 'boolean', description: 'ask agents anew, and keep no reply' },
    format: { type: 'string', choices: Object.keys(reporters), description: 'how to print the result' },
    output: { type: 'string', value: 'FILE', description: 'write the result there instead of standard output' },
    'fail-on': {
      type: 'string',
      choices: ['P0', 'P1', 'P2', 'P3'],
      description: 'exit with 1 from this severity on; the gate stays as it is',
    },
    ...trustOption,
    ...commonOptions,
  },
  examples: [
    ['review-loop review', 'this branch, with work not committed yet'],
    ['review-loop review staged', 'what is about to be committed'],
    ['review-loop review src/ --base develop', 'one folder, against another base'],
    ['review-loop review v1.2..HEAD --format sarif --output review.sarif', 'a range, as SARIF'],
    ['review-loop review 123 --agent claude', 'a pull request on GitHub or a merge request on GitLab'],
    ['review-loop review --import eslint.sarif', 'together with what ESLint found'],
  ],
  run: async (args, context) => {
    const format = (args.value('format') ?? 'text') as Format
    const progress = args.flag('quiet') ? null : createProgress(progressOptions(args, context))
    const options = optionsFrom(args, context)
    const { result, frames } = await performReview({
      ...options,
      signal: context.signal,
      ...given({ onEvent: progress?.onEvent }),
    }).finally(() => progress?.stop())
    const toFile = args.value('output')
    const text = reporters[format](result, {
      version: context.version,
      color: toFile === undefined && useColor(context.stdout, args, context.environment),
      width: context.stdout.columns,
      verbose: args.flag('verbose'),
      quiet: args.flag('quiet'),
      frames,
    })
    if (toFile === undefined) context.stdout[format === 'github' ? 'writeToRunner' : 'write'](text)
    else writeWhole(resolve(options.cwd, toFile), text)
    return exitCodeFor(result.gate, result.findings, options.failOn)
  },
}

function optionsFrom(args: Arguments, context: Context) {
  return {
    cwd: folderOf(args, context),
    scope: args.words,
    committed: args.flag('committed'),
    hygieneOnly: args.flag('hygiene-only'),
    sinceLastReview: args.flag('since-last-review'),
    fullReview: args.flag('full-review'),
    imports: args.values('import'),
    agents: agentFlags(args, 'review'),
    cache: !args.flag('no-cache'),
    github: args.flag('github'),
    ci: context.environment.ci,
    trustConfig: trustFrom(args, context),
    ...given({
      handoffDir: args.value('handoff-dir'),
      apiUrl: args.value('api-url'),
      failOn: args.value('fail-on') as Severity | undefined,
      intent: args.value('intent'),
      base: args.value('base'),
      config: args.value('config'),
    }),
  }
}
