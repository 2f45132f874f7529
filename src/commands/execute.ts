import { LoopError } from '../errors.ts'
import type { Arguments, Command, Context } from './command.ts'
import { runCommand, runExitCodes, runOptions, stageOptions, textOrFile } from './staged/run-command.ts'
import type { RunEntry } from './staged/run-options.ts'

export const execute: Command = {
  name: 'execute',
  summary:
    'Carries out an approved plan, a plan of your own, or only reviews the work that is there; then all later stages.',
  words: '',
  description: [
    'Exactly one of --session, --plan (with --title) and --review-only. A plan of your own is advice: leaving it is a minor issue.',
    runExitCodes,
  ],
  options: {
    session: { type: 'string', value: 'ID', description: 'carry out the approved plan of this session' },
    plan: { type: 'string', value: 'TEXT|FILE', description: 'carry out this plan' },
    title: { type: 'string', value: 'TEXT', description: 'what the plan is called' },
    'review-only': { type: 'boolean', description: 'review the uncommitted work that is there, and have it mended' },
    description: { type: 'string', value: 'TEXT', description: 'what the work is for' },
    ...stageOptions,
    ...runOptions,
  },
  examples: [
    ['review-loop execute --session 3f2a91c4', 'after review-loop plan'],
    ['review-loop execute --plan plan.md --title "Rate limits" --agent codex', 'a plan of your own'],
    ['review-loop execute --review-only --stop-after exec-round', 'one review of what is there'],
  ],
  run: async (args, context) => runCommand(args, context, entryOf(args, context), 'execute'),
}

/** Checked before anything is read or written. */
function entryOf(args: Arguments, context: Context): RunEntry {
  const [session, plan, title] = ['session', 'plan', 'title'].map((name) => args.value(name))
  const isReview = args.flag('review-only')
  const entries = [session !== undefined, plan !== undefined, isReview].filter(Boolean).length
  if (entries !== 1) throw usage(`give one of --session, --plan and --review-only; found ${entries || 'none'}`)
  if ((plan === undefined) !== (title === undefined)) throw usage('--plan and --title go together')
  const empty = Object.entries({ session, plan, title }).find(([, said]) => said?.trim() === '')
  if (empty !== undefined) throw usage(`--${empty[0]} is empty`)
  const description = args.value('description') ?? ''
  if (session !== undefined) {
    if (description !== '') throw usage('--description does not go with --session')
    return { kind: 'resume', session, needsPlan: true }
  }
  if (plan === undefined) return { kind: 'review-only', description }
  const text = textOrFile(args, context, plan).text.trim()
  if (text === '') throw usage(`${plan} is empty`)
  return { kind: 'plan', plan: text, title: title ?? '', description }
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'execute' })
