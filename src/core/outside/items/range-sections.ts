import type { OutsideReviewer } from '../reviewer.ts'
import { blankFences } from '../text/fences.ts'
import { fileNameOf, place } from '../text/places.ts'
import { plainWords } from '../text/plain.ts'
import { parseSections, walkSections } from '../text/sections.ts'
import type { OutsideItem } from '../types.ts'
import { createItem } from './item.ts'

/**
 * Comments that could not be put on lines: a folded part for each kind, in it one for each file ("src/a.ts (2)"), in
 * it "`10-12`: **Title**" for each problem.
 */
export function rangeItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  return walkSections(parseSections(text)).flatMap(({ section, around }) => {
    const file = /^(.*?)\s*\(\d+\)$/s.exec(plainWords(section.summary))?.[1]
    const name = file === undefined ? undefined : fileNameOf(file)
    if (name === undefined || !around.some((summary) => commentKinds.test(summary)) || around.some(isNoComment))
      return []
    const nitpick = around.some((summary) => /nitpick/i.test(summary))
    return entriesIn(section.content)
      .filter(({ markup }) => !isPraise(markup))
      .map(({ first, last, markup }) =>
        createItem({ place: place(name, first, last), markup, nitpick, remark: nitpick }, reviewer),
      )
  })
}

const commentKinds = /\bcomments?\b|\boutside\b|\bfailed to post\b|\bfindings?\b|\bissues?\b/i

/** Additional comments are praise and notes on what was checked. */
function isNoComment(summary: string): boolean {
  return /\badditional\b|\bcontext used\b|review details|review info|\bwalkthrough\b|\bfiles selected\b/i.test(summary)
}

export function isPraise(markup: string): boolean {
  return /^\W{0,20}(?:LGTM\b(?!\W*(?:but|however|except)\b)|looks (?:good|correct|great|fine)|good (?:job|catch|use|addition|migration)|great|nice|well[- ]done|excellent|✓ no action|no (?:action|changes?) (?:required|needed))/i.test(
    plainWords(markup).slice(0, 80),
  )
}

interface Entry {
  readonly first: string
  readonly last: string | undefined
  readonly markup: string
}

/** Ranges of lines in code and tool output are none of ours: only those at the margin outside code count. */
function entriesIn(content: string): readonly Entry[] {
  const heads = [...blankFences(content).matchAll(/^[ \t>]*`?(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?`?:[ \t]*(?=\S)/gm)]
  return heads.map((head, index) => ({
    first: head[1]!,
    last: head[2],
    markup: content
      .slice(head.index + head[0].length, heads[index + 1]?.index ?? content.length)
      .replace(/\n---\s*$/, ''),
  }))
}
