import { asPrinted, hasEscapes } from './file-name.ts'

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

/** A set of paths, or a map from them. */
export interface KnownPaths {
  readonly has: (path: string) => boolean
  readonly keys: () => Iterable<string>
}

/**
 * The paths that a reviewer may mean by its spelling: the path itself, else the same with the prefix of a diff, from the root
 * of the disk, or without the folders it lies in. More than one only where several end like that.
 */
export function pathsMeant(spelling: string, known: KnownPaths): readonly string[] {
  const meant = pathsSpelled(spelling, known)
  return hasEscapes(spelling) ? [...new Set([...meant, ...pathsPrintedAs(spelling, known)])] : meant
}

function pathsSpelled(spelling: string, known: KnownPaths): readonly string[] {
  if (known.has(spelling)) return [spelling]
  const inside = repositoryPath(spelling)
  if (inside === undefined) return endsOf(spelling).filter((path) => known.has(path))
  const whole = [inside, inside.replace(/^[ab]\//, '')].find((path) => known.has(path))
  return whole === undefined ? [...known.keys()].filter((path) => path.endsWith(`/${inside}`)) : [whole]
}

/** Reviewers see names that are not UTF-8 as their tools print them, and several may look the same. */
function pathsPrintedAs(spelling: string, known: KnownPaths): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const path of known.keys()) groups.set(asPrinted(path), [...(groups.get(asPrinted(path)) ?? []), path])
  return pathsSpelled(spelling.replace(/\uFFFD+/g, '\uFFFD'), groups).flatMap((printed) => groups.get(printed) ?? [])
}

/** Of an absolute path, what is left of it below each of its folders. */
function endsOf(spelling: string): readonly string[] {
  const text = spelling.trim().replaceAll('\\', '/')
  if (!/^(?:[a-z]:)?\//i.test(text)) return []
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? [] : parts.map((_, index) => parts.slice(index).join('/'))
}
