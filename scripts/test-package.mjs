// Proves the package as a user gets it: packed, installed into an empty folder without install scripts, used by
// command line, library and type checker.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'review-loop-package-'))
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })

let passed = 0
function check(name, holds) {
  if (!holds) throw new Error(`not so: ${name}`)
  passed += 1
  process.stdout.write(`ok ${name}\n`)
}

try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  check(
    'publint finds nothing wrong',
    run('npx', ['--no-install', 'publint', '--strict', join(folder, archive)], { cwd: root }).includes('All good'),
  )
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  run('npm', ['install', '--silent', '--ignore-scripts', '--engine-strict', '--no-audit', '--no-fund', `./${archive}`])

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const program = join(folder, 'node_modules', '.bin', 'review-loop')
  check('the program says its version', run(program, ['--version']).trim() === version)
  check('the demo runs', run(program, ['demo'], { stdio: ['ignore', 'pipe', 'ignore'] }).includes('Approved after'))

  writeFileSync(
    join(folder, 'use.mjs'),
    `import { loop, parseDiff, review, LoopError } from 'review-loop'
import { parseDiff as same } from 'review-loop/diff'
import { reporters } from 'review-loop/report'
import { createRequire } from 'node:module'
const schema = createRequire(import.meta.url)('review-loop/schemas/review-result.schema.json')
const refused = await review({ cwd: '/' }).catch((error) => error instanceof LoopError && error.code)
const outside = await loop({ cwd: '/' }).catch((error) => error instanceof LoopError && error.code)
console.log(JSON.stringify([typeof parseDiff, typeof same, Object.keys(reporters).length, typeof schema, refused, outside]))
`,
  )
  check(
    'the library imports',
    run('node', ['use.mjs']).trim() === '["function","function",6,"object","not_repository","not_repository"]',
  )

  writeFileSync(
    join(folder, 'use.ts'),
    `import { type Finding, type LoopResult, type ReviewResult, loop, review } from 'review-loop'
const result: ReviewResult = (await review({ scope: ['staged'] })).result
const first: Finding | undefined = result.findings[0]
export const severity: 'P0' | 'P1' | 'P2' | 'P3' | undefined = first?.severity
const looped: LoopResult = await loop({ onLimit: 'block', ask: async () => null })
export const rounds: number = looped.rounds.length
// @ts-expect-error: no such option
await review({ nonsense: true })
`,
  )
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--skipLibCheck',
    'false',
    '--types',
    '',
    'use.ts',
  ]
  run(process.execPath, [tsc, ...flags])
  check('the types check', true)
  process.stdout.write(`${passed} passed, 0 failed\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
