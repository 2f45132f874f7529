import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../../core/agents/select.ts'
import { cleanEnvironment, run, searchPath } from '../../io/exec.ts'
import { findProgram, isProgram } from '../../io/which.ts'
import { codex } from '../codex.ts'
import { locateProgram } from '../program.ts'
import { createPrivateFolder } from '../supervise/home.ts'
import type { SandboxLevel } from './level.ts'

/**
 * Root would keep its capabilities inside, and could make every read-only mount writable again. It keeps two with which it
 * cannot: to write into a workspace that belongs to somebody else, and to start a sandbox inside (codex does).
 */
const isRoot = process.getuid?.() === 0
const capabilities = isRoot ? ['CAP_DAC_OVERRIDE', 'CAP_SETFCAP'] : []

/** Settings of the kernel belong to root, and one of them names a program that the kernel starts. */
const kernelSettings = isRoot ? ['/proc/sys', '/proc/sysrq-trigger'] : []

/** The options that every wrapped command has. A shorter set passes where the real one fails. */
export const isolation: readonly string[] = [
  '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--die-with-parent', '--new-session',
  ...kernelSettings.flatMap((path) => ['--ro-bind-try', path, path]),
  '--cap-drop', 'ALL', ...capabilities.flatMap((name) => ['--cap-add', name]),
] // biome-ignore format: pairs and triples

const known = new Map<string, Promise<SandboxLevel>>()

/** The sandbox of this machine, tried out once per process. Never rejects. */
export function probeSandbox(path: string = searchPath()): Promise<SandboxLevel> {
  const level = known.get(path) ?? probe(path)
  known.set(path, level)
  return level
}

async function probe(path: string): Promise<SandboxLevel> {
  if (process.platform !== 'linux') {
    return none('bubblewrap exists on Linux only', process.platform === 'darwin')
  }
  const problems: string[] = []
  for (const program of [findProgram('bwrap', path), besideCodex(path)]) {
    if (program === undefined) continue
    const problem = await tryOut(program).catch((error: unknown) => String(error))
    if (problem === null) return { kind: 'bubblewrap', program }
    problems.push(problem)
  }
  if (problems.length === 0) return none('bubblewrap (bwrap) is not installed', false)
  return none(`bubblewrap does not work here (${problems[0]})`, false)
}

/** Codex brings one along. */
function besideCodex(path: string): string | undefined {
  const program = locateProgram(codex, plain('codex'), { variables: { PATH: path }, root: '/' })
  if (program === undefined) return undefined
  const brought = join(realpathSync(program), '..', '..', 'codex-resources', 'bwrap')
  return isProgram(brought) ? brought : undefined
}

/** What an agent that wants to get out does first. That its last command runs says that the program works at all. */
const escaping = [
  'mount -o remount,bind,rw "$0" 2>/dev/null',
  '(: > "$0/written") 2>/dev/null',
  '[ -w /proc/sys/kernel/core_pattern ] && echo open',
  'cat /proc/self/status',
].join('; ')

/** Null when it holds, which is tried with a folder of ours that is read-only inside; a clause without a full stop otherwise. */
export async function tryOut(program: string): Promise<string | null> {
  const { folder, remove } = await createPrivateFolder()
  try {
    const args = [...isolation, '--ro-bind', folder, folder, '--', '/bin/sh', '-c', escaping, folder]
    const result = await run(program, args, { cwd: '/', env: cleanEnvironment() })
    if (result.code !== 0) {
      return result.stderr.trim().split('\n')[0] || result.failure || `exit code ${result.code}`
    }
    const printed = result.stdout.toString('utf8')
    if (/^open$/m.test(printed)) return 'a program inside can change settings of the kernel'
    const isHeld = readdirSync(folder).length === 0 && !mayMount(printed)
    return isHeld ? null : 'a program inside can make the disk writable again'
  } finally {
    await remove()
  }
}

/** CAP_SYS_ADMIN. Asked besides, since the program `mount` may be missing here and still be brought along. */
function mayMount(status: string): boolean {
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1]
  return permitted === undefined || (BigInt(`0x${permitted}`) & (1n << 21n)) !== 0n
}

function none(reason: string, agentOwn: boolean): SandboxLevel {
  return { kind: 'none', reason, agentOwn }
}
