// How well quotes are found in the files they are from: quotes of recorded comments, careless copies of true lines, and
// copies that are not true. REVIEW_DATA_DIR names the folder of the sets; without it nothing is measured.
import { loadSource } from '../measure.mjs'
import { chance } from '../random.mjs'
import { hasEnough, quotesIn, readReviews } from './quoted-files.mjs'
import { nearMiss, pick, sloppyKinds, sloppyTwice } from './sloppy-copies.mjs'

const copiesPerKind = 500

/** `half`: 1 was never looked at while the search was tuned; 0 is what it was tuned by. */
export async function benchQuotes(half = 1, folder = process.env.REVIEW_DATA_DIR) {
  if (!folder) return [{ name: 'quotes', value: 'skipped', unit: '', target: 'REVIEW_DATA_DIR names no folder' }]
  const core = await loadFunctions()
  const reviews = readReviews(folder, half, core)
  return [
    ...recordedRows(reviews, core),
    ...copyRows(reviews, core),
    ...missRows(reviews, core),
    graveRow(reviews, core),
  ]
}

async function loadFunctions() {
  const names = ['diff/index', 'evidence/anchor', 'evidence/anchor-index', 'evidence/quote-spelling']
  const modules = await Promise.all(names.map((name) => loadSource(`src/core/${name}.ts`)))
  return Object.assign({}, ...modules)
}

/** As a review does it: where the quote is, `nowhere`, or outside of the change. */
function placeOf({ index }, quote, line, { asTheFileHasIt, anchorClaim }) {
  const evidence = asTheFileHasIt(index, quote, line)
  const anchor = anchorClaim(index, { line, endLine: null, evidence, masked: false }, 'hunk')
  if (anchor.kind === 'placed') return anchor.line
  return anchor.code === 'line_not_changed' ? 'outside' : 'nowhere'
}

function recordedRows(reviews, core) {
  const counts = { all: 0, near: 0, far: 0, foreign: 0, right: 0, wrong: 0 }
  for (const [at, { files, comments }] of reviews.entries()) {
    const others = reviews[(at + 1) % reviews.length].files
    for (const { at: file, line, startLine, text } of comments) {
      for (const quote of quotesIn(text)) {
        counts.all += 1
        const place = placeOf(file, quote, line, core)
        if (place !== 'nowhere') counts[isNear(place, startLine ?? 1, line ?? Infinity, 10) ? 'near' : 'far'] += 1
        const chosen = onlyFileOf(quote, files, core)
        if (chosen !== undefined) counts[chosen === file ? 'right' : 'wrong'] += 1
        if (others.some((other) => placeOf(other, quote, null, core) !== 'nowhere')) counts.foreign += 1
      }
    }
  }
  return [
    share('recorded comments: code in them that is found near their line', counts.near, counts.all),
    share('  found elsewhere in the file', counts.far, counts.all),
    share('  found in a file of another change', counts.foreign, counts.all),
    share('  the file of the comment, where none is named', counts.right, counts.all),
    share('  another file, where none is named', counts.wrong, counts.all, 'must not rise'),
  ]
}

/** As a review does it where no file is named: the only one that the quote is from. */
function onlyFileOf(quote, files, { isLiterallyFrom, isQuotedFrom }) {
  const literally = files.filter(({ index }) => isLiterallyFrom(index, quote))
  const found = literally.length > 0 ? literally : files.filter(({ index }) => isQuotedFrom(index, quote))
  return found.length === 1 ? found[0] : undefined
}

function copyRows(reviews, core) {
  const kinds = { ...sloppyKinds, 'two at once': sloppyTwice }
  const total = { all: 0, right: 0, wrong: 0 }
  const rows = Object.entries(kinds).map(([kind, spoil], seed) => {
    const counts = { all: 0, right: 0, wrong: 0 }
    forSamples(reviews, seed, ({ file, start, lines, random }) => {
      const quote = spoil(lines, start, random)
      if (quote === null || !hasEnough(quote)) return false
      const place = placeOf(file, quote, Math.min(start + random.below(4), file.lines.length), core)
      counts.all += 1
      if (isNear(place, start, start + lines.length - 1, 5)) counts.right += 1
      else if (place !== 'nowhere') counts.wrong += 1
      return true
    })
    for (const name of Object.keys(total)) total[name] += counts[name]
    return share(`  ${kind}`, counts.right, counts.all, counts.wrong > 0 ? `${counts.wrong} at a wrong place` : '')
  })
  return [
    share('careless copies found where they are from', total.right, total.all),
    share('  found at a wrong place', total.wrong, total.all, 'must not rise'),
    ...rows,
  ]
}

