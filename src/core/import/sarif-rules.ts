import { integerOf, isRecord, listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'

export interface SarifRule {
  readonly id: string | undefined
  /** Empty when the run does not describe the rule. */
  readonly descriptor: UnknownRecord
}

interface Component {
  readonly rules: readonly unknown[]
  readonly byId: ReadonlyMap<string, UnknownRecord>
}

/** A result names its rule by id, by index, or by a reference into the driver or an extension; tools mix them. */
export function createRuleFinder(run: UnknownRecord): (result: UnknownRecord) => SarifRule {
  const tool = recordOf(run.tool)
  const driver = component(tool.driver)
  const extensions = listOf(tool.extensions).map(component)
  const all = [driver, ...extensions]

  return (result) => {
    const reference = recordOf(result.rule)
    const id = textOf(result.ruleId) ?? textOf(reference.id)
    const extension = integerOf(recordOf(reference.toolComponent).index)
    const owner = extension === undefined ? driver : (extensions[extension] ?? driver)
    const index = integerOf(result.ruleIndex) ?? integerOf(reference.index) ?? -1
    const indexed = owner.rules[index]
    const descriptor = isRecord(indexed) && fits(indexed, id) ? indexed : id === undefined ? undefined : named(id)
    return { id: id ?? textOf(descriptor?.id), descriptor: descriptor ?? {} }
  }

  /** 'CA1000/1' is a case of the rule 'CA1000'. */
  function named(id: string): UnknownRecord | undefined {
    for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
      const owner = all.find(({ byId }) => byId.has(name))
      if (owner !== undefined) return owner.byId.get(name)
    }
    return undefined
  }
}

/** An index that points to another rule than the id is wrong: the id is what people see. */
function fits(descriptor: UnknownRecord, id: string | undefined): boolean {
  return (
    id === undefined ||
    descriptor.id === id ||
    (typeof descriptor.id === 'string' && id.startsWith(`${descriptor.id}/`))
  )
}

function component(value: unknown): Component {
  const rules = listOf(recordOf(value).rules)
  const byId = new Map<string, UnknownRecord>()
  for (const rule of rules)
    if (isRecord(rule) && typeof rule.id === 'string' && !byId.has(rule.id)) byId.set(rule.id, rule)
  return { rules, byId }
}
