// Secrets in a 25 MB tree: our engine, and gitleaks beside it where that program is installed. With CREDDATA_DIR (a folder with `data`
// and `meta` as CredData's own script leaves them) also on those labels, the same lines for both.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSource, printRows } from './measure.mjs'

export async function benchSecrets() {
  const { createHygiene } = await loadSource('src/core/hygiene/index.ts')
  const { fillExample, vendorExamples } = await loadSource('src/core/secrets/rules/examples.ts')
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-secrets-'))
  try {
    const tree = makeTree(folder, { fillExample, vendorExamples })
    const rows = compare('25 MB tree', tree, createHygiene)
    const labelled = process.env.CREDDATA_DIR ? readLabels(process.env.CREDDATA_DIR) : null
    return labelled === null ? rows : [...rows, ...compare('CredData', labelled, createHygiene)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compare(name, { folder, files, secrets, harmless }, createHygiene) {
  const ours = runOurs(folder, files, createHygiene)
  const theirs = runGitleaks(folder)
  const row = (what, value, unit, target = '') => ({ name: `${name}: ${what}`, value, unit, target })
  const mine = score(ours.hits, secrets, harmless)
  const rows = [row('CPU', ours.seconds, 's'), row('recall', mine.recall, '%'), row('precision', mine.precision, '%')]
  if (theirs === null) return [...rows, row('gitleaks', 'absent', '')]
  const other = score(theirs.hits, secrets, harmless)
  return [
    row('CPU', ours.seconds, 's'),
    row('CPU of gitleaks / ours', theirs.seconds / ours.seconds, '×', '≥ 10'),
    row('recall', mine.recall, '%', `≥ ${other.recall.toFixed(2)} (gitleaks)`),
    row('precision', mine.precision, '%', `≥ ${other.precision.toFixed(2)} (gitleaks)`),
  ]
}

/** Reading the files is part of the work, as it is for a program that scans a folder. */
function runOurs(folder, files, createHygiene) {
  const before = process.cpuUsage()
  const hygiene = createHygiene({ largeFileKb: 1 << 20 })
  for (const path of files) {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    for (let index = 0; index < lines.length; index++) hygiene.addLine(path, index + 1, lines[index])
  }
  const { findings } = hygiene.finish([], new Map())
  const { user, system } = process.cpuUsage(before)
  const hits = findings.filter(({ rule }) => rule.startsWith('secret/')).map(({ file, line }) => ({ file, line }))
  return { seconds: (user + system) / 1e6, hits }
}

const otherProgram = 'gitleaks'

/** Null where the program is absent. The shell's `times` gives the CPU time of what it ran. */
function runGitleaks(folder) {
  if (spawnSync(otherProgram, ['version']).error) return null
  const report = join(mkdtempSync(join(tmpdir(), 'review-loop-gitleaks-')), 'report.json')
  const script =
    'gitleaks dir "$0" --report-format json --report-path "$1" --no-banner --exit-code 0 >/dev/null 2>&1; times'
  const { stdout } = spawnSync('sh', ['-c', script, folder, report, otherProgram], { encoding: 'utf8' })
  const children = stdout.trim().split('\n').at(-1) ?? ''
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  )
  const findings = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(dirname(report), { recursive: true, force: true })
  return { seconds, hits: findings.map(({ File, StartLine }) => ({ file: relative(folder, File), line: StartLine })) }
}

/** Both lists are places { file, start, end }; what is in neither is not judged. */
function score(hits, secrets, harmless) {
  const lines = new Set(hits.map(({ file, line }) => `${file}:${line}`))
  const isHit = ({ file, start, end }) =>
    Array.from({ length: end - start + 1 }, (_, index) => lines.has(`${file}:${start + index}`)).some(Boolean)
  const found = secrets.filter(isHit).length
  const wrong = harmless.filter(isHit).length
  return { recall: (100 * found) / secrets.length, precision: (100 * found) / Math.max(1, found + wrong) }
}

const words =
  'user order price value index count result parse read write list item page view state event client server query table column row width height color image layer node edge graph path point total tax rate unit stock date month token key author password secret'.split(
    ' ',
  )

/** Seeded: 500 files of 50 KB, 1,000 made-up secrets of all vendors and as many near misses. */
function makeTree(folder, { fillExample, vendorExamples }) {
  let seed = 42
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return (seed >> 8) % below
  }
  const word = () => words[random(words.length)]
  const filler = [
    () => `  const ${word()}${random(99)} = ${word()}.${word()}(${word()}, ${random(1000)})`,
    () => `  if (${word()} !== ${word()}.${word()}) return ${word()}("${word()} ${word()} is not ${word()}")`,
    () => `  // ${word()} ${word()} the ${word()} of a ${word()} before ${word()}`,
    () => `    ${word()}: "${word()}-${word()}",`,
    () => `  hash = "${fillExample('{h40}', random(1 << 20))}"`,
    () => '',
  ]
  const examples = Object.values(vendorExamples)
  const [files, secrets, harmless] = [[], [], []]
  const plant = (side, file, start) => {
    const list = examples[random(examples.length)][side]
    ;(side === 'match' ? secrets : harmless).push({ file, start, end: start })
    return `  use("${fillExample(list[random(list.length)], random(1 << 20)).replaceAll('"', '')}")`
  }
  for (let number = 0; number < 500; number++) {
    const file = `src/module-${number % 25}/file-${number}.ts`
    const lines = []
    for (let size = 0; size < 52_000; size += lines.at(-1).length + 1) lines.push(filler[random(filler.length)]())
    for (const side of ['match', 'reject', 'match', 'reject']) {
      const at = random(lines.length - 1)
      if (!lines[at].startsWith('  use(')) lines[at] = plant(side, file, at + 1)
    }
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), lines.join('\n'))
    files.push(file)
  }
  return { folder, files, secrets, harmless }
}

const notSecret = new Set(['UUID', 'AWS S3 Bucket', 'Firebase Domain', 'Nonce'])

function readLabels(folder) {
  const rows = readdirSync(join(folder, 'meta')).flatMap((name) => readRows(join(folder, 'meta', name)))
  const place = (row) => ({ file: row.FilePath, start: Number(row.LineStart), end: Number(row.LineEnd) })
  const isCore = ({ Category }) => !Category.split(':').every((part) => notSecret.has(part))
  return {
    folder,
    files: [...new Set(rows.map((row) => row.FilePath))],
    secrets: rows.filter((row) => row.GroundTruth === 'T' && isCore(row)).map(place),
    harmless: rows.filter((row) => row.GroundTruth === 'F').map(place),
  }
}

function readRows(path) {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await benchSecrets())
