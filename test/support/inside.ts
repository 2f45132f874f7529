import { AsyncLocalStorage } from 'node:async_hooks'
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

type Variables = Record<string, string | undefined>

const ownVariables: Variables = process.env
const givenVariables = new AsyncLocalStorage<Variables>()
const variables = () => givenVariables.getStore() ?? ownVariables

// Commands run side by side here, and each sees the environment that it was given.
process.env = new Proxy<NodeJS.ProcessEnv>(
  {},
  {
    get: (_, name) => variables()[String(name)],
    has: (_, name) => String(name) in variables(),
    ownKeys: () => Reflect.ownKeys(variables()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(variables(), name),
    set: (_, name, value) => Reflect.set(variables(), name, value),
    deleteProperty: (_, name) => Reflect.deleteProperty(variables(), name),
  },
)

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
  const given = Object.entries({ ...process.env, ...options.env }).filter(([, value]) => value !== undefined)
  const context: Context = {
    cwd,
    environment: readEnvironment(Object.fromEntries(given)),
    stdout: output('stdout'),
    stderr: output('stderr'),
    readInput: async () => options.input ?? '',
    prompt: options.prompt ?? null,
    signal: options.signal ?? new AbortController().signal,
    readerGone: new AbortController().signal,
    now: () => (options.now === undefined ? new Date() : new Date(options.now)),
    version: '0.0.0-test',
  }
  const code = await givenVariables.run({ ...context.environment.variables }, () => main(args, context))
  return { code, ...written }
}
