import type { LineRange } from '../../types.ts'
import { type WordVector, wordVectors } from '../findings/word-vectors.ts'
import { isLineNumber } from '../values/ranges.ts'
import { stemsOf, tokensOf, wordForWord } from '../values/words.ts'
import { plain } from './read/inline.ts'
import { type Line, proseOf, readLines } from './read/lines.ts'
import type { PostedItem } from './types.ts'

/** An item by what it is compared by: its place, and what it says to people, to agents and in code. */
export interface SpokenItem {
  readonly posted: PostedItem
  readonly reviewer: string
  readonly file: string | null
  readonly inPrompt: boolean
  /** Null without a line. */
  readonly range: LineRange | null
  /** The words of its title, all forms of one alike. */
  readonly title: readonly string[]
  readonly prose: WordVector
  /** The same for the agents of others, often in another language. */
  readonly prompt: WordVector
  /** Names and changed lines: the same in every language. */
  readonly code: WordVector
  /** What is to stand there, on one line; empty without such lines. */
  readonly suggestion: string
  /** Its own words, without code, are written in Latin letters. */
  readonly isLatin: boolean
}

export function spokenItems(items: readonly PostedItem[]): readonly SpokenItem[] {
  const read = items.map(({ body }) => readLines(body))
  const prose = read.map((lines, at) => `${items[at]!.title} ${proseOf(seen(lines))}`)
  const texts = [...prose, ...read.map(promptOf), ...read.map(codeOf)]
  const vectors = wordVectors(texts)
  return items.map((item, index) => ({
    posted: item,
    reviewer: item.reviewer,
    file: item.file,
    inPrompt: item.inPrompt,
    range: rangeOf(item),
    title: tokensOf(item.title).map((word) => stemsOf(word).join('_') || word.toLowerCase()),
    prose: vectors[index]!,
    prompt: vectors[index + items.length]!,
    code: vectors[index + 2 * items.length]!,
    suggestion: wordForWord(item.suggestion ?? ''),
    isLatin: isLatin(prose[index]!.replace(spans, ' ')),
  }))
}

function rangeOf({ line, startLine, originalLine }: PostedItem): LineRange | null {
  const end = line ?? originalLine
  if (!isLineNumber(end)) return null
  return { start: isLineNumber(startLine) ? Math.min(startLine, end) : end, end }
}

function promptOf(lines: readonly Line[]): string {
  const at = lines.findIndex(({ isFold, words }) => isFold && /\bprompt\b/i.test(plain(words)))
  const inside = at === -1 ? [] : lines.slice(at + 1)
  const end = inside.findIndex(({ depth }) => depth <= lines[at]!.depth)
  return (end === -1 ? inside : inside.slice(0, end)).map(({ words, code }) => `${plain(words)} ${code}`).join(' ')
}

/** Names in backticks, and lines to be changed. */
function codeOf(lines: readonly Line[]): string {
  const names = [...proseOf(seen(lines)).matchAll(spans)].map(([, name]) => name)
  const changes = lines.flatMap(({ language, code }) =>
    language === 'suggestion'
      ? [code]
      : language === 'diff'
        ? code.split('\n').filter((line) => /^[-+]/.test(line))
        : [],
  )
  return [...names, ...changes].join('\n')
}

function seen(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ isFolded }) => !isFolded)
}

const spans = /`([^`\n]+)`/g

function isLatin(prose: string): boolean {
  const lettersIn = (script: RegExp): number => prose.match(script)?.length ?? 0
  return 2 * lettersIn(/\p{sc=Latin}/gu) >= lettersIn(/\p{L}/gu)
}
