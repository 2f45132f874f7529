import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { reasonOf } from '../../io/files.ts'
import { setupSchema } from './schemas.ts'
import type { Step } from './step.ts'

export const finalizeCache: Step = {
  options: {
    'setup-json': { type: 'string', value: 'FILE', description: 'what setup printed; standard input when not given' },
    mode: { type: 'string', choices: ['local', 'github'], description: 'where the review runs; local when not given' },
    'pr-number': { type: 'string', value: 'N', description: 'the pull request, if it is one' },
  },
  main: 'setup-json',
  description: [
    'Makes the folder of the cache and prints {cache_dir}: in github mode below RUNNER_TEMP, else in the home folder, one for each repository (without global_cache one for each pull request).',
  ],
  examples: [['review-loop tool finalize-cache --setup-json setup.json --mode local', 'where answers are kept']],
  run: async (input, { context }) => {
    const { repo_name, global_cache } = input.requiredJson('setup-json', setupSchema)
    const repository = repo_name.replace(/[^\p{L}\p{N}._-]/gu, '-')
    const number = input.integer('pr-number')
    const home = join(context.environment.variables.HOME ?? homedir(), '.claude')
    const pullRequest = number === undefined ? '' : `-pr-${number}`
    const local =
      global_cache === '1' ? `cr-cache-global-repo-${repository}` : `cr-cache-repo-${repository}${pullRequest}`
    const temporary = context.environment.variables.RUNNER_TEMP ?? tmpdir()
    const cache_dir = input.text('mode') === 'github' ? join(temporary, 'cr-cache') : join(home, local)
    makeFolder(cache_dir)
    return { cache_dir }
  },
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new LoopError('not_writable', { path, reason: reasonOf(error) }, { cause: error })
  }
}
