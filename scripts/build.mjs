// Bundles the command line and the library: few files to read means a quick start. Heavy parts stay lazy chunks.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'dist', '.built')
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.types.json', 'scripts/build.mjs']

/** Nothing is done where it was built from the same files: who runs the program meanwhile is not disturbed. */
export async function build({ types = false } = {}) {
  const sources = hashOfSources()
  const wanted = types ? [`${sources} with types`] : [sources, `${sources} with types`]
  if (existsSync(stamp) && wanted.includes(readFileSync(stamp, 'utf8'))) return
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
  writeFileSync(stamp, types ? `${sources} with types` : sources)
}

function hashOfSources() {
  const names = readdirSync(join(root, 'src'), { recursive: true }).filter(
    (name) => /\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts'),
  )
  const files = [...names.sort().map((name) => join('src', name)), ...settings]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function run(name, args) {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', name), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ types: !process.argv.includes('--quiet') })
