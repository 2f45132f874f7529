// Runs the tests of the built program that another Node could break on the current LTS of Node, which comes as a plain npm package (no install script).
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const major = 24
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'review-loop-lts-'))
// Some tests run the program as another user, who must be able to start this Node.
chmodSync(folder, 0o755)
const name = `node-${process.platform}-${process.arch}`

try {
  const install = [
    'install',
    '--silent',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefix',
    folder,
    `${name}@${major}`,
  ]
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) {
    process.stdout.write(`skipped: Node ${major} cannot be installed here (${name}@${major})\n`)
  } else {
    const bin = join(folder, 'node_modules', name, 'bin')
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const node = join(bin, 'node')
    process.stdout.write(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout}`)
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    // What depends on Node: processes, signals, files, streams. `npm test` under another Node runs everything.
    const files = ['changes', 'interrupt', 'working-files']
    const args = [vitest, 'run', '--project', 'program', ...files.map((file) => `test/program/${file}.test.ts`)]
    const tests = spawnSync(node, args, { cwd: root, env, stdio: 'inherit' })
    const demo = spawnSync(node, [join(root, 'dist', 'cli.js'), 'demo'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    process.exitCode = tests.status === 0 && demo.status === 0 ? 0 : 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
