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
