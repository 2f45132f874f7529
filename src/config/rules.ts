import type { Config, Waiver } from '../types.ts'

export interface Check {
  readonly kind: 'error' | 'warning'
  readonly message: string
}

type Rule = (config: Config) => readonly Check[]

// Rules across keys, which a schema cannot express. Each has a name that says what holds.

const securityThresholdsAreOrdered: Rule = ({ import: { securityP0, securityP1 } }) =>
  securityP1 <= securityP0 ? [] : [error('import.security_p1 must not be above import.security_p0')]

const overridesSelectSomething: Rule = ({ severity }) =>
  severity
    .filter((override) => override.rule === null && override.category === null && override.path === null)
    .map(() => error('an entry of severity needs a rule, a category or a path'))

const somethingIsReviewed: Rule = ({ ignore }) =>
  ignore.some((pattern) => /^(\*|\/?\*\*\/?\*?|\/)$/.test(pattern))
    ? [warning('ignore leaves nothing to review: it matches every path')]
    : []

const rules: readonly Rule[] = [securityThresholdsAreOrdered, overridesSelectSomething, somethingIsReviewed]

export function checkConfig(config: Config): readonly Check[] {
  return rules.flatMap((rule) => rule(config))
}

/** A waiver names one finding, or a rule and where it applies; never a rule everywhere by accident. */
export function checkWaiver(waiver: Waiver): readonly Check[] {
  if (waiver.id !== null && waiver.rule === null && waiver.path === null) return []
  if (waiver.id === null && waiver.rule !== null && waiver.path !== null) return []
  return [error(`a waiver needs either an id, or a rule and a path (reason: "${waiver.reason}")`)]
}

const error = (message: string): Check => ({ kind: 'error', message })
const warning = (message: string): Check => ({ kind: 'warning', message })
