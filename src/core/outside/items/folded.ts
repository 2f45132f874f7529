import type { OutsideReviewer } from '../reviewer.ts'
import { linkedPlaceIn, type Place, place, placeIn } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import { parseSections, type Section, walkSections } from '../text/sections.ts'
import type { OutsideItem } from '../types.ts'
import { importanceIn } from './importance.ts'
import { createItem, titleOf } from './item.ts'
import { isSettled } from './settled.ts'

/** A folded part for each problem: its headline is seen, the place and the rest are inside. */
export function foldedItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const root = parseSections(text)
  return walkSections(root).flatMap(({ section, around }) => {
    if (!isProblem(section) || [...around, section.summary].some(isSettled) || around.some(isOutlook)) return []
    const markup = `${section.summary}\n\n${section.content}`
    const severity = importanceIn(section, text)
    const title = plainWords(section.summary.split('\n')[0] ?? '').replace(/^\d+\\?[.)]\s*/, '')
    return [
      createItem({ place: placeOf(section), markup, title, ...(severity === undefined ? {} : { severity }) }, reviewer),
    ]
  })
}

/** What a reviewer thought of and did not post is one remark, however many there are: it is called by the first. */
export function suppressedItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return walkSections(parseSections(text)).flatMap(({ section }) => {
    if (!/\bsuppressed\b|\blow[- ]confidence\b/i.test(section.summary)) return []
    const { content } = section
    const heads = [...content.matchAll(/^[ \t]*\*\*[^*\n]{1,300}:\d{1,7}\*\*[ \t]*$/gm)]
    const first = content.slice(heads[0] === undefined ? 0 : heads[0].index + heads[0][0].length, heads[1]?.index)
    const others = heads.length > 1 ? ` (and ${heads.length - 1} more that it held back)` : ' (held back)'
    const where = placeIn(content.replace(/\*\*/g, ''))
    return [createItem({ place: where, markup: content, title: titleOf(first) + others, remark: true }, reviewer)]
  })
}

/** It has a place of its own, and a mark of how grave it is or a number. */
function isProblem({ summary, content }: Section): boolean {
  if (isHeldBack(content)) return false
  if (/alt=["'](?:critical|high|medium|low)(?: severity)?["']/i.test(summary)) return true
  if (/suggestion importance\[1-10\]/i.test(content) && !/suggestion importance/i.test(summary)) {
    return /\[[^\]\n]+\[R?\d+(?:-R?\d+)?\]\]\(/.test(content)
  }
  return /^\s*(?:<[^>]+>\s*)*\d+\\?[.)]\s/.test(summary) && /<code>|<b>|<strong>/i.test(summary)
}

/** A draft that its reviewer decided against. */
export function isHeldBack(markup: string): boolean {
  return /\bcomment was not posted\b/i.test(markup)
}

/** What else could have been done is no problem of what was. */
function isOutlook(summary: string): boolean {
  return /\b(?:assessment|alternatives?|walkthrough|description)\b/i.test(summary)
}

function placeOf({ content }: Section): Place | undefined {
  const bracket = /\[`?([^\]\n[`]+?)`?\s*\[R?(\d+)(?:-R?(\d+))?\]`?\]\(/.exec(content)
  if (bracket !== null) return place(bracket[1]!.trim(), bracket[2], bracket[3])
  const named = /^[ \t]*`([^`\n]+)`[ \t]*$/m.exec(content)
  return placeIn(named?.[1] ?? '') ?? linkedPlaceIn(content) ?? undefined
}

/** A list of loose remarks about the whole is one remark. */
export function looseRemarks(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const intro = reviewer?.remarks?.exec(text)
  if (intro === null || intro === undefined) return []
  const list = /^\s*((?:[-*] .*\n?(?:[ \t]+\S.*\n?)*\n?)+)/.exec(text.slice(intro.index + intro[0].length))
  return list === null ? [] : [createItem({ place: undefined, markup: list[1]!, remark: true }, reviewer)]
}
