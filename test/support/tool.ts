import { type InsideOptions, runInside } from './inside.ts'
import type { ProgramResult } from './program.ts'

type Options = InsideOptions

/** Runs one step and gives what it prints; a step that fails is an error here. */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect by looking it up
export async function tool(cwd: string, step: string, args: readonly string[], options?: Options): Promise<any> {
  const { code, stdout, stderr } = await runTool(cwd, step, args, options)
  if (code !== 0) throw new Error(`tool ${step} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

export function runTool(cwd: string, step: string, args: readonly string[], options?: Options): Promise<ProgramResult> {
  return runInside(cwd, ['tool', step, ...args], options)
}
