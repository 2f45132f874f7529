import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'

/** Folders with what a project needs and git ignores. Not what it builds: that would be built over. */
const dependencyFolders: ReadonlySet<string> = new Set([
  'node_modules', 'bower_components', '.venv', 'venv', '__pypackages__', 'vendor', '.bundle', 'Pods', 'deps', 'elm-stuff',
]) // biome-ignore format: a list of names

/** Whether an ignored folder is worth a link. `target` is Cargo's cache of compiled dependencies, but Maven's own output. */
export function isDependencyFolder(root: string, path: string): boolean {
  const name = basename(path)
  return dependencyFolders.has(name) || (name === 'target' && existsSync(join(root, dirname(path), 'Cargo.toml')))
}

/** Makes the folder of one project appear in another place. What is there already stays. */
export function linkDependencies(root: string, path: string, to: string): void {
  const target = join(to, path)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  if (basename(path) === 'node_modules') mirror(join(root, path), target)
  else symlinkSync(join(root, path), target)
}

/** Caches in it are written to, and say nothing about another place. */
const caches: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp', '.vitest'])

/**
 * One link for each package. Links stay what they are: one to a package of the same repository has to lead to the copy, or
 * its tests would run against the original.
 */
function mirror(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (caches.has(name)) continue
    if (name === '.bin' || name.startsWith('@')) mirror(source, target)
    else symlinkSync(linkTarget(source) ?? source, target)
  }
}

function linkTarget(path: string): string | null {
  if (!lstatSync(path).isSymbolicLink()) return null
  const target = readlinkSync(path)
  return isAbsolute(target) ? null : target
}
