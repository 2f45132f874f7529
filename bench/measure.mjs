// What the benchmarks share: timing of whole programs, bundling of one source file, printing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The quickest of several runs in milliseconds: other load on the machine only ever adds. */
export function quickest(times, action) {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < times; run++) {
    const start = performance.now()
    action()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

export function runProgram(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 30, ...options })
  if (result.error) throw result.error
  return result
}

/** Compiles one file of src/ with what it imports and loads it. */
export async function loadSource(path) {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-bench-'))
  const module = await import(pathToFileURL(await bundleSource(path, folder)).href)
  rmSync(folder, { recursive: true, force: true })
  return module
}

/** The same as a file in a folder, for processes that load it themselves. */
export async function bundleSource(path, folder) {
  const { build } = await import('esbuild')
  const outfile = join(folder, 'bundle.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    // Bundled CommonJS packages may call require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  return outfile
}

/** Those that the command line names, or all: each gives rows. */
export async function runBenches(benches) {
  const wanted = process.argv.slice(2)
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stdout.write(`\n── ${name}\n`)
    printRows(await bench())
  }
}

/** A row is { name, value, unit, target }: what was measured, and what it should be at most (≤) or at least (≥). */
export function printRows(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, value, unit, target } of rows) {
    const shown = typeof value === 'number' ? value.toFixed(2) : String(value)
    process.stdout.write(`${name.padEnd(width)}  ${shown.padStart(10)} ${unit.padEnd(10)} ${target ?? ''}\n`)
  }
}
