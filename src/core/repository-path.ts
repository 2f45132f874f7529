/** One spelling for a path in the repository: no './', no backslashes. Undefined when it is absolute or leads out. */
export function repositoryPath(path: string): string | undefined {
  const text = path.trim().replaceAll('\\', '/')
  if (text === '' || text.startsWith('/') || /^[a-z]:/i.test(text) || text.includes('\0')) return undefined
  const parts: string[] = []
  for (const part of text.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

/**
 * The paths that a reviewer may mean by its spelling: the path itself, else one of several with the prefix of a diff or
 * from the root of the disk. More than one only for an absolute path that ends like several of them.
 */
export function pathsMeant(spelling: string, isKnown: (path: string) => boolean): readonly string[] {
  if (isKnown(spelling)) return [spelling]
  const inside = repositoryPath(spelling)
  if (inside === undefined) return endsOf(spelling).filter(isKnown)
  const bare = inside.replace(/^[ab]\//, '')
  return [inside, bare].filter(isKnown).slice(0, 1)
}

/** Of an absolute path, what is left of it below each of its folders. */
function endsOf(spelling: string): readonly string[] {
  const text = spelling.trim().replaceAll('\\', '/')
  if (!/^(?:[a-z]:)?\//i.test(text)) return []
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? [] : parts.map((_, index) => parts.slice(index).join('/'))
}
