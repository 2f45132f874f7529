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

/** Runs the built program as a user would. */
export function reviewLoop(
  cwd: string,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...options.env } })
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

export async function reviewJson(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly result: ReviewResult; readonly stderr: string }> {
  const { code, stdout, stderr } = await reviewLoop(cwd, ['review', ...args, '--format', 'json'], { env })
  try {
    return { code, result: JSON.parse(stdout), stderr }
  } catch {
    throw new Error(`not JSON (exit ${code}): ${stdout}\n${stderr}`)
  }
}
