// What is taken for one problem on recorded reviews: by `duplicates`, which joins what others say on a pull request, and by
// the merge of our own reviewers. REVIEW_DATA_DIR names the folder of the sets; without it nothing is measured.
import { createHash } from 'node:crypto'
import { loadSource } from '../measure.mjs'
import { claimsOf, readSet, vendors } from './recorded-data.mjs'
import { bestSingle } from './recorded-fit.mjs'
import { scoreChanges, shuffled } from './recorded-score.mjs'

/** `half`: by the name of the repository. 0 is what the evidence was built with, 1 was measured only when it was done. */
export async function benchDuplicates(half, folder = process.env.REVIEW_DATA_DIR) {
  if (!folder) return [row('duplicates', 'skipped', 'REVIEW_DATA_DIR names no folder')]
  const records = (set) => readSet(folder, set).filter(({ repo }) => half === undefined || halfOf(repo) === half)
  const { duplicates } = await loadSource('src/core/outside/duplicates.ts')
  const { clusterFindings } = await loadSource('src/core/findings/merge.ts')
  const { clusterClaims } = await loadSource('src/core/findings/rank-claims.ts')
  const joins = [
    ['others on a pull request', (items) => duplicates(items.map(asPosted))],
    ['our own reviewers', (items) => clusterFindings(items.map(asFinding))],
  ]
  const [remarks, issues] = [records('aacr'), records('martian-opus')]
  return [...joins.flatMap(([name, join]) => pairRows(name, join, remarks, issues)), ...listRows(issues, clusterClaims)]
}

const halfOf = (repo) => createHash('sha256').update(repo).digest()[0] % 2

function pairRows(name, join, remarks, issues) {
  const [plain, placed] = [false, true].map((isPlaced) =>
    countPairs(
      issues.map((record) => issueItems(record, isPlaced)),
      join,
      (one, other) =>
        one.matches.length === 0 || other.matches.length === 0
          ? null
          : one.matches.some((at) => other.matches.includes(at)),
    ),
  )
  const beside = countPairs(remarks.map(remarkItems), join, (one, other) => (areTouching(one, other) ? false : null))
  return [
    row(`${name}: different remarks about the same lines, joined`, of(beside.wrong), '≤ 5.3 %'),
    row(`${name}: one issue in two words, joined`, of(plain.right), '≥ 80 %'),
    row('  with the file and line of the issue', of(placed.right)),
    row(`${name}: different issues, joined`, of(plain.wrong)),
    row('  with the file and line of the issue', of(placed.wrong)),
  ]
}

/** Pairs of different reviewers in one change. `isSame`: null where nobody knows. */
function countPairs(changes, join, isSame) {
  const counts = { right: [0, 0], wrong: [0, 0] }
  for (const items of changes) {
    const groupOf = new Map(join(items).flatMap((positions, group) => positions.map((position) => [position, group])))
    for (const [at, one] of items.entries()) {
      for (const [offset, other] of items.slice(at + 1).entries()) {
        const same = one.reviewer === other.reviewer ? null : isSame(one, other)
        if (same === null) continue
        const count = counts[same ? 'right' : 'wrong']
        if (groupOf.get(at) === groupOf.get(at + 1 + offset)) count[0] += 1
        count[1] += 1
      }
    }
  }
  return counts
}

/** Of a set that lists each problem once, though a few are still the same. */
function remarkItems({ tools }) {
  const items = Object.entries(tools).flatMap(([reviewer, comments]) =>
    comments.map(({ file, line, startLine, text }) => ({ reviewer, file, line, startLine: startLine ?? line, text })),
  )
  return shuffled(items, 7)
}

/** With a place each tool speaks once of an issue: whatever it says twice of one line stays two. */
function issueItems(record, isPlaced) {
  const claims = claimsOf(record)
  const isFirst = ({ reviewer, matches: [at] }, index) =>
    claims.findIndex((other) => other.reviewer === reviewer && other.matches[0] === at) === index
  return claims
    .filter((claim, index) => !isPlaced || isFirst(claim, index))
    .map(({ reviewer, problem: text, matches }) => {
      const issue = isPlaced ? record.golden[matches[0]] : undefined
      const [file, line] = issue?.file && issue.line ? [issue.file, issue.line] : [null, null]
      return { reviewer, file, line, startLine: line, text, matches }
    })
}

function areTouching(one, other) {
  if (one.file !== other.file || one.line === null || other.line === null) return false
  return Math.max(one.startLine, other.startLine) <= Math.min(one.line, other.line)
}

function asPosted({ reviewer, file, line, startLine, text }) {
  const nothing = { severity: null, suggestion: null, pathHash: null, nativeId: null, originalLine: null }
  const said = { actionable: true, remark: false, inPrompt: false, title: '', body: text }
  return { ...nothing, ...said, reviewer, file, line, startLine }
}

function asFinding({ reviewer, file, line, startLine, text }, index) {
  const nothing = { rule: null, impact: null, fix: null, suggestion: null, evidence: null, reportedLine: null }
  const place = { file, line: startLine, endLine: line }
  const name = { id: `F-${index}`, fingerprint: `${index.toString(16).padStart(16, '0')}:1`, category: 'correctness' }
  const weight = { severity: 'P2', blocking: false, confidence: 1, agreement: 1, verification: null }
  return { ...nothing, ...place, ...name, ...weight, title: '', problem: text, reviewers: [reviewer] }
}

/** The ranked list of all tools, beside the best of them. */
function listRows(records, clusterClaims) {
  const single = bestSingle(records)
  return [
    ['15 tools', undefined],
    ['13 vendors', vendors],
  ].flatMap(([name, tools]) => {
    const changes = records.map((record) => {
      const claims = claimsOf(record, tools)
      return { claims, clusters: clusterClaims(claims), issues: record.golden.length }
    })
    const { pairs, lost, kept } = scoreChanges(changes)
    return [
      row(`${name}: pair F1`, pairs.f1.toFixed(3)),
      row(`${name}: lost issues`, lost.toFixed(3), '≤ 0.08'),
      row(`${name}: F1 of the kept list − ${single.tool}`, (kept.f1 - single.f1).toFixed(3), '≥ 0.02'),
    ]
  })
}

function of([part, whole]) {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`
}

function row(name, value, target = '') {
  return { name, value, unit: '', target }
}
