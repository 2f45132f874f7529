import { countIn } from '../counts.ts'
import type { Reading } from '../reading.ts'
import type { OutsideReviewer } from '../reviewer.ts'
import { hiddenPlaceIn, type Place, place, placeIn } from '../text/places.ts'
import { withoutMarks } from '../text/plain.ts'
import type { OutsideItem } from '../types.ts'
import { extractItems } from './extract.ts'
import { createItem } from './item.ts'
import { isSettledComment } from './settled.ts'

/** The problems that a comment states. */
export function itemsOf(reading: Reading, reviewer: OutsideReviewer): readonly OutsideItem[] {
  const { surface } = reading
  if (surface === 'reply') return []
  if (surface === 'inline') return inlineItems(reading, reviewer)
  const text = saidHere(reading.text, reviewer)
  const items = extractItems(text, reviewer)
  return items.length === 0 && surface === 'review' && isStatement(text)
    ? [createItem({ place: undefined, markup: text }, reviewer)]
    : items
}

/** Without what inline comments say, too. */
function saidHere(text: string, { itemsBelow }: OutsideReviewer): string {
  if (itemsBelow === undefined) return text
  const headline = itemsBelow.exec(text)
  return headline === null ? '' : text.slice(headline.index + headline[0].length)
}

/** A review that is a comment on code itself: an emphasised sentence, and the reason below it. */
function isStatement(text: string): boolean {
  const statement = /^\s*\*\*((?:(?!\*\*).){20,}\.)\*\*\s*\n\s*\n\s*([^\n<|#*]{40,})/.exec(text)
  return statement !== null && countIn(statement[1]!) === undefined
}

/** An inline comment is one problem at its place; some add where else the same is. */
function inlineItems({ text, path, line, startLine }: Reading, reviewer: OutsideReviewer): readonly OutsideItem[] {
  if (text.trim() === '' || isSettledComment(text)) return []
  const where = path === null ? writtenPlace(text) : { file: path, start: startLine, end: line }
  const first = createItem({ place: where, markup: text }, reviewer)
  const others = elsewhere(text).map((other) => ({
    ...first,
    file: other.file,
    line: other.end,
    startLine: other.start,
  }))
  return [first, ...others]
}

/** Where the API object is not at hand: the prompt for agents has the whole path, the headline may have its end only. */
function writtenPlace(text: string): Place | undefined {
  const prompt =
    /(?:^In (?:file )?`?@?(?=\S+ around )|\bAt (?=\S+, line))(\S+?)`?(?: around|,) lines? (\d+)(?:\s*(?:-|–|to)\s*(\d+))?/m.exec(
      text,
    )
  if (prompt !== null) return place(prompt[1]!, prompt[2], prompt[3])
  const fields = /^Path: (\S{1,1000})\nLines?: (\d{1,7})(?:[:-](\d{1,7}))?/m.exec(text)
  if (fields !== null) return place(fields[1]!, fields[2], fields[3])
  return hiddenPlaceIn(text) ?? placeIn(withoutMarks(text).trim().split('\n')[0] ?? '')
}

/** "Also found in 1 other location: `src/b.ts:12`" */
function elsewhere(text: string) {
  const list = /\balso found in\b(?:(?!<\/details>)[\s\S])*/i.exec(text)?.[0] ?? ''
  return list.split('\n').flatMap((row) => placeIn(row) ?? [])
}
