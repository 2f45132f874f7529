// Merge and ranking of the built program on recorded reviews with labels, beside what simple methods reach.
// REVIEW_DATA_DIR names the folder of the sets; without it nothing is measured.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runProgram } from '../measure.mjs'
import { claimsOf, placedClaims, readSet, smallPanels, vendors } from './recorded-data.mjs'
import { bestSingle, crossValidate, fitOnAll, singleTools } from './recorded-fit.mjs'
import {
  brierScore,
  countList,
  countPairs,
  forecasts,
  listScore,
  mean,
  pairScore,
  scoreChanges,
} from './recorded-score.mjs'

export async function benchRecorded(folder = process.env.REVIEW_DATA_DIR) {
  if (!folder) return [text('recorded reviews', 'skipped: REVIEW_DATA_DIR names no folder')]
  const records = readSet(folder, 'martian-opus')
  return [
    ...(await heldOutRows(records)),
    ...panelRows(records, 'all 15 tools', undefined, ', Jaccard 0.884'),
    ...panelRows(records, '13 vendors', vendors),
    ...singleTools(records).map(({ tool, f1 }) => number(`  ${tool} alone`, f1, 'F1')),
    ...calibrationRows(records),
    ...smallPanels(8).map(({ size, panels }) => smallRow(records, size, panels)),
    placedRow(readSet(folder, 'droid')),
    separateRow(readSet(folder, 'aacr')),
    text('weights fitted on all', (await fitOnAll(records, 0.23)).map((weight) => weight.toFixed(3)).join(' ')),
  ]
}

/** Chosen on half of the changes, measured on the other half. */
async function heldOutRows(records) {
  const runs = await crossValidate(records)
  const spread = (name, pick, target) => {
    const values = runs.map(pick)
    const range = `${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`
    return number(`held out, ${runs.length} splits: ${name}`, mean(values), `(${range})`, target)
  }
  return [
    spread('pair F1', ({ f1 }) => f1, '≥ 0.88'),
    spread('lost issues', ({ lost }) => lost, '≤ 0.08'),
    spread('F1 of the kept list', ({ kept }) => kept),
    spread('its gain over the best single tool', ({ gain }) => gain, '≥ 0.02'),
    spread('Brier score', ({ brier }) => brier),
  ]
}

function panelRows(records, name, tools, baseline = '') {
  const { pairs, lost, kept } = scoreChanges(mergeRecords(records, tools))
  const single = bestSingle(records)
  return [
    number(`${name}: pair F1`, pairs.f1, shares(pairs), `≥ 0.88${baseline}`),
    number(`${name}: lost issues`, lost, 'of found', '≤ 0.08, average link 0.106'),
    number(`${name}: F1 of the kept list`, kept.f1, shares(kept), '≥ 2 tools agree 0.398'),
    number(`${name}: gain over ${single.tool}`, kept.f1 - single.f1, 'F1', '≥ 0.02'),
  ]
}

/** How often it is so when the program says so. The base is what always saying the mean would score. */
function calibrationRows(records) {
  const said = mergeRecords(records, vendors).flatMap(({ claims, clusters }) => forecasts(claims, clusters))
  const base = mean(said.map(({ so }) => so))
  const bins = [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.001]
  const rows = bins.slice(1).flatMap((above, index) => {
    const inside = said.filter(({ score }) => score >= bins[index] && score < above)
    if (inside.length === 0) return []
    const share = mean(inside.map(({ score }) => score)).toFixed(2)
    return [number(`  of ${inside.length} scored about ${share}, so are`, mean(inside.map(({ so }) => so)), '')]
  })
  return [number('13 vendors: Brier score', brierScore(said), `base ${(base * (1 - base)).toFixed(3)}`), ...rows]
}

function smallRow(records, size, panels) {
  const runs = panels.map((panel) => mergeRecords(records, panel))
  const average = (score) => mean(runs.map((changes) => score(changes).f1)).toFixed(3)
  const kept = average((changes) => scoreChanges(changes).kept)
  const everything = average((changes) => listScore(changes.map(({ claims, issues }) => countList(claims, issues))))
  const { pairs, lost } = scoreChanges(runs.flat())
  const paired = size === 1 ? '' : `pairs ${pairs.f1.toFixed(3)}, `
  return text(`panels of ${size}: F1`, `${paired}kept ${kept}, all shown ${everything}, lost ${lost.toFixed(3)}`)
}

/** Raw comments with file and line against the issues as a person wrote them. */
function placedRow(records) {
  const pairs = pairScore(
    mergeAll(records.map(placedClaims)).map(({ claims, clusters }) => placedPairs(claims, clusters)),
  )
  return number('raw comment and issue, file and line: pair F1', pairs.f1, shares(pairs), 'Jaccard and line 0.857')
}

/** Comments that match nothing count as well: merged with an issue they are wrong. */
function placedPairs(claims, clusters) {
  const unmatched = claims.map((claim) => (claim.matches.length === 0 ? { ...claim, matches: [-1] } : claim))
  return countPairs(unmatched, clusters)
}

/** Valid comments of different sources that the set lists separately; a few are still the same. */
function separateRow(records) {
  const counts = mergeAll(records.map((record) => claimsOf({ tools: validOnly(record) })))
  const pairs = counts.flatMap(({ claims, clusters }) =>
    claims.flatMap((first, index) =>
      claims
        .slice(index + 1)
        .flatMap((second) => (first.reviewer === second.reviewer ? [] : [[first, second, clusters]])),
    ),
  )
  const merged = pairs.filter(([first, second, clusters]) =>
    clusters.some(({ members }) => members.includes(first.id) && members.includes(second.id)),
  )
  return number('comments listed as different, merged', (100 * merged.length) / pairs.length, '%', 'near lines 6.2')
}

function validOnly({ tools }) {
  return Object.fromEntries(
    Object.entries(tools).map(([tool, list]) => [tool, list.filter(({ label }) => label === 'valid')]),
  )
}

function mergeRecords(records, tools) {
  const merged = mergeAll(records.map((record) => claimsOf(record, tools)))
  return merged.map((change, index) => ({ ...change, issues: records[index].golden.length }))
}

/** One call of the built program for all changes. */
function mergeAll(changes) {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-bench-'))
  const file = join(folder, 'changes.jsonl')
  const lines = changes.map((claims) => JSON.stringify({ findings: claims.map(({ matches, ...claim }) => claim) }))
  writeFileSync(file, lines.join('\n'))
  const { status, stdout, stderr } = runProgram('node', [
    join(root, 'dist/cli.js'),
    'tool',
    'merge',
    '--findings',
    file,
  ])
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Error(`tool merge failed: ${stderr}`)
  const results = String(stdout).trim().split('\n')
  return changes.map((claims, index) => ({ claims, clusters: JSON.parse(results[index]).clusters }))
}

function shares({ precision, recall }) {
  return `P ${precision.toFixed(3)} R ${recall.toFixed(3)}`
}

function number(name, value, unit, target = '') {
  return { name, value: value.toFixed(3), unit, target }
}

function text(name, value) {
  return { name, value, unit: '', target: '' }
}
