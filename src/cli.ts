#!/usr/bin/env node
import { explainRefusal } from './commands/system-refusal.ts'
import { version } from './commands/version.ts'

// The only file that touches the arguments, the exit code and the signals of the process.
const argv = process.argv.slice(2)
if (argv.length === 1 && /^(--version|-[vV])$/.test(argv[0] ?? '')) process.stdout.write(`${version}\n`)
else await startSafely()

/** With few file descriptors even the parts of the program cannot be loaded. */
async function startSafely(): Promise<void> {
  try {
    await start()
  } catch (error) {
    process.exitCode = reportFailure(error, (text) => process.stderr.write(text))
  }
}

async function start(): Promise<void> {
  const [{ main }, { createContext }] = await Promise.all([
    import('./commands/main.ts'),
    import('./commands/context.ts'),
  ])
  const interrupt = new AbortController()
  // Node forgets that nohup had a hang-up ignored, and would end on the spot: an orderly end is the best there is.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // Listening once: a second Ctrl-C ends the process the hard way.
      interrupt.abort()
    })
  }
  // A closed pipe (`| head`) is the reader's choice, not an error, and no outcome: the work goes on to its own.
  const readerGone = new AbortController()
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') {
      // A result that cannot be written, as on a full disk, is no result.
      process.exit(reportFailure(error, (text) => process.stderr.write(text)))
    }
    readerGone.abort()
  })
  // Progress that nobody reads is no reason to stop.
  process.stderr.on('error', () => {})
  const context = createContext(interrupt.signal, version, readerGone.signal)
  try {
    process.exitCode = await main(argv, context)
  } catch (error) {
    process.exitCode = interrupt.signal.aborted ? 130 : reportFailure(error, context.stderr.write)
  }
}

/** Something that should have spoken did not: never 0. */
function reportFailure(error: unknown, write: (text: string) => void): number {
  const refusal = explainRefusal(error)
  if (refusal !== undefined) {
    write(refusal)
    return 3
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  write(`review-loop: this is a bug in review-loop ${version}; please report it.\n${trace}\n`)
  return 3
}
