// Recorded reviews with labels, read from a folder outside of the project: REVIEW_DATA_DIR/<set>.jsonl.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shuffled } from './recorded-score.mjs'

/** One version of each tool. */
export const vendors = [
  ...['augment', 'baz', 'bugbot', 'claude', 'coderabbit', 'copilot', 'devin', 'gemini', 'graphite'],
  ...['greptile-v4', 'kg', 'propel', 'qodo-v2'],
]

export function readSet(folder, name) {
  const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/**
 * What the tools said about one change; those without a label are left out. The records list what matched first, which
 * no program may profit from: the order is mixed.
 */
export function claimsOf({ tools }, wanted = Object.keys(tools)) {
  const claims = wanted.flatMap((reviewer) =>
    (tools[reviewer] ?? [])
      .filter(({ matchesGolden }) => matchesGolden !== null)
      .map((comment, index) => asClaim(comment, reviewer, index)),
  )
  return shuffled(claims, 7)
}

function asClaim({ file, line, text, matchesGolden }, reviewer, index) {
  const claim = { id: `${reviewer}-${index}`, reviewer, file: file ?? null, line: line ?? null }
  return { ...claim, severity: null, title: '', problem: text, matches: matchesGolden ?? [] }
}

/** Raw comments with a place beside the issues as a person wrote them: two reviewers, one truth. */
export function placedClaims({ tools, golden }) {
  const comments = Object.entries(tools).flatMap(([reviewer, list]) =>
    list.map((comment, index) => ({ ...asClaim(comment, reviewer, index), problem: withoutTag(comment.text) })),
  )
  const issues = golden.flatMap(({ file, line, text }, index) =>
    file && line ? [asClaim({ file, line, text, matchesGolden: [index] }, 'golden', index)] : [],
  )
  return shuffled([...comments, ...issues], 7)
}

function withoutTag(text) {
  return text.replace(/^\s*\[P\d\]\s*/, '').replace(/```[\s\S]*?```/g, '')
}

/** Groups of tools as they meet on real changes: alone, in twos, threes, fives and eights. */
export function smallPanels(perSize) {
  const alone = { size: 1, panels: vendors.map((vendor) => [vendor]) }
  const groups = [2, 3, 5, 8].map((size) => ({
    size,
    panels: Array.from({ length: perSize }, (_, seed) => shuffled(vendors, seed * 31 + size).slice(0, size)),
  }))
  return [alone, ...groups]
}
