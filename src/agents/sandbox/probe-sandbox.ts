import { cleanEnvironment, run, searchPath } from '../../io/exec.ts'
import { findProgram } from '../../io/which.ts'
import type { SandboxLevel } from './level.ts'

/** The options that every wrapped command has. A shorter set passes where the real one fails. */
export const isolation: readonly string[] = [
  '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--die-with-parent', '--new-session',
] // biome-ignore format: pairs and triples

const known = new Map<string, Promise<SandboxLevel>>()

/**
 * The sandbox of this machine, tried out once per process.
 * `shipped`: bubblewrap programs that come with an agent, used when there is none on the PATH. Never rejects.
 */
export function probeSandbox(shipped: readonly string[] = []): Promise<SandboxLevel> {
  const key = shipped.join('\0')
  const level = known.get(key) ?? probe(shipped)
  known.set(key, level)
  return level
}

async function probe(shipped: readonly string[]): Promise<SandboxLevel> {
  if (process.platform !== 'linux') {
    return none('bubblewrap exists on Linux only', process.platform === 'darwin')
  }
  const installed = findProgram('bwrap', searchPath())
  const problems: string[] = []
  for (const program of installed === undefined ? shipped : [installed, ...shipped]) {
    const result = await run(program, [...isolation, 'true'], { cwd: '/', env: cleanEnvironment() })
    if (result.code === 0) return { kind: 'bubblewrap', program }
    problems.push(result.stderr.trim().split('\n')[0] || result.failure || `exit code ${result.code}`)
  }
  if (problems.length === 0) return none('bubblewrap (bwrap) is not installed', false)
  return none(`bubblewrap does not work here (${problems[0]})`, false)
}

function none(reason: string, agentOwn: boolean): SandboxLevel {
  return { kind: 'none', reason, agentOwn }
}
