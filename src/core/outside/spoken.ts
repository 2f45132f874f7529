import type { LineRange } from '../../types.ts'
import { type WordVector, wordVectors } from '../findings/word-vectors.ts'
import { isLineNumber } from '../values/ranges.ts'
import { stemsOf, tokensOf, wordForWord } from '../values/words.ts'
import type { PostedItem } from './duplicates.ts'
import { blankFences, fencesOf } from './text/fences.ts'
import { plainWords, withoutFolded } from './text/plain.ts'
import { parseSections, walkSections } from './text/sections.ts'

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
  const texts = [...items.map(proseOf), ...items.map(promptOf), ...items.map(codeOf)]
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
    isLatin: isLatin(proseOf(item).replace(spans, ' ')),
  }))
}

function rangeOf({ line, startLine, originalLine }: PostedItem): LineRange | null {
  const end = line ?? originalLine
  if (!isLineNumber(end)) return null
  return { start: isLineNumber(startLine) ? Math.min(startLine, end) : end, end }
}

function proseOf({ title, body }: PostedItem): string {
  return `${title} ${plainWords(withoutFolded(blankFences(body)))}`
}

function promptOf({ body }: PostedItem): string {
  return walkSections(parseSections(body))
    .filter(({ section }) => /\bprompt\b/i.test(section.summary))
    .map(({ section }) => section.content)
    .join(' ')
}

function codeOf({ body }: PostedItem): string {
  const visible = withoutFolded(blankFences(body))
  const names = [...visible.matchAll(spans)].map(([, name]) => name)
  const changes = fencesOf(body).flatMap(({ language, content }) =>
    language === 'suggestion' ? [content] : language === 'diff' ? changedLines(content) : [],
  )
  return [...names, ...changes].join('\n')
}

const spans = /`([^`\n]+)`/g

function isLatin(prose: string): boolean {
  const lettersIn = (script: RegExp): number => prose.match(script)?.length ?? 0
  return 2 * lettersIn(/\p{sc=Latin}/gu) >= lettersIn(/\p{L}/gu)
}

function changedLines(diff: string): readonly string[] {
  return diff.split('\n').filter((line) => /^[-+]/.test(line))
}
