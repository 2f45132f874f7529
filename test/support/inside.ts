import type { Context } from '../../src/commands/command.ts'
import { main } from '../../src/commands/main.ts'
import { createOutput } from '../../src/commands/output.ts'
import { readEnvironment } from '../../src/config/environment.ts'
import type { ProgramResult } from './program.ts'

export interface InsideOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
  readonly columns?: number
  readonly now?: string
  readonly signal?: AbortSignal
  /** What is said at the terminal; without it there is none. */
  readonly prompt?: Context['prompt']
  /** Told after every write, with all that was written to the same stream so far. */
  readonly onWrite?: (text: string) => void
}

/** Runs a command in this process: the same code from the arguments to the exit code, without the start of a program. */
export async function runInside(
  cwd: string,
  args: readonly string[],
  options: InsideOptions = {},
): Promise<ProgramResult> {
  const written = { stdout: '', stderr: '' }
  const writeTo = (name: 'stdout' | 'stderr') => (text: string) => {
    written[name] += text
    options.onWrite?.(written[name])
  }
  const output = (name: 'stdout' | 'stderr') =>
    createOutput({ write: writeTo(name), isRunner: false, isTerminal: false, columns: options.columns ?? 80 })
  const code = await main(args, {
    cwd,
    environment: readEnvironment({ ...process.env, ...options.env }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    readInput: async () => options.input ?? '',
    prompt: options.prompt ?? null,
    signal: options.signal ?? new AbortController().signal,
    readerGone: new AbortController().signal,
    now: () => (options.now === undefined ? new Date() : new Date(options.now)),
    version: '0.0.0-test',
  })
  return { code, ...written }
}
