import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitCodes, LoopError } from '../errors.ts'
import { cleanEnvironment, run } from '../io/exec.ts'
import { temporaryRoot } from '../io/temporary-folder.ts'
import { parseArguments } from './arguments.ts'
import { type Command, type Context, commonOptions } from './command.ts'
import { demoBase, demoChange } from './data/demo-repository.ts'
import { loop } from './loop.ts'
import { review } from './review.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'Makes a small repository with a flawed change, reviews it, has it fixed, and reviews it again.',
  words: '',
  options: {
    keep: { type: 'boolean', description: 'leave the repository there to try things out' },
    'no-color': commonOptions['no-color'],
    help: commonOptions.help,
  },
  description: ['Needs git and nothing else: no agent, no key, no network. Exit code 0 when the loop ends approved.'],
  examples: [
    ['review-loop demo', 'watch a review, its fix, and the review after it'],
    ['review-loop demo --keep', 'and look around in the repository afterwards'],
  ],
  run: async (args, context) => {
    const folder = mkdtempSync(join(temporaryRoot(), 'review-loop-demo-'))
    try {
      await makeRepository(folder)
      context.stderr.write(`A repository with a flawed change was made in ${folder}\n`)
      const inside: Context = {
        ...context,
        cwd: folder,
        environment: { ...context.environment, ci: false },
        prompt: null,
      }
      const colours = args.flag('no-color') ? ['--no-color'] : []
      context.stderr.write('\n$ review-loop review\n\n')
      const found = await review.run(parseArguments(review, colours), inside)
      context.stderr.write('\n$ review-loop loop\n\n')
      const code = await loop.run(parseArguments(loop, colours), inside)
      context.stderr.write(`\n${closing(found, code)}\n`)
      return found === exitCodes.blocked && code === exitCodes.passed ? exitCodes.passed : exitCodes.inconclusive
    } finally {
      if (args.flag('keep')) context.stderr.write(`The repository is in ${folder}\n`)
      else rmSync(folder, { recursive: true, force: true })
    }
  },
}

function closing(found: number, code: number): string {
  if (found !== exitCodes.blocked || code !== exitCodes.passed) {
    return `The review ended with exit code ${found} and the loop with ${code}; 1 and 0 were expected.`
  }
  return 'The review found blocking findings, the loop had them fixed and approved the result. In your own repository: review-loop loop'
}

async function makeRepository(folder: string): Promise<void> {
  await git(folder, 'init', '-q', '-b', 'main')
  // The loop commits its fixes: here as nobody in particular, and without the hooks and keys of whoever watches.
  for (const setting of settings) await git(folder, 'config', ...setting.split('='))
  write(folder, demoBase)
  await commit(folder, 'Sum up a cart')
  await git(folder, 'switch', '-q', '-c', 'discounts')
  write(folder, demoChange)
  await commit(folder, 'Add discounts')
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

async function commit(folder: string, message: string): Promise<void> {
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '-q', '-m', message)
}

const settings = [
  'user.name=Demo',
  'user.email=demo@example.invalid',
  'commit.gpgSign=false',
  'core.hooksPath=/dev/null',
]

/** Independent of the user's settings: no signing, no hooks, no template of their own. */
async function git(folder: string, ...args: string[]): Promise<void> {
  const env = cleanEnvironment({ GIT_CONFIG_NOSYSTEM: '1' })
  const result = await run('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], { cwd: folder, env })
  if (result.failure?.includes('ENOENT')) throw new LoopError('git_missing')
  if (result.code !== 0) throw new LoopError('git_failed', { command: args[0] ?? '', reason: result.stderr.trim() })
}
