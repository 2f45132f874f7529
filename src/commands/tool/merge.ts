import * as v from 'valibot'
import { type Clusters, clusterClaims } from '../../core/findings/rank-claims.ts'
import { parseSeverity } from '../../core/findings/severity.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { isLineNumber } from '../../core/values/ranges.ts'
import { LoopError } from '../../errors.ts'
import { type Content, readJson } from './input.ts'
import { listOrObject } from './schemas.ts'
import type { Step } from './step.ts'

export const merge: Step = {
  options: {
    findings: {
      type: 'string',
      value: 'FILE',
      description: '{findings} as JSON, or one such object on each line; standard input when not given',
    },
  },
  main: 'findings',
  format: 'lines',
  description: [
    'In: {"findings": [{id, reviewer, file?, line?, severity?, title?, problem}]}, one object for each change. Out, on one line for each: {"clusters": [{members, representative, reviewers, score, kept}]}, the likeliest first, every id in exactly one cluster.',
    'score estimates, from 0 to 1, how likely a maintainer would agree: by how many of the reviewers say it and how alike, how much else its reviewer says, and how closely it is described; kept: worth showing. Findings without a file or line are compared by their text alone.',
  ],
  examples: [['review-loop tool merge --findings reviews.jsonl', 'who says the same as whom']],
  run: async (input) => {
    const content = input.content('findings')
    return content === undefined ? [] : partsOf(content).map(mergeContent)
  },
}

/** Who says the same as whom in what was said about one change. Throws a LoopError for what is not of that form. */
export function mergeContent(content: Content): Clusters {
  const { findings: claims } = readJson(content, documentSchema, step)
  checkIds(claims, content.name)
  return { clusters: clusterClaims(claims.map(({ title, ...claim }) => ({ ...claim, title: title ?? '' }))) }
}

const step = 'tool merge'

const claimSchema = v.object({
  id: v.union([v.string(), v.number()]),
  reviewer: v.string(),
  file: v.optional(v.nullable(v.string()), null),
  line: v.pipe(
    v.optional(v.nullable(v.number()), null),
    // Some tools write 0 for a whole file.
    v.transform((line) => (isLineNumber(line) ? line : null)),
  ),
  severity: v.pipe(
    v.optional(v.nullable(v.string()), null),
    v.transform((word) => (word === null ? null : (parseSeverity(word)?.severity ?? null))),
  ),
  title: v.optional(v.nullable(v.string()), null),
  problem: v.string(),
})

const documentSchema = listOrObject(claimSchema)

/** One document, or one on each line: the first line tells. */
function partsOf(content: Content): readonly Content[] {
  if (!('text' in content)) return [content]
  const lines = content.text.split('\n').map((text, index) => ({ name: `${content.name}, line ${index + 1}`, text }))
  const filled = lines.filter(({ text }) => text.trim() !== '')
  return filled.length > 1 && parseJson(filled[0]?.text ?? '') !== undefined ? filled : [content]
}

function checkIds(claims: readonly { readonly id: string | number }[], file: string): void {
  const seen = new Set<string | number>()
  for (const { id } of claims) {
    if (seen.has(id))
      throw new LoopError('bad_input', { file, problem: `the id ${JSON.stringify(id)} is there twice`, step })
    seen.add(id)
  }
}
