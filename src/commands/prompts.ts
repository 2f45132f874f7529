import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LoopError } from '../errors.ts'
import { readIfThere } from '../io/files.ts'

const read = new Map<string, string>()

/** The prompts of the package, by the name of their file. Each is read once: a package in node_modules can be written to meanwhile. */
export function readPrompts<const Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, promptNamed(name)])) as Record<Name, string>
}

/** All of them, before anything else runs that could write there. */
export function keepPrompts(): void {
  for (const file of readdirSync(promptFolder())) if (file.endsWith('.md')) promptNamed(file.slice(0, -3))
}

function promptNamed(name: string): string {
  const text = read.get(name) ?? readIfThere(join(promptFolder(), `${name}.md`))
  if (text === undefined) throw new LoopError('other_prompts', { problem: `${name}.md is missing` })
  read.set(name, text)
  return text
}

/** The bundle may be at any depth below the package; the folder stands at its top. */
function promptFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prompts', 'shared.md'))) {
    const above = dirname(folder)
    if (above === folder) throw new LoopError('other_prompts', { problem: 'it is missing' })
    folder = above
  }
  return join(folder, 'prompts')
}
