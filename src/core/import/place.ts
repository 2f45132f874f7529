// Where a foreign path points: inside the repository, as a relative path with forward slashes, or nowhere we may go.

export interface PathReader {
  /** A URI reference as SARIF writes it, already joined with its base. Null when it leaves the repository. */
  readonly fromUri: (uri: string) => string | null
  /** A path of the file system. Null when it leaves the repository. */
  readonly fromPath: (path: string) => string | null
}

/** Remembers its answers: one file has many results. */
export function createPathReader(root: string | undefined): PathReader {
  const base = root === undefined ? undefined : root.replaceAll('\\', '/').replace(/\/+$/, '')
  const isWindows = base !== undefined && /^[a-z]:/i.test(base)
  return {
    fromUri: remember((uri) => inside(pathOfUri(uri), base)),
    fromPath: remember((path) =>
      inside(isWindows || /^[a-z]:\\/i.test(path) ? path.replaceAll('\\', '/') : path, base),
    ),
  }
}

/** Null for a URI that is not of a file. */
function pathOfUri(uri: string): string | null {
  const clean = uri.replaceAll('\\', '/')
  if (/^[a-z]:\//i.test(clean)) return decoded(clean)
  const file = /^file:(?:\/\/([^/?#]*))?(\/?[^?#]*)/i.exec(clean)
  if (file !== null) {
    const host = file[1] ?? ''
    if (host !== '' && host.toLowerCase() !== 'localhost') return null
    return decoded(file[2] ?? '').replace(/^\/(?=[a-z]:)/i, '')
  }
  return /^[a-z][a-z0-9+.-]+:/i.test(clean) ? null : decoded(clean)
}

/** A stray percent sign belongs to the name. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function inside(path: string | null, root: string | undefined): string | null {
  if (path === null || path.includes('\0')) return null
  if (!/^(?:\/|[a-z]:\/)/i.test(path)) return normalised(path)
  const absolute = path.replace(/\/{2,}/g, '/')
  if (root === undefined || !startsWithRoot(absolute, root)) return null
  return normalised(absolute.slice(root.length + 1))
}

/** Drive letters have no case. */
function startsWithRoot(path: string, root: string): boolean {
  const isDrive = /^[a-z]:/i.test(root)
  return path.startsWith(`${root}/`) || (isDrive && path.toLowerCase().startsWith(`${root.toLowerCase()}/`))
}

function normalised(path: string): string | null {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}

function remember(read: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const path = read(text)
    known.set(text, path)
    return path
  }
}
