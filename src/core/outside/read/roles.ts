import type { Weight } from '../types.ts'
import { saysMore } from './denial.ts'
import type { Words } from './inline.ts'
import { plain } from './inline.ts'
import { type Concept, means, type WeightWord, weightNamed, weightNames, without } from './meaning.ts'
import { fileNameOf, placeIn } from './places.ts'

/** What a title says about all below it. */
export type Role = 'issue' | 'praise' | 'summary' | 'resolved' | 'held' | 'prompt' | 'extra'

const roleWords: readonly (Concept | WeightWord)[] = [
  ...weightNames,
  ...([
    'issue',
    'suggestion',
    'praise',
    'summary',
    'resolved',
    'open',
    'review',
    'found',
    'severity',
    'extra',
    'held',
  ] as const),
  ...(['prompt', 'negation', 'done', 'demand', 'topic', 'file', 'small'] as const),
]

/** How many words are left that say something of their own. Scripts without spaces count by letters. */
export function ownWords(text: string): number {
  const rest = without(text.replace(/`[^`]*`/g, ' codeword '), roleWords)
  const dense = rest.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return (
    (rest.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}][\p{L}\p{M}'-]+/gu)
      ?.length ?? 0) + Math.ceil(dense / 3)
  )
}

export function roleOf(head: Words): Role | null {
  const text = plain(head).trim()
  if (text === '' || fileNameOf(text) !== undefined || ownWords(text) > (/[(（]\d+[)）]\W*$/.test(text) ? 4 : 2))
    return null
  if (means(text, 'prompt')) return 'prompt'
  if (means(text, 'held')) return 'held'
  if (means(text, 'resolved') && !means(text, 'open') && !means(text, 'negation')) return 'resolved'
  const isTrouble = means(text, 'issue') || means(text, 'suggestion')
  if (isTrouble && means(text, 'negation') && !means(text, 'resolved')) return null
  if (means(text, 'file') && !isTrouble) return 'summary'
  const isProblem = isTrouble || (weightNamed(text) !== null && !/\d\s*\/\s*\d/.test(text))
  if (
    (/^[^\p{L}\p{N}]*[✅✔☑👍💚]/u.test(text) && !isProblem && !means(text, 'review') && !/^\W*done\W*$/i.test(text)) ||
    (means(text, 'praise') && !means(text, 'issue') && !/\bnice to have\b/i.test(text))
  )
    return 'praise'
  if (means(text, 'extra') || (means(text, 'elsewhere') && !means(text, 'topic') && !isProblem)) return 'extra'
  if (isProblem) return 'issue'
  return means(text, 'summary') ? 'summary' : null
}

/** Words that only name what follows. */
export function isTitle(text: string): boolean {
  if (fileNameOf(text) !== undefined) return true
  return (
    /\p{L}/u.test(text) &&
    text.length <= 90 &&
    !/^\W*P[0-4]\s*[:：]\s*\p{L}/u.test(text) &&
    ownWords(text) === 0 &&
    roleOf({ marked: text, links: [], alts: [], hidden: [] }) !== null
  )
}

/** Zero in the title: "Critical (0)", "Bugs: 0", "0 new issues". */
export function isEmptyTitle(text: string): boolean {
  return /^[^\p{L}\p{N}]*0 \p{L}|(?:[(（[:：]|\s[-–—·])\s*0\s*[)）\]]?\s*$/u.test(text)
}

/** "None found", "—", "Keine.": a section with nothing else is empty. */
export function saysNone(text: string): boolean {
  const words = text.trim()
  if (words === '' || /^[^\p{L}\p{N}]*(?:0|n\/?a|n\.?v\.?t|s\/o|k\.\s?a|-+|—|–|✅|✔)?[^\p{L}\p{N}]*$/iu.test(words))
    return true
  if (words.length > 160 || !means(words, 'negation') || means(words, 'contrast')) return false
  const first = words.split(/(?<=[.!。！])\s*/)[0]!
  if (saysMore(first)) return false
  const isAboutIssues = means(first, 'issue') || means(first, 'suggestion')
  // "No test" says what is missing.
  return isAboutIssues ? ownWords(first) <= 3 : ownWords(first) === 0 && !means(first, 'topic')
}

/** How grave words say it is: a picture, a label, or a part of the line that says nothing else. */
export function weightOf(head: Words): Weight | null {
  for (const alt of head.alts) if (alt.length <= 40 && weightNamed(alt) !== null) return weightNamed(alt)
  const lines = plain(head).split('\n').slice(0, 6)
  for (const [at, line] of lines.entries()) {
    const shown = line
      .slice(0, 400)
      .replace(/`([^`]*)`/g, (_, inner: string) => (isOnlyWeight(inner) || /^\d+$/.test(inner) ? inner : ' '))
      .replace(/:[a-z_]{2,30}:/g, ' ')
    const parts = shown.split(/[|:：—–[\]()（）【】*,;·`_]|\s-\s/u)
    const [label = '', value = ''] = parts
    if (at > 0 && !means(label, 'severity')) continue
    if (means(label, 'severity') && ownWords(label) === 0 && weightNamed(value) !== null && ownWords(value) <= 1)
      return weightNamed(value)
    const demand = /^\W{0,6}\[(must|should|imo)\]/i.exec(line)?.[1]?.toLowerCase()
    if (demand !== undefined) return demand === 'must' ? 'high' : demand === 'should' ? 'medium' : 'low'
    const said = parts.filter((part) => /[\p{L}\p{N}]/u.test(part))
    const named = said.find(
      (part, index) =>
        part.length <= 40 &&
        weightNamed(part) !== null &&
        ((isOnlyWeight(part) && !/\d\s+\p{L}/u.test(part)) || (index === 0 && shortLabel.test(part))) &&
        (index === said.length - 1 ||
          shown.includes('|') ||
          said.slice(0, index).every((other) => ownWords(other) <= 2)),
    )
    if (named !== undefined) return weightNamed(named)
  }
  const colour = /^[^\p{L}\p{N}]{0,6}?(🔴|🟠|🟡|🔵|🟢|⚪|🚨|⛔)/u.exec(lines[0] ?? '')?.[1]
  return colour === undefined ? null : colours[colour]!
}

const colours: Readonly<Record<string, Weight>> = {
  '🔴': 'critical',
  '🚨': 'critical',
  '⛔': 'critical',
  '🟠': 'high',
  '🟡': 'medium',
  '🔵': 'low',
  '🟢': 'low',
  '⚪': 'low',
}

/** "P1 accuracy", "Minor edge case": before a colon. */
const shortLabel = /^\W{0,6}(?:P[0-4]|minor)\b(?: [\w/-]+){0,3}\s*$/i

/** A symbol that was written in another encoding has letters. */
function isOnlyWeight(part: string): boolean {
  return !/[\p{L}\p{N}]{2}/u.test(
    without(part.replace(/[^\p{ASCII}]+(?=\s?[A-Za-z])/gu, ' '), [
      ...weightNames,
      'severity',
      'issue',
      'suggestion',
      'small',
    ]).replace(/\bbadge\b/i, ''),
  )
}

/** The word for what a line holds: "Severity: …", "File: …". */
export function fieldLabel(line: Words): 'file' | 'line' | 'severity' | 'other' | undefined {
  const words = plain(line).split('\n')[0]!
  const label = /^[^\p{L}\p{N}`]*([^:：`.]{1,40}?)\s*(?:\([^()]{1,60}\))?\s*[:：]/u.exec(words)?.[1]
  if (label === undefined || label.split(/\s+/).length > 4) return undefined
  if (/^\p{L}+$/u.test(label) && means(label, 'line')) return 'line'
  const value = words.slice(words.search(/[:：]/) + 1)
  if (means(label, 'file') && (fileNameOf(value) !== undefined || placeIn(value) !== undefined)) return 'file'
  if (means(label, 'severity')) return 'severity'
  const rest = label.replace(/\p{L}+/gu, (word) => (means(word, 'field') ? '' : word))
  return means(label, 'field') && ownWords(rest) === 0 ? 'other' : undefined
}

export function isNitpick(title: string): boolean {
  return /\bnit(?:s|picks?)?\b|pre-existing/i.test(title) && ownWords(title) <= 2
}
