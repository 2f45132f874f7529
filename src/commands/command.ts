import { resolve } from 'node:path'
import type { Environment } from '../config/environment.ts'
import type { ExitCode } from '../errors.ts'

// A command is data: parsing, --help and shell completion are all made from it.

export interface Option {
  readonly type: 'boolean' | 'string'
  readonly description: string
  readonly short?: string
  /** May be given several times; the value is a list. */
  readonly multiple?: boolean
  /** How the value is called in help: FILE, REF. */
  readonly value?: string
  /** The only values allowed. */
  readonly choices?: readonly string[]
  /** The value may be missing; what follows is taken for it only if it looks like this. */
  readonly optional?: RegExp
  /** A value that begins with a dash is a value all the same: --scope --cached. */
  readonly dashes?: true
}

export type Options = Readonly<Record<string, Option>>

/** A command in a registry: loaded when it is called. */
export interface Entry {
  readonly summary: string
  readonly load: () => Promise<Command>
}

export type Commands = Readonly<Record<string, Entry>>

export interface Command {
  /** As it is typed: 'review', or 'tool parse-diff' for a command below another one. */
  readonly name: string
  readonly summary: string
  /** What follows the name: '[scope…]'. Empty: no words are taken. */
  readonly words: string
  readonly description?: readonly string[]
  readonly options: Options
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [string, string])[]
  /** Commands below this one, by the word that follows the name. `run` is called when none follows. */
  readonly commands?: Commands
  readonly run: (args: Arguments, context: Context) => Promise<ExitCode>
}

export interface Arguments {
  readonly words: readonly string[]
  readonly flag: (name: string) => boolean
  readonly value: (name: string) => string | undefined
  readonly values: (name: string) => readonly string[]
}

export interface Output {
  /** For people and programs, with secrets masked: the runner of CI obeys nothing in it. */
  readonly write: (text: string) => void
  /** For the runner of CI, with secrets masked. */
  readonly writeToRunner: (text: string) => void
  /** As it is: lines of code that another program goes on with. */
  readonly writeSource: (text: string) => void
  readonly isTerminal: boolean
  readonly columns: number
}

/** Everything a command may touch of the process it runs in. */
export interface Context {
  readonly cwd: string
  readonly environment: Environment
  readonly stdout: Output
  readonly stderr: Output
  readonly readInput: () => Promise<string>
  /** Asks on the terminal; gives null when the person ends it. Null itself: there is no terminal. */
  readonly prompt: ((question: string) => Promise<string | null>) | null
  readonly signal: AbortSignal
  /** Nobody reads standard output any more: for commands that only show something. */
  readonly readerGone: AbortSignal
  readonly now: () => Date
  readonly version: string
}

/** Flags that mean the same everywhere. */
export const commonOptions = {
  cwd: { type: 'string', value: 'DIR', description: 'work in this folder instead of the current one' },
  config: { type: 'string', value: 'FILE', description: 'read this configuration instead of .review-loop/config.yaml' },
  quiet: { type: 'boolean', description: 'only the result' },
  verbose: { type: 'boolean', description: 'also what was discarded and who looked at what' },
  'no-color': { type: 'boolean', description: 'no colours' },
  help: { type: 'boolean', short: 'h', description: 'show this help' },
} satisfies Options

/** The folder a command works in. */
export function folderOf(args: Arguments, context: Context): string {
  return resolve(context.cwd, args.value('cwd') ?? '.')
}

export function useColor(output: Output, args: Arguments, environment: Environment): boolean {
  if (args.flag('no-color') || environment.noColor) return false
  return environment.forceColor || output.isTerminal
}
