import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReviewResult } from '../../src/types.ts'

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

/** Runs the built program as a user would. */
export function reviewLoop(cwd: string, args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = startProgram(cwd, args, options)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
}

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
