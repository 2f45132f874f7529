import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** A command line as it is run in the workspace. A script that git ignores is not in a copy of it: then it is run where it is. */
export function commandIn({ program, args }: Command, workspace: string, root: string): Command {
  return { program: program.includes('/') ? found(program) : program, args: args.map(found) }

  function found(word: string): string {
    if (isAbsolute(word) || workspace === root || existsSync(join(workspace, word))) return word
    const original = join(root, word)
    return statSync(original, { throwIfNoEntry: false })?.isFile() ? original : word
  }
}
