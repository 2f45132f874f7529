// The diff parser against git itself and against the fastest parser on npm, as ratios taken in one run.
// Every measurement runs in a fresh process, because the first parse is the one a user waits for.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = join(dirname(self), '..')
const megabyte = 1_000_000

/** Rows { name, value, unit, target }. The target is a sentence piece: '≤ 1.15', or '' for a figure without one. */
export async function benchDiff() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-bench-diff-'))
  try {
    const parser = await bundleParser(folder)
    const repository = join(folder, 'repository')
    makeRepository(repository)
    const half = join(folder, 'half.diff')
    const gitOnly = () => gitAlone(repository, half)
    gitOnly()
    const measure = (task, options = {}) => runChild({ task, parser, repository, file: half, ...options })
    const whole = copyTwice(half, join(folder, 'whole.diff'))
    return [
      ...gitRows(gitOnly, measure),
      ...parserRows(measure, whole),
      ...smallRows(measure, half, folder),
      ...growthRows(measure),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function gitRows(gitOnly, measure) {
  const [git, piped, ranges, added] = bestOf(3, [
    gitOnly,
    () => measure('git-dropped').first,
    () => measure('git').first,
    () => measure('git-added').first,
  ])
  const alone = 'git diff -p alone, 50 MB'
  return [
    { name: `git + parser (ranges, counts) / ${alone}`, value: ranges / git, unit: '×', target: '≤ 1.15' },
    { name: `git + parser (added lines) / ${alone}`, value: added / git, unit: '×', target: '' },
    { name: `git into Node, bytes dropped / ${alone}`, value: piped / git, unit: '×', target: '' },
  ]
}

function parserRows(measure, file) {
  const run = (task) => best(3, () => measure(task, { file }))
  const [jsdiff, ranges, lines] = [run('jsdiff'), run('ranges'), run('lines')]
  const size = statSync(file).size / megabyte
  return [
    { name: '100 MB: time of diff@9 / ours (ranges)', value: jsdiff.first / ranges.first, unit: '×', target: '≥ 1.5' },
    {
      name: '100 MB: time of diff@9 / ours (all changed lines)',
      value: jsdiff.first / lines.first,
      unit: '×',
      target: '≥ 1.5',
    },
    {
      name: '100 MB: memory of ours (all changed lines) / diff@9',
      value: lines.rss / jsdiff.rss,
      unit: '×',
      target: '≤ 0.33',
    },
    { name: '100 MB: memory of ours (all changed lines)', value: lines.rss, unit: 'MB', target: '≤ 120' },
    {
      name: '100 MB: speed of ours (ranges), first parse',
      value: size / (ranges.first / 1000),
      unit: 'MB/s',
      target: '≥ 150',
    },
    {
      name: '100 MB: speed of ours (all changed lines)',
      value: size / (lines.first / 1000),
      unit: 'MB/s',
      target: '≥ 150',
    },
  ]
}

/** Small diffs are where warming up counts: both the first parse and the best of many are given. */
function smallRows(measure, half, folder) {
  return [1, 10].flatMap((size) => {
    const file = cutAtFile(half, size * megabyte, join(folder, `${size}.diff`))
    const run = (task) => Array.from({ length: 3 }, () => measure(task, { file, repeat: size === 1 ? 40 : 10 }))
    const [jsdiff, ours] = [run('jsdiff'), run('lines')]
    const ratio = (field) => lowest(jsdiff, field) / lowest(ours, field)
    const name = 'time of diff@9 / ours (all changed lines)'
    return [
      { name: `${size} MB, first parse: ${name}`, value: ratio('first'), unit: '×', target: '' },
      { name: `${size} MB, warm: ${name}`, value: ratio('warm'), unit: '×', target: '≥ 1' },
    ]
  })
}

function growthRows(measure) {
  const [small, large] = [1, 8].map((times) => best(2, () => measure('lines', { times }), 'rss').rss)
  const [short, long] = [15, 60].map((size) => best(3, () => measure('long-line', { size })).first)
  return [
    { name: 'memory at 400 MB / at 50 MB (all changed lines)', value: large / small, unit: '×', target: '≤ 1.25' },
    { name: 'one line of 60 MB / four lines of 15 MB, time', value: long / (4 * short), unit: '×', target: '≤ 1.5' },
  ]
}

// ── Material ─────────────────────────────────────────────────────────────────────────────────────────────────

async function bundleParser(folder) {
  const { build } = await import('esbuild')
  const outfile = join(folder, 'parser.mjs')
  await build({
    entryPoints: [join(root, 'src/core/diff/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return outfile
}

const words =
  'const value return await index path error result if (left === right) for of import from => { } [] name'.split(' ')

/** Two commits whose diff has about 50 MB in 8,600 files, always the same. */
function makeRepository(folder) {
  git(['init', '-q', '--bare', folder])
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
  git(['-C', folder, 'fast-import', '--quiet', '--force'], input)
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

function copyTwice(from, to) {
  const content = readFileSync(from)
  appendFileSync(to, content)
  appendFileSync(to, content)
  return to
}

function cutAtFile(from, size, to) {
  const content = readFileSync(from)
  appendFileSync(to, content.subarray(0, content.indexOf('diff --git ', size)))
  return to
}

// ── Measuring ────────────────────────────────────────────────────────────────────────────────────────────────

const diffOptions = ['--no-color', '--no-ext-diff', '--no-textconv', '-M', '--src-prefix=a/', '--dst-prefix=b/']

function gitAlone(repository, file) {
  const output = openSync(file, 'w')
  const start = performance.now()
  git(['-C', repository, 'diff', '-p', ...diffOptions, 'base', 'head'], undefined, output)
  const time = performance.now() - start
  closeSync(output)
  return time
}

function git(args, input, output = 'pipe') {
  const result = spawnSync('git', args, { input, stdio: ['pipe', output, 'inherit'], env: gitEnvironment() })
  if (result.status !== 0) throw new Error(`git ${args.join(' ')} failed`)
}

function gitEnvironment() {
  return { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
}

/** Takes turns, so that a change of the machine's mood hits all alike. */
function bestOf(rounds, measurements) {
  const times = measurements.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    measurements.forEach((measurement, index) => {
      times[index] = Math.min(times[index], measurement())
    })
  }
  return times
}

function best(rounds, measurement, field = 'first') {
  const results = Array.from({ length: rounds }, measurement)
  return results.reduce((left, right) => (right[field] < left[field] ? right : left))
}

function lowest(results, field) {
  return Math.min(...results.map((result) => result[field]))
}

function runChild(task) {
  const result = spawnSync(process.execPath, [self, '--child', JSON.stringify(task)], { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(result.stderr)
  return JSON.parse(result.stdout)
}

/** In the child: runs one task and prints { first, warm, rss } with times in ms and memory in MB. */
async function runTask(task) {
  const run = await prepare(task)
  const times = []
  for (let round = 0; round < (task.repeat ?? 1); round++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  console.log(JSON.stringify({ first: times[0], warm: Math.min(...times), rss: peakMemory() }))
}

/** In MB. A child's maxRSS begins with that of its parent on Linux, so the kernel's own mark is read there. */
function peakMemory() {
  const kilobytes =
    process.platform === 'linux'
      ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS
  return (kilobytes * 1024) / megabyte
}

async function prepare(task) {
  if (task.task === 'jsdiff') {
    const { parsePatch } = await import('diff')
    return () => parsePatch(readFileSync(task.file, 'utf8')).length
  }
  const { createDiffParser } = await import(pathToFileURL(task.parser).href)
  const create = (wanted, raw) => createDiffParser(handlersFor(wanted), { raw, decode: decodeBuffer })
  switch (task.task) {
    case 'git':
      return () => parseGit(task.repository, create('ranges', true))
    case 'git-dropped':
      return () => parseGit(task.repository, { push() {}, end: () => ({ files: 1, problems: [] }) })
    case 'git-added':
      return () => parseGit(task.repository, create('added', true))
    case 'long-line':
      return longLineTask(task.size, () => create('lines', false))
    default:
      return () => parseFile(task.file, task.times ?? 1, create(task.task, false))
  }
}

function handlersFor(wanted) {
  const seen = { hunks: 0, text: 0 }
  const onFile = (file) => {
    seen.hunks += file.hunks.length
  }
  const onLine = (_path, _line, text) => {
    seen.text += text.length
  }
  if (wanted === 'ranges') return { onFile }
  return wanted === 'added' ? { onFile, onAdded: onLine } : { onFile, onAdded: onLine, onRemoved: onLine }
}

function decodeBuffer(bytes, start, end) {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.utf8Slice(start, end)
}

async function parseGit(repository, parser) {
  const args = ['-C', repository, 'diff', '--raw', '-z', '--no-abbrev', '-p', ...diffOptions, 'base', 'head']
  const child = spawn('git', args, { stdio: ['ignore', 'pipe', 'inherit'], env: gitEnvironment() })
  child.stdout.on('data', (chunk) => parser.push(chunk))
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  check(parser.end())
}

function parseFile(file, times, parser) {
  const chunk = Buffer.allocUnsafe(65_536)
  for (let round = 0; round < times; round++) {
    const input = openSync(file, 'r')
    for (let size = readSync(input, chunk); size > 0; size = readSync(input, chunk))
      parser.push(chunk.subarray(0, size))
    closeSync(input)
  }
  check(parser.end())
}

function longLineTask(size, create) {
  const chunk = Buffer.alloc(65_536, 'x')
  const count = Math.round((size * megabyte) / chunk.length)
  return () => {
    const parser = create()
    parser.push(Buffer.from('diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+'))
    for (let index = 0; index < count; index++) parser.push(chunk)
    parser.push(Buffer.from('\n'))
    check(parser.end())
  }
}

function check(summary) {
  if (summary.files === 0 || summary.problems.length > 0) throw new Error(JSON.stringify(summary))
}

function print(rows) {
  for (const { name, value, unit, target } of rows) {
    const figure = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
    console.log(`${name.padEnd(72)}${figure.padStart(12)}   ${target === '' ? '' : `target ${target}`}`)
  }
}

if (process.argv[1] === self) {
  if (process.argv[2] === '--child') await runTask(JSON.parse(process.argv[3]))
  else print(await benchDiff())
}
