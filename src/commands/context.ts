import { type Environment, readEnvironment } from '../config/environment.ts'
import { secretValues } from '../core/agents/secret-values.ts'
import { hideValues, mask } from '../io/masking.ts'
import type { Context, Output } from './command.ts'
import { createOutput } from './output.ts'

export function createContext(signal: AbortSignal, version: string, readerGone: AbortSignal): Context {
  const environment = readEnvironment()
  hideValues(secretValues(environment.variables, { keyEnv: null, env: [] }))
  return {
    cwd: process.cwd(),
    environment,
    stdout: output(process.stdout, environment),
    stderr: output(process.stderr, environment),
    readInput,
    prompt: process.stdin.isTTY && process.stderr.isTTY ? prompt : null,
    signal,
    readerGone,
    now: () => new Date(),
    version,
  }
}

function output(stream: NodeJS.WriteStream, { variables }: Environment): Output {
  return createOutput({
    write: (text) => stream.write(text),
    isRunner: variables.GITHUB_ACTIONS === 'true',
    // A dumb one shows what it is sent, and cannot take it back.
    isTerminal: stream.isTTY === true && variables.TERM !== 'dumb',
    // A terminal that does not know its width says 0.
    columns: stream.columns || 80,
  })
}

/** Nothing is read from a keyboard: whoever waits for input there has forgotten a flag. */
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** On standard error: standard output is for results. */
async function prompt(question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise((resolve) => {
      // While it reads, Ctrl-C comes to it and not to the process: it is handed on, and heard before anything goes on.
      lines.once('SIGINT', () => {
        process.kill(process.pid, 'SIGINT')
        setImmediate(() => lines.close())
      })
      lines.once('close', () => setImmediate(() => resolve(null)))
      lines.question(mask(question)).then(resolve, () => resolve(null))
    })
  } finally {
    lines.close()
  }
}
