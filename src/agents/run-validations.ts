import { Buffer } from 'node:buffer'
import type { Tampering, ValidationResult } from '../core/loop/validation-result.ts'
import { tamperingText } from '../core/loop/validations.ts'
import { cleanEnvironment, toolVariables } from '../io/exec.ts'
import type { Repository } from '../io/git/repository.ts'
import { mask } from '../io/masking.ts'
import { guardCommand } from './guard/guard-command.ts'
import type { ChildEnd } from './supervise/child.ts'
import { superviseChild } from './supervise/supervise-child.ts'

export interface ValidationOptions {
  /** Where they run: the repository, unless told otherwise. */
  readonly folder?: string
  /** For each command; ten minutes unless told otherwise. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
  readonly onResult?: (result: ValidationResult) => void
}

const defaultTimeoutMs = 10 * 60 * 1000

/**
 * Runs the project's own commands one after the other. Each is a line for `sh`, so `npm ci && npm test` works; the person wrote
 * it, but it runs code of the change. It gets no input, none of our keys, and nothing it started outlives it or us. A command that
 * changes what it may not (settings and records of review-loop and git) has failed, whatever it says itself.
 * Contract: never rejects. What was cancelled or never started for that reason counts as `timed_out`: it has no result.
 */
export async function runValidations(
  repository: Repository,
  commands: readonly string[],
  options: ValidationOptions,
): Promise<readonly ValidationResult[]> {
  const folder = options.folder ?? repository.root

  const results: ValidationResult[] = []
  for (const command of commands) {
    const { value, tampered } = await guardCommand(repository, () => runOne(folder, command, options))
    const result = tampered === null ? value : withTampering(value, tampered)
    results.push(result)
    options.onResult?.(result)
  }
  return results
}

function withTampering(result: ValidationResult, tampered: Tampering): ValidationResult {
  const status = result.status === 'passed' ? 'failed' : result.status
  const output = [result.output, `[review-loop: ${tamperingText(tampered)}]`].filter((part) => part !== '').join('\n')
  return { ...result, status, output, tampered }
}

// Both streams become one, so that what is printed stays in its order.
const script = 'exec 2>&1; exec sh -c "$1"'

async function runOne(root: string, command: string, options: ValidationOptions): Promise<ValidationResult> {
  const { timeoutMs = defaultTimeoutMs, signal } = options
  const kept = keepLast()
  const unlimited = Number.MAX_SAFE_INTEGER
  const end = await superviseChild(
    {
      program: 'sh',
      args: ['-c', script, 'sh', command],
      cwd: root,
      env: { ...cleanEnvironment(), ...toolVariables() },
      input: '',
      limits: { wallMs: timeoutMs, idleMs: timeoutMs, outputBytes: unlimited, stderrBytes: keptBytes },
      onLine: (line) => kept.add(mask(line)),
      shouldStop: () => null,
      transcript: null,
    },
    signal,
  )
  if (end.reason !== null) kept.add(`[review-loop: ${end.reason}]`)
  const { exitCode } = end
  return { command, status: statusOf(end), exitCode, durationMs: Math.round(end.durationMs), output: kept.text() }
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
