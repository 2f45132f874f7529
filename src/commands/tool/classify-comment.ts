import * as v from 'valibot'
import { classify } from '../../core/outside/classify.ts'
import { shownItem } from '../../core/outside/shown-item.ts'
import { isSurface, type OutsideComment } from '../../core/outside/types.ts'
import { parseJson } from '../../core/parse-json.ts'
import { type Content, type Input, readJson } from './input.ts'
import type { Step } from './step.ts'

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
    'In, on each line: {id, bot, login, surface, state, commit, path, line, body, raw}, any of which may be null. surface is review, inline, issue_comment, check_run, reply or pr_body; raw is the object of the API, which alone tells how a check run ended and whether an account is a person.',
    'Out, on each line: {id, class, ready, failure, items: [{file, line, severity, actionable, title}]}. class is findings, clean, in_progress, failed, refused, summary, notice or reply; ready: this text alone proves that a review was finished; failure: no review will come of this attempt. What is not understood is a notice: not ready, never clean and never a failure.',
  ],
  examples: [['review-loop tool classify-comment --comments comments.jsonl', 'what outside reviewers say']],
  run: async (input) =>
    comments(input).map(({ id, comment }) => {
      const { class: kind, ready, failure, items } = classify(comment)
      return { id, class: kind, ready, failure, items: items.map(shownItem) }
    }),
}

const text = v.optional(v.nullable(v.string()), null)

const commentSchema = v.object({
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
