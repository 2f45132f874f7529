import { LoopError } from '../../errors.ts'

/** Fills the named holes of a prompt. A hole without a value, or a value without a hole, is a mistake of ours. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>()
  const filled = template.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => {
    const value = values[name]
    if (value === undefined) throw other(`a prompt has a place called ${name} and nothing to put in`)
    used.add(name)
    return value
  })
  const unused = Object.keys(values).find((name) => !used.has(name))
  if (unused !== undefined) throw other(`a prompt has no place called ${unused}`)
  return filled.trimEnd()
}

function other(problem: string): LoopError {
  return new LoopError('other_prompts', { problem })
}
