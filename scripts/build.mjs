// Bundles the command line and the library: few files to read means a quick start. Heavy parts stay lazy chunks.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export async function build({ types = false } = {}) {
  const { build: bundle } = await import('esbuild')
  const manifest = createRequire(import.meta.url)('../package.json')
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  await bundle({
    absWorkingDir: root,
    entryPoints: {
      cli: 'src/cli.ts',
      index: 'src/index.ts',
      diff: 'src/core/diff/index.ts',
      report: 'src/report/index.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    chunkNames: 'chunks/[name]-[hash]',
    define: { __VERSION__: JSON.stringify(manifest.version) },
    external: Object.keys(manifest.dependencies),
    // Bundled CommonJS packages may call require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  if (types) run('tsc', ['-p', 'tsconfig.types.json'])
}

function run(name, args) {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ types: !process.argv.includes('--quiet') })
