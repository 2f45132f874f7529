import { join } from 'node:path'
import { fromDiffData } from '../../core/change/diff-data.ts'
import { classifyIntent } from '../../core/change/intent.ts'
import { LoopError } from '../../errors.ts'
import { writeWhole } from '../../io/files.ts'
import { findBase, resolveCommit } from '../../io/git/base.ts'
import { readCommitSubjects } from '../../io/git/log.ts'
import type { IntentContext } from '../../types.ts'
import type { Input } from './input.ts'
import { baseRefOption, crDirOption, diffTipOption } from './options.ts'
import { diffDataSchema, intentContextSchema } from './schemas.ts'
import type { Step, World } from './step.ts'

export const fetchIntent: Step = {
  options: {
    'scope-kind': {
      type: 'string',
      choices: ['pr', 'branch', 'range', 'staged', 'file_paths', 'github_pending'],
      description: 'as resolve-scope printed it',
    },
    'cr-dir': crDirOption,
    'pr-number': { type: 'string', value: 'N', description: 'a pull request (arrives with the GitHub commands)' },
    'base-ref': baseRefOption,
    'diff-tip': diffTipOption,
  },
  description: [
    'Writes intent_context.json {title, body, commits, source} into the folder and prints {path, source}. Of a branch or a range these are the subjects of its commits, without merges; of anything else nothing is known.',
  ],
  examples: [['review-loop tool fetch-intent --scope-kind branch --cr-dir DIR', 'what the branch says about itself']],
  run: async (input, world) => {
    const path = join(input.requiredPath('cr-dir'), 'intent_context.json')
    const context = await readContext(input, world)
    writeWhole(path, `${JSON.stringify(context, null, 2)}\n`)
    return { path, source: context.source }
  },
}

export const classifyIntentStep: Step = {
  options: {
    'intent-context': {
      type: 'string',
      value: 'FILE',
      description: 'what fetch-intent wrote; standard input when not given',
    },
    'diff-data': {
      type: 'string',
      value: 'FILE',
      description: 'what parse-diff printed: new files speak for a feature',
    },
  },
  main: 'intent-context',
  description: ['Prints {intent}: feature, fix, refactor or mixed.'],
  examples: [['review-loop tool classify-intent --intent-context intent_context.json', 'what kind of change it is']],
  run: async (input) => {
    const { title, body, commits } = input.requiredJson('intent-context', intentContextSchema)
    const data = input.json('diff-data', diffDataSchema)
    const context: IntentContext = {
      source: 'commits',
      title,
      body: body ?? '',
      commits: typeof commits === 'string' ? commits.split('\n') : commits,
    }
    return { intent: classifyIntent(context, data === undefined ? [] : fromDiffData(data)) }
  },
}

async function readContext(input: Input, world: World): Promise<IntentContext> {
  const kind = input.required('scope-kind')
  const number = input.integer('pr-number')
  if (kind === 'pr' || number !== undefined) throw new LoopError('pull_request', { number: String(number ?? '') })
  const commits = kind === 'branch' || kind === 'range' ? await readSubjects(input, world) : []
  return { source: commits.length > 0 ? 'commits' : 'empty', title: '', body: '', commits }
}

async function readSubjects(input: Input, world: World): Promise<readonly string[]> {
  const repository = await world.repository()
  const ref = input.text('diff-tip') ?? 'HEAD'
  const tip = await resolveCommit(repository, ref)
  if (tip === undefined) throw new LoopError('unknown_ref', { ref })
  const base = await findBase(repository, input.text('base-ref') ?? null, '')
  return readCommitSubjects(repository, base.commit, tip)
}
