import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReviewResult } from '../../src/types.ts'
import { runInside } from './inside.ts'
import { temporaryFolder } from './repository.ts'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const program = join(root, 'dist', 'cli.js')

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProgramOptions {
  /** Added to the environment of the tests; undefined takes a variable away. */
  readonly env?: Environment
  readonly input?: string
  /** Another copy of the program. */
  readonly program?: string
  /** Runs as this user, if whoever runs the tests may do that. */
  readonly user?: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command: in this process, which takes far less CPU time, unless it is given what only a process can have. */
export function reviewLoop(cwd: string, args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  const { env = {}, program: other, user } = options
  const needsProcess = other !== undefined || user !== undefined || ofProcess.some((name) => name in env)
  return (needsProcess ? reviewLoopOfProcess : runInside)(cwd, args, options)
}

/** What Node itself reads. */
const ofProcess = ['NODE_OPTIONS', 'TMPDIR']

/** Runs the built program as a user would. */
export function reviewLoopOfProcess(
  cwd: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return endOf(startProgram(cwd, args, options), options.input)
}

/** What a program that was started printed, once it has ended. */
export function endOf(child: StartedProgram, input = ''): Promise<ProgramResult> {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk
    })
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...printed }))
  })
}

/** The same, with the JSON that it printed: null where it printed none. */
export async function jsonEndOf<Result>(child: StartedProgram): Promise<ProgramResult & { readonly result: Result }> {
  return withJson(await endOf(child))
}

export function withJson<Result>(ended: ProgramResult): ProgramResult & { readonly result: Result } {
  return { ...ended, result: ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : null }
}

export type StartedProgram = ReturnType<typeof startProgram>

export function startProgram(cwd: string, args: readonly string[], options: ProgramOptions = {}) {
  const user = options.user === undefined ? {} : { uid: options.user, gid: options.user }
  const env = { ...process.env, ...options.env }
  return spawn(process.execPath, [options.program ?? program, ...args], { cwd, env, ...user })
}

export interface JsonReview {
  readonly code: number | null
  readonly result: ReviewResult
  readonly stderr: string
}

export async function reviewJson(
  cwd: string,
  args: readonly string[] = [],
  env: Environment = {},
  options: ProgramOptions = {},
): Promise<JsonReview> {
  const words = ['review', ...args, '--format', 'json']
  const { code, stdout, stderr } = await reviewLoop(cwd, words, { env, ...options })
  try {
    return { code, result: JSON.parse(stdout), stderr }
  } catch {
    throw new Error(`not JSON (exit ${code}): ${stdout}\n${stderr}`)
  }
}

/** For what must be kept between two runs: nothing that one process remembers helps the next. */
export function reviewJsonOfProcess(
  cwd: string,
  args: readonly string[] = [],
  env: Environment = {},
): Promise<JsonReview> {
  return reviewJson(cwd, args, env, { program })
}

/** Makes a program believe that it runs so many days from now. */
export function daysFromNow(days: number): Environment {
  const shift = `Date.now() + ${days * 86_400_000}`
  const clock = `const { Date } = globalThis; globalThis.Date = class extends Date {
    constructor(...given) { given.length > 0 ? super(...given) : super(${shift}) }
    static now() { return ${shift} }
  }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` }
}

/** 'YYYY-MM-DD' */
export function dateFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Root may read everything: then the program runs as nobody, from a copy that nobody can reach. */
export function asOrdinaryUser(repository: string): ProgramOptions {
  if (process.getuid?.() !== 0) return {}
  const nobody = 65534
  const copy = temporaryFolder()
  cpSync(dirname(program), copy, { recursive: true })
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, repository, copy])
  return { user: nobody, program: join(copy, 'cli.js') }
}

/** The program in a folder of its own with only these of its dependencies, and files in place of others. */
export function partialInstallation(packages: readonly string[], fakes: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder()
  const modules = join(folder, 'node_modules')
  cpSync(dirname(program), join(folder, 'dist'), { recursive: true })
  mkdirSync(modules)
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const [file, text] of Object.entries(fakes)) {
    mkdirSync(dirname(join(modules, file)), { recursive: true })
    writeFileSync(join(modules, file), text)
  }
  return join(folder, 'dist', 'cli.js')
}
