import { resolve } from 'node:path'
import { exitCodes, LoopError } from '../errors.ts'
import { postText } from '../report/post/post-outcome.ts'
import { type Command, commonOptions, folderOf } from './command.ts'
import { forgeOptions } from './forge/forge-options.ts'
import { dryForge } from './posting/dry-forge.ts'
import { findTarget, requireTarget } from './posting/find-target.ts'
import { readHandoffFiles, readSarif } from './posting/handoff-files.ts'
import { locate } from './posting/locate.ts'
import { performPost, unread } from './posting/perform-post.ts'

const { cwd, help } = commonOptions

export const post: Command = {
  name: 'post',
  summary: 'Posts what `review --github` left, on GitHub and GitLab: comments on lines, a summary, a check.',
  words: '[DIR]',
  description: [
    'DIR: where the hand-off files are; default: .review-loop/handoff. Run again, it edits what is there and adds what is missing.',
    'The pull request is that of the CI run, else the open one of this branch, or --pr; never what the files say. Where the token may not write, findings are printed as annotations.',
    'Exit codes: 0 posted, or told otherwise with a notice · 2 wrong usage or files · 3 the pull request has moved on, or the forge did not answer: run it again · 130 interrupted.',
  ],
  options: {
    pr: {
      type: 'string',
      value: 'N',
      description: 'the number of the pull request; default: that of the CI run, or of this branch',
    },
    repository: {
      type: 'string',
      value: 'OWNER/NAME',
      description: 'default: as CI says (GITHUB_REPOSITORY, CI_PROJECT_PATH), else the remote origin',
    },
    sarif: { type: 'string', value: 'FILE', description: 'upload this file to code scanning as well' },
    'no-check': { type: 'boolean', description: 'no check run' },
    'no-summary': { type: 'boolean', description: 'no comment below the pull request' },
    'dry-run': { type: 'boolean', description: 'print what would be posted' },
    ...forgeOptions,
    cwd,
    help,
  },
  examples: [
    ['review-loop post', 'in CI, after review-loop review --github'],
    ['review-loop post handoff --pr 123 --dry-run', 'see what would be posted'],
    ['review-loop post --sarif review.sarif --no-check', 'with code scanning in place of a check'],
  ],
  run: async (args, context) => {
    const { variables } = context.environment
    const given = numberOf(args.value('pr'))
    const located = await locate(args, folderOf(args, context), variables, context.signal)
    const handoff = readHandoffFiles(located.folder)
    const file = args.value('sarif')
    const sarif = file === undefined ? null : readSarif(resolve(folderOf(args, context), file))
    const opened = await located.open()
    const isDry = args.flag('dry-run')
    const forge = isDry ? dryForge(opened, context.stdout.write) : opened
    const target = await findTarget(given, located, forge)
    const outcome =
      'none' in target
        ? { posted: {}, notices: [], untold: [], unfinished: target.none }
        : 'problem' in target
          ? unread({ forge, handoff }, target)
          : await performPost({
              forge,
              number: requireTarget(target, handoff),
              isFromFork: target.isFromFork,
              ...{ handoff, sarif, withSummary: !args.flag('no-summary'), withCheck: !args.flag('no-check') },
            })
    const isPlain = context.stdout.isTerminal || !located.takesAnnotations
    context.stdout[isPlain ? 'write' : 'writeToRunner'](postText(outcome, { isDry, isPlain }))
    if (outcome.unfinished === null) return exitCodes.passed
    context.stderr.write(`review-loop: ${outcome.unfinished}\n`)
    return exitCodes.inconclusive
  },
}

function numberOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^#?[1-9]\d{0,9}$/.test(given)) return Number(given.replace('#', ''))
  throw new LoopError('usage', { problem: `--pr takes a number, not "${given}"`, command: 'post' })
}
