import * as v from 'valibot'
import { firstFew } from '../values/first-few.ts'
import { nearest } from '../values/nearest.ts'
import { parseJson } from '../values/parse-json.ts'
import { schemaProblem } from '../values/schema-problem.ts'

/** Which domain critics look at which parts of the repository. */
export interface CriticGates {
  readonly baseCritics: readonly string[]
  /** How many critics one review may have. */
  readonly reviewBudget: number
  readonly moduleCritics: readonly { readonly patterns: readonly string[]; readonly critics: readonly string[] }[]
}

/** A repository without the file: no critics. */
export const noCriticGates: CriticGates = { baseCritics: [], reviewBudget: 2, moduleCritics: [] }

/** Reads `critic-gates.json`. A broken file gives no critics, and the problems say why. Keys we do not know are only named. */
export function parseCriticGates(text: string): { readonly gates: CriticGates; readonly problems: readonly string[] } {
  const json = parseJson(text)
  if (json === undefined) return { gates: noCriticGates, problems: ['it is not valid JSON, so there are no critics.'] }
  const result = v.safeParse(schema, json)
  if (!result.success)
    return {
      gates: noCriticGates,
      problems: result.issues.map((issue) => `${schemaProblem(issue, 'the whole')}, so there are no critics.`),
    }
  const { defaults, moduleCritics } = result.output
  const { baseCritics, reviewBudget } = defaults
  const modules = moduleCritics.map(({ patterns, critics }) => ({ patterns, critics }))
  const patterns = modules.flatMap((module) => module.patterns)
  return {
    gates: { baseCritics, reviewBudget, moduleCritics: modules },
    problems: [...aboutKeys(result.output), ...patterns.flatMap(aboutPattern)],
  }
}

const word = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))
/** It stands in prompts and tables: one line, and a short one. */
const criticName = v.pipe(word, v.regex(/^[^\p{Cc}]{1,100}$/u, 'must be one line of at most 100 characters'))
const critics = v.array(criticName, 'must be a list of names')
const budget = 'must be a whole number, 0 or more'
const keys = 'must be an object'

const defaultsSchema = v.looseObject(
  {
    baseCritics: v.optional(critics, []),
    reviewBudget: v.optional(
      v.pipe(v.number(budget), v.integer(budget), v.minValue(0, budget)),
      noCriticGates.reviewBudget,
    ),
  },
  keys,
)
const moduleSchema = v.looseObject({ patterns: v.array(word, 'must be a list of parts of paths'), critics }, keys)
const schema = v.looseObject(
  {
    version: v.literal(1, 'must be 1'),
    defaults: v.optional(defaultsSchema, {}),
    moduleCritics: v.optional(v.array(moduleSchema, 'must be a list'), []),
  },
  keys,
)

/** Of the format too, for others to use. */
const leftToOthers = ['parityCritics']

/** A misspelt key would mean no critic, and nobody would know. */
function aboutKeys(file: v.InferOutput<typeof schema>): readonly string[] {
  const unknown = new Set([
    ...unknownKeys(file, [...Object.keys(schema.entries), ...leftToOthers]),
    ...unknownKeys(file.defaults, Object.keys(defaultsSchema.entries)),
    ...file.moduleCritics.flatMap((module) => unknownKeys(module, Object.keys(moduleSchema.entries))),
  ])
  return unknown.size === 0 ? [] : [`not known, so without effect: ${firstFew([...unknown], 10).join(', ')}.`]
}

function unknownKeys(object: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(object).filter((key) => !key.startsWith('_') && !known.includes(key))
  return unknown.map((key) => {
    const meant = nearest(key, known)
    return `"${key}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`
  })
}

/** In this format a pattern is a part of the path; whoever writes a glob finds out here. */
function aboutPattern(pattern: string): readonly string[] {
  return pattern.includes('*') ? [`the pattern "${pattern}" matches nothing: it is a part of a path, not a glob.`] : []
}
