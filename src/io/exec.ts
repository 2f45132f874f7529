import { type ChildProcess, spawn } from 'node:child_process'
import { inOwnGroup, leash } from './process-group.ts'

export interface RunOptions {
  readonly cwd: string
  /** Replaces the environment; see `cleanEnvironment`. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface RunResult {
  /** Null when a signal ended it or it could not be started. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
  /** Why it could not be started or was ended. */
  readonly failure: string | null
}

const standardErrorLimit = 64 * 1024

/** Runs a program to its end. Contract: never rejects; a missing program and an abort are results too. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const chunks: Buffer[] = []
  const result = await stream(command, args, options, (chunk) => chunks.push(chunk))
  return { ...result, stdout: Buffer.concat(chunks) }
}

/** Like `run`, with standard output handed over as it comes. An error thrown by `onChunk` ends the program and is the failure. */
export function stream(
  command: string,
  args: readonly string[],
  options: RunOptions,
  onChunk: (chunk: Buffer) => void,
): Promise<Omit<RunResult, 'stdout'>> {
  if (options.signal?.aborted) return Promise.resolve({ code: null, stderr: '', failure: 'it was cancelled' })
  return new Promise((resolve) => {
    let stderr = ''
    let failure: string | null = null
    const child: ChildProcess = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? cleanEnvironment(),
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...inOwnGroup,
    })
    const { end, release } = leash(child, options.signal)
    child.stdout?.on('data', (chunk: Buffer) => {
      try {
        onChunk(chunk)
      } catch (error) {
        failure ??= String(error)
        end()
      }
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < standardErrorLimit) stderr += chunk.toString('utf8')
    })
    // A child that exits without reading its input must not bring us down with it.
    child.stdin?.on('error', () => {})
    child.stdin?.end(options.input)
    child.on('error', (error) => {
      failure ??= error.message
      if (child.pid !== undefined) return
      release()
      resolve({ code: null, stderr, failure })
    })
    child.on('close', (code, signal) => {
      release()
      if (code === null) failure ??= `ended by ${signal}`
      resolve({ code, stderr, failure })
    })
  })
}

const passedOn = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'TERM',
  'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'XDG_CONFIG_HOME',
] // biome-ignore format: a list of names

/** What a child needs to run, and nothing else: no tokens, no keys. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...pick((name) => passedOn.includes(name)), ...extra }
}

/** For git itself: the user's own git variables apply (a hook sets GIT_INDEX_FILE), but none that replace what a diff says. */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = pick((name) => passedOn.includes(name) || (name.startsWith('GIT_') && !name.startsWith('GIT_EXTERNAL')))
  return { ...kept, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...extra }
}

const agentPassedOn = [
  'PATH', 'USER', 'LOGNAME', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR',
  'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy',
  'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT',
] // biome-ignore format: a list of names

/** What an agent may know of our own environment: how to find programs and how to reach the network. */
export function agentVariables(): Record<string, string> {
  return pick((name) => agentPassedOn.includes(name))
}

/** Where programs are looked for. */
export function searchPath(): string {
  return process.env.PATH ?? ''
}

/** Set when we are ourselves a child of a supervisor: what we start belongs to it too. */
export function inheritedMarker(): string {
  return process.env.REVIEW_LOOP_MARKER ?? ''
}

function pick(wanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries.filter(([name]) => wanted(name)))
}
