import { LoopError } from '../errors.ts'
import { cacheText } from '../report/cache.ts'
import { jsonText } from '../report/json-text.ts'
import { type Command, commonOptions, folderOf } from './command.ts'
import { cacheStats, clearCache } from './kept-replies.ts'

const { cwd, help } = commonOptions

const stats: Command = {
  name: 'cache stats',
  summary: 'Says how many replies of agents are kept, and how much room they take.',
  words: '',
  options: { format: { type: 'string', choices: ['text', 'json'], description: 'how to print it' }, cwd, help },
  examples: [['review-loop cache stats --format json', 'for scripts']],
  run: async (args, context) => {
    const value = await cacheStats({ cwd: folderOf(args, context), signal: context.signal })
    context.stdout.write(args.value('format') === 'json' ? jsonText(value) : cacheText(value))
    return 0
  },
}

const clear: Command = {
  name: 'cache clear',
  summary: 'Forgets all kept replies. Reviews that were made stay.',
  words: '',
  options: { cwd, help },
  examples: [['review-loop cache clear', 'the next review asks everything anew']],
  run: async (args, context) => {
    const { removed } = await clearCache({ cwd: folderOf(args, context), signal: context.signal })
    context.stdout.write(`${removed} kept ${removed === 1 ? 'reply' : 'replies'} removed.\n`)
    return 0
  },
}

export const cache: Command = {
  name: 'cache',
  summary: 'The kept replies of agents: the same question is not paid for twice.',
  words: 'stats|clear',
  options: { cwd, help },
  examples: [
    ['review-loop cache stats', 'how many, how large'],
    ['review-loop cache clear', 'forget them all'],
  ],
  commands: {
    stats: { summary: 'how many replies are kept, and how large', load: async () => stats },
    clear: { summary: 'forget all kept replies', load: async () => clear },
  },
  run: async (args, context) => {
    // The word may also stand behind an option.
    const below = [stats, clear].find(({ name }) => name === `cache ${args.words.join(' ')}`)
    if (below !== undefined) return below.run(args, context)
    throw new LoopError('usage', { problem: 'say what: stats or clear', command: 'cache' })
  },
}
