// Makes a fresh clone ready: installs what the lock file names and is not there, then builds.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

if (!isInstalled()) {
  const npm = process.env.npm_execpath
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, ...args] = npm ? [process.execPath, npm, ...install] : ['npm', ...install]
  process.stderr.write('Installing dependencies …\n')
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0) {
    process.stderr.write('npm ci failed. Run npm ci --ignore-scripts to see why.\n')
    process.exit(1)
  }
}
await build({ types: true })

/** npm leaves a copy of the lock file it installed from; equal package tables mean that nothing is missing. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  )
}
