import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { reasonOf } from '../../io/files.ts'
import { tellingLine } from '../cli/telling-line.ts'
import { isStarted, reportArguments, reportDescriptor } from '../sandbox/start-report.ts'
import type { ChildEnd, ChildSpec } from './child.ts'
import { createEnding, type Decision, decide, type Ending } from './ending.ts'
import { keepLines } from './kept-lines.ts'
import { createLineSplitter, longestLine } from './lines.ts'
import { createMarker, type Marker, markerName } from './marker.ts'
import { tagCommand } from './tag-command.ts'
import { openTranscript } from './transcript.ts'

/**
 * Runs one child to its end within its limits and leaves nothing of it behind.
 * Contract: never rejects; whatever happens is a `ChildEnd`.
 */
export async function superviseChild(spec: ChildSpec, signal: AbortSignal): Promise<ChildEnd> {
  const called = performance.now()
  const transcript = openTranscript(spec.transcript)
  const errors = keepLines(spec.limits.stderrBytes)
  const outcome = await runChild(spec, signal, { record: transcript.add, keepError: errors.add })
  const stderr = errors.text()
  const transcriptKept = transcript.close()
  const durationMs = performance.now() - called
  const { decision, childMs, report, ...exit } = outcome
  const ended = isSandboxBroken(spec, outcome) ? decide('no_sandbox', withoutSandbox(stderr)) : decision
  return { ...exit, ...ended, stderr, transcriptKept, durationMs, ownMs: Math.max(0, durationMs - childMs) }
}

interface Outcome {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly decision: Decision
  /** From its start to its exit. */
  readonly childMs: number
  /** What a sandbox says of the program it holds. */
  readonly report: string
}

/** It ended by itself, and says of no program that it was started. */
function isSandboxBroken({ isSandbox }: ChildSpec, { decision, exitCode, report }: Outcome): boolean {
  return isSandbox === true && decision.ended === 'self' && exitCode !== null && exitCode !== 0 && !isStarted(report)
}

function withoutSandbox(stderr: string): string {
  const words = tellingLine(stderr)
  return `the sandbox could not be started${words === '' ? '' : `: ${words}`}`
}

interface Sinks {
  readonly record: (line: string) => void
  readonly keepError: (line: string) => void
}

async function runChild(spec: ChildSpec, signal: AbortSignal, sinks: Sinks): Promise<Outcome> {
  if (signal.aborted) return notRun(decide('cancelled', 'it was cancelled before it started'))
  const marker = createMarker()
  const child = start(spec, marker)
  if (child instanceof Error) return notRun(decide('not_started', explain(spec, child)))
  if (child.pid === undefined) return notRun(decide('not_started', explain(spec, await firstError(child))))
  const startedAt = performance.now()
  const ending = createEnding(child, marker, spec.limits, signal)
  const finish = readOutput(child, spec, ending, sinks)
  let report = ''
  child.stdio[reportDescriptor]?.on('data', (chunk: Buffer) => {
    report += chunk.toString()
  })
  giveInput(child, spec.input)
  const exit = await ending.exited
  const childMs = performance.now() - startedAt
  await ending.cleanUp()
  finish()
  return { ...exit, decision: ending.decision(), childMs, report }
}

function notRun(decision: Decision): Outcome {
  return { exitCode: null, signal: null, decision, childMs: 0, report: '' }
}

function start(spec: ChildSpec, marker: Marker): ChildProcessWithoutNullStreams | Error {
  try {
    const isSandbox = spec.isSandbox === true
    const { program, args } = tagCommand(
      isSandbox ? { ...spec, args: [...reportArguments, ...spec.args] } : spec,
      marker,
    )
    return spawn(program, args, {
      cwd: spec.cwd,
      env: { ...spec.env, [markerName]: marker.value },
      // A session of its own, so that a signal meant for it does not reach us.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: Array<'pipe'>(isSandbox ? reportDescriptor + 1 : reportDescriptor).fill('pipe'),
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function firstError(child: ChildProcessWithoutNullStreams): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve))
}

function explain(spec: ChildSpec, error: Error): string {
  if (!existsSync(spec.cwd)) return `the folder ${spec.cwd} does not exist`
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `the program ${spec.program} was not found`
  if (code === 'EACCES') return `the program ${spec.program} may not be executed`
  if (code === 'E2BIG') return `the arguments for ${spec.program} are longer than the system allows`
  return `the program ${spec.program} could not be started: ${reasonOf(error)}`
}

/** Hands every line on as it comes. Gives what is to be done when no more output can come. */
function readOutput(
  child: ChildProcessWithoutNullStreams,
  spec: ChildSpec,
  ending: Ending,
  { record, keepError }: Sinks,
): () => void {
  const { outputBytes, stderrBytes } = spec.limits
  let total = 0
  const standard = createLineSplitter((line) => {
    record(line)
    consult(spec, line, ending)
  })
  const error = createLineSplitter(
    (line) => {
      record(`stderr: ${line}`)
      keepError(line)
    },
    Math.min(longestLine, Math.ceil(stderrBytes / 2)),
  )
  child.stdout.on('data', (chunk: Buffer) => count(chunk) && standard.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => count(chunk) && error.push(chunk))
  return () => {
    standard.end()
    error.end()
  }

  /** Above the limit nothing is read any more; the pipes are only kept from blocking. */
  function count(chunk: Buffer): boolean {
    ending.heard()
    total += chunk.length
    if (total > outputBytes) ending.end(decide('output', `it printed more than ${outputBytes} bytes and was ended`))
    return total <= outputBytes
  }
}

function consult(spec: ChildSpec, line: string, ending: Ending): void {
  try {
    spec.onLine(line)
    const stop = spec.shouldStop()
    if (stop !== null) ending.end({ ended: 'stopped', ...stop })
  } catch (error) {
    ending.end({ ended: 'stopped', status: 'crashed', reason: `its output could not be read: ${reasonOf(error)}` })
  }
}

/** A child that ends, or closes its input, without reading it must not bring us down with it. */
function giveInput(child: ChildProcessWithoutNullStreams, input: ChildSpec['input']): void {
  child.stdin.on('error', () => {})
  if (input instanceof Readable) input.pipe(child.stdin)
  else child.stdin.end(input)
}
