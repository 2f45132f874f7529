import type { OutsideReviewer } from '../reviewer.ts'
import { blankFences } from '../text/fences.ts'
import { fileNameOf, hiddenPlaceIn, linkedPlaceIn, type Place, place, placeIn, placeLineIn } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import type { OutsideItem } from '../types.ts'
import { isHeldBack } from './folded.ts'
import { createItem } from './item.ts'

/** A link into the commit on a line of its own, then a headline with a badge: what lies outside the diff. */
export function badgeItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const visible = blankFences(text)
  const heads = [...visible.matchAll(/^[ \t]*(?:[-*]\s*)?\S{0,300}\/blob\/\S{1,1000}#L\d\S{0,40}[ \t]*$/gm)]
  return heads.flatMap((head, index) => {
    const end = heads[index + 1]?.index ?? text.length
    const markup = text.slice(head.index + head[0].length, end).replace(/<details\b[\s\S]*$/i, '')
    const where = linkedPlaceIn(head[0])
    return /!\[P\d|<img\b/.test(markup) ? [createItem({ place: where, markup: markup.trim() }, reviewer)] : []
  })
}

/** A numbered list of problems, each with a link to its lines or with its place on its first line. */
export function numberedItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const visible = blankFences(text)
  const heads = [...visible.matchAll(/^\s{0,3}(?:\d{1,2}[.)]|#{2,4}\s+\d{1,2}[.)]?)\s+(?=\S)/gm)]
  return heads.flatMap((head, index) => {
    const entry = text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length)
    const first = reviewer?.freeText === true ? undefined : openingPlace(entry)
    const markup = first === undefined ? entry : entry.replace(/^.*\n\s*/, '')
    const where = first ?? linkedPlaceIn(entry)
    return where === undefined || isHeldBack(entry) ? [] : [createItem({ place: where, markup }, reviewer)]
  })
}

/** Of a first line that says nothing else. Free text has other entries too, which are read together. */
function openingPlace(entry: string): Place | undefined {
  const [first = '', ...rest] = entry.split('\n')
  return plainWords(rest.join('\n')) === '' ? undefined : placeLineIn(first)
}

/** "### Bug: what is wrong", with its place below. */
export function headedItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const heads = [...blankFences(text).matchAll(/^#{1,6}\s+\W{0,6}bug(?: \d{1,2})?:\s*(?=\S)/gim)]
  return heads.flatMap((head, index) => {
    const markup = text.slice(head.index, heads[index + 1]?.index ?? text.length)
    const where = hiddenPlaceIn(markup) ?? linkedPlaceIn(markup)
    return where === undefined ? [] : [createItem({ place: where, markup }, reviewer)]
  })
}

/** Rows such as `| 🔴 Important | src/a.ts:12 | What is wrong |`; file and lines may be two cells. */
export function rowItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return blankFences(text)
    .split('\n')
    .filter((line) => /^\s*\|.*\|\s*$/.test(line) && !/\|\s*(?:~~|<s>|<del>)/i.test(line))
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const where = cells.map(placeOfCell).find((found) => found !== undefined) ?? placeOfCells(cells)
      const label = cells.find((cell) => rowLabel.test(cell))
      if (where === undefined || label === undefined) return []
      const title = plainWords(cells.filter((cell) => cell !== label && !namesPlace(cell)).join(' '))
      const isNit = /\bnit\b|pre-existing/i.test(label)
      return [
        createItem(
          { place: where, markup: `**${plainWords(label)}**: ${line}`, title, nitpick: isNit, remark: isNit },
          reviewer,
        ),
      ]
    })
}

function placeOfCell(cell: string): Place | undefined {
  return placeIn(cell.replace(/[*`]/g, ''))
}

function placeOfCells(cells: readonly string[]): Place | undefined {
  const file = cells.map((cell) => fileNameOf(plainWords(cell))).find((name) => name !== undefined)
  const range = cells.map((cell) => lineCell.exec(cell)).find((found) => found !== null)
  return file === undefined || range === undefined ? undefined : place(file, range[1], range[2])
}

function namesPlace(cell: string): boolean {
  return placeOfCell(cell) !== undefined || fileNameOf(plainWords(cell)) !== undefined || lineCell.test(cell)
}

const lineCell = /^`?L?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?`?$/

/** The whole cell: what only begins so is a sentence. */
const rowLabel =
  /^\W{0,20}(?:critical|high|major|important|medium|minor|low|nit|pre-existing|p[0-3])(?: (?:severity|priority|risk))?\W{0,20}$/i

/**
 * Places worth a look, each a folded part, a paragraph or an entry of a list behind a link to the changed lines. The
 * file is only there as a hash of its path.
 */
export function focusItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const pattern =
    /(?:<summary>\s*|^[ \t]*(?:[-*] (?:\[ \] )?)?)<a href=['"][^'"\s]{0,1000}#diff-([0-9a-f]{64})R(\d{1,7})(?:-R(\d{1,7}))?['"]>\s*<strong>([^<]{1,300})<\/strong>\s*<\/a>/gim
  const heads = [...blankFences(text).matchAll(pattern)]
  const places = heads.map((head, index) => {
    const [, pathHash = '', first, last, title = ''] = head
    const markup = text
      .slice(head.index, heads[index + 1]?.index ?? text.length)
      .replace(/<\/(?:details|td)>[\s\S]*$/i, '')
    const item = createItem({ place: undefined, pathHash, markup, title: plainWords(title) }, reviewer)
    return { ...item, line: Number(last ?? first), startLine: last === undefined ? null : Number(first) }
  })
  return [...places, ...concernItems(text, reviewer)]
}

/** A row of the same table that has no place. What is about security is grave. */
function concernItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const pattern = /<strong>Security concerns<\/strong>([\s\S]{1,4000}?)<\/td>/gi
  return [...blankFences(text).matchAll(pattern)].map(([, markup = '']) =>
    createItem({ place: undefined, markup: markup.replace(/<br>/gi, '\n'), severity: 'high' }, reviewer),
  )
}
