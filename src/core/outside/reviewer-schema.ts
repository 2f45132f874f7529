import * as v from 'valibot'
import { reactionMeanings } from './reviewer.ts'

// How a reviewer is described: the known ones in `reviewers/`, and those that people add in their configuration.

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
const pattern = v.pipe(text, v.maxLength(500, 'must be shorter'), v.check(isPattern, 'must be a regular expression'))
const minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440))
const meanings = v.record(text, v.picklist(reactionMeanings))

const described = <const S extends v.GenericSchema>(schema: S, words: string) => v.pipe(schema, v.description(words))
const list = (of: typeof text | typeof pattern, words: string) => v.optional(described(v.array(of), words), [])
const one = (of: typeof text | typeof pattern, words: string) => v.optional(described(of, words))
const is = (words: string) => v.optional(described(v.boolean(), words), false)
const patterns = v.optional(v.array(pattern), [])

const signs = {
  refused: list(
    pattern,
    'Texts with one of these say that it will not review: a limit, a missing seat, too large a change.',
  ),
  failed: list(pattern, 'Texts with one of these say that a review broke off.'),
  in_progress: list(pattern, 'Texts with one of these say that it is still at work.'),
  findings: list(pattern, 'Texts with one of these say that it found something.'),
  clean: list(pattern, 'Texts with one of these say that it found nothing.'),
  summary: list(pattern, 'Texts with one of these describe the change and are no review.'),
  notice: list(pattern, 'Texts with one of these mean nothing.'),
}

export const reviewerSchema = v.strictObject({
  name: one(text, 'What to call it; its key when not given.'),
  notes: v.optional(described(v.record(text, text), 'Remarks for those who read this. They change nothing.'), {}),
  logins: list(text, 'The accounts it posts from; [bot] may be left out.'),
  shared_logins: list(
    text,
    'Those of its accounts that others post from as well; all when not given and there is a headline.',
  ),
  headline: one(pattern, 'Needed where others post from the same account: only texts with this are of it.'),
  checks: list(text, 'Names of its check runs, where another account makes them.'),
  conclusions: v.optional(
    described(meanings, 'What it means where a check run ended so (failure, skipped, …) and its text says nothing.'),
    {},
  ),
  description: v.optional(
    described(
      v.strictObject({ start: pattern, end: pattern }),
      'It writes into the description of the pull request, between these two.',
    ),
  ),
  ...signs,
  marks: v.optional(
    described(
      v.strictObject(signs),
      'The same, looked for in the text as it is: hidden marks, quotes, code, tables and folded parts count.',
    ),
    {},
  ),
  reactions: v.optional(
    described(meanings, 'What it means by a reaction to the description, by the name of the reaction: +1, eyes.'),
    {},
  ),
  severity: v.optional(
    described(
      v.strictObject({ critical: patterns, high: patterns, medium: patterns, low: patterns }),
      'How it marks what is grave.',
    ),
    {},
  ),
  native_id: one(pattern, 'The first group is the id that it gives to a finding.'),
  ignored: one(pattern, 'What it says about itself: this part of a text is not read.'),
  answers: one(pattern, 'Texts with this answer somebody and are no review, whatever they say about the change.'),
  side_review: one(pattern, 'Texts with this are a review of another kind. That they find nothing is not clean.'),
  remarks: one(pattern, 'The line above a list of loose remarks. They hold nothing up.'),
  items_below: one(pattern, 'Only what stands below this line is an item; above it are repeats of inline comments.'),
  only_bugs: is('It reports bugs and nothing else.'),
  summary_is_ready: is('A summary says that the review is over.'),
  trigger: one(text, 'What to write to ask for another review.'),
  requested_as: one(text, 'The account whose review is requested to ask for another one.'),
  deadline_minutes: v.optional(described(minutes, 'After so long it is missing.')),
})

/** By id. The id of a known reviewer adds to what is known about it. */
export const ownReviewersSchema = v.record(
  v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a name such as my-bot')),
  reviewerSchema,
)

function isPattern(source: string): boolean {
  try {
    regularExpression(source)
    return true
  } catch {
    return false
  }
}

/** In any case; `^` and `$` are the ends of a line. */
export function regularExpression(source: string): RegExp {
  return new RegExp(source, 'im')
}
