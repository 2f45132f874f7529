import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import type { Tampering, ValidationResult } from '../core/loop/validation-result.ts'
import { tamperingText } from '../core/loop/validations.ts'
import { cleanEnvironment, toolVariables } from '../io/exec.ts'
import type { Repository } from '../io/git/repository.ts'
import { mask } from '../io/masking.ts'
import { guardCommand } from './guard/guard-command.ts'
import { probeSandbox } from './sandbox/probe-sandbox.ts'
import { wrapValidation } from './sandbox/wrap-validation.ts'
import type { ChildEnd, ChildSpec } from './supervise/child.ts'
import { createPrivateFolder } from './supervise/home.ts'
import { superviseChild } from './supervise/supervise-child.ts'

export interface ValidationOptions {
  /** The folder that the commands run in. Default: the repository. */
  readonly folder?: string
  /** Dependencies of the repository that this folder links to. */
  readonly linked?: readonly string[]
  /** auto: in a sandbox where there is one. */
  readonly sandbox: 'auto' | 'off'
  /** Told when a command had to run without its sandbox. */
  readonly onNotice?: (message: string) => void
  /** For each command; ten minutes unless told otherwise. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
  readonly onResult?: (result: ValidationResult) => void
}

const defaultTimeoutMs = 10 * 60 * 1000

/**
 * Runs the project's own commands one after the other. Each is a line for `sh`, so `npm ci && npm test` works; the person wrote
 * it, but it runs code of the change. It gets no input, none of our keys, and nothing it started outlives it or us. A sandbox keeps
 * it from changing what it may not (settings and records of review-loop and git). Where it still does, it has failed, whatever it
 * says itself.
 * Contract: never rejects. What was cancelled or never started for that reason counts as `timed_out`: it has no result.
 */
export async function runValidations(
  repository: Repository,
  commands: readonly string[],
  options: ValidationOptions,
): Promise<readonly ValidationResult[]> {
  const level = options.sandbox === 'auto' && commands.length > 0 ? await probeSandbox() : null
  const place = level?.kind === 'bubblewrap' ? await createPrivateFolder() : null
  const sandbox = level?.kind === 'bubblewrap' && place !== null ? { ...level, place: place.folder } : null
  try {
    const results: ValidationResult[] = []
    for (const command of commands) {
      const { value, tampered } = await guardCommand(repository, () => runOne(repository, command, options, sandbox))
      const result = tampered === null ? value : withTampering(value, tampered)
      results.push(result)
      options.onResult?.(result)
    }
    return results
  } finally {
    await place?.remove()
  }
}

interface Sandbox {
  /** The full path of bubblewrap. */
  readonly program: string
  /** An empty folder that the commands of one validation share. */
  readonly place: string
}

function withTampering(result: ValidationResult, tampered: Tampering): ValidationResult {
  const status = result.status === 'passed' ? 'failed' : result.status
  const output = [result.output, `[review-loop: ${tamperingText(tampered)}]`].filter((part) => part !== '').join('\n')
  return { ...result, status, output, tampered }
}

// Both streams become one, so that what is printed stays in its order.
const script = 'exec 2>&1; exec sh -c "$1"'

async function runOne(
  repository: Repository,
  command: string,
  options: ValidationOptions,
  sandbox: Sandbox | null,
): Promise<ValidationResult> {
  const { folder = repository.root, linked = [], signal, onNotice } = options
  const env = { ...cleanEnvironment(), ...toolVariables() }
  const args = ['-c', script, 'sh', command]
  const plain = { program: 'sh', args, cwd: folder, env }
  if (sandbox === null || !existsSync(folder)) return finished(command, await supervise(plain, options, signal))
  const inside = wrapValidation(sandbox.program, { repository, folder, linked, place: sandbox.place, args, env })
  const held = await supervise({ ...inside, cwd: folder, env }, options, signal)
  if (held.end.ended !== 'no_sandbox') return finished(command, hinted(held))
  onNotice?.(`A validation command runs without a sandbox: ${held.end.reason}.`)
  return finished(command, await supervise(plain, options, signal))
}

interface Supervised {
  readonly end: ChildEnd
  readonly output: string
}

async function supervise(
  start: Pick<ChildSpec, 'program' | 'args' | 'cwd' | 'env' | 'isSandbox'>,
  { timeoutMs = defaultTimeoutMs }: ValidationOptions,
  signal: AbortSignal,
): Promise<Supervised> {
  const kept = keepLast()
  const end = await superviseChild(
    {
      ...start,
      input: '',
      limits: {
        wallMs: timeoutMs,
        idleMs: timeoutMs,
        outputBytes: Number.MAX_SAFE_INTEGER,
        stderrBytes: keptBytes,
      },
      onLine: (line) => kept.add(mask(line)),
      shouldStop: () => null,
      transcript: null,
    },
    signal,
  )
  if (end.reason !== null) kept.add(`[review-loop: ${end.reason}]`)
  return { end, output: kept.text() }
}

/** A person who sees it fail here, and not in a terminal, has to know why. */
function hinted({ end, output }: Supervised): Supervised {
  const isRefused = end.exitCode !== 0 && /read-only file system|EROFS/i.test(output)
  const hint = '[review-loop: it ran in a sandbox, where most of the disk is read-only. Without: validate.sandbox: off]'
  return isRefused ? { end, output: `${output}\n${hint}` } : { end, output }
}

function finished(command: string, { end, output }: Supervised): ValidationResult {
  return { command, status: statusOf(end), exitCode: end.exitCode, durationMs: Math.round(end.durationMs), output }
}

function statusOf({ ended, exitCode }: ChildEnd): ValidationResult['status'] {
  if (ended === 'wall' || ended === 'idle' || ended === 'cancelled') return 'timed_out'
  return ended === 'self' && exitCode === 0 ? 'passed' : 'failed'
}

const keptBytes = 8 * 1024

interface LastLines {
  readonly add: (line: string) => void
  readonly text: () => string
}

/** The last lines of an output, whole ones as long as one fits. Lines come masked: half a secret would not be recognised. */
function keepLast(): LastLines {
  let lines: string[] = []
  let size = 0
  let dropped = false
  return { add, text }

  function add(line: string): void {
    lines.push(line)
    size += Buffer.byteLength(line) + 1
    // Cut now and then, not with every line.
    if (size > 8 * keptBytes) cut()
  }

  function cut(): void {
    let from = lines.length
    size = 0
    while (from > 0 && size + Buffer.byteLength(lines[from - 1] ?? '') < keptBytes) {
      from--
      size += Buffer.byteLength(lines[from] ?? '') + 1
    }
    dropped ||= from > 0
    lines = from === lines.length ? [endOf(lines.at(-1) ?? '')] : lines.slice(from)
  }

  function text(): string {
    cut()
    return [...(dropped ? ['…'] : []), ...lines].join('\n')
  }
}

/** Without a character that was cut in two. */
function endOf(line: string): string {
  return Buffer.from(line)
    .subarray(-(keptBytes - 8))
    .toString('utf8')
    .replace(/^\uFFFD+/, '')
}
