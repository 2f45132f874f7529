import { fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { temporaryFolder } from './repository.ts'

const source = fileURLToPath(new URL('../../src/io/', import.meta.url))
const program = fileURLToPath(new URL('../bin/session-host.mjs', import.meta.url))

export interface SessionHost {
  /** Another process that works on the sessions below `root`; `test/bin/session-host.mjs` says how. */
  readonly start: (root: string, ...words: readonly string[]) => ReturnType<typeof spawn>
  /** With a channel for messages. */
  readonly fork: (root: string, ...words: readonly string[]) => ReturnType<typeof fork>
  /** What to start, for who wants to start it otherwise. */
  readonly command: readonly string[]
}

export async function bundleSessionHost(): Promise<SessionHost> {
  const bundle = join(temporaryFolder(), 'sessions.mjs')
  const contents = ['session-lock', 'session-store'].map((name) => `export * from './${name}.ts'`).join('\n')
  await build({
    stdin: { contents, resolveDir: source, loader: 'ts' },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  const command = [process.execPath, program, bundle]
  return {
    start: (root, ...words) => spawn(process.execPath, [program, bundle, root, ...words]),
    fork: (root, ...words) => fork(program, [bundle, root, ...words]),
    command,
  }
}
