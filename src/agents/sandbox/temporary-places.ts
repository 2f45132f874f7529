import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, sep } from 'node:path'

export const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)

/** Links are followed: bubblewrap mounts over the thing itself. */
export function realPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))]
}

export function foldersAt(paths: readonly string[]): string[] {
  return realPaths(paths).filter((path) => statSync(path).isDirectory())
}

/** Where programs of this machine leave temporary files, and their sockets. */
export function temporaryPlaces(own: string = tmpdir()): string[] {
  return foldersAt(['/tmp', '/var/tmp', own])
}

/** Options of bubblewrap: each place is covered, and of what lies in one only these paths are seen. Outer folders come first. */
export function coverTemporary(
  places: readonly string[],
  cover: (place: string) => readonly string[],
  visible: readonly string[],
): string[] {
  const seen = visible.filter((path) => !places.includes(path) && places.some((place) => isInside(path, place)))
  return [...new Set([...places, ...seen])]
    .sort((left, right) => left.length - right.length)
    .flatMap((path) => (places.includes(path) ? cover(path) : ['--ro-bind', path, path]))
}

/** Folders that the variables name: those of the PATH, a virtual environment. */
export function foldersNamedIn(env: Readonly<Record<string, string>>): string[] {
  return foldersAt(Object.values(env).flatMap((value) => value.split(':').filter(isAbsolute)))
}

/** What a command line needs of the disk: the files that it names, with the project or the packages that they belong to. */
export function namedInCommand(words: readonly string[], places: readonly string[]): string[] {
  const named = words.filter((word) => isAbsolute(word) && existsSync(word))
  return [...named, ...realPaths(named)].map((path) => {
    const [packages] = /^.+?[/]node_modules(?=[/])/.exec(path) ?? []
    const folder = packages ?? (statSync(path).isDirectory() ? path : projectOf(path, places))
    return places.includes(folder) ? path : folder
  })
}

function projectOf(path: string, places: readonly string[]): string {
  let folder = dirname(path)
  for (; places.some((place) => isInside(folder, place) && folder !== place); folder = dirname(folder)) {
    if (['package.json', 'node_modules', '.git'].some((name) => existsSync(join(folder, name)))) return folder
  }
  return dirname(path)
}
