import * as v from 'valibot'
import { classify } from '../../core/outside/classify.ts'
import { mergeReviewers, withAuthor } from '../../core/outside/own-reviewers.ts'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import { knownReviewers } from '../../core/outside/reviewers/index.ts'
import { shownItem } from '../../core/outside/shown-item.ts'
import { isSurface, type OutsideComment } from '../../core/outside/types.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { loadHouse, repositoryIfThere } from './house.ts'
import { type Content, type Input, readJson } from './input.ts'
import type { Step, World } from './step.ts'

export const classifyComment: Step = {
  options: {
    comments: {
      type: 'string',
      value: 'FILE',
      description: 'one comment as JSON on each line; standard input when not given',
    },
  },
  main: 'comments',
  format: 'lines',
  description: [
    'In, on each line: {id, bot, login, surface, state, commit, path, line, body, raw}, any of which may be null. surface is review, inline, issue_comment, check_run, reply, pr_body or reaction (its name, such as +1, is the body); raw is the object of the API, which alone tells how a check run ended and whether an account is a person.',
    'Out, on each line: {id, class, ready, failure, items: [{file, line, severity, actionable, title}], why: {source, rule}}. why.source is forge, structure, reviewer, agent or nothing (not understood); class is findings, clean, in_progress, failed, refused, summary, notice or reply; ready: this text alone proves that a review was finished; failure: no review will come of this attempt. What is not understood is a notice: not ready, never clean and never a failure.',
    'Reviewers that the configuration of the repository describes are known, too; other bots are read by the structure of what they write.',
  ],
  examples: [['review-loop tool classify-comment --comments comments.jsonl', 'what outside reviewers say']],
  run: async (input, world) => {
    const reviewers = await reviewersOf(world)
    return comments(input).map(({ id, comment }) => {
      const { class: kind, ready, failure, items, why } = classify(comment, withAuthor(reviewers, comment))
      return { id, class: kind, ready, failure, items: items.map(shownItem), why }
    })
  },
}

/** Those that are known, and those of the configuration. */
async function reviewersOf(world: World): Promise<readonly OutsideReviewer[]> {
  const { config } = await loadHouse(await repositoryIfThere(world), world, null)
  return mergeReviewers(knownReviewers, config.github.reviewers)
}

const text = v.optional(v.nullable(v.string()), null)

const fields = v.object({
  id: v.optional(v.nullable(v.union([v.string(), v.number()])), null),
  bot: text,
  login: text,
  surface: text,
  state: text,
  commit: text,
  path: text,
  line: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  body: text,
  raw: v.optional(v.unknown(), null),
})

/** A list would be read as an object without any of the fields. */
const commentSchema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'is a list: write one comment on each line'),
  fields,
)

function comments(input: Input): readonly { readonly id: string | number | null; readonly comment: OutsideComment }[] {
  const content = input.content('comments')
  return content === undefined ? [] : linesOf(content).map((line) => readLine(line, input.step))
}

/** One comment for each line, or one alone that is written over several. */
function linesOf(content: Content): readonly Content[] {
  if (!('text' in content) || parseJson(content.text) !== undefined) return [content]
  const lines = content.text.split('\n').map((text, index) => ({ name: `${content.name}, line ${index + 1}`, text }))
  const filled = lines.filter(({ text }) => text.trim() !== '')
  return filled.length > 1 ? filled : [content]
}

function readLine(content: Content, step: string) {
  const { id, surface, raw, ...rest } = readJson(content, commentSchema, step)
  const object = typeof raw === 'string' ? parseJson(raw) : raw
  return { id, comment: { ...rest, surface: isSurface(surface) ? surface : null, raw: object } }
}
