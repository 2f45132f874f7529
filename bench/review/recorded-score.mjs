// Scoring of merged reviews against recorded labels. A claim is { id, reviewer, file, line, title, problem, matches }:
// `matches` are the issues of the change that it names. A cluster is what `tool merge` prints.

import { chance } from '../random.mjs'

/** Pairs of different reviewers that both name an issue: together in a cluster, and do they share one? */
export function countPairs(claims, clusters) {
  const clusterOf = new Map(clusters.flatMap(({ members }, index) => members.map((id) => [id, index])))
  const counts = { right: 0, wrong: 0, missed: 0 }
  for (const [index, first] of claims.entries()) {
    for (const second of claims.slice(index + 1)) {
      if (first.reviewer === second.reviewer || first.matches.length === 0 || second.matches.length === 0) continue
      const same = first.matches.some((issue) => second.matches.includes(issue))
      const merged = clusterOf.get(first.id) === clusterOf.get(second.id)
      if (merged) counts[same ? 'right' : 'wrong'] += 1
      else if (same) counts.missed += 1
    }
  }
  return counts
}

/** Issues that some claim names, and of those the ones that no representative names. */
function countLost(claims, clusters) {
  const found = new Set(claims.flatMap(({ matches }) => matches))
  const shown = new Set(representatives(claims, clusters).flatMap(({ matches }) => matches))
  return { found: found.size, lost: [...found].filter((issue) => !shown.has(issue)).length }
}

/** A list of claims as a reader sees it: naming an issue again is neither right nor wrong. */
export function countList(claims, issues) {
  return {
    right: new Set(claims.flatMap(({ matches }) => matches)).size,
    wrong: claims.filter(({ matches }) => matches.length === 0).length,
    issues,
  }
}

function countKept(claims, clusters, issues) {
  const kept = clusters.filter((cluster) => cluster.kept)
  return countList(representatives(claims, kept), issues)
}

function representatives(claims, clusters) {
  const byId = new Map(claims.map((claim) => [claim.id, claim]))
  return clusters.map(({ representative }) => byId.get(representative))
}

/** For each cluster what was said and what is so. */
export function forecasts(claims, clusters) {
  const shown = representatives(claims, clusters)
  return clusters.map(({ score }, index) => ({ score, so: shown[index].matches.length > 0 ? 1 : 0 }))
}

/** Of merged changes, each { claims, clusters, issues }: `issues` is how many there are to be found. */
export function scoreChanges(changes) {
  return {
    pairs: pairScore(changes.map(({ claims, clusters }) => countPairs(claims, clusters))),
    lost: lostShare(changes.map(({ claims, clusters }) => countLost(claims, clusters))),
    kept: listScore(changes.map(({ claims, clusters, issues }) => countKept(claims, clusters, issues))),
    brier: brierScore(changes.flatMap(({ claims, clusters }) => forecasts(claims, clusters))),
  }
}

function total(counts) {
  const sum = {}
  for (const count of counts) for (const [key, value] of Object.entries(count)) sum[key] = (sum[key] ?? 0) + value
  return sum
}

export function pairScore(counts) {
  const { right, wrong, missed } = total(counts)
  return withF1(right / (right + wrong), right / (right + missed))
}

export function listScore(counts) {
  const { right, wrong, issues } = total(counts)
  return withF1(right / Math.max(1, right + wrong), right / issues)
}

function lostShare(counts) {
  const { lost, found } = total(counts)
  return lost / found
}

export function brierScore(list) {
  return mean(list.map(({ score, so }) => (score - so) ** 2))
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function withF1(precision, recall) {
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** The same order in every run. */
export function shuffled(list, seed) {
  const random = chance(seed)
  const result = [...list]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    ;[result[last], result[other]] = [result[other], result[last]]
  }
  return result
}
