import type { OutsideReviewer } from '../reviewer.ts'
import { blankFences } from '../text/fences.ts'
import { hiddenPlaceIn, linkedPlaceIn, placeIn } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import { parseSections, walkSections } from '../text/sections.ts'
import type { OutsideItem } from '../types.ts'
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

/** A numbered list of problems, each with a link to its lines. */
export function numberedItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const visible = blankFences(text)
  const heads = [...visible.matchAll(/^\s{0,3}(?:\d{1,2}[.)]|#{2,4}\s+\d{1,2}[.)]?)\s+(?=\S)/gm)]
  return heads.flatMap((head, index) => {
    const markup = text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length)
    const where = linkedPlaceIn(markup)
    return where === undefined ? [] : [createItem({ place: where, markup }, reviewer)]
  })
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

/** Rows such as `| 🔴 Important | src/a.ts:12 | What is wrong |`. */
export function rowItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return blankFences(text)
    .split('\n')
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const where = cells.map((cell) => placeIn(cell.replace(/[*`]/g, ''))).find((found) => found !== undefined)
      const label = cells.find((cell) => rowLabel.test(cell))
      if (where === undefined || label === undefined) return []
      const title = plainWords(
        cells.filter((cell) => cell !== label && placeIn(cell.replace(/[*`]/g, '')) === undefined).join(' '),
      )
      const isNit = /\bnit\b|pre-existing/i.test(label)
      return [
        createItem(
          { place: where, markup: `**${plainWords(label)}**: ${line}`, title, nitpick: isNit, remark: isNit },
          reviewer,
        ),
      ]
    })
}

/** The whole cell: what only begins so is a sentence. */
const rowLabel =
  /^\W{0,20}(?:critical|high|major|important|medium|minor|low|nit|pre-existing|p[0-3])(?: (?:severity|priority|risk))?\W{0,20}$/i

/** Places worth a look, each behind a link to the changed lines. The file is only there as a hash of its path. */
export function focusItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return walkSections(parseSections(text)).flatMap(({ section }) => {
    const link = /<a href=['"][^'"]*#diff-([0-9a-f]{64})R(\d+)(?:-R(\d+))?['"]>([\s\S]*?)<\/a>/i.exec(section.summary)
    if (link === null) return []
    const [, pathHash = '', first, last, title = ''] = link
    const markup = `${section.summary}\n${section.content}`
    const item = createItem({ place: undefined, pathHash, markup, title: plainWords(title) }, reviewer)
    return [{ ...item, line: Number(last ?? first), startLine: last === undefined ? null : Number(first) }]
  })
}
