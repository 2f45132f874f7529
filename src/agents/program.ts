import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '../io/exec.ts'
import { findProgram, isProgram } from '../io/which.ts'
import type { AgentSettings } from '../types.ts'
import type { CliBackend } from './backend.ts'
import { agentEnvironment } from './supervise/environment.ts'

export interface ProgramPlace {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Absolute path of the repository; the configured path may be relative to it. */
  readonly root: string
}

/** The program to start: the configured one, else the one on the PATH; the native program behind a shim where there is one. */
export function locateProgram(
  backend: CliBackend,
  settings: AgentSettings,
  { variables, root }: ProgramPlace,
): string | undefined {
  const named = settings.command ?? backend.program
  const path = /[\\/]/.test(named) ? resolve(root, named) : findProgram(named, variables.PATH ?? '')
  const found = path !== undefined && isProgram(path) ? path : undefined
  return found === undefined ? undefined : behindShim(found, backend.native ?? [])
}

/** A shim in JavaScript leaves the real program running when it is ended, and starts more slowly. */
function behindShim(path: string, native: readonly string[]): string {
  const folder = join(realpathSync(path), '..')
  const candidates = native.flatMap((inside) => [
    join(folder, inside),
    join(folder, '..', inside),
    join(folder, '..', '..', inside),
    join(folder, '..', '..', '..', inside),
  ])
  return candidates.find((candidate) => existsSync(candidate)) ?? path
}

/** As the package says that it came in: to ask the program itself may take seconds. Null: it came in another way. */
export function packagedVersion(program: string): string | null {
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(realpathSync(program)) ?? []
  if (folder === undefined) return null
  try {
    const { version }: { version?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return /^\d+\.\d+\.\d+/.exec(String(version))?.[0] ?? null
  } catch {
    return null
  }
}

const versions = new Map<string, Promise<string | null>>()

/** What `--version` prints, asked once per program. Null when it does not say. */
export function versionOf(
  program: string,
  place: { readonly home: string; readonly temporary: string },
): Promise<string | null> {
  const known = versions.get(program) ?? ask(program, place)
  versions.set(program, known)
  return known
}

async function ask(
  program: string,
  place: { readonly home: string; readonly temporary: string },
): Promise<string | null> {
  const env = agentEnvironment({ ...place, own: {} })
  const result = await run(program, ['--version'], { cwd: place.home, env, signal: AbortSignal.timeout(20_000) })
  const text = result.stdout.toString('utf8').trim()
  return result.code === 0 && text !== '' ? text : null
}
