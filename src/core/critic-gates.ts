import * as v from 'valibot'
import { parseJson } from './parse-json.ts'

/** Which domain critics look at which parts of the repository. */
export interface CriticGates {
  readonly baseCritics: readonly string[]
  /** How many critics one review may have. */
  readonly reviewBudget: number
  readonly moduleCritics: readonly { readonly patterns: readonly string[]; readonly critics: readonly string[] }[]
}

/** A repository without the file: no critics. */
export const noCriticGates: CriticGates = { baseCritics: [], reviewBudget: 2, moduleCritics: [] }

/** Reads `critic-gates.json`. A broken file gives no critics, and the problems say why. */
export function parseCriticGates(text: string): { readonly gates: CriticGates; readonly problems: readonly string[] } {
  const json = parseJson(text)
  if (json === undefined) return { gates: noCriticGates, problems: ['it is not valid JSON, so there are no critics.'] }
  const result = v.safeParse(schema, json)
  if (!result.success) return { gates: noCriticGates, problems: result.issues.map(describe) }
  const { defaults, moduleCritics } = result.output
  const patterns = moduleCritics.flatMap((module) => module.patterns)
  return { gates: { ...noCriticGates, ...defaults, moduleCritics }, problems: patterns.flatMap(aboutPattern) }
}

const word = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))
/** It stands in prompts and tables: one line, and a short one. */
const criticName = v.pipe(word, v.regex(/^[^\p{Cc}]{1,100}$/u, 'must be one line of at most 100 characters'))

const schema = v.object({
  version: v.literal(1),
  defaults: v.optional(
    v.object({
      baseCritics: v.optional(v.array(criticName), []),
      reviewBudget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), noCriticGates.reviewBudget),
    }),
    {},
  ),
  moduleCritics: v.optional(v.array(v.object({ patterns: v.array(word), critics: v.array(criticName) })), []),
})

/** In this format a pattern is a part of the path; whoever writes a glob finds out here. */
function aboutPattern(pattern: string): readonly string[] {
  return pattern.includes('*') ? [`the pattern "${pattern}" matches nothing: it is a part of a path, not a glob.`] : []
}

function describe(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}, so there are no critics.`
}
