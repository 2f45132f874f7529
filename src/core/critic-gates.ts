import * as v from 'valibot'

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
  if (json === undefined) return { gates: noCriticGates, problems: ['critic-gates.json is not valid JSON.'] }
  const result = v.safeParse(schema, json)
  if (!result.success) return { gates: noCriticGates, problems: result.issues.map(describe) }
  const { defaults, moduleCritics } = result.output
  return { gates: { ...noCriticGates, ...defaults, moduleCritics }, problems: [] }
}

const names = v.array(v.pipe(v.string(), v.trim(), v.nonEmpty()))

const schema = v.object({
  version: v.literal(1),
  defaults: v.optional(
    v.object({
      baseCritics: v.optional(names, []),
      reviewBudget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), noCriticGates.reviewBudget),
    }),
    {},
  ),
  moduleCritics: v.optional(v.array(v.object({ patterns: names, critics: names })), []),
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describe(issue: v.BaseIssue<unknown>): string {
  return `critic-gates.json, ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`
}
