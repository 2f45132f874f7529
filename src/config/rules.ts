import { checkSettings } from '../core/agents/check-settings.ts'
import { reservedNames, selectAgent } from '../core/agents/select.ts'
import type { Config, Waiver } from '../types.ts'

export interface Check {
  readonly kind: 'error' | 'warning'
  readonly message: string
  /** The key it is about, so that its line can be named. */
  readonly key?: readonly string[]
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

const agentsHaveNames: Rule = ({ agents }) =>
  agents
    .filter(({ name }) => name.trim() === '' || reservedNames.some((word) => word === name))
    .map(({ name }) =>
      error(`an agent cannot be called "${name}": ${reservedNames.join(', ')} have a meaning of their own`, [
        'agents',
        name,
      ]),
    )

const agentsCanBeCalled: Rule = ({ agents }) =>
  agents.flatMap((settings) => {
    const wrong = checkSettings(settings)
    const key = ['agents', settings.name, wrong?.key ?? '']
    return wrong === null ? [] : [error(`"${key.join('.')}": ${wrong.problem}`, key)]
  })

const rolesNameAgents: Rule = ({ agents, roles, panel }) =>
  [
    ...Object.entries(roles).map(([role, word]) => ({ key: ['roles', role], word })),
    ...panel.agents.map((word) => ({ key: ['panel', 'agents'], word })),
  ].flatMap(({ key, word }) => {
    // What is wrong with an agent itself was said already.
    if (word === null || agents.some(({ name }) => name === word)) return []
    const selected = selectAgent(word, agents)
    return 'problem' in selected ? [error(`"${key.join('.')}": ${selected.problem}`, key)] : []
  })

const rules: readonly Rule[] = [
  securityThresholdsAreOrdered,
  overridesSelectSomething,
  somethingIsReviewed,
  agentsHaveNames,
  agentsCanBeCalled,
  rolesNameAgents,
]

export function checkConfig(config: Config): readonly Check[] {
  return rules.flatMap((rule) => rule(config))
}

/** A waiver names one finding, or a rule and where it applies; never a rule everywhere by accident. */
export function checkWaiver(waiver: Waiver): readonly Check[] {
  if (waiver.id !== null && waiver.rule === null && waiver.path === null) return []
  if (waiver.id === null && waiver.rule !== null && waiver.path !== null) return []
  return [error(`a waiver needs either an id, or a rule and a path (reason: "${waiver.reason}")`)]
}

const error = (message: string, key?: readonly string[]): Check =>
  key === undefined ? { kind: 'error', message } : { kind: 'error', message, key }
const warning = (message: string): Check => ({ kind: 'warning', message })
