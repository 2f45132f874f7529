import type { ProgressOptions } from '../report/review/progress.ts'
import { type Arguments, type Context, useColor } from './command.ts'

/** How whoever started the program sees what goes on. */
export function progressOptions(args: Arguments, { stderr, environment }: Context): ProgressOptions {
  return {
    color: useColor(stderr, args, environment),
    live: stderr.isTerminal,
    write: stderr.write,
    width: stderr.columns,
    clock: () => performance.now(),
  }
}
