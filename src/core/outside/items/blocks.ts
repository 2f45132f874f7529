import { severityIn } from '../severity-marks.ts'
import { blankFences } from '../text/fences.ts'
import { partLabels } from '../text/labels.ts'
import {
  fileNameOf,
  isPlaceField,
  isPlaceLabel,
  labelledPlaceIn,
  linesIn,
  type Place,
  placeIn,
  placeLineIn,
} from '../text/places.ts'
import { plainWords } from '../text/plain.ts'

/** A heading, an entry of a list or an emphasised line, with what follows it. */
export interface Block {
  /** The headings around it, the nearest first. */
  readonly headings: readonly string[]
  /** Its first line. */
  readonly entry: string
  /** That line, and those that say in a word what they hold: "**Severity:** High". */
  readonly head: string
  readonly place: Place | undefined
  /** A place that a field speaks of: its own where no other is said. */
  readonly mention: Place | undefined
  readonly markup: string
}

/**
 * Free text in blocks. What only adds to the block above is part of it: a point without a place, a line that only says
 * where it is, a line that begins with what it is about.
 */
export function blocksOf(text: string): readonly Block[] {
  const starts = [
    ...blankFences(text).matchAll(/^(?:#{1,6}\s.*|[ \t]*(?:\d{1,2}[.)]|[-*])[ \t]+.*|[^\w\n]{0,4}\*\*.*)$/gm),
  ]
  const blocks: Block[] = []
  let outline: Outline = { headings: [], file: undefined }
  for (const [index, { 0: line, index: start }] of starts.entries()) {
    const entry = line.slice(0, longestEntry)
    const around = outline.headings.filter(({ depth }) => depth < depthOf(entry))
    outline = outlineAfter(entry, { ...outline, headings: around })
    const markup = text.slice(start, starts[index + 1]?.index ?? text.length)
    const words = plainWords(entry)
    const place = placeIn(words) ?? linesIn(words, outline.file) ?? labelledPlaceIn(blankFences(markup))
    const head = [entry, ...fieldsBelow(markup)].join('\n')
    const block = { headings: around.map(({ words }) => words), entry, head, place, mention: undefined, markup }
    const above = blocks.at(-1)
    if (above !== undefined && belongsTo(block, above)) blocks[blocks.length - 1] = joined(above, block)
    else blocks.push(block)
  }
  return blocks
}

/** Lines right below the first that say in a word what they hold. */
function fieldsBelow(markup: string): readonly string[] {
  const rows = markup
    .slice(0, longestHead)
    .split('\n')
    .slice(1)
    .filter((row) => row.trim() !== '')
  const end = rows.findIndex((row) => !field.test(plainWords(row)))
  return end === -1 ? rows : rows.slice(0, end)
}

/** Nobody reads more of a line as its headline. */
const longestEntry = 2000
/** Its fields come first. */
const longestHead = 600

interface Outline {
  readonly headings: readonly { readonly depth: number; readonly words: string }[]
  /** The file that a line alone names: the lines below it are in it. */
  readonly file: string | undefined
}

function outlineAfter(entry: string, { headings, file }: Outline): Outline {
  const words = plainWords(entry).replace(/^(?:#{1,6}|[-*]|\d+[.)])\s+/, '')
  const name = fileNameOf(words.replace(/^(?:\d+[.)]\s+)?(?:files?:\s*)?/i, '').replace(/:$/, ''))
  if (!isHeading(entry)) return { headings, file: name ?? file }
  return { headings: [{ depth: depthOf(entry), words }, ...headings], file: name }
}

/** Some emphasise a line instead, below all that are headings. */
export function isHeading(entry: string): boolean {
  return entry.startsWith('#') || (emphasised.test(entry) && sectionTitle.test(plainWords(entry)))
}

const emphasised = /^[^\w\n]{0,4}\*\*(?!\W{0,4}\d)[^*\n]{2,60}\*\*:?[ \t]*$/

function depthOf(entry: string): number {
  return /^#+/.exec(entry)?.[0].length ?? (isHeading(entry) ? 7 : Number.POSITIVE_INFINITY)
}

function belongsTo({ entry, place }: Block, above: Block): boolean {
  if (isHeading(entry)) return false
  if (isPlaceLabel(entry)) return above.place === undefined && !isPlaceLabel(above.entry) && !isSection(above)
  if (placeLineIn(entry) !== undefined) return above.place === undefined && isTitle(above)
  if (isPlaceField(entry) || field.test(plainWords(entry))) return above.place !== undefined || !isSection(above)
  return /^\s*[-*]\s/.test(entry) && place === undefined && severityIn(entry) === null && isProblem(above)
}

/** Opens a list of problems and is none itself. */
function isSection({ entry }: Block): boolean {
  const end = plainWords(entry.slice(-200)).replace(gradedEnd, '')
  return /[::][^\p{L}\p{N}]*$/u.test(end) || (isHeading(entry) && sectionTitle.test(end))
}

/** Surely the name of one problem: a heading may be that of many. */
function isTitle(block: Block): boolean {
  return !isSection(block) && (!isHeading(block.entry) || /^#+\W*\d/.test(block.entry))
}

function isProblem({ place, mention, head }: Block): boolean {
  return (place ?? mention) !== undefined || severityIn(head) !== null
}

function joined(above: Block, { entry, place, markup }: Block): Block {
  const isField = isPlaceField(entry) || field.test(plainWords(entry))
  const head = isField && above.head.length < longestHead ? `${above.head}\n${entry}` : above.head
  return {
    ...above,
    head,
    place: above.place ?? placeLineIn(entry) ?? (head === above.head ? undefined : labelledPlaceIn(head)),
    mention: above.mention ?? place,
    markup: above.markup + markup,
  }
}

/** How grave one problem is, at the end of its name. */
const gradedEnd = /\s\((?:critical|high|major|medium|moderate|minor|low|p[0-4])\b[^()\n]{0,20}\)\W{0,6}$/i

const sectionTitle =
  /\b(?:review|feedback|comments?|issues|concerns|problems|bugs|findings|vulnerabilities|suggestions|recommendations|improvements|nits|nitpicks|details|analysis|security|performance|quality|critical|high|medium|low|minor|major|priority|severity|fix|blocking|blockers|warnings|optional|nice to have|notes)(?: \(\d+\))?\W*$/i

const field = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:${partLabels})(?: level)?(?:\s?\([^()\n]{1,80}\))?[^\p{L}\p{N}\n]{0,2}[::]`,
  'iu',
)