/** Copies with something changed, made careless after that; and careless copies of another change's lines. */
function missRows(reviews, core) {
  const kinds = [...Object.values(sloppyKinds), sloppyTwice]
  const changed = { all: 0, found: 0 }
  const foreign = { all: 0, found: 0 }
  for (const [seed, spoil] of kinds.entries()) {
    forSamples(reviews, 1000 + seed, ({ file, start, lines, random }) => {
      const miss = nearMiss(lines, random)
      const seeded = random.below(1e9)
      const quote = miss && spoil(miss.lines, start, chance(seeded))
      if (!quote || !hasEnough(quote) || quote === spoil(lines, start, chance(seeded))) return false
      if (!isKept(miss, quote) || isThere(file, quote) || isThere(file, miss.lines.join('\n'))) return false
      changed.all += 1
      if (placeOf(file, quote, start, core) !== 'nowhere') changed.found += 1
      return true
    })
    forSamples(reviews, 2000 + seed, ({ start, lines, random }) => {
      const other = pick(pick(reviews, random).files, random)
      const quote = spoil(lines, start, random)
      if (!other || !quote || !hasEnough(quote) || lines.some((line) => hasEnough(line) && isThere(other, line)))
        return false
      foreign.all += 1
      if (placeOf(other, quote, null, core) !== 'nowhere') foreign.found += 1
      return true
    })
  }
  return [
    share('copies with a changed name, number or operator that are found', changed.found, changed.all, 'must not rise'),
    share("copies of another file's lines that are found", foreign.found, foreign.all, 'must not rise'),
  ]
}

/** Reviews in which the quote of a claim that would block is nowhere; two of three quotes are careless copies. */
function graveRow(reviews, core) {
  const random = chance(77)
  const kinds = [...Object.values(sloppyKinds), sloppyTwice]
  let [all, lost] = [0, 0]
  for (const { comments } of reviews) {
    const quoted = comments.flatMap(({ at, line, startLine, isGrave }) => {
      const lines = isGrave && line !== null ? at.lines.slice(Math.max(startLine, line - 3) - 1, line) : []
      if (lines.length === 0 || lines.includes(undefined) || !hasEnough(lines.join(''))) return []
      const start = line - lines.length + 1
      const copy = random.is(1 / 3) ? null : pick(kinds, random)(lines, start, random)
      return [placeOf(at, copy !== null && hasEnough(copy) ? copy : lines.join('\n'), line, core)]
    })
    if (quoted.length === 0) continue
    all += 1
    if (quoted.includes('nowhere')) lost += 1
  }
  return share('reviews with a blocking claim whose quote is nowhere', lost, all, '≤ 3 %')
}

/** True lines of the changes, the same in every run; `use` says whether the sample was one. */
function forSamples(reviews, seed, use) {
  const random = chance(seed + 1)
  let used = 0
  for (let tries = 0; used < copiesPerKind && tries < copiesPerKind * 20; tries += 1) {
    const files = pick(reviews, random).files
    if (files.length === 0) continue
    const file = pick(files, random)
    const range = pick(file.file.added, random)
    const start = range.start + random.below(range.end - range.start + 1)
    const lines = file.lines.slice(start - 1, start + random.below(4))
    if (lines.includes(undefined) || !lines[0]?.trim() || !lines.at(-1).trim() || !hasEnough(lines.join(''))) continue
    if (use({ file, start, lines, random })) used += 1
  }
}

/** What was changed may have been left out again. */
function isKept({ lines, other }, quote) {
  const count = (text) => text.split(other).length
  return count(quote) >= count(lines.join('\n'))
}

function isThere({ lines, index }, quote) {
  return bare(`${lines.join('')} ${index.old?.text}`).includes(bare(quote))
}

function bare(text) {
  return text.replace(/\s|[;,]\s*$/g, '')
}

function isNear(place, start, end, distance) {
  return place === null || (place >= start - distance && place <= end + distance)
}

function share(name, count, all, target = '') {
  return {
    name,
    value: all === 0 ? 'none' : `${((100 * count) / all).toFixed(1)} %`,
    unit: `(${count} of ${all})`,
    target,
  }
}
