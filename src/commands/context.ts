import { readEnvironment } from '../config/environment.ts'
import type { Context, Output } from './command.ts'

export function createContext(signal: AbortSignal, version: string): Context {
  return {
    cwd: process.cwd(),
    environment: readEnvironment(),
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    readInput,
    signal,
    now: () => new Date(),
    version,
  }
}

function output(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
  }
}

/** Nothing is read from a keyboard: whoever waits for input there has forgotten a flag. */
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
