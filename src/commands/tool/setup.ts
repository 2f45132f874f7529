import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { reasonOf, writeWhole } from '../../io/files.ts'
import type { Step } from './step.ts'

export const setup: Step = {
  options: {
    mode: { type: 'string', choices: ['local', 'github'], description: 'where the review runs' },
    'cr-dir-prefix': {
      type: 'string',
      value: 'PREFIX',
      description: 'make a folder for working files whose path begins so',
    },
  },
  description: [
    'Prints {start_time, repo_name, current_branch, global_cache, cr_dir?}. global_cache is CR_GLOBAL_CACHE, else 1 in local and 0 in github mode.',
  ],
  examples: [['review-loop tool setup --mode local --cr-dir-prefix .review-loop/reviews/cr-', 'start a review']],
  run: async (input, world) => {
    const mode = input.required('mode')
    const prefix = input.path('cr-dir-prefix')
    const { repo_name, current_branch } = await describeRepository(world.repository)
    return {
      start_time: Math.floor(world.context.now().getTime() / 1000),
      repo_name,
      current_branch,
      global_cache: globalCache(world.context.environment.variables.CR_GLOBAL_CACHE, mode),
      ...(prefix === undefined ? {} : { cr_dir: createFolder(prefix) }),
    }
  },
}

/** A review can be prepared outside of a repository; what needs one says so itself. */
async function describeRepository(open: Parameters<Step['run']>[1]['repository']) {
  try {
    const repository = await open()
    const head = await repository.try(['symbolic-ref', '--quiet', '--short', 'HEAD'])
    const branch = head.stdout.toString().trim()
    return { repo_name: basename(repository.root), current_branch: branch === '' ? 'HEAD' : branch }
  } catch (error) {
    if (error instanceof LoopError) return { repo_name: 'unknown', current_branch: 'HEAD' }
    throw error
  }
}

function globalCache(variable: string | undefined, mode: string): '0' | '1' {
  if (variable === '0' || variable === '1') return variable
  return mode === 'github' ? '0' : '1'
}

const attempts = 50

/** Its content is hidden from git, so that the working files of a review are no part of what it reviews. */
function createFolder(prefix: string): string {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const folder = `${prefix}${randomInt(10_000, 100_000)}`
    try {
      mkdirSync(dirname(folder), { recursive: true })
      mkdirSync(folder)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw new LoopError('not_writable', { path: folder, reason: reasonOf(error) }, { cause: error })
    }
    writeWhole(join(folder, '.gitignore'), '*\n')
    return folder
  }
  throw new LoopError('not_writable', { path: prefix, reason: 'every name tried is taken' })
}
