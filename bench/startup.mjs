// How long a person waits: the start of the program, and a hygiene review of a small change, beside Node and git alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickest, root, runProgram } from './measure.mjs'

export async function benchStartup() {
  const { build } = await import('../scripts/build.mjs')
  await build()
  const program = join(root, 'dist', 'cli.js')
  const repository = makeRepository()
  try {
    const cwd = { cwd: repository }
    const node = quickest(20, () => runProgram(process.execPath, ['-e', '0']))
    const version = quickest(20, () => runProgram(process.execPath, [program, '--version']))
    const diff = quickest(20, () => runProgram('git', ['diff', 'main'], cwd))
    const hygiene = quickest(20, () =>
      runProgram(process.execPath, [program, 'review', '--hygiene-only', '--format', 'json'], cwd),
    )
    const whole = quickest(5, () =>
      runProgram(process.execPath, [program, 'review', '--full-review', '--format', 'json'], cwd),
    )
    return [
      { name: '--version / node -e 0', value: version / node, unit: '×', target: '≤ 1.5' },
      {
        name: 'hygiene review of 200 lines / (node -e 0 + git diff)',
        value: hygiene / (node + diff),
        unit: '×',
        target: '≤ 3',
      },
      {
        name: 'whole built-in review of 200 lines (TypeScript) / node -e 0',
        value: whole / node,
        unit: '×',
        target: '',
      },
    ]
  } finally {
    rmSync(repository, { recursive: true, force: true })
  }
}

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-bench-'))
  const git = (...args) =>
    runProgram('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid', ...args], { cwd: folder })
  const lines = (from) =>
    Array.from({ length: 200 }, (_, index) => `export const value${index} = ${from + index}\n`).join('')
  git('init', '-q', '-b', 'main')
  writeFileSync(join(folder, 'values.ts'), lines(0))
  git('add', '-A')
  git('commit', '-q', '-m', 'Start')
  git('switch', '-q', '-c', 'topic')
  writeFileSync(join(folder, 'more.ts'), lines(1000))
  git('add', '-A')
  git('commit', '-q', '-m', 'Add values')
  return folder
}
