import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beginning } from '../../core/values/shortened.ts'
import { readIfThere } from '../../io/files.ts'

const checkpoint = '.claude/checkpoint.md'

/** Characters of it that a session takes over. */
const most = 20_000

/** What a tool left for the session after it; undefined for nothing. A link may lead out of the repository: it is not followed. */
export function previousContext(root: string, onNotice: (message: string) => void): string | undefined {
  const file = join(root, checkpoint)
  if (isLink(dirname(file)) || isLink(file)) return undefined
  const text = (readIfThere(file) ?? '').trim()
  if (text === '') return undefined
  onNotice(`${checkpoint} is given to the agents as what an earlier session left.`)
  return text.length > most ? `${beginning(text, most)}\n[cut: read the rest in ${checkpoint}]` : text
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
