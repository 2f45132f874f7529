// The diff as the product reads it, against git itself and against the fastest parser on npm, as ratios taken in one run.
// Every measurement runs in a fresh process, because the first parse is the one a user waits for.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProduct, copyTwice, cutAtFile, givenRepository, makeRepository } from './diff/material.mjs'
import { best, bestOf, gitAlone, lowest, runTask } from './diff/sample.mjs'

const megabyte = 1_000_000

/** Rows { name, value, unit, target }. The target is a sentence piece: '≤ 1.15', or '' for a figure without one. */
export async function benchDiff() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-bench-diff-'))
  try {
    const product = await bundleProduct(folder)
    const made = makeRepository(join(folder, 'repository'))
    const given = givenRepository()
    const half = join(folder, 'half.diff')
    const rows = gitRows(product, made, half)
    const whole = copyTwice(half, join(folder, 'whole.diff'))
    const measure = (task, options = {}) => runTask({ task, product, file: half, ...options })
    return [
      ...rows,
      ...(given === null ? [] : gitRows(product, given, join(folder, 'given.diff'))),
      ...parserRows(measure, whole),
      ...smallRows(measure, half, folder),
      ...growthRows(measure),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Leaves the diff in `file`. */
function gitRows(product, repository, file) {
  const measure = (task) => () => runTask({ task, product, repository }).first
  const alone = () => gitAlone(repository, file)
  alone()
  const tasks = ['git-dropped', 'git', 'git-added'].map(measure)
  const [git, dropped, ranges, added] = bestOf(9, [alone, ...tasks])
  const size = Math.round(statSync(file).size / megabyte)
  const base = `git diff -p alone, ${repository.name}, ${size} MB`
  return [
    { name: `git + parser (ranges, counts) / ${base}`, value: ranges / git, unit: '×', target: '≤ 1.15' },
    { name: `git + parser (added lines) / ${base}`, value: added / git, unit: '×', target: '' },
    { name: `git into Node, bytes dropped / ${base}`, value: dropped / git, unit: '×', target: '' },
  ]
}

function parserRows(measure, file) {
  const run = (task) => best(3, () => measure(task, { file }))
  const [jsdiff, ranges, lines] = [run('jsdiff'), run('ranges'), run('lines')]
  const speed = ({ first }) => statSync(file).size / megabyte / (first / 1000)
  const [ofRanges, ofLines] = ['ours (ranges)', 'ours (all changed lines)']
  return [
    { name: `100 MB: time of diff@9 / ${ofRanges}`, value: jsdiff.first / ranges.first, unit: '×', target: '≥ 1.5' },
    { name: `100 MB: time of diff@9 / ${ofLines}`, value: jsdiff.first / lines.first, unit: '×', target: '≥ 1.5' },
    { name: `100 MB: memory of ${ofLines} / diff@9`, value: lines.rss / jsdiff.rss, unit: '×', target: '≤ 0.33' },
    { name: `100 MB: memory of ${ofLines}`, value: lines.rss, unit: 'MB', target: '≤ 120' },
    { name: `100 MB: speed of ${ofRanges}, first parse`, value: speed(ranges), unit: 'MB/s', target: '≥ 150' },
    { name: `100 MB: speed of ${ofLines}`, value: speed(lines), unit: 'MB/s', target: '≥ 150' },
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
