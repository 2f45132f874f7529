import { LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import { findBase, resolveCommit } from '../../io/git/base.ts'
import { sha256 } from './cache-manifest.ts'
import type { Input } from './input.ts'
import { baseRefOption, diffTipOption } from './options.ts'
import type { Step, World } from './step.ts'

export const computeHashes: Step = {
  options: {
    'shared-prompt': { type: 'string', value: 'FILE', description: 'shared_prompt.txt, as prep-assets wrote it' },
    'bha-suffix': { type: 'string', value: 'FILE', description: 'bha_suffix.txt, as prep-assets wrote it' },
    'diff-tip': diffTipOption,
    'base-ref': baseRefOption,
  },
  description: [
    'Prints {prompt_hash, context_key}: SHA-256 of both prompts, and the commit where the change left its base (empty when there is none).',
  ],
  examples: [['review-loop tool compute-hashes --shared-prompt s.txt --bha-suffix b.txt --diff-tip HEAD', '']],
  run: async (input, world) => {
    const prompts = ['shared-prompt', 'bha-suffix'].map((name) => readRequired(input.requiredPath(name)))
    return { prompt_hash: sha256(prompts.join('')), context_key: await contextKey(input, world) }
  },
}

async function contextKey(input: Input, world: World): Promise<string> {
  try {
    const repository = await world.repository()
    const tip = await resolveCommit(repository, input.text('diff-tip') ?? 'HEAD')
    const base = await findBase(repository, input.text('base-ref') ?? null, '')
    if (tip === undefined) return ''
    const answer = await repository.try(['merge-base', tip, base.commit])
    return answer.code === 0 ? answer.stdout.toString().trim() : ''
  } catch (error) {
    if (error instanceof LoopError) return ''
    throw error
  }
}
