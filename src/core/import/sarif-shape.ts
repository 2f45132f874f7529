import { isRecord, listOf, recordOf, type UnknownRecord } from './shape.ts'
import { have, results } from './tally.ts'

// What SARIF does not allow was damaged on its way, and what it said before may have been grave.

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value.toLowerCase())

const isLevel = oneOf('error', 'warning', 'note', 'none')
const isKind = oneOf('fail', 'pass', 'open', 'review', 'informational', 'notapplicable')

const fields: readonly (readonly [name: string, isAllowed: Check])[] = [
  ['ruleId', isText],
  ['rule', isRecord],
  ['kind', isKind],
  ['level', isLevel],
  ['message', isRecord],
  ['locations', Array.isArray],
  ['properties', isRecord],
  ['suppressions', Array.isArray],
]

const sentences = new Map(
  [...fields.map(([name]) => name), 'defaultConfiguration'].map((name) => [
    name,
    (count: number): string => `${results(count)} ${have(count)} a field that SARIF does not allow: ${name}.`,
  ]),
)

/** A sentence for each field of the result, and of the rule that grades it, that cannot be what the tool meant. */
export function oddFields(result: UnknownRecord, descriptor: UnknownRecord): readonly ((count: number) => string)[] {
  const odd = fields.filter(([name, isAllowed]) => result[name] !== undefined && !isAllowed(result[name]))
  const names = [...odd.map(([name]) => name), ...(hasOddDefault(descriptor) ? ['defaultConfiguration'] : [])]
  return names.flatMap((name) => sentences.get(name) ?? [])
}

function hasOddDefault({ defaultConfiguration }: UnknownRecord): boolean {
  const { level } = recordOf(defaultConfiguration)
  return (
    (defaultConfiguration !== undefined && !isRecord(defaultConfiguration)) || (level !== undefined && !isLevel(level))
  )
}

/** A result without a level of its own is as grave as its rule. */
export function hasBrokenRules(run: UnknownRecord): boolean {
  const { driver, extensions } = recordOf(run.tool)
  return [driver, ...listOf(extensions)].map(recordOf).some(({ rules }) => rules !== undefined && !isRuleList(rules))
}

function isRuleList(rules: unknown): boolean {
  return Array.isArray(rules) && rules.every((rule) => typeof recordOf(rule).id === 'string')
}
