import words from './words.json' with { type: 'json' }

// What words mean, in the languages in which reviewers write. `*`: any ending, or any beginning; `_`: a space.

export type Concept = keyof typeof words.concepts
export type WeightWord = keyof typeof words.weights
type Meaning = Concept | WeightWord
type Spans = ReadonlyMap<Meaning, readonly (readonly [number, number])[]>

/** Scripts that put no space between words, or join small words to others: there a word counts wherever it stands. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Words and phrases by how they begin. */
const phrases = new Map<string, (readonly [readonly string[], Meaning])[]>()
const inside: (readonly [RegExp, Meaning])[] = []
for (const [name, list] of Object.entries({ ...words.concepts, ...words.weights })) {
  const [meaning, all] = [name as Meaning, list.toLowerCase().split(' ')]
  const free = all.filter((word) => dense.test(word)).map((word) => word.replace(/\*$/, '').replaceAll('_', '\\s?'))
  if (free.length > 0) inside.push([new RegExp(free.join('|'), 'gu'), meaning])
  for (const word of all.filter((one) => !dense.test(one))) {
    const parts = word.split('_')
    const key = parts[0]!.replace('*', '')
    phrases.set(key, [...(phrases.get(key) ?? []), [parts, meaning]])
  }
}

const longest = 3000
const cache = new Map<string, Spans>()

/** What the words of a text mean, and where they stand. The end of a long text is not looked at. */
function spansOf(given: string): Spans {
  const text = given.slice(0, longest)
  const known = cache.get(text)
  if (known !== undefined) return known
  const spans = new Map<Meaning, (readonly [number, number])[]>()
  const note = (meaning: Meaning, start: number, end: number) =>
    spans.set(meaning, [...(spans.get(meaning) ?? []), [start, end]])
  const tokens = [...text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu)]
  for (const [at, token] of tokens.entries()) {
    const [word, start] = [token[0], token.index]
    for (const form of formsOf(word))
      for (let length = 1; length <= form.length; length += 1)
        for (const [parts, meaning] of phrases.get(form.slice(0, length)) ?? []) {
          const said = [form, ...tokens.slice(at + 1, at + parts.length).map(([next]) => next)]
          const last = tokens[at + parts.length - 1]
          if (last !== undefined && parts.every((part, index) => isWord(said[index], part)))
            note(meaning, start, last.index + last[0].length)
        }
  }
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text))
    for (const [pattern, meaning] of inside)
      for (const match of text.matchAll(pattern)) note(meaning, match.index, match.index + match[0].length)
  if (cache.size > 5000) cache.clear()
  cache.set(text, spans)
  return spans
}

function isWord(word: string | undefined, part: string): boolean {
  return word === part || (part.endsWith('*') && word?.startsWith(part.slice(0, -1)) === true)
}

/** Arabic joins articles and small words to the next. Parts of a word with a hyphen count, too, and "n't" is "not". */
function formsOf(word: string): readonly string[] {
  if (/^\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/[\u064b-\u0652]/g, '')
    return [...new Set([bare, bare.replace(/^[وفبل]?(?:ال|لل)/u, ''), bare.replace(/^[وفبل]/u, '')])]
  }
  return [...new Set([word, ...word.split('-'), ...word.split("'").slice(1), ...(word.endsWith("n't") ? ['not'] : [])])]
}

export function means(text: string, concept: Meaning): boolean {
  return spansOf(text).has(concept)
}

/** Where words for it stand, first and last character. */
export function placesOf(text: string, concept: Meaning): readonly (readonly [number, number])[] {
  return spansOf(text).get(concept) ?? []
}

/** What is left of a text without the words for these. */
export function without(given: string, concepts: readonly Meaning[]): string {
  const text = given.slice(0, longest)
  const spans = spansOf(text)
  const letters = [...Array(text.length).keys()].map((at) => text[at]!)
  for (const concept of concepts) for (const [start, end] of spans.get(concept) ?? []) letters.fill(' ', start, end)
  return letters.join('')
}

/** The words for how grave something is: the gravest that is named. */
export function weightNamed(text: string): WeightWord | null {
  return weightNames.find((name) => means(text, name)) ?? null
}

export const weightNames = ['critical', 'high', 'medium', 'low'] as const
