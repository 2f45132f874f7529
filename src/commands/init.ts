import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configTemplate } from '../config/template.ts'
import { exitCodes } from '../errors.ts'
import { writeWhole } from '../io/files.ts'
import { openRepository } from '../io/git/repository.ts'
import { ensureStateFolder } from '../io/state-folder.ts'
import { type Command, commonOptions, folderOf } from './command.ts'

export const init: Command = {
  name: 'init',
  summary: 'Writes a commented configuration, and the file that keeps working files out of git.',
  words: '',
  options: { cwd: commonOptions.cwd, help: commonOptions.help },
  examples: [['review-loop init', 'makes .review-loop/config.yaml; a file that is there stays as it is']],
  run: async (args, context) => {
    const repository = await openRepository(folderOf(args, context))
    const file = join(ensureStateFolder(repository.root), 'config.yaml')
    if (existsSync(file)) {
      context.stdout.write('.review-loop/config.yaml is already there and stays as it is.\n')
    } else {
      writeWhole(file, configTemplate())
      context.stdout.write('Wrote .review-loop/config.yaml: every setting with its default, commented out.\n')
    }
    context.stdout.write('Commit it to share it. Next: review-loop review\n')
    return exitCodes.passed
  },
}
