// What the diff benchmark works on: the product's own reading of a diff, a repository that is always the same, a real
// one if the environment names it, and files cut from their diffs.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runProgram } from '../measure.mjs'

/** The functions a review reads its change with, in one module. */
export async function bundleProduct(folder) {
  const { build } = await import('esbuild')
  const outfile = join(folder, 'product.mjs')
  const contents = [
    `export { createDiffParser } from './core/diff/index.ts'`,
    `export { readChange, readPatch } from './io/git/read-change.ts'`,
    `export { openRepository } from './io/git/repository.ts'`,
  ].join('\n')
  await build({
    stdin: { contents, resolveDir: join(root, 'src'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return outfile
}

/** BENCH_REPOSITORY, BENCH_BASE and BENCH_HEAD: a folder and two commits. It is only read, and may be bare. */
export function givenRepository() {
  const { BENCH_REPOSITORY: folder, BENCH_BASE: base, BENCH_HEAD: head } = process.env
  if (!folder || !base || !head) return null
  const { stdout } = runProgram('git', ['-C', folder, 'rev-parse', '--absolute-git-dir'], { encoding: 'utf8' })
  return { name: `${base}…${head}`, gitDir: stdout.trim(), workTree: root, base, head }
}

const words =
  'const value return await index path error result if (left === right) for of import from => { } [] name'.split(' ')

/** Two commits whose diff has about 50 MB in 8,600 files, always the same. */
export function makeRepository(folder) {
  const gitDir = join(folder, '.git')
  mkdirSync(folder)
  spawnSync('git', ['init', '-q', folder])
  const random = createRandom(20_250_101)
  const base = []
  const head = []
  for (let number = 0; number < 8600; number++) {
    const path = `packages/part-${number % 97}/src/module-${number}.ts`
    const lines = Array.from({ length: 150 }, () => makeLine(random))
    if (number % 20 !== 0) base.push(fileCommand(path, lines))
    if (number % 20 !== 1) head.push(fileCommand(path, number % 20 === 0 ? lines : changeLines(lines, random)))
  }
  const input = Buffer.from(
    `${commitCommand('base')}${base.join('')}\n${commitCommand('head')}deleteall\n${head.join('')}\n`,
  )
  const { status } = spawnSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--force'], { input })
  if (status !== 0) throw new Error('git fast-import failed')
  return { name: 'made', gitDir, workTree: folder, base: 'base', head: 'head' }
}

function commitCommand(name) {
  return `commit refs/heads/${name}\ncommitter Bench <bench@example.invalid> 0 +0000\ndata 0\n`
}

function fileCommand(path, lines) {
  const text = `${lines.join('\n')}\n`
  return `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
}

function makeLine(random) {
  const count = 3 + (random() % 7)
  const parts = Array.from({ length: count }, () => words[random() % words.length])
  return `${' '.repeat(2 * (random() % 4))}${parts.join(' ')} ${(random() % 100_000).toString(36)}`
}

function changeLines(lines, random) {
  const changed = []
  for (let index = 0; index < lines.length; index++) {
    const kind = index % 25 < 11 ? random() % 10 : 9
    if (kind < 6) changed.push(makeLine(random))
    else if (kind < 7) changed.push(makeLine(random), lines[index])
    else if (kind > 7) changed.push(lines[index])
  }
  return changed
}

function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

export function copyTwice(from, to) {
  const content = readFileSync(from)
  appendFileSync(to, content)
  appendFileSync(to, content)
  return to
}

export function cutAtFile(from, size, to) {
  const content = readFileSync(from)
  appendFileSync(to, content.subarray(0, content.indexOf('diff --git ', size)))
  return to
}
