import type { OutsideReviewer } from '../reviewer.ts'
import { fileNameOf, place, placeIn } from '../text/places.ts'
import type { OutsideItem } from '../types.ts'
import { createItem } from './item.ts'

// Problems that reviewers write down for the agents of others: machine-made, so their layout can be relied on.

/** `<violation number="1" location="src/a.ts:12">P1: …</violation>` */
export function violationItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const pattern =
    /<violation\b[^<>]*\blocation=["']([^"'<>]+)["'][^<>]*>([\s\S]*?)(?:<\/violation>|(?=<violation\b)|$)/gi
  return [...text.matchAll(pattern)].map(([, location = '', markup = '']) =>
    createItem({ place: placeIn(location) ?? nameOnly(location), markup, inPrompt: true }, reviewer),
  )
}

/** `<location> src/a.ts:10-12 </location> … <issue_to_address> … </issue_to_address>`; the place may be in attributes. */
export function locationItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const pattern =
    /<location\b([^<>]*)>(?:([^<>]*)<\/location>)?(?:(?!<location\b)[\s\S])*?<issue_to_address>([\s\S]*?)<\/issue_to_address>/gi
  return [...text.matchAll(pattern)].map(([, attributes = '', location = '', markup = '']) =>
    createItem(
      {
        place: placeIn(location) ?? nameOnly(location) ?? placeOfAttributes(attributes),
        markup: markup.trim(),
        inPrompt: true,
      },
      reviewer,
    ),
  )
}

/** `path="src/a.ts" line_range="10-12"` */
function placeOfAttributes(attributes: string) {
  const path = /\b(?:path|file)=["']([^"']+)["']/i.exec(attributes)?.[1]
  const numbers = [...attributes.matchAll(/\b\w*lines?\w*=["']L?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?["']/gi)]
  const [first, last] = numbers.flatMap(([, from, to]) => [from, to]).filter((line) => line !== undefined)
  return path === undefined ? undefined : place(path, first, last)
}

/**
 * "Path: src/a.ts", "Line: 10:12", "Comment:" and the comment, each in a block of its own; or "### Issue 1 of 2",
 * "src/a.ts:10-12" and the comment.
 */
export function commentItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const heads = [...text.matchAll(commentHead)]
  return heads.map((head, index) => {
    const [whole] = head
    const [file = '', first, last] = head.slice(1).filter((part) => part !== undefined)
    const rest = text.slice(head.index + whole.length, heads[index + 1]?.index ?? text.length)
    const end = /^(?:How can I resolve this\b|---[ \t]*$|`{4,}|~{4,})/m.exec(rest)?.index ?? rest.length
    return createItem({ place: place(file, first, last), markup: rest.slice(0, end).trim(), inPrompt: true }, reviewer)
  })
}

const commentHead =
  /^(?:Path: (\S{1,1000})\nLines?: (\d{1,7})(?:[:-](\d{1,7}))?\s*\nComment:[ \t]*\n|### Issue \d{1,3}(?: of \d{1,3})?[ \t]*\n(\S{1,1000}?):(\d{1,7})(?:-(\d{1,7}))?[ \t]*\n)/gm

/** "In `@src/a.ts`:" followed by "- Around line 10-12: …", in blocks under headings such as "Nitpick comments:". */
export function promptItems(text: string, reviewer?: OutsideReviewer): readonly OutsideItem[] {
  const file = /^(?:In|Review comments at)\s+`?@?([^\s`]+?)`?:[ \t]*$/gm
  const heads = [...text.matchAll(file)]
  return heads.flatMap((head, index) => {
    const start = head.index + head[0].length
    const block = text.slice(start, heads[index + 1]?.index ?? text.length)
    const nitpick = isNitpickBlock(text.slice(0, head.index))
    return entriesIn(block).map(({ first, last, markup }) =>
      createItem(
        {
          place: place(head[1]!, first, last),
          markup,
          severity: nitpick ? 'low' : null,
          nitpick,
          remark: nitpick,
          instructed: true,
          inPrompt: true,
        },
        reviewer,
      ),
    )
  })
}

interface Entry {
  readonly first: string
  readonly last: string | undefined
  readonly markup: string
}

/** Each goes to the next, or to the end of its block of code. */
function entriesIn(block: string): readonly Entry[] {
  const end = /^(?:`{3,}|~{3,}|---|[A-Z][\w ]{2,40}comments?:)[ \t]*$/m.exec(block)?.index ?? block.length
  const inside = block.slice(0, end)
  const heads = [
    ...inside.matchAll(/^[ \t]*- (?:Around )?lines?[ \t]+(\d{1,7})(?:[ \t]*(?:-|–|to)[ \t]*(\d{1,7}))?:[ \t]*/gim),
  ]
  return heads.map((head, index) => ({
    first: head[1]!,
    last: head[2],
    markup: inside.slice(head.index + head[0].length, heads[index + 1]?.index ?? inside.length),
  }))
}

/** The last heading above a block tells what kind of comments it holds. */
function isNitpickBlock(above: string): boolean {
  const headings = [...above.matchAll(/^([A-Z][\w ]+?) comments?:\s*$/gm)]
  return /nitpick/i.test(headings.at(-1)?.[1] ?? '')
}

function nameOnly(location: string) {
  const name = fileNameOf(location)
  return name === undefined ? undefined : place(name, undefined, undefined)
}
