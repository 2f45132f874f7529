// The changed files of recorded reviews as far as their diffs show them, and what was said about them.
import { readSet } from './recorded-data.mjs'

const sets = ['droid', 'martian-opus', 'aacr', 'crscore', 'bugsjs', 'planstack', 'shim52']
const graveWords = /^(p0|p1|high|critical)$/i
const graveCategories = /defect|security|bug/i

/** Half of the reviews by the hash of their id: one to tune by, the other never looked at. */
export function readReviews(folder, half, { parseDiff, anchorIndex }) {
  return sets.flatMap((set) =>
    readSet(folder, set)
      .filter(({ id, diff }) => diff && hash(`${set} ${id}`) % 2 === half)
      .map((record) => readReview(record, parseDiff, anchorIndex)),
  )
}

function readReview({ diff, golden, tools }, parseDiff, anchorIndex) {
  const whole = diff.startsWith('@@') ? `--- a/file\n+++ b/file\n${diff}` : diff
  const texts = sidesOf(whole)
  const files = parseDiff(whole).files.flatMap((file) => {
    const text = texts.get(file.path)
    if (text === undefined || file.added.length === 0) return []
    return [{ path: file.path, file, lines: text.new, index: anchorIndex(file, asContents(text)) }]
  })
  const comments = [...golden, ...Object.values(tools).flat()]
  return { files, comments: comments.flatMap((comment) => placedComment(comment, files)) }
}

function placedComment({ file, line, startLine, side, text, severity, category }, files) {
  const at = files.find(({ path }) => path === file) ?? (file || files.length > 1 ? undefined : files[0])
  if (at === undefined || /left/i.test(side ?? '')) return []
  const isGrave = graveWords.test(severity ?? '') || (!severity && graveCategories.test(category ?? ''))
  return [{ at, line: line ?? null, startLine: startLine ?? line ?? null, text, isGrave }]
}

/** path → both sides; lines that the diff does not show are empty. */
function sidesOf(diff) {
  const texts = new Map()
  let [sides, oldLine, newLine] = [null, 0, 0]
  const lines = diff.split('\n')
  for (const [at, line] of lines.entries()) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line)
    if (line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- ')) {
      sides = { new: [], old: [] }
      texts.set(line.slice(4).replace(/^b\//, '').replace(/\t.*$/, ''), sides)
    } else if (line.startsWith('diff --git')) sides = null
    else if (hunk) [oldLine, newLine] = [Number(hunk[1]), Number(hunk[2])]
    else if (sides === null || !/^[-+ ]/.test(line) || (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')))
      continue
    else {
      if (line[0] !== '+') sides.old[oldLine++ - 1] = line.slice(1)
      if (line[0] !== '-') sides.new[newLine++ - 1] = line.slice(1)
    }
  }
  return texts
}

function asContents(sides) {
  const side = (lines) => Array.from(lines, (line) => `${line ?? ''}\n`).join('')
  return { new: side(sides.new), old: side(sides.old) }
}

/** Code that a comment quotes: in fences and back-ticks, more than a name. */
export function quotesIn(text) {
  const fenced = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].map(([, code]) => code)
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)
  return [...fenced, ...inline].filter((code) => hasEnough(code) && /[^\w.\s/-]|\w\s+\w/.test(code))
}

export function hasEnough(code) {
  return (code.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 8
}

export function hash(text) {
  let value = 2166136261
  for (const sign of text) value = Math.imul(value ^ sign.codePointAt(0), 16777619) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
