import { join } from 'node:path'
import { writeWhole } from '../../io/files.ts'
import { readPrompts } from '../prompts.ts'
import { crDirOption } from './options.ts'
import type { Step } from './step.ts'

export const prepAssets: Step = {
  options: {
    'cr-dir': crDirOption,
    'plugin-root': { type: 'string', value: 'DIR', description: 'not needed: the prompts come with this package' },
  },
  description: [
    'Copies the prompts of the reviewers into the folder and prints {shared_prompt, bha_suffix}, their paths.',
  ],
  examples: [['review-loop tool prep-assets --cr-dir DIR', 'before compute-hashes']],
  run: async (input) => {
    const folder = input.requiredPath('cr-dir')
    const prompts = readPrompts(['shared', 'bug-hunter'])
    const keep = (name: string, text: string): string => {
      writeWhole(join(folder, name), text)
      return join(folder, name)
    }
    return {
      shared_prompt: keep('shared_prompt.txt', prompts.shared),
      bha_suffix: keep('bha_suffix.txt', prompts['bug-hunter']),
    }
  },
}
