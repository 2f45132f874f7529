import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

export type WorkspacePath =
  /** `path` is absolute, `name` relative to the workspace with forward slashes; '' is the workspace itself. */
  | { readonly path: string; readonly name: string }
  /** One sentence, meant for a model too. */
  | { readonly problem: string }

/** A place in the workspace, links followed. What leads out, or into the folders that are not an agent's, is a problem. */
export function workspacePath(workspace: string, wanted: string): WorkspacePath {
  if (wanted.includes('\0')) return { problem: 'The path has a NUL in it.' }
  try {
    const root = realpathSync(workspace)
    const asked = isAbsolute(wanted) ? wanted : join(root, wanted)
    const path = realPath(resolve(asked))
    const name = relative(root, path)
    if (name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name)) {
      return { problem: `${wanted} is outside the workspace.` }
    }
    const kept = [relative(root, resolve(asked)), name].flatMap((each) => each.split(sep)).find(isKept)
    if (kept !== undefined) return { problem: `${kept} may not be touched.` }
    return { path, name: name.split(sep).join('/') }
  } catch {
    return { problem: `${wanted} is not a usable path.` }
  }
}

/** Some file systems do not tell upper from lower case. */
function isKept(part: string): boolean {
  return ['.git', '.review-loop'].includes(part.toLowerCase())
}

/** Links followed as far as the path exists; a link to nowhere is not a path. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || isDanglingLink(path) || dirname(path) === path) throw error
    return join(realPath(dirname(path)), basename(path))
  }
}

function isDanglingLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
