import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The prompts of the package, by the name of their file. */
export function readPrompts<const Name extends string>(names: readonly Name[]): Record<Name, string> {
  const folder = promptFolder()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, `${name}.md`), 'utf8')])) as Record<
    Name,
    string
  >
}

/** The bundle may be at any depth below the package; the folder stands at its top. */
function promptFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prompts', 'shared.md'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('the prompts are missing from the package')
    folder = above
  }
  return join(folder, 'prompts')
}
