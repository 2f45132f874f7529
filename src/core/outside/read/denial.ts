import { type Concept, means, placesOf, weightNames, without } from './meaning.ts'

// What a sentence says that there is not, and how near words stand to each other.

/** "No errors", "errors were not found". An error, and something that is not, is an error: "an error occurred and it was not completed". */
export function denies(sentence: string, thing: Concept, most: number): boolean {
  const all = denials(sentence)
  if (deniesOutcome(sentence)) return false
  const isAnywhere = deniesLast.test(sentence) || means(sentence, 'found')
  const [first] = all
  if (first === undefined) return false
  return areNear(
    sentence,
    all,
    isAnywhere ? placesOf(sentence, thing) : placesOf(sentence, thing).filter(([from]) => from >= first[0]),
    most,
  )
}

/** "No feedback was generated", "did not post findings": nothing came of it, but "no new comments were generated" says which. */
function deniesOutcome(sentence: string): boolean {
  const isThing = (text: string) => means(text, 'suggestion') || means(text, 'issue')
  return placesOf(sentence, 'negation').some(([, end]) =>
    placesOf(sentence, 'produced').some(([at]) => {
      const gap = sentence.slice(end, at)
      return at >= end && wordsIn(gap) <= 4 && (!isThing(gap) || isThing(/\S+/.exec(gap)![0]))
    }),
  )
}

/** "Could not" is a failure and denies nothing, but "could not find" does. */
function denials(sentence: string): Spans {
  const failures = placesOf(sentence, 'failed')
  const inFailure = ([at]: Spans[number]) => failures.some(([start, end]) => at >= start && at < end)
  return placesOf(sentence, 'negation').filter((span) => isNotFound(sentence) || !inFailure(span))
}

export function isNotFound(sentence: string): boolean {
  if (!means(sentence, 'issue') && !means(sentence, 'suggestion')) return false
  const negated = placesOf(sentence, 'failed').filter(([start, end]) =>
    placesOf(sentence, 'negation').some(([at]) => at >= start && at < end),
  )
  return areNear(sentence, negated, placesOf(sentence, 'found'), 1)
}

/** Languages that deny behind what they deny. */
const deniesLast =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]|[ışğ]|\byok\b/u

type Spans = ReturnType<typeof placesOf>

export function near(sentence: string, one: Concept, other: Concept, most: number): boolean {
  return areNear(sentence, placesOf(sentence, one), placesOf(sentence, other), most)
}

export function areNear(sentence: string, ones: Spans, others: Spans, most: number): boolean {
  return ones.some(([start, end]) =>
    others.some(([from, to]) => {
      const gap = from >= end ? sentence.slice(end, from) : to <= start ? sentence.slice(to, start) : ''
      return (
        ownWordsIn(gap) <= most && gap.length <= 60 && !/[.;:,](?:\s|$)|[，；：]/.test(gap) && !means(gap, 'pointed')
      )
    }),
  )
}

/** Words between two others that change what these are about. */
export function ownWordsIn(gap: string): number {
  return wordsIn(without(gap, ['small', 'found', 'review', ...weightNames]))
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0
}

/** "No problem reading the file, the parser is the problem", "no feedback was generated": what is denied is not all there is. */
export function saysMore(sentence: string): boolean {
  const [all, none] = [placesOf(sentence, 'issue'), denials(sentence)]
  const behind = all.filter(([from]) => from >= (none[0]?.[0] ?? 0))
  const reached = deniesLast.test(sentence) || behind.length === 0 ? all : behind
  const isListed = (span: Spans[number]) => {
    const others = all.filter((other) => other !== span)
    return areNear(sentence.replaceAll(',', ' '), [span], others, 1)
  }
  const isDenied = (span: Spans[number]) => areNear(sentence, none, [span], 4) || isListed(span)
  return deniesOutcome(sentence) || !all.every((span) => reached.includes(span) && isDenied(span))
}

/** "No security problems": there may be others. */
export function isOfTopic(sentence: string): boolean {
  const [all, topics] = [placesOf(sentence, 'issue'), placesOf(sentence, 'topic')]
  return all.length > 0 && all.every((span) => areNear(sentence, topics, [span], 0))
}
