import { type ChildProcess, spawn } from 'node:child_process'
import { openFileOutput } from './file-output.ts'
import { mask } from './masking.ts'
import { boundToUs, inOwnGroup, leash } from './process-group.ts'
import { absolutePath, findProgram, safePath } from './which.ts'

export interface RunOptions {
  readonly cwd: string
  /** Replaces the environment; see `cleanEnvironment`. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Output of many megabytes comes through a file: fewer and larger pieces than through a pipe. */
  readonly throughFile?: boolean
  /** Does not outlive us, however we end: for what may take long and is begun again by whoever goes on. */
  readonly endsWithUs?: boolean
}

export interface RunResult {
  /** Null when a signal ended it or it could not be started. */
  readonly code: number | null
  readonly stdout: Buffer
  /** For people, so secrets in it are masked. */
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
  const env = options.env ?? cleanEnvironment()
  const program = /[\\/]/.test(command) ? command : findProgram(command, env.PATH ?? '')
  // The system would look in the current folder, too: on Windows always, elsewhere where the PATH is empty.
  if (program === undefined) return Promise.resolve({ code: null, stderr: '', failure: `spawn ${command} ENOENT` })
  return new Promise((resolve) => {
    let stderr = ''
    let failure: string | null = null
    const file = options.throughFile === true ? openFileOutput() : undefined
    const bound = options.endsWithUs === true ? boundToUs(program, args) : { command: program, args, stdio: [] }
    const child: ChildProcess = spawn(bound.command, bound.args, {
      cwd: options.cwd,
      env,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', file?.descriptor ?? 'pipe', 'pipe', ...bound.stdio],
      windowsHide: true,
      ...inOwnGroup,
    })
    const { end, release } = leash(child, options.signal)
    const handOver = (chunk: Buffer): void => {
      try {
        onChunk(chunk)
      } catch (error) {
        failure ??= String(error)
        end()
      }
    }
    child.stdout?.on('data', handOver)
    file?.follow(handOver)
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
      file?.finish(handOver)
      resolve({ code: null, stderr: mask(stderr), failure })
    })
    child.on('close', (code, signal) => {
      release()
      file?.finish(handOver)
      if (code === null) failure ??= `ended by ${signal}`
      resolve({ code, stderr: mask(stderr), failure })
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

/** A path where nobody but root can put a file. git takes a missing graft file or index for an empty one, without a warning. */
export const missingFile = '/nonexistent/review-loop'

/** Replace refs and grafts show another history than the one that is merged, so git must not follow them. */
const trueHistory = { GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: missingFile }

/** What every git call is told, whoever makes it. */
export const gitVariables = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...trueHistory }

/** For git itself: the user's own git variables apply (a hook sets GIT_INDEX_FILE), but none that replace what a diff says. */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = pick((name) => passedOn.includes(name) || (name.startsWith('GIT_') && !name.startsWith('GIT_EXTERNAL')))
  return { ...kept, ...gitVariables, ...extra }
}

const agentPassedOn = [
  'PATH', 'USER', 'LOGNAME', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR',
  'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy',
  'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT',
] // biome-ignore format: a list of names

/** What an agent may know of our own environment: how to find programs and how to reach the network. Its git sees what ours sees. */
export function agentVariables(): Record<string, string> {
  return { ...pick((name) => agentPassedOn.includes(name)), ...trueHistory }
}

const toolsPassedOn = [
  'CI', 'SHELL', 'JAVA_HOME', 'GOPATH', 'GOROOT', 'GOFLAGS', 'CARGO_HOME', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN',
  'VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_DEFAULT_ENV', 'PYENV_ROOT', 'PYTHONPATH', 'RBENV_ROOT', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_PATH',
  'NVM_DIR', 'VOLTA_HOME', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_DIR', 'COREPACK_HOME', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS',
  'GRADLE_USER_HOME', 'M2_HOME', 'MAVEN_HOME', 'SDKMAN_DIR', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'DOTNET_ROOT', 'ASDF_DIR', 'ASDF_DATA_DIR',
  'MISE_DATA_DIR', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'DOCKER_HOST', 'DISPLAY',
] // biome-ignore format: a list of names

/** For the project's own commands, tests and hooks: what they need to find their tools, and again no tokens and no keys. */
export function toolVariables(): Record<string, string> {
  const PATH = absolutePath(process.env.PATH ?? '')
  return { ...pick((name) => toolsPassedOn.includes(name) || name.startsWith('LC_')), ...(PATH === '' ? {} : { PATH }) }
}

const signingPassedOn = [
  'GNUPGHOME', 'GPG_TTY', 'GPG_AGENT_INFO', 'SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'WAYLAND_DISPLAY', 'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
] // biome-ignore format: a list of names

/** How a commit that is to be signed reaches the agent that has the key. */
export function signingVariables(): Record<string, string> {
  return pick((name) => signingPassedOn.includes(name))
}

/** Where programs are looked for: see `safePath`. */
export function searchPath(): string {
  return safePath(process.env.PATH ?? '')
}

/** Set when we are ourselves a child of a supervisor: what we start belongs to it too. */
export function inheritedMarker(): string {
  return process.env.REVIEW_LOOP_MARKER ?? ''
}

function pick(wanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const PATH = searchPath()
  // On Windows it is called Path.
  const picked = entries.filter(([name]) => wanted(name) && name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(picked), ...(wanted('PATH') && PATH !== '' ? { PATH } : {}) }
}
