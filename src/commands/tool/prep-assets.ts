import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRequired, writeWhole } from '../../io/files.ts'
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
    const prompts = promptsFolder()
    const copy = (from: string, to: string): string => {
      writeWhole(join(folder, to), readRequired(join(prompts, from)))
      return join(folder, to)
    }
    return {
      shared_prompt: copy('shared.md', 'shared_prompt.txt'),
      bha_suffix: copy('bug-hunter.md', 'bha_suffix.txt'),
    }
  },
}

/** Beside the folder of the built program, however deep this part of it lies there. */
function promptsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prompts', 'shared.md')) && dirname(folder) !== folder) folder = dirname(folder)
  return join(folder, 'prompts')
}
