import type { Records } from './fingerprint.ts'

/** References by name with what they point to, however git has stored them: packing them is no change. */
export function referencesOf(git: Records): Map<string, string> {
  const references = new Map<string, string>()
  for (const line of textOf(git, 'packed-refs').split('\n')) {
    const [, target, name] = /^([0-9a-f]{40,64}) (.+)$/.exec(line) ?? []
    if (target !== undefined && name !== undefined) references.set(name, target)
  }
  for (const path of git.keys()) {
    if (path.startsWith('refs/')) references.set(path, textOf(git, path).trim())
    // A format that we do not read: any change of its files is one.
    else if (path.startsWith('reftable/')) references.set(path, git.get(path)?.stamp ?? '')
  }
  return references
}

export function textOf(git: Records, path: string): string {
  const content = git.get(path)?.content
  return content ? Buffer.from(content).toString('utf8') : ''
}
