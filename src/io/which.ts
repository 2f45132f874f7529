import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Work trees under review: their files are the change, and never the programs that look at it. */
const workTrees = new Set<string>()

/** From now on no program is taken from the work tree around this folder, even if the PATH leads there. */
export function leaveOutProgramsOf(folder: string): void {
  const root = workTreeAround(realPath(folder))
  // Whoever keeps the home folder in git, or node itself, runs programs from that work tree already.
  if (root !== undefined && !isInside(root, homedir()) && !isInside(root, process.execPath)) workTrees.add(root)
}

/** The folders of a PATH in which programs are looked for: an empty or relative one would mean the folder we work in. */
export function safePath(path: string): string {
  return path.split(delimiter).filter(isSafe).join(delimiter)
}

/** The same for the project's own commands and hooks, which may use programs of the project. */
export function absolutePath(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter)
}

/** The full path of a program on the PATH, as a shell would find it; never one of the work tree. */
export function findProgram(name: string, searchPath: string): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name]
  return searchPath
    .split(delimiter)
    .filter(isSafe)
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find(isProgram)
}

/** A file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isSafe(folder: string): boolean {
  if (!isAbsolute(folder)) return false
  const real = realPath(folder)
  return ![...workTrees].some((root) => isInside(root, real))
}

function workTreeAround(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : workTreeAround(above)
}

function isInside(root: string, path: string): boolean {
  const inside = relative(root, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

/** Where links lead; the path itself when nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
