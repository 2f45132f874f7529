// Fits the parameters of the merge anew on some changes, and measures them on the others.
import { loadSource } from '../measure.mjs'
import { claimsOf, smallPanels, vendors } from './recorded-data.mjs'
import { countList, listScore, scoreChanges, shuffled } from './recorded-score.mjs'

const splits = 12
const needs = [0.19, 0.21, 0.23, 0.25, 0.27]
/** Below the goal of 0.08: what is chosen looks better on what it was chosen by. */
const acceptedLoss = 0.05
const allPanels = [{ size: 15, panels: [undefined] }, { size: 13, panels: [vendors] }, ...smallPanels(4)]

/** For each split by change: what was chosen on one half, and how it does on the other. */
export async function crossValidate(records) {
  const core = await loadFunctions()
  const merged = mergeOnce(records, core)
  return Array.from({ length: splits }, (_, seed) => {
    const order = shuffled([...records.keys()], seed + 1)
    const half = Math.ceil(records.length / 2)
    const [training, held] = [order.slice(0, half), order.slice(half)]
    const need = chooseNeed(training, records, merged, core)
    const weights = fitWeights(trainingRows(training, need, merged, core))
    return { need, weights, ...measure(held, need, weights, records, merged, core) }
  })
}

/** The weights that all changes together give. */
export async function fitOnAll(records, need) {
  const core = await loadFunctions()
  return fitWeights(trainingRows([...records.keys()], need, mergeOnce(records, core), core))
}

async function loadFunctions() {
  return {
    ...(await loadSource('src/core/findings/rank-claims.ts')),
    ...(await loadSource('src/core/findings/claim-score.ts')),
  }
}

/** (change, tools, need) → claims with their standings, remembered. */
function mergeOnce(records, { claimStandings }) {
  const known = new Map()
  return (change, tools, need) => {
    const key = `${change} ${tools} ${need}`
    if (!known.has(key)) {
      const claims = claimsOf(records[change], tools)
      known.set(key, { claims, groups: claimStandings(claims, need) })
    }
    return known.get(key)
  }
}

/** The best pair F1 among those that lose no more than accepted. */
function chooseNeed(training, records, merged, core) {
  const scored = needs.map((need) => {
    const { f1, lost } = measure(training, need, undefined, records, merged, core)
    return { need, value: f1 - 10 * Math.max(0, lost - acceptedLoss) }
  })
  return scored.reduce((best, other) => (other.value > best.value ? other : best)).need
}

function measure(changes, need, weights, records, merged, core) {
  const scored = changes.flatMap((change) =>
    [undefined, vendors].map((tools) => {
      const { claims, groups } = merged(change, tools, need)
      return { claims, clusters: clustersOf(groups, weights, core), issues: records[change].golden.length }
    }),
  )
  const { pairs, lost, kept, brier } = scoreChanges(scored)
  const single = bestSingle(changes.map((change) => records[change]))
  return { f1: pairs.f1, lost, kept: kept.f1, gain: kept.f1 - single.f1, brier }
}

/** As the program does it, with other weights. */
function clustersOf(groups, weights, { likelihood, worthShowing }) {
  return groups.map((group) => {
    const rated = group.map(({ claim, standing }) => ({ claim, standing, score: likelihood(standing, weights) }))
    const best = rated.reduce((first, other) => (other.score > first.score ? other : first))
    const kept = best.score >= worthShowing(best.standing.everyone)
    return { members: group.map(({ claim }) => claim.id), representative: best.claim.id, score: best.score, kept }
  })
}

export function bestSingle(records) {
  return singleTools(records)[0]
}

/** The best first. */
export function singleTools(records) {
  return Object.keys(records[0].tools)
    .map((tool) => ({
      tool,
      ...listScore(records.map((record) => countList(claimsOf(record, [tool]), record.golden.length))),
    }))
    .sort((one, other) => other.f1 - one.f1)
}

/** Every size of panel weighs the same. */
function trainingRows(training, need, merged, { evidence }) {
  return allPanels.flatMap(({ panels }) => {
    const members = training.flatMap((change) => panels.flatMap((tools) => merged(change, tools, need).groups.flat()))
    return members.map(({ claim, standing }) => ({
      values: evidence(standing),
      so: claim.matches.length > 0 ? 1 : 0,
      weight: 800 / members.length,
    }))
  })
}

/** Logistic regression by Newton's method; a little ridge keeps it finite. */
function fitWeights(rows) {
  const size = rows[0].values.length
  let weights = new Array(size).fill(0)
  for (let round = 0; round < 30; round += 1) {
    const slope = weights.map((weight, index) => (index === 0 ? 0 : -0.1 * weight))
    const curve = weights.map((_, one) => weights.map((_, other) => (one === other && one > 0 ? 0.1 : 0)))
    for (const { values, so, weight } of rows) {
      const said = 1 / (1 + Math.exp(-values.reduce((sum, value, index) => sum + value * weights[index], 0)))
      for (let one = 0; one < size; one += 1) {
        slope[one] += weight * (so - said) * values[one]
        for (let other = 0; other < size; other += 1)
          curve[one][other] += weight * said * (1 - said) * values[one] * values[other]
      }
    }
    const step = solve(curve, slope)
    weights = weights.map((weight, index) => weight + step[index])
    if (Math.max(...step.map(Math.abs)) < 1e-7) break
  }
  return weights
}

/** Gauss and Jordan, with the largest pivot. */
function solve(matrix, values) {
  const rows = matrix.map((row, index) => [...row, values[index]])
  for (let column = 0; column < rows.length; column += 1) {
    let pivot = column
    for (let row = column + 1; row < rows.length; row += 1)
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row
    ;[rows[column], rows[pivot]] = [rows[pivot], rows[column]]
    for (let row = 0; row < rows.length; row += 1) {
      if (row === column) continue
      const factor = rows[row][column] / rows[column][column]
      for (let at = column; at <= rows.length; at += 1) rows[row][at] -= factor * rows[column][at]
    }
  }
  return rows.map((row, index) => row[rows.length] / row[index])
}
