import { exitCodes, LoopError } from '../errors.ts'
import { type CompletionEntry, completionScripts } from '../report/completion.ts'
import { type Command, type Commands, commonOptions } from './command.ts'
import { commands } from './index.ts'

export const completion: Command = {
  name: 'completion',
  summary: 'Prints a completion script for your shell.',
  words: 'bash|zsh|fish',
  options: { help: commonOptions.help },
  examples: [
    ['source <(review-loop completion bash)', 'in ~/.bashrc'],
    ['source <(review-loop completion zsh)', 'in ~/.zshrc, after compinit'],
    ['review-loop completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  run: async (args, context) => {
    const shell = args.words[0] ?? ''
    const render = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined
    if (render === undefined) {
      throw new LoopError('usage', { problem: 'name a shell: bash, zsh or fish', command: 'completion' })
    }
    context.stdout.write(render(await listEntries(commands)))
    return exitCodes.passed
  },
}

async function listEntries(entries: Commands): Promise<readonly CompletionEntry[]> {
  return Promise.all(
    Object.entries(entries).map(async ([name, { summary, load }]) => {
      const { words, options, commands: below = {} } = await load()
      const fixed = words.includes('|') ? words.split('|') : []
      return { name, summary, fixed, options, commands: await listEntries(below) }
    }),
  )
}
